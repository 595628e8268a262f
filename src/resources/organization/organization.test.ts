import { expect, test } from "vitest";
import { type Writer, writingCall } from "../../model/resource-type/writes.ts";
import { organization } from "./organization.ts";

const context = { organizationId: "acme", apiVersion: "current" } as const;

test("the whole response is the organization", () => {
  const found = organization.reads[0]?.found(
    {
      id: "acme",
      title: "Acme",
      defaultContent: { type: "site", site: "site_1" },
      urls: { app: "https://app.docs.example/o/acme", logo: "https://cdn.docs.example/logo.png" },
    },
    "acme",
  );
  expect(found).toMatchObject([
    {
      type: "organization",
      id: "acme",
      attributes: {
        title: "Acme",
        defaultSite: "site_1",
        logo: "https://cdn.docs.example/logo.png",
        ai: null,
      },
    },
  ]);
});

test("billing shows what the service returns", () => {
  const found = organization.reads[0]?.found(
    {
      id: "acme",
      title: "Acme",
      billing: {
        interval: "monthly",
        minUsers: 3,
        pricing: { members: { pro_2024: { monthly: 15, yearly: 12 } } },
        usageAddons: { search: { enabled: false }, ai: { enabled: true } },
      },
      trial: { status: "ended", count: 1 },
      blocked: null,
    },
    "acme",
  )[0]?.computed;
  expect(found).toMatchObject({
    billing: {
      interval: "monthly",
      endDate: null,
      pricing: { members: { plus_2024: null, pro_2024: { monthly: 15, yearly: 12 } }, sites: null },
      usageAddons: [
        { name: "ai", enabled: true },
        { name: "search", enabled: false },
      ],
    },
    trial: { status: "ended", count: 1, decision: null },
    blocked: null,
  });
  expect(found?.["billing"]).not.toHaveProperty("minUsers");
});

test.each([
  { values: { ai: true }, body: { ai: true } },
  { values: { defaultSite: "site_1" }, body: { defaultContent: { type: "site", site: "site_1" } } },
  { values: { defaultSite: null, logo: null }, body: { defaultContent: null, logo: null } },
])("it is written in the service's form: $values", ({ values, body }) => {
  expect(
    writingCall(organization.writers[0] as Writer, context, "acme", { values, before: {} }).body,
  ).toEqual(body);
});
