import {
  finalName,
  finalWriters,
  finalWriteSchema,
  objectResourceName,
  orderSchema,
} from "../../model/terraform-schema.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { once } from "../../util/once.ts";
import { finalResource } from "./final-resource.ts";
import { objectResource } from "./object-resource.ts";
import { orderResource } from "./order-resource.ts";
import type { Resource } from "./resource.ts";

type NamedResource = readonly [name: string, make: () => Resource];

/** All resources: one for each type, and the additional ones that only Terraform needs. */
export function resourcesOf(index: TypeIndex): readonly Resource[] {
  return [...resourcesByName(index).values()].map((resource) => resource());
}

/** All resources by name. Each is created on first use, because most configurations use few of them. */
export function resourcesByName(index: TypeIndex): ReadonlyMap<string, () => Resource> {
  const resources = index.all.flatMap((type): NamedResource[] => {
    const order = orderSchema(index.all, type);
    return [
      lazyResource(objectResourceName(type), () => objectResource(index, type)),
      ...finalWriters(type).map((writer) =>
        lazyResource(finalName(type, writer), () => finalResource(finalWriteSchema(type, writer))),
      ),
      ...(order === undefined ? [] : [lazyResource(order.name, () => orderResource(order))]),
    ];
  });
  return new Map(resources.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function lazyResource(name: string, make: () => Resource): NamedResource {
  return [name, once(make)];
}
