import * as z from "zod";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";
import { roles, widerRole } from "../../model/role.ts";

export const collectionAttributes = {
  title: {
    description: "Name of the collection.",
    schema: z.string().min(1).max(50),
    atCreate: "required",
    samples: ["Handbook", "Company handbook"],
  },
  description: {
    description: "What the collection is about.",
    schema: z.string().max(100),
    atCreate: "no",
    nullable: true,
    // The service does not accept null. An empty text clears a description.
    normalize: (value) => (value === "" ? null : value),
    samples: ["How we work", "Everything about how we work"],
  },
  defaultLevel: {
    description:
      "Access that every member of the organization has to the collection: a role, `inherit` (the access that its parent gives), or null for no access.",
    schema: z.enum([...roles, "inherit"]),
    atCreate: "no",
    nullable: true,
    derived: true,
    default: "inherit",
    opens: { as: "level", isWider: widerRole },
    terraform: { nullAs: "none" },
    samples: ["read", "edit"],
  },
} satisfies Record<string, Attribute>;

export const collectionComputed = {
  urls: {
    description: "URLs of the collection.",
    schema: z.object({ app: z.string().describe("URL where you edit the collection in the app.") }),
    follows: [],
  },
} satisfies Record<string, ComputedAttribute>;
