import { expect, test } from "vitest";
import { siteSectionGroup } from "./site-section-group.ts";

const context = { organizationId: "acme", scopeId: "site_1" };

test.each([
  { generation: "current", bodies: [{ parentSectionGroupId: null }] },
  { generation: "classic", bodies: [] },
] as const)("a change of parent on $generation", ({ generation, bodies }) => {
  const calls = siteSectionGroup.container?.moveInto?.({ ...context, generation }, "g1", "g2", null);
  expect(calls?.map((call) => call.body)).toEqual(bodies);
});
