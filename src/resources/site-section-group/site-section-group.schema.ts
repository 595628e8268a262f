import type { Attribute } from "../../model/resource-type.ts";
import { draftOf } from "../../operations/site-structure/item-attributes.ts";
import { groupIcon, groupTitle } from "../../operations/site-structure/site-structure.objects.ts";

/** What a person may set on a group of sections. */
export const siteSectionGroupAttributes = {
  title: {
    description: "Name of the group.",
    schema: groupTitle,
    atCreate: "required",
    samples: ["Reference", "Products"],
  },
  icon: {
    description: "Name of an icon.",
    schema: groupIcon,
    atCreate: "accepted",
    nullable: true,
    samples: ["code", "layer-group"],
  },
  draft: draftOf("group"),
} as const satisfies Readonly<Record<string, Attribute>>;
