import type { ResourceType } from "../model/resource-type.ts";
import { type TerraformSchema, terraformSchema } from "../model/terraform-schema.ts";
import { indexTypes } from "../model/type-index.ts";
import { registry } from "../resources/registry.ts";
import { once } from "../util/once.ts";

const index = indexTypes(registry);
const schemas = once(() => new Map(registry.map((type) => [type.name, terraformSchema(index, type)])));

export function typeOf(kind: string): ResourceType {
  return index.get(kind);
}

export function terraformSchemaOf(kind: string): TerraformSchema {
  const schema = schemas().get(kind);
  if (schema === undefined) throw new TypeError(`No such type: ${kind}`);
  return schema;
}

/** Types whose objects other objects can leave, by a move out of them or a reference to another object. */
const leavableTypes: ReadonlySet<string> = new Set(
  registry.flatMap(({ attributes, container }) => [
    ...Object.values(attributes).flatMap(({ reference }) =>
      reference === undefined ? [] : [reference.type],
    ),
    ...(container !== undefined && Object.values(container.change).includes("move") ? container.types : []),
  ]),
);

/** Whether other objects can leave the objects of a type. */
export function canBeLeft(kind: string): boolean {
  return leavableTypes.has(kind);
}

export const types: readonly ResourceType[] = registry;
