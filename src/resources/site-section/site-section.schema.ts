import * as z from "zod";
import { theContainer } from "../../model/key-field.ts";
import { type Attribute, type ComputedAttribute, theDefaultRole } from "../../model/resource-type.ts";
import { widerWithout } from "../../model/widening.ts";
import { draftOf, localizedOf } from "../../operations/site-structure/item-attributes.ts";
import {
  localized128,
  localized256,
  sectionCondition,
  sectionDescription,
  sectionIcon,
  sectionPath,
  sectionTitle,
} from "../../operations/site-structure/site-structure.objects.ts";

/** What a person may set on a section of a site. */
export const siteSectionAttributes = {
  title: {
    description: "Name of the section.",
    schema: sectionTitle,
    atCreate: "required",
    samples: ["Guides", "User guides"],
  },
  path: {
    description:
      "Its segment in the site's addresses. The service derives one from the title until it is set.",
    schema: sectionPath,
    atCreate: "no",
    derived: true,
    publicAddress: true,
    samples: ["guides", "user-guides"],
  },
  icon: {
    description: "Name of an icon.",
    schema: sectionIcon,
    atCreate: "accepted",
    nullable: true,
    samples: ["book", "gear"],
  },
  description: {
    description: "A line about the section, shown in the navigation.",
    schema: sectionDescription,
    atCreate: "no",
    nullable: true,
    samples: ["How to begin", "How to go on"],
  },
  condition: {
    description: "Expression that says which visitors see the section.",
    schema: sectionCondition,
    atCreate: "no",
    nullable: true,
    widens: widerWithout("visibility"),
    samples: ["visitor.claims.beta", "visitor.claims.partner"],
  },
  draft: draftOf("section"),
  localizedTitle: localizedOf("name of the section", localized128),
  localizedDescription: localizedOf("line about the section", localized256),
} as const satisfies Readonly<Record<string, Attribute>>;

/** What the service tells about a section of a site. */
export const siteSectionComputed = {
  urls: {
    description: "Where it is published.",
    publicAddress: "published",
    schema: z.object({
      published: z.string().describe("Where readers find it, once its site is published."),
    }),
    follows: ["path", "draft", theContainer, theDefaultRole],
  },
} satisfies Record<string, ComputedAttribute>;
