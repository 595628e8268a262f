import type { ApiVersion } from "../../../src/model/endpoint.ts";
import { attributesIn } from "../../../src/model/key-field.ts";
import { isCreatable, isOnlyImported } from "../../../src/model/resource-type/creation.ts";
import type { ResourceType } from "../../../src/model/resource-type.ts";
import {
  finalWriters,
  finalWriteSchema,
  orderSchema,
  siblingsField,
  type TerraformSchema,
  terraformSchema,
  type ValueField,
} from "../../../src/model/terraform-schema.ts";
import { indexTypes } from "../../../src/model/type-index.ts";
import { registry } from "../../../src/resources/registry.ts";
import { isLacking } from "../../../src/terraform/resources/api-version.ts";
import { resourcesByName } from "../../../src/terraform/resources/resources.ts";
import type { Json } from "../../../src/util/json.ts";
import { fitTogether } from "../../support/declare-type.ts";
import { Expression, type HclValue, resource } from "./hcl.ts";

export const typeIndex = indexTypes(registry);

/** The Terraform schemas of all types that Terraform can create. */
export const createdSchemas: readonly TerraformSchema[] = registry
  .filter((type) => type.creation !== undefined)
  .map((type) => terraformSchema(typeIndex, type));

/** The names of all resources of the provider. */
export const resourceNames: readonly string[] = [...resourcesByName(typeIndex).keys()];

/** Selects one of the two samples of each attribute. */
export type Stage = 0 | 1;

/**
 * A configuration with one resource of every type, named `one`, with every attribute, and with the resources that these need. Between the two
 * stages, every attribute changes that can change in place.
 */
export function everyType(apiVersion: ApiVersion, stage: Stage): string {
  const helpers = new Map<string, string>();
  // Each stage has the helpers of both stages. Otherwise an apply could delete a helper that another resource still refers to.
  for (const schema of createdSchemas)
    for (const each of [0, 1] as const) attributesOf({ schema, apiVersion, stage: each, helpers });
  const resources = createdSchemas.map((schema) =>
    resource(`${schema.name}.one`, attributesOf({ schema, apiVersion, stage, helpers })),
  );
  return [...helpers.values(), ...resources].join("\n");
}

/**
 * A configuration with one resource of the provider of every kind, named `one`: those of {@link everyType}, existing objects that the provider only
 * imports, final writes and orders. `keys`: the values of key attributes of these existing objects.
 */
export function everyResource(apiVersion: ApiVersion, keys: Readonly<Record<string, string>>): string {
  const helpers = new Map<string, string>();
  const imported = registry.filter(isOnlyImported).map((type) => {
    const schema = terraformSchema(typeIndex, type);
    const key = attributesIn(type.identity.key).filter((name) => name in keys);
    const found = Object.fromEntries(key.map((name) => [name, keys[name] ?? ""]));
    return resource(`${schema.name}.one`, {
      ...valuesOf({ schema, apiVersion, stage: 0, helpers }),
      ...found,
    });
  });
  const finals = registry.flatMap((type) =>
    finalWriters(type).map((writer) => {
      const { name, objectField } = finalWriteSchema(type, writer);
      return resource(`${name}.one`, { [objectField]: idOf(`docs_${type.name}.one`) });
    }),
  );
  const created = everyType(apiVersion, 0);
  const orders = registry.flatMap((type) => {
    const schema = orderSchema(registry, type);
    if (schema === undefined) return [];
    const atTop = schema.ordered.filter(({ container }) => !isCreatedWithContainer(container?.types[0]));
    const siblings = atTop.flatMap(({ name }) => {
      const labels = created.matchAll(new RegExp(`^resource "docs_${name}" "(.+)"`, "gmu"));
      return [...labels].map(([, label]) => idOf(`docs_${name}.${label}`));
    });
    const values = {
      [schema.scopeField]: idOf(`docs_${type.name}.one`),
      [siblingsField]: siblings.toReversed(),
    };
    return [resource(`${schema.name}.one`, values)];
  });
  return [...helpers.values(), created, ...imported, ...finals, ...orders].join("\n");
}

function isCreatedWithContainer(container: string | undefined): boolean {
  return container !== undefined && typeIndex.find(container)?.firstChild !== undefined;
}

interface Declaring {
  readonly schema: TerraformSchema;
  readonly apiVersion: ApiVersion;
  readonly stage: Stage;
  readonly helpers: Map<string, string>;
}

function attributesOf(declaring: Declaring): Record<string, HclValue> {
  const { schema } = declaring;
  const { scopeField, containerField, defaultField } = schema;
  return {
    ...(scopeField === undefined ? {} : { [scopeField]: idOf(`docs_${schema.type.scope}.one`) }),
    ...(containerField === undefined ? {} : { [containerField]: parentOf(declaring) }),
    ...(defaultField === undefined ? {} : { [defaultField]: true }),
    ...valuesOf(declaring),
    ...Object.fromEntries(
      (schema.firstChild?.values ?? []).map((field) => [field.name, valueOf(declaring, field)]),
    ),
  };
}

/** All values that fit together. Of values that exclude each other, only the first. */
function valuesOf(declaring: Declaring): Record<string, HclValue> {
  const { schema, apiVersion } = declaring;
  const values: Record<string, HclValue> = {};
  const declared: Record<string, Json> = {};
  for (const field of schema.values) {
    // The service does not return such a value, so a plan after an import would show it as a change.
    if (isLacking(field.rule, apiVersion) || field.rule.onlyAtCreate === true) continue;
    const value = valueOf(declaring, field);
    const together = { ...declared, [field.attribute]: "reference" in field.rule ? "id" : (value as Json) };
    if (!fitTogether(schema.type, together)) continue;
    Object.assign(declared, together);
    values[field.name] = value;
  }
  return values;
}

/** The container: none in the first stage and another object in the second one, unless the change would replace the object. */
function parentOf({ schema, apiVersion, stage, helpers }: Declaring): HclValue {
  const rule = schema.type.container;
  const container = rule?.types[0] ?? "";
  // A container that is created with a first child of this type already exists, so the object goes into it.
  const hasFirstChild = typeIndex.find(container)?.firstChild?.type === schema.type.name;
  if (hasFirstChild) return idOf(`docs_${container}.one`);
  return stage === 0 || rule?.change[apiVersion] === "replace"
    ? null
    : idOf(helper(helpers, typeIndex.find(container) as ResourceType, "parent"));
}

function valueOf({ schema, stage, helpers }: Declaring, field: ValueField): HclValue {
  const which = field.writer === undefined ? 0 : stage;
  const { reference } = field.rule;
  const sample = field.rule.samples[which] as Json;
  if (reference === undefined) return field.shape.kind === "json" ? JSON.stringify(sample) : sample;
  const target = typeIndex.find(reference.type) as ResourceType;
  return idOf(helper(helpers, target, `${schema.type.name}_${which}`));
}

/** Adds a resource with only its required attributes, and returns its address. */
function helper(helpers: Map<string, string>, type: ResourceType, name: string): string {
  const address = `docs_${type.name}.${name}`;
  const schema = terraformSchema(typeIndex, type);
  const required = [...schema.values, ...(schema.firstChild?.values ?? [])].filter(
    (field) => field.mode === "required",
  );
  helpers.set(
    address,
    resource(address, {
      ...(schema.scopeField === undefined ? {} : { [schema.scopeField]: idOf(`docs_${type.scope}.one`) }),
      ...Object.fromEntries(
        required.map((field) => {
          const target = field.rule.reference && typeIndex.get(field.rule.reference.type);
          return [field.name, target ? idOf(helper(helpers, target, name)) : `Helper ${name}`];
        }),
      ),
    }),
  );
  return address;
}

function idOf(address: string): Expression {
  return new Expression(`${address}.id`);
}

/** Those of the types that docsform can create on the API version. */
export function createdSchemasIn(apiVersion: ApiVersion): readonly TerraformSchema[] {
  return createdSchemas.filter(({ type }) => isCreatable(type, apiVersion));
}
