import type { TypeIndex } from "../../live/type-index.ts";
import { lateFaces, orderFace } from "../../model/terraform-face.ts";
import { lateResource } from "./late-resource.ts";
import { objectResource } from "./object-resource.ts";
import { orderResource } from "./order-resource.ts";
import type { Resource } from "./resource.ts";

/** Every resource that the types give: one for each that can be created, and one for what Terraform needs besides. */
export function resourcesOf(index: TypeIndex): readonly Resource[] {
  const resources = index.types.flatMap((type) => {
    const order = orderFace(index.types, type);
    return [
      ...(type.creation === undefined ? [] : [objectResource(index, type)]),
      ...lateFaces(type).map(lateResource),
      ...(order === undefined ? [] : [orderResource(order)]),
    ];
  });
  return resources.sort((a, b) => (a.name < b.name ? -1 : 1));
}
