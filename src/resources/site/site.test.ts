import { expect, test } from "vitest";
import { writingCall } from "../../model/resource-type/writes.ts";
import type { Json } from "../../util/json.ts";
import { site } from "./site.ts";

const [settings, , publication] = site.writers;
const context = { organizationId: "acme", apiVersion: "current" } as const;
const wire = {
  object: "site",
  id: "site_1",
  title: "Docs",
  visibility: "public",
  type: "basic",
  published: true,
};

test.each([
  { published: true, operation: "publishSite" },
  { published: false, operation: "unpublishSite" },
])("published: $published calls $operation, after all other writes", ({ published, operation }) => {
  const call =
    publication && writingCall(publication, context, "site_1", { values: { published }, before: {} });
  expect(call?.endpoint.operation).toBe(operation);
  expect(publication?.stage).toBe("last");
});

test("a checkout in the answer is a refusal", () => {
  const checkout = { type: "checkout", sessionId: "cs_1" };
  expect(publication?.rejected?.(checkout)?.code).toBe("site/publish-needs-upgrade");
  expect(publication?.fromResponse?.(checkout)).toBeUndefined();
  expect(publication?.rejected?.(wire)).toBeUndefined();
});

test("a proxy is read from its origin, and is null without one", () => {
  const proxy = { origin: "acme.example/docs", target: "https://proxy.example" };
  expect(settings?.fromResponse?.({ ...wire, proxy })?.attributes["proxy"]).toBe("acme.example/docs");
  expect(settings?.fromResponse?.(wire)?.attributes["proxy"]).toBeNull();
});

test("Git Sync owns the title and the structure of a site", () => {
  const owned = settings?.fromResponse?.({ ...wire, gitSync: {} })?.externalOwner;
  expect([owned?.attributes, owned?.contents]).toEqual([["title"], true]);
  expect(owned?.reason).toMatch(/Git Sync/);
  expect(settings?.fromResponse?.(wire)).not.toHaveProperty("externalOwner");
});

test.each([
  { answer: { agentsContext: "included" }, apiVersions: ["classic", "classic-minimal"] },
  { answer: { appliedType: "basic" }, apiVersions: ["current"] },
  { answer: {}, apiVersions: undefined },
] satisfies { answer: Json; apiVersions: string[] | undefined }[])("a site reveals $apiVersions", (row) => {
  expect(site.reads[0]?.revealsApiVersion?.(row.answer)).toEqual(row.apiVersions);
});

test("adaptive content is off until it is set", () => {
  const satisfies = site.attributes["adaptiveContent"]?.satisfies;
  expect([satisfies?.({ enabled: false }, null), satisfies?.({ enabled: true }, null)]).toEqual([
    true,
    false,
  ]);
});

test("items of an unknown kind are not objects of a structure, and are counted in their place", () => {
  const banner = { object: "site-banner", id: "b1", title: "Status" };
  const group = { object: "site-section-group", id: "g1", title: "More", children: [banner] };
  const response = { type: "sections", structure: [banner, group] };
  expect(site.reads[1]?.found(response, "acme").map(({ id }) => id)).toEqual(["g1"]);
  expect(site.reads[1]?.unknownKinds?.(response)).toEqual([
    { kind: "site-banner", container: null },
    { kind: "site-banner", container: { type: "site_section_group", id: "g1" } },
  ]);
});
