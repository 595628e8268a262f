import type { z } from "zod";
import type { Json } from "../../model/json.ts";
import type { FoundObject } from "../../model/live-world.ts";
import { defineResource } from "../../model/resource-type.ts";
import {
  getAuthenticatedUser,
  getMemberInOrganizationById,
  getOrganizationById,
  listMembersInOrganizationById,
  listOrganizationsForAuthenticatedUser,
  type organizationAnswer,
} from "./organization.api.ts";
import { organizationEmulator } from "./organization.emulator.ts";
import { organizationAttributes, organizationComputed } from "./organization.schema.ts";

/** The organization that a layout is about. It is read and pinned, never created, changed or deleted. */
export const organization = defineResource({
  name: "organization",
  label: { one: "organization", many: "organizations" },
  description: "The organization that owns everything else. It is read and pinned by its id.",
  attributes: organizationAttributes,
  computed: organizationComputed,
  identity: { key: ["title"], birthKey: [], keyIsUnique: false },
  writers: [],
  reads: [
    {
      name: "organization",
      endpoint: getOrganizationById,
      finds: ["organization"],
      call: ({ organizationId }) => ({ endpoint: getOrganizationById, params: { organizationId } }),
      found: (answer: Json) => [foundOrganization(answer as unknown as OrganizationAnswer)],
    },
  ],
  // No object's contents hold it: a layout names it by id at the top.
  layout: { kind: "item", field: "organization", attribute: "title", addressBy: ["title"] },
  endpoints: [
    listOrganizationsForAuthenticatedUser,
    getOrganizationById,
    getAuthenticatedUser,
    listMembersInOrganizationById,
    getMemberInOrganizationById,
  ],
  emulator: organizationEmulator,
});

type OrganizationAnswer = z.infer<typeof organizationAnswer>;

function foundOrganization(answer: OrganizationAnswer): FoundObject {
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
