import { expect, test } from "vitest";
import { type Writer, writingCall } from "../../model/resource-type/writes.ts";
import { siteSpace } from "./site-space.ts";

const context = { organizationId: "acme", scopeId: "site_1", apiVersion: "current" } as const;

test.each([
  { container: null, operation: "updateSiteById" },
  { container: { type: "site_section", id: "s1" }, operation: "updateSiteSectionById" },
])("$operation sets the default", ({ container, operation }) => {
  const call = siteSpace.defaultRole?.setDefault(context, "v1", container);
  expect(call).toMatchObject({ endpoint: { operation }, body: { defaultSiteSpace: "v1" } });
});

test("its space is written by id, and can change in place", () => {
  const call = writingCall(siteSpace.writers[0] as Writer, context, "v1", {
    values: { space: "x", path: "fr" },
    before: {},
  });
  expect(call?.body).toEqual({ path: "fr", spaceId: "x" });
});
