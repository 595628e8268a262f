import type { Attribute } from "../../model/resource-type.ts";
import { itemDraft } from "./site-structure.objects.ts";

/** Whether an item of a site's structure is live. */
export function draftOf(item: string) {
  return {
    description: `Whether the ${item} is a draft, which readers do not see.`,
    schema: itemDraft,
    atCreate: "accepted",
    derived: true,
    default: false,
    publishes: false,
    samples: [true, false],
  } as const satisfies Attribute;
}
