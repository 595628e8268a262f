import type { z } from "zod";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FoundObject } from "../../model/live-world.ts";
import { defineResource } from "../../model/resource-type.ts";
import {
  createOrganizationTeam,
  getTeamInOrganizationById,
  listTeamMembersInOrganizationById,
  listTeamsInOrganizationById,
  removeTeamFromOrganizationById,
  teamAnswer,
  type teamMemberAnswer,
  updateMembersInOrganizationTeam,
  updateTeamInOrganizationById,
} from "./team.api.ts";
import { teamEmulator } from "./team.emulator.ts";
import {
  declaredMembers,
  type LiveMember,
  liveMembers,
  names,
  teamAttributes,
  teamComputed,
} from "./team.schema.ts";

/** A named group of members of the organization. */
export const team = defineResource({
  name: "team",
  label: { one: "team", many: "teams" },
  description: "A named group of members of the organization.",
  attributes: teamAttributes,
  computed: teamComputed,
  identity: { key: ["title"], birthKey: ["title"], keyIsUnique: true },
  unique: [{ attribute: "title", within: "organization" }],
  deletion: {
    call: ({ organizationId }, id) => ({
      endpoint: removeTeamFromOrganizationById,
      params: { organizationId, teamId: id },
    }),
    contents: "first",
  },
  creation: {
    call: ({ organizationId }, { attributes }) => ({
      endpoint: createOrganizationTeam,
      params: { organizationId },
      body: attributes,
    }),
    created: (answer) => ({ object: foundTeam(teamAnswer.parse(answer)), births: [] }),
  },
  writers: [
    {
      name: "patch",
      attributes: ["title"],
      call: ({ organizationId }, id, { values }) => ({
        endpoint: updateTeamInOrganizationById,
        params: { organizationId, teamId: id },
        body: values,
      }),
      answered: (answer) => foundTeam(answer as unknown as TeamAnswer),
    },
    {
      name: "members",
      attributes: ["members"],
      call: ({ organizationId, currentUser }, id, { values, before }) => ({
        endpoint: updateMembersInOrganizationTeam,
        params: { organizationId, teamId: id },
        body: membersDelta(values["members"], before["members"], currentUser),
      }),
    },
  ],
  reads: [
    {
      name: "teams",
      endpoint: listTeamsInOrganizationById,
      finds: ["team"],
      call: ({ organizationId }) => ({ endpoint: listTeamsInOrganizationById, params: { organizationId } }),
      found: (answer: Json) => [foundTeam(answer as unknown as TeamAnswer)],
    },
  ],
  details: [
    {
      attribute: "members",
      endpoint: listTeamMembersInOrganizationById,
      call: ({ organizationId }, id) => ({
        endpoint: listTeamMembersInOrganizationById,
        params: { organizationId, teamId: id },
      }),
      value: (items) =>
        items
          .map((item) => memberOf(item as unknown as z.infer<typeof teamMemberAnswer>))
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
    },
  ],
  layout: { kind: "map", field: "teams", addressBy: ["$key"] },
  endpoints: [
    listTeamsInOrganizationById,
    getTeamInOrganizationById,
    createOrganizationTeam,
    updateTeamInOrganizationById,
    removeTeamFromOrganizationById,
    listTeamMembersInOrganizationById,
    updateMembersInOrganizationTeam,
  ],
  emulator: teamEmulator,
});

type TeamAnswer = z.infer<typeof teamAnswer>;

function foundTeam(answer: TeamAnswer): FoundObject {
  return {
    type: "team",
    id: answer.id,
    container: null,
    attributes: { title: answer.title },
    computed: {
      memberCount: answer.members ?? null,
      spaceCount: answer.spaces ?? null,
      createdAt: answer.createdAt ?? null,
    },
  };
}

function memberOf(item: z.infer<typeof teamMemberAnswer>): LiveMember {
  return { id: item.organization.id, email: item.organization.user.email ?? null };
}

/** Who is to be added, by the declared names, and who removed, by id. The token's own user stays. */
function membersDelta(
  declared: Json | undefined,
  before: Json | undefined,
  currentUser: { readonly id: string } | undefined,
): JsonObject {
  const wanted = declaredMembers(declared);
  const members = liveMembers(before);
  const add = wanted.filter((name) => !members.some((member) => names(name, member)));
  const remove = members
    .filter((member) => !wanted.some((name) => names(name, member)) && member.id !== currentUser?.id)
    .map((member) => member.id);
  return { add: [...new Set(add)], remove };
}
