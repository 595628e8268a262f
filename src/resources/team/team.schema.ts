import * as z from "zod";
import { only } from "../../model/api-version-marks.ts";
import { publishedApiVersions } from "../../model/endpoint.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";
import { isJsonObject, type Json } from "../../util/json.ts";

/** One member of a team in a live value, whose members are sorted by id. */
export type LiveMember = { readonly id: string; readonly email: string | null };

export const teamAttributes = {
  title: {
    description: "Name of the team. Each team of an organization has a different name.",
    schema: z.string().min(1).max(64),
    atCreate: "required",
    samples: ["Writers", "Technical writers"],
  },
  members: {
    description:
      "Members of the team, each by user id or e-mail address. The token's own user stays a member, even if you omit that user.",
    schema: only(
      publishedApiVersions,
      z.array(z.string().min(1).refine(isOneWord, "must be a user id or an e-mail address")),
    ),
    // The create call accepts only ids. The call that changes members accepts e-mail addresses too.
    atCreate: "no",
    opens: { as: "grant", isWider: hasMoreMembers },
    namesPeople: true,
    set: true,
    isOptional: (member, currentUser) => isJsonObject(member) && member["id"] === currentUser?.id,
    satisfies: membersSatisfy,
    toLayout: (value, beside) => {
      const words = new Map(declaredMembers(beside).map((name) => [keyOfName(name), name]));
      const wordFor = ({ id, email }: LiveMember) =>
        words.get(id) ?? words.get(keyOfName(email ?? id)) ?? email ?? id;
      return [...declaredMembers(value), ...liveMembers(value).map(wordFor)];
    },
    samples: [["ada@acme.example"], ["ada@acme.example", "grace@acme.example"]],
  },
} satisfies Record<string, Attribute>;

/** Equal for two names of one member, unless one is the id and the other the e-mail address. */
function keyOfName(name: string): string {
  return name.includes("@") ? name.toLowerCase() : name;
}

function isOneWord(name: string): boolean {
  return !/\s/u.test(name);
}

/** The members of a live value; none if it was not read. */
export function liveMembers(live: Json | undefined): readonly LiveMember[] {
  if (!Array.isArray(live)) return [];
  return live.filter(isJsonObject).map(({ id, email }) => ({
    id: typeof id === "string" ? id : "",
    email: typeof email === "string" ? email : null,
  }));
}

/** The ids and e-mail addresses in a declared value. */
export function declaredMembers(declared: Json | undefined): readonly string[] {
  return Array.isArray(declared) ? declared.filter((name): name is string => typeof name === "string") : [];
}

/** Returns whether one of the names, each an id or an e-mail address, names a member. */
export function namedBy(names: readonly string[]): (member: LiveMember) => boolean {
  const [ids, emails] = [new Set(names), new Set(names.map((name) => name.toLowerCase()))];
  return ({ id, email }) => ids.has(id) || (email !== null && emails.has(email.toLowerCase()));
}

/** Returns whether a name, an id or an e-mail address, names one of the members. */
export function namesOneOf(members: readonly LiveMember[]): (name: string) => boolean {
  const ids = new Set(members.map(({ id }) => id));
  const emails = new Set(members.map(({ email }) => email?.toLowerCase()));
  return (name) => ids.has(name) || emails.has(name.toLowerCase());
}

/** Whether every declared person is a member, and every member is declared. */
function membersSatisfy(declared: Json, live: Json): boolean {
  const wanted = declaredMembers(declared);
  const members = liveMembers(live);
  return wanted.every(namesOneOf(members)) && members.every(namedBy(wanted));
}

/** Each side may be a declared value (ids and e-mail addresses) or a live one. */
function hasMoreMembers(before: Json, after: Json): boolean {
  const [had, has] = [before, after].map((value) => ({
    named: declaredMembers(value),
    live: liveMembers(value),
  })) as [Membership, Membership];
  const declared = had.named.map((id) => ({ id, email: id.includes("@") ? id : null }));
  const wasNamed = namesOneOf([...declared, ...had.live]);
  const wasDeclared = namedBy(had.named);
  return (
    has.named.some((name) => !wasNamed(name)) ||
    has.live.some((member) => !wasNamed(member.id) && !wasDeclared(member))
  );
}

interface Membership {
  readonly named: readonly string[];
  readonly live: readonly LiveMember[];
}

export const teamComputed = {
  memberCount: { description: "Number of members.", schema: z.number(), follows: ["members"] },
  spaceCount: { description: "Number of spaces that the team can access.", schema: z.number(), follows: [] },
  createdAt: { description: "Time of creation, ISO 8601.", schema: z.string(), follows: [] },
} satisfies Record<string, ComputedAttribute>;
