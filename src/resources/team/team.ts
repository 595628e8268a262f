import {
  type TeamMemberObject,
  type TeamObject,
  teamObject,
} from "../../contract/operations/teams/teams.objects.ts";
import { teams } from "../../contract/operations/teams/teams.operations.ts";
import { currentUser } from "../../contract/operations/users/current-user.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import {
  declaredMembers,
  type LiveMember,
  liveMembers,
  namedBy,
  namesOneOf,
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
  identity: { key: ["title"], createKey: ["title"], keyIsUnique: true },
  unique: [{ attribute: "title", within: "organization" }],
  deletion: {
    endpoint: teams.delete,
    contents: "first",
  },
  creation: {
    endpoint: teams.create,
    created: (response) => ({ object: foundTeam(teamObject.parse(response)), children: [] }),
  },
  writers: [
    {
      name: "patch",
      endpoint: teams.update,
      fromResponse: (response) => foundTeam(response as unknown as TeamObject),
    },
    {
      name: "members",
      attributes: ["members"],
      endpoint: teams.updateMembers,
      body: ({ values, before }, { currentUser }) =>
        membersDelta(values["members"], before["members"], currentUser),
    },
  ],
  reads: [
    {
      name: "teams",
      endpoint: teams.list,
      finds: ["team"],
      found: (response: Json) => [foundTeam(response as unknown as TeamObject)],
    },
  ],
  readById: {
    endpoint: teams.get,
    found: (response) => foundTeam(response as unknown as TeamObject),
  },
  details: [
    {
      attribute: "members",
      endpoint: teams.listMembers,
      value: (items) =>
        items
          .map((item) => memberOf(item as unknown as TeamMemberObject))
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
    },
  ],
  // The token's own user may be an undeclared member, and stays one.
  currentUser,
  unmappedFields: {
    members: "`memberCount`; the members themselves are in `members`",
    spaces: "`spaceCount`",
  },
  layout: { kind: "map", field: "teams", addressBy: ["$key"] },
});

function foundTeam(response: TeamObject): FoundObject {
  return {
    type: "team",
    id: response.id,
    container: null,
    attributes: { title: response.title },
    computed: {
      memberCount: response.members ?? null,
      spaceCount: response.spaces ?? null,
      createdAt: response.createdAt ?? null,
    },
  };
}

function memberOf(item: TeamMemberObject): LiveMember {
  return { id: item.organization.id, email: item.organization.user.email ?? null };
}

/** The members to add, by their declared names, and those to remove, by id. The token's own user stays. */
function membersDelta(
  declared: Json | undefined,
  before: Json | undefined,
  currentUser: { readonly id: string } | undefined,
): JsonObject {
  const wanted = declaredMembers(declared);
  const members = liveMembers(before);
  const [isMember, isWanted] = [namesOneOf(members), namedBy(wanted)];
  const add = wanted.filter((name) => !isMember(name));
  const remove = members
    .filter((member) => !isWanted(member) && member.id !== currentUser?.id)
    .map((member) => member.id);
  return { add: [...new Set(add)], remove };
}
