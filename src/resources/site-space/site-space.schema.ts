import * as z from "zod";
import { conditionOf, draftOf, segmentOf } from "../../contract/operations/site-structure/item-attributes.ts";
import {
  siteSpaceCondition,
  siteSpaceHidden,
  siteSpacePage,
  siteSpacePath,
  siteSpaceTitle,
} from "../../contract/operations/site-structure/site-structure.objects.ts";
import { theContainer } from "../../model/key-field.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import { type ComputedAttribute, theDefaultRole } from "../../model/resource-type/computed-attribute.ts";

export const siteSpaceAttributes = {
  space: {
    description: "Space that the variant shows. The variant can switch to another space.",
    schema: z.string().min(1),
    atCreate: "required",
    reference: { type: "space" },
    opens: { as: "content" },
    samples: [],
  },
  title: {
    description:
      "Name of the variant, if it differs from the name of its space. The service sets it only on a new variant, and not on the first variant of a new section.",
    schema: siteSpaceTitle,
    atCreate: "accepted",
    derived: true,
    inheritedFrom: "space",
    samples: ["English", "French"],
  },
  path: {
    description:
      "The variant's segment in the site's URLs. By default, the service derives it from the title.",
    schema: segmentOf(siteSpacePath),
    atCreate: "no",
    derived: true,
    opens: { as: "segment" },
    samples: ["en", "fr"],
  },
  condition: {
    description: "Expression that decides which visitors see the variant.",
    schema: conditionOf(siteSpaceCondition),
    atCreate: "no",
    nullable: true,
    opens: { as: "condition" },
    samples: ["visitor.claims.beta", "visitor.claims.partner"],
  },
  pageId: {
    description:
      "Id of the page that the variant opens with, in its space. The service clears it when the variant gets another space.",
    schema: siteSpacePage,
    atCreate: "accepted",
    belongsTo: "space",
    foreignId: true,
    nullable: true,
    samples: ["page-one", "page-two"],
  },
  draft: draftOf("variant"),
  hidden: {
    description:
      "Whether the site's navigation omits the variant. Readers can still open its URL. The default variant of the default section, or of a site without sections, cannot be hidden.",
    schema: siteSpaceHidden,
    atCreate: "no",
    derived: true,
    default: false,
    opens: { as: "listing", omits: true },
    notInDefault: true,
    samples: [true, false],
  },
} as const satisfies Readonly<Record<string, Attribute>>;

export const siteSpaceComputed = {
  hasAdvancedCustomizationFeature: {
    description: "Whether the variant can have advanced customization of its own.",
    schema: z.boolean(),
    follows: [],
  },
  urls: {
    description: "URLs of the variant.",
    publicAddress: "published",
    schema: z.object({
      published: z.string().describe("URL where readers find the variant, once its site is published."),
    }),
    follows: ["path", "draft", theContainer, theDefaultRole],
  },
} satisfies Record<string, ComputedAttribute>;
