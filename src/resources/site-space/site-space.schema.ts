import * as z from "zod";
import { theContainer } from "../../model/key-field.ts";
import { type Attribute, type ComputedAttribute, theDefaultRole } from "../../model/resource-type.ts";
import { widerWithout } from "../../model/widening.ts";
import { draftOf } from "../../operations/site-structure/item-attributes.ts";
import {
  siteSpaceCondition,
  siteSpaceHidden,
  siteSpacePage,
  siteSpacePath,
  siteSpaceTitle,
} from "../../operations/site-structure/site-structure.objects.ts";

/** What a person may set on a site space. */
export const siteSpaceAttributes = {
  space: {
    description: "The space whose content it shows. Another space can be put in its place.",
    schema: z.string().min(1),
    atCreate: "required",
    reference: { type: "space" },
    samples: [],
  },
  title: {
    description:
      "Name of the variant, where it is not that of its space. Only a new variant can be given one: another one makes it anew. The first variant of a new section cannot be given one.",
    schema: siteSpaceTitle,
    atCreate: "accepted",
    derived: true,
    inheritedFrom: "space",
    samples: ["English", "French"],
  },
  path: {
    description:
      "Its segment in the site's addresses. The service derives one from the title until it is set.",
    schema: siteSpacePath,
    atCreate: "no",
    derived: true,
    publicAddress: true,
    samples: ["en", "fr"],
  },
  condition: {
    description: "Expression that says which visitors see the variant.",
    schema: siteSpaceCondition,
    atCreate: "no",
    nullable: true,
    widens: widerWithout("visibility"),
    samples: ["visitor.claims.beta", "visitor.claims.partner"],
  },
  pageId: {
    description:
      "Id of the page of its space with which the variant opens. The service clears it where another space takes the place of that one.",
    schema: siteSpacePage,
    atCreate: "accepted",
    belongsTo: "space",
    nullable: true,
    samples: ["page-one", "page-two"],
  },
  draft: draftOf("variant"),
  hidden: {
    description:
      "Whether the variant is left out of the site's navigation. Readers still find it at its address. The default variant of the default section, or of a site without sections, cannot be hidden.",
    schema: siteSpaceHidden,
    atCreate: "no",
    derived: true,
    default: false,
    publishes: false,
    notInDefault: true,
    samples: [true, false],
  },
} as const satisfies Readonly<Record<string, Attribute>>;

/** What the service tells about a site space. */
export const siteSpaceComputed = {
  hasAdvancedCustomizationFeature: {
    description: "Whether it can have a look of its own beyond the usual.",
    schema: z.boolean(),
    follows: [],
  },
  urls: {
    description: "Where it is published.",
    publicAddress: "published",
    schema: z.object({
      published: z.string().describe("Where readers find it, once its site is published."),
    }),
    follows: ["path", "draft", theContainer, theDefaultRole],
  },
} satisfies Record<string, ComputedAttribute>;
