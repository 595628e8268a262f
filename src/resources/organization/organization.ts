import type { Json } from "../../model/json.ts";
import type { FoundObject } from "../../model/live-world.ts";
import { defineResource } from "../../model/resource-type.ts";
import { type OrganizationObject } from "../../operations/organizations/organizations.objects.ts";
import { organizations } from "../../operations/organizations/organizations.operations.ts";
import { organizationAttributes, organizationComputed } from "./organization.schema.ts";

/** The organization that a layout is about. It is read and pinned, never created, changed or deleted. */
export const organization = defineResource({
  name: "organization",
  label: { one: "organization", many: "organizations" },
  description: "The organization that owns everything else. It is read and pinned by its id.",
  attributes: organizationAttributes,
  computed: organizationComputed,
  identity: { key: ["title"], createKey: [], keyIsUnique: false },
  writers: [],
  reads: [
    {
      name: "organization",
      endpoint: organizations.get,
      finds: ["organization"],
      call: ({ organizationId }) => ({ endpoint: organizations.get, params: { organizationId } }),
      found: (answer: Json) => [foundOrganization(answer as unknown as OrganizationObject)],
    },
  ],
  listForToken: organizations.list,
  // No object's contents hold it: a layout names it by id at the top.
  layout: { kind: "item", field: "organization", attribute: "title", addressBy: ["title"] },
});

function foundOrganization(answer: OrganizationObject): FoundObject {
  return {
    type: "organization",
    id: answer.id,
    container: null,
    attributes: { title: answer.title },
    computed: {
      createdAt: answer.createdAt ?? null,
      type: answer.type ?? null,
      plan: answer.plan ?? null,
      hostname: answer.hostname ?? null,
      urls: { app: answer.urls?.app ?? null },
    },
  };
}
