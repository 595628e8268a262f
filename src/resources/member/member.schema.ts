import * as z from "zod";
import type { Json } from "../../model/json.ts";
import type { Attribute, ComputedAttribute } from "../../model/resource-type.ts";
import { roles, widerRole } from "../../model/role.ts";

/** What can be said of a member. */
export const memberAttributes = {
  email: {
    description:
      "The e-mail address, by which the person is recognised. Whoever has none is known by the id alone.",
    schema: z.email({ pattern: z.regexes.unicodeEmail }),
    atCreate: "no",
    derived: true,
    normalise: inLowerCase,
    samples: ["ada@acme.example", "grace@acme.example"],
  },
  role: {
    description: "What they may do in the organization; null makes a guest of them.",
    schema: z.enum(roles),
    atCreate: "no",
    nullable: true,
    derived: true,
    givesAccess: true,
    widens: widerRole,
    terraform: { nullAs: "guest" },
    samples: ["edit", "comment"],
  },
} satisfies Record<string, Attribute>;

/** Addresses are the same however they are written. */
function inLowerCase(email: Json): Json {
  return typeof email === "string" ? email.toLowerCase() : email;
}

/** What the service tells about a member. */
export const memberComputed = {
  displayName: { description: "The name that others see.", schema: z.string(), follows: [] },
  isDisabled: { description: "Whether they are kept from logging in.", schema: z.boolean(), follows: [] },
  isSso: { description: "Whether they log in by single sign-on.", schema: z.boolean(), follows: [] },
  joinedAt: { description: "When they joined, ISO 8601.", schema: z.string(), follows: [] },
  lastSeenAt: { description: "When they were last there, ISO 8601.", schema: z.string(), follows: [] },
  spaceCount: { description: "How many spaces they see.", schema: z.number(), follows: ["role"] },
  teamCount: { description: "How many teams they are in.", schema: z.number(), follows: [] },
} satisfies Record<string, ComputedAttribute>;
