import { expect, test } from "vitest";
import { createVirtualClock } from "../../../test/support/virtual-clock.ts";
import { createServiceClock } from "../../contract/http/service-clock.ts";
import { defineEndpoint } from "../../model/endpoint.ts";
import { defineResource } from "../../model/resource-type.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { Json } from "../../util/json.ts";
import { findOrganization } from "./known-organization.ts";

const listOrganizations = defineEndpoint({
  operation: "listOrganizations",
  method: "GET",
  path: "/orgs",
  paged: true,
  success: [200],
  idempotent: true,
});

const company = defineResource({
  name: "company",
  label: { one: "company", many: "companies" },
  description: "What a token sees.",
  attributes: {},
  identity: { key: [], createKey: [], keyIsUnique: true },
  writers: [],
  reads: [],
  layout: { kind: "map", field: "companies", addressBy: ["$key"] },
  listForToken: listOrganizations,
});

function found(types: readonly (typeof company)[], items: readonly Json[]): Promise<string> {
  return findOrganization(indexTypes(types), {
    stats: { calls: 0, writes: 0, retried: 0, waitedMs: 0, requestedWaitMs: 0 },
    serviceClock: createServiceClock(createVirtualClock(), 0),
    call: () => Promise.reject(new Error("Only a list is asked for.")),
    list: async () => items,
  });
}

test("uses the only organization of the token", async () => {
  expect(await found([company], [{ id: "acme" }, "no object", { title: "No id" }])).toBe("acme");
});

test.each([
  { what: "none", types: [company], items: [], says: "The token has access to no organization." },
  {
    what: "several",
    types: [company],
    items: [{ id: "acme" }, { id: "umbrella" }],
    says: "The token has access to 2 organizations: acme, umbrella.",
  },
  { what: "what cannot be asked for", types: [], items: [], says: "No organization is configured." },
])("$what: the user names the organization", async ({ types, items, says }) => {
  await expect(found(types, items)).rejects.toMatchObject({
    message: says,
    code: "terraform/which-organization",
    remedy:
      "Set `organization` in the provider block, or DOCSFORM_ORGANIZATION, to the id of your organization.",
  });
});
