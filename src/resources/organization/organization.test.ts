import { expect, test } from "vitest";
import { organization } from "./organization.ts";

const context = { organizationId: "acme", generation: "current" } as const;

test("the organization is neither created nor deleted", () => {
  expect([organization.creation, organization.deletion]).toEqual([undefined, undefined]);
});

test("it is found in the answer as a whole", () => {
  const found = organization.reads[0]?.found({
    id: "acme",
    title: "Acme",
    defaultContent: { type: "site", site: "site_1" },
    urls: { app: "https://app.docs.example/o/acme", logo: "https://cdn.docs.example/logo.png" },
  });
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

test.each([
  { values: { ai: true }, body: { ai: true } },
  { values: { defaultSite: "site_1" }, body: { defaultContent: { type: "site", site: "site_1" } } },
  { values: { defaultSite: null, logo: null }, body: { defaultContent: null, logo: null } },
])("it is written as the service takes it: $values", ({ values, body }) => {
  expect(organization.writers[0]?.call(context, "acme", { values, before: {} }).body).toEqual(body);
});
