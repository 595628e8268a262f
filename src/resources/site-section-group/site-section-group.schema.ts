import { draftOf, localizedOf } from "../../contract/operations/site-structure/item-attributes.ts";
import {
  groupIcon,
  groupTitle,
  localized128,
} from "../../contract/operations/site-structure/site-structure.objects.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";

export const siteSectionGroupAttributes = {
  title: {
    description: "Name of the group.",
    schema: groupTitle,
    atCreate: "required",
    samples: ["Reference", "Products"],
  },
  icon: {
    description: "Name of the group's icon.",
    schema: groupIcon,
    atCreate: "accepted",
    nullable: true,
    samples: ["code", "layer-group"],
  },
  // No document states that readers do not see what is inside a draft group.
  draft: { ...draftOf("group"), opens: { ...draftOf("group").opens, isAssumed: true } },
  localizedTitle: localizedOf("name of the group", localized128),
} as const satisfies Readonly<Record<string, Attribute>>;
