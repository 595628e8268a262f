import * as z from "zod";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";
import { roles, widerRole } from "../../model/role.ts";
import type { Json } from "../../util/json.ts";

export const memberAttributes = {
  email: {
    description:
      "E-mail address, which identifies the person. A person without an address is identified by the id alone.",
    schema: z.email({ pattern: z.regexes.unicodeEmail }),
    atCreate: "no",
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
} satisfies Record<string, Attribute>;

/** E-mail addresses are equal regardless of case. */
function inLowerCase(email: Json): Json {
  return typeof email === "string" ? email.toLowerCase() : email;
}

export const memberComputed = {
  displayName: { description: "Name that others see.", schema: z.string(), follows: [] },
  isDisabled: {
    description: "Whether the person is prevented from logging in.",
    schema: z.boolean(),
    follows: [],
  },
  isSso: { description: "Whether the person logs in with single sign-on.", schema: z.boolean(), follows: [] },
  joinedAt: { description: "Time when the person joined, ISO 8601.", schema: z.string(), follows: [] },
  lastSeenAt: {
    description: "Time when the person was last active, ISO 8601.",
    schema: z.string(),
    follows: [],
  },
  spaceCount: {
    description: "Number of spaces that the person can see.",
    schema: z.number(),
    follows: ["role"],
  },
  teamCount: { description: "Number of teams that the person is in.", schema: z.number(), follows: [] },
} satisfies Record<string, ComputedAttribute>;
