import { expect, test } from "vitest";
import type { Endpoint } from "../endpoint.ts";
import { callAt } from "./call-at.ts";

const at = (path: string): Endpoint => ({
  operation: "op",
  method: "PATCH",
  path,
  success: [200],
  idempotent: true,
});

test.each([
  { path: "/orgs/{organizationId}/teams", params: { organizationId: "org" } },
  { path: "/orgs/{organizationId}/teams/{teamId}", params: { organizationId: "org", teamId: "own" } },
  { path: "/spaces/{spaceId}", params: { spaceId: "own" } },
  {
    path: "/orgs/{organizationId}/sites/{siteId}/sections/{sectionId}",
    params: { organizationId: "org", siteId: "scope", sectionId: "own" },
  },
  {
    path: "/sites/{siteId}/groups/{groupId}/sections/{sectionId}",
    ids: ["group", "own"],
    params: { siteId: "scope", groupId: "group", sectionId: "own" },
  },
  { path: "/sites/{siteId}/sections", ids: [], params: { siteId: "scope" } },
])("the last ids of a call are the last parameters of $path", ({ path, ids = ["own"], params }) => {
  const context = { organizationId: "org", apiVersion: "current", scopeId: "scope" } as const;
  expect(callAt(at(path), context, ids).params).toEqual(params);
});

test("the organization does not replace an unknown scope", () => {
  const context = { organizationId: "org", apiVersion: "current" } as const;
  expect(callAt(at("/orgs/{organizationId}/sites/{siteId}/sections"), context, []).params).toEqual({
    organizationId: "org",
    siteId: "",
  });
});
