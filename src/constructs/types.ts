import type { ResourceType } from "../model/resource-type.ts";
import { propertyOf, type TerraformSchema, terraformSchema } from "../model/terraform-schema.ts";
import { indexTypes } from "../model/type-index.ts";
import { registry } from "../resources/registry.ts";
import { getOrMake } from "../util/groups.ts";
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

/** The property of each attribute, and the reverse. */
interface PropertyNames {
  readonly byAttribute: ReadonlyMap<string, string>;
  readonly byProperty: ReadonlyMap<string, string>;
}

const propertyNames = new Map<string, PropertyNames>();

/** The names of the values of a type in constructs. Computed once: each object of an app asks for them. */
export function propertyNamesOf(kind: string): PropertyNames {
  return getOrMake(propertyNames, kind, () => {
    const named = terraformSchemaOf(kind).values.map(
      (field) => [field.attribute, propertyOf(field)] as const,
    );
    return {
      byAttribute: new Map(named),
      byProperty: new Map(named.map(([attribute, property]) => [property, attribute])),
    };
  });
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
