import { expect, test } from "vitest";
import { siteSpace } from "./site-space.ts";

const context = { organizationId: "acme", scopeId: "site_1", apiVersion: "current" } as const;

test.each([
  { container: null, operation: "updateSiteById" },
  { container: { type: "site_section", id: "s1" }, operation: "updateSiteSectionById" },
])("$operation sets the default", ({ container, operation }) => {
  const call = siteSpace.defaultRole?.setDefault(context, "v1", container);
  expect(call).toMatchObject({ endpoint: { operation }, body: { defaultSiteSpace: "v1" } });
});
