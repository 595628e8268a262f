import { Tokenization } from "cdktf";
import { camelCase } from "../model/terraform-names.ts";
import { propertyOf, type ValueField } from "../model/terraform-schema.ts";
import type { Shape } from "../model/terraform-shape.ts";
import { defined } from "./defined.ts";
import type { DocsReference } from "./references.ts";
import { propertyNamesOf, terraformSchemaOf } from "./types.ts";

/** The values of an object, as arguments of its resource. `Config`: the arguments of the generated resource. */
export function valuesOf<Config>(kind: string, props: object): Config {
  return configOf(terraformSchemaOf(kind).values, props as Readonly<Record<string, unknown>>) as Config;
}

/** Values of these fields, as arguments. */
export function configOf(
  fields: readonly ValueField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const field of fields) {
    const { name, attribute, rule, shape, writeOnly } = field;
    const value = values[attribute] ?? values[propertyOf(field)];
    if (writeOnly !== undefined) {
      config[camelCase(writeOnly.name)] = value;
      config[camelCase(writeOnly.version)] = values[`${attribute}Version`];
    } else if (value !== undefined)
      config[camelCase(name)] = rule.reference === undefined ? shaped(shape, value) : idOf(value);
  }
  return defined(config);
}

/** The arguments of a parent with the values of the first child that comes into being with it. */
export function firstChildConfig(
  kind: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { firstChild } = terraformSchemaOf(kind);
  if (firstChild === undefined) return {};
  const part = configOf(firstChild.part.values, values);
  return {
    ...configOf(firstChild.values, values),
    ...(Object.keys(part).length === 0 ? {} : { [camelCase(firstChild.part.name)]: part }),
  };
}

/** The values of properties by the names of their attributes. */
export function attributesGiven(kind: string, props: object): Readonly<Record<string, unknown>> {
  const names = propertyNamesOf(kind).byProperty;
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** The properties with the values of attributes. */
export function propertiesFor(kind: string, attributes: object): Readonly<Record<string, unknown>> {
  const names = propertyNamesOf(kind).byAttribute;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [names.get(name) ?? name, value]),
  );
}

function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? (value as DocsReference<string>).id : value;
}

/** The fields of an object, with the names of the generated constructs. */
function shaped(shape: Shape, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Tokenization.isResolvable(value)) return value;
  if (shape.kind === "json") return JSON.stringify(value);
  if (shape.kind !== "object") return value;
  const given = value as Readonly<Record<string, unknown>>;
  return defined(
    Object.fromEntries(
      shape.fields.map((field) => [camelCase(field.name), shaped(field.shape, given[field.json])]),
    ),
  );
}
