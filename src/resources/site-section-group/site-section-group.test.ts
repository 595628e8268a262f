import { expect, test } from "vitest";
import { siteSectionGroup } from "./site-section-group.ts";

const context = { organizationId: "acme", scopeId: "site_1" };

test.each([
  { apiVersion: "current", bodies: [{ parentSectionGroupId: null }] },
  { apiVersion: "classic", bodies: [] },
] as const)("a change of parent on $apiVersion", ({ apiVersion, bodies }) => {
  const calls = siteSectionGroup.container?.moveInto?.({ ...context, apiVersion }, "g1", "g2", null);
  expect(calls?.map((call) => call.body)).toEqual(bodies);
});
