import * as z from "zod";
import {
  conditionOf,
  draftOf,
  localizedOf,
  segmentOf,
} from "../../contract/operations/site-structure/item-attributes.ts";
import {
  localized128,
  localized256,
  sectionCondition,
  sectionDescription,
  sectionIcon,
  sectionPath,
  sectionTitle,
} from "../../contract/operations/site-structure/site-structure.objects.ts";
import { theContainer } from "../../model/key-field.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import { type ComputedAttribute, theDefaultRole } from "../../model/resource-type/computed-attribute.ts";

export const siteSectionAttributes = {
  title: {
    description: "Name of the section.",
    schema: sectionTitle,
    atCreate: "required",
    samples: ["Guides", "User guides"],
  },
  path: {
    description:
      "The section's segment in the site's URLs. By default, the service derives it from the title.",
    schema: segmentOf(sectionPath),
    atCreate: "no",
    derived: true,
    opens: { as: "segment" },
    samples: ["guides", "user-guides"],
  },
  icon: {
    description: "Name of the section's icon.",
    schema: sectionIcon,
    atCreate: "accepted",
    nullable: true,
    samples: ["book", "gear"],
  },
  description: {
    description: "Short description of the section, shown in the navigation.",
    schema: sectionDescription,
    atCreate: "no",
    nullable: true,
    samples: ["How to begin", "How to go on"],
  },
  condition: {
    description: "Expression that decides which visitors see the section.",
    schema: conditionOf(sectionCondition),
    atCreate: "no",
    nullable: true,
    opens: { as: "condition" },
    samples: ["visitor.claims.beta", "visitor.claims.partner"],
  },
  draft: draftOf("section"),
  localizedTitle: localizedOf("name of the section", localized128),
  localizedDescription: localizedOf("description of the section", localized256),
} as const satisfies Readonly<Record<string, Attribute>>;

export const siteSectionComputed = {
  urls: {
    description: "URLs of the section.",
    publicAddress: "published",
    schema: z.object({
      published: z.string().describe("URL where readers find the section, once its site is published."),
    }),
    follows: ["path", "draft", theContainer, theDefaultRole],
  },
} satisfies Record<string, ComputedAttribute>;
