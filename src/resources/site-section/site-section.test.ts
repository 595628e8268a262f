import { expect, test } from "vitest";
import { siteSection } from "./site-section.ts";

const context = { organizationId: "acme", scopeId: "site_1" };

test.each([
  { apiVersion: "current", from: "g1", to: "g2", operations: ["updateSiteSectionById"] },
  {
    apiVersion: "classic",
    from: "g1",
    to: "g2",
    operations: ["removeSectionFromGroup", "addSectionToGroup"],
  },
  { apiVersion: "classic", from: null, to: "g2", operations: ["addSectionToGroup"] },
  { apiVersion: "classic", from: "g1", to: null, operations: ["removeSectionFromGroup"] },
] as const)("from $from to $to on $apiVersion", ({ apiVersion, from, to, operations }) => {
  const calls = siteSection.container?.moveInto?.({ ...context, apiVersion }, "s1", from, to);
  expect(calls?.map((call) => call.endpoint.operation)).toEqual(operations);
});

test("a response without the first site space is invalid", () => {
  const response = { object: "site-section", id: "s1", title: "Guides", path: "guides", siteSpaces: [] };
  expect(() => siteSection.creation?.created(response, { attributes: {} })).toThrow("holds no site space");
});
