import { indexTypes } from "../../../src/live/type-index.ts";
import type { Generation } from "../../../src/model/endpoint.ts";
import type { Json } from "../../../src/model/json.ts";
import type { ResourceType } from "../../../src/model/resource-type.ts";
import { type ObjectFace, objectFace, type ValueField } from "../../../src/model/terraform-face.ts";
import { registry } from "../../../src/resources/registry.ts";
import { Expression, type HclValue, resource } from "./hcl.ts";

export const typeIndex = indexTypes(registry);

/** Every type that Terraform can create, with its face. */
export const createdFaces: readonly ObjectFace[] = registry
  .filter((type) => type.creation !== undefined)
  .map((type) => objectFace(typeIndex, type));

/** Which of their two samples the attributes have. */
export type Stage = 0 | 1;

/**
 * A configuration with one resource of every type, called `one`, that has every attribute, and with what these need. From
 * one stage to the other every attribute changes that can be changed in place.
 */
export function everyType(generation: Generation, stage: Stage): string {
  const helpers = new Map<string, string>();
  // What another stage needs is there in each, so that nothing goes while something still points to it.
  for (const face of createdFaces)
    for (const each of [0, 1] as const) attributesOf({ face, generation, stage: each, helpers });
  const resources = createdFaces.map((face) =>
    resource(`${face.name}.one`, attributesOf({ face, generation, stage, helpers })),
  );
  return [...helpers.values(), ...resources].join("\n");
}

interface Declaring {
  readonly face: ObjectFace;
  readonly generation: Generation;
  readonly stage: Stage;
  readonly helpers: Map<string, string>;
}

function attributesOf(declaring: Declaring): Record<string, HclValue> {
  const { face } = declaring;
  const { scopeField, containerField, defaultField } = face;
  return {
    ...(scopeField === undefined ? {} : { [scopeField]: idOf(`docs_${face.type.scope}.one`) }),
    ...(containerField === undefined ? {} : { [containerField]: parentOf(declaring) }),
    ...(defaultField === undefined ? {} : { [defaultField]: true }),
    ...valuesOf(declaring),
    ...Object.fromEntries((face.born?.values ?? []).map((field) => [field.name, valueOf(declaring, field)])),
  };
}

/** All values that go together, the first ones where some exclude each other. */
function valuesOf(declaring: Declaring): Record<string, HclValue> {
  const { face, generation } = declaring;
  const values: Record<string, HclValue> = {};
  const declared: Record<string, Json> = {};
  for (const field of face.values) {
    if (field.rule.generations?.includes(generation) === false) continue;
    const value = valueOf(declaring, field);
    const together = { ...declared, [field.attribute]: "reference" in field.rule ? "id" : (value as Json) };
    if ((face.type.check?.(together) ?? []).length > 0) continue;
    Object.assign(declared, together);
    values[field.name] = value;
  }
  return values;
}

/** What it is inside of: nothing at first, then another one, unless a change would replace it. */
function parentOf({ face, generation, stage, helpers }: Declaring): HclValue {
  const rule = face.type.container;
  const container = rule?.types[0] ?? "";
  // Of what is born inside of something there are more beside it.
  const isBornThere = typeIndex.byName.get(container)?.births?.type === face.type.name;
  if (isBornThere) return idOf(`docs_${container}.one`);
  return stage === 0 || rule?.change[generation] === "replace"
    ? null
    : idOf(helper(helpers, typeIndex.byName.get(container) as ResourceType, "parent"));
}

function valueOf({ face, stage, helpers }: Declaring, field: ValueField): HclValue {
  const which = field.writer === undefined ? 0 : stage;
  const { reference } = field.rule;
  if (reference === undefined) return field.rule.samples[which] as Json;
  const target = typeIndex.byName.get(reference.type) as ResourceType;
  return idOf(helper(helpers, target, `${face.type.name}_${which}`));
}

/** A resource that only has what it must have, and goes by its name. */
function helper(helpers: Map<string, string>, type: ResourceType, name: string): string {
  const address = `docs_${type.name}.${name}`;
  const face = objectFace(typeIndex, type);
  const required = face.values.filter((field) => field.mode === "required");
  helpers.set(
    address,
    resource(address, {
      ...(face.scopeField === undefined ? {} : { [face.scopeField]: idOf(`docs_${type.scope}.one`) }),
      ...Object.fromEntries(required.map((field) => [field.name, `Helper ${name}`])),
    }),
  );
  return address;
}

function idOf(address: string): Expression {
  return new Expression(`${address}.id`);
}
