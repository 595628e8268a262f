import type { ResourceType } from "../model/resource-type.ts";
import { type TerraformSchema, terraformSchema } from "../model/terraform-schema.ts";
import { registry } from "../resources/registry.ts";

const byName: ReadonlyMap<string, ResourceType> = new Map(registry.map((type) => [type.name, type]));
const schemas = new Map<string, TerraformSchema>();

/** The declaration of a type of object, by its name. */
export function typeOf(kind: string): ResourceType {
  const type = byName.get(kind);
  if (type === undefined) throw new TypeError(`No resource type is called ${kind}.`);
  return type;
}

/** How Terraform shows a type of object. */
export function schemaOf(kind: string): TerraformSchema {
  const known = schemas.get(kind);
  if (known !== undefined) return known;
  const schema = terraformSchema({ byName }, typeOf(kind));
  schemas.set(kind, schema);
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
