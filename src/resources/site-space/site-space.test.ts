import { expect, test } from "vitest";
import { siteSpace } from "./site-space.ts";

const context = { organizationId: "acme", scopeId: "site_1", apiVersion: "current" } as const;

test.each([
  { container: null, operation: "updateSiteById" },
  { container: { type: "site_section", id: "s1" }, operation: "updateSiteSectionById" },
])("the default is pointed at by $operation", ({ container, operation }) => {
  const call = siteSpace.defaultRole?.setDefault(context, "v1", container);
  expect(call).toMatchObject({ endpoint: { operation }, body: { defaultSiteSpace: "v1" } });
});

test("its space is written by id and re-pointed in place", () => {
  const call = siteSpace.writers[0]?.call(context, "v1", { values: { space: "x", path: "fr" }, before: {} });
  expect(call?.body).toEqual({ path: "fr", spaceId: "x" });
});
