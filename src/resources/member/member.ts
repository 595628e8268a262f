import * as z from "zod";
import { members } from "../../contract/operations/members/members.operations.ts";
import { currentUser } from "../../contract/operations/users/current-user.ts";
import { plainType } from "../../model/plain/plain-type.ts";
import { roles, widerRole } from "../../model/role.ts";
import type { Json } from "../../util/json.ts";

/** A person in the organization. People are invited in the app. docsform gives them roles, and removes them if a layout requires it. */
export const member = plainType({
  name: "member",
  label: { one: "member", many: "members" },
  description: "A person in the organization, and their role.",
  fields: {
    email: {
      description:
        "E-mail address, which identifies the person. A person without an address is identified by the id alone.",
      schema: z.email({ pattern: z.regexes.unicodeEmail }),
      atCreate: "no",
      isFixed: true,
      shownAt: ["user", "email"],
      derived: true,
      normalize: inLowerCase,
      samples: ["ada@acme.example", "grace@acme.example"],
    },
    role: {
      description: "Role in the organization, or null for a guest.",
      schema: z.enum(roles),
      atCreate: "no",
      nullable: true,
      derived: true,
      opens: { as: "grant", isWider: widerRole },
      terraform: { nullAs: "guest" },
      samples: ["edit", "comment"],
    },
  },
  computed: {
    displayName: {
      description: "Name that others see.",
      schema: z.string(),
      shownAt: ["user", "displayName"],
      follows: [],
    },
    isDisabled: {
      description: "Whether the person is prevented from logging in.",
      schema: z.boolean(),
      shownAt: ["disabled"],
      follows: [],
    },
    isSso: {
      description: "Whether the person logs in with single sign-on.",
      schema: z.boolean(),
      shownAt: ["sso"],
      follows: [],
    },
    joinedAt: {
      description: "Time when the person joined, ISO 8601.",
      schema: z.string(),
      follows: [],
    },
    lastSeenAt: {
      description: "Time when the person was last active, ISO 8601.",
      schema: z.string(),
      follows: [],
    },
    spaceCount: {
      description: "Number of spaces that the person can see.",
      schema: z.number(),
      shownAt: ["spaces"],
      follows: ["role"],
    },
    teamCount: {
      description: "Number of teams that the person is in.",
      schema: z.number(),
      shownAt: ["teams"],
      follows: [],
    },
  },
  identity: { key: ["email"], createKey: [], keyIsUnique: true },
  unique: [{ attribute: "email", within: "organization" }],
  origin: "Invite the person in the app, or let them join with single sign-on.",
  arePeople: true,
  rows: { list: members.list, get: members.get, update: members.update, delete: members.remove },
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

/** E-mail addresses are equal regardless of case. */
function inLowerCase(email: Json): Json {
  return typeof email === "string" ? email.toLowerCase() : email;
}
