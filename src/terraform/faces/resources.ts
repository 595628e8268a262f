import type { TypeIndex } from "../../live/type-index.ts";
import { lateResource } from "./late-resource.ts";
import { objectResource } from "./object-resource.ts";
import { orderedTypes, orderResource } from "./order-resource.ts";
import type { Resource } from "./resource.ts";

/** Every resource that the types give: one for each that can be created, and one for what Terraform needs besides. */
export function resourcesOf(index: TypeIndex): readonly Resource[] {
  const resources = index.types.flatMap((type) => [
    ...(type.creation === undefined ? [] : [objectResource(index, type)]),
    ...type.writers
      .filter((writer) => writer.asObject !== undefined)
      .map((writer) => lateResource(type, writer)),
    ...(orderedTypes(index, type).length === 0 ? [] : [orderResource(index, type)]),
  ]);
  return resources.sort((a, b) => (a.name < b.name ? -1 : 1));
}
