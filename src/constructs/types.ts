import { once } from "../model/once.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { type TerraformSchema, terraformSchema } from "../model/terraform-schema.ts";
import { indexTypes } from "../model/type-index.ts";
import { registry } from "../resources/registry.ts";

const index = indexTypes(registry);
const schemas = once(() => new Map(registry.map((type) => [type.name, terraformSchema(index, type)])));

/** The declaration of a type of object, by its name. */
export function typeOf(kind: string): ResourceType {
  return index.get(kind);
}

/** The Terraform schema of a type of object. */
export function terraformSchemaOf(kind: string): TerraformSchema {
  const schema = schemas().get(kind);
  if (schema === undefined) throw new TypeError(`No such type: ${kind}`);
  return schema;
}

/** Types whose objects others can leave: they are moved out of them, or pointed at others. */
const left: ReadonlySet<string> = new Set(
  registry.flatMap(({ attributes, container }) => [
    ...Object.values(attributes).flatMap(({ reference }) =>
      reference === undefined ? [] : [reference.type],
    ),
    ...(container !== undefined && Object.values(container.change).includes("move") ? container.types : []),
  ]),
);

/** Whether others can leave the objects of a type, by being moved or pointed elsewhere. */
export function canBeLeft(kind: string): boolean {
  return left.has(kind);
}

/** Every type that is declared. */
export const types: readonly ResourceType[] = registry;
