import type * as z from "zod";
import type { memberObject } from "../../contract/operations/members/members.objects.ts";
import { members } from "../../contract/operations/members/members.operations.ts";
import { currentUser } from "../../contract/operations/users/current-user.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { memberAttributes, memberComputed } from "./member.schema.ts";

type MemberObject = z.infer<typeof memberObject>;

/** A person in the organization. People are invited in the app. docsform gives them roles, and removes them if a layout requires it. */
export const member = defineResource({
  name: "member",
  label: { one: "member", many: "members" },
  description: "A person in the organization, and their role.",
  attributes: memberAttributes,
  computed: memberComputed,
  identity: { key: ["email"], createKey: [], keyIsUnique: true },
  unique: [{ attribute: "email", within: "organization" }],
  origin: "Invite the person in the app, or let them join with single sign-on.",
  arePeople: true,
  deletion: {
    endpoint: members.remove,
    contents: "first",
  },
  writers: [
    {
      name: "role",
      endpoint: members.update,
      fromResponse: (response) => foundMember(response),
    },
  ],
  reads: [
    {
      name: "members",
      endpoint: members.list,
      finds: ["member"],
      found: (response) => [foundMember(response)],
    },
  ],
  readById: {
    endpoint: members.get,
    found: (response) => foundMember(response),
  },
  currentUser,
  unmappedFields: {
    user: "`email` and `display_name`: `docs_member.email`",
    disabled: "`isDisabled`",
    sso: "`isSso`",
    spaces: "`spaceCount`",
    teams: "`teamCount`",
  },
  layout: { kind: "map", field: "members", addressBy: ["$key"] },
});

function foundMember(response: Json): FoundObject {
  const { id, role, user, ...rest } = response as unknown as MemberObject;
  return {
    type: "member",
    id,
    container: null,
    attributes: { email: user.email ?? null, role: role ?? null },
    computed: withoutUndefined({
      displayName: user.displayName,
      isDisabled: rest.disabled,
      isSso: rest.sso,
      joinedAt: rest.joinedAt,
      lastSeenAt: rest.lastSeenAt,
      spaceCount: rest.spaces,
      teamCount: rest.teams,
    }),
  };
}

function withoutUndefined(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
}
