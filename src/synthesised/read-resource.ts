import type { DesiredObject } from "../model/desired-world.ts";
import { generationOf } from "../model/generation-marks.ts";
import type { FinalWriteSchema, TerraformSchema, ValueField } from "../model/terraform-schema.ts";
import {
  addressNamed,
  attributeValue,
  cleared,
  type Declared,
  idIn,
  positionOf,
  type ResourcePlace,
  reportAt,
  reportResource,
} from "./app-reading.ts";
import { checkArguments, requiredId } from "./arguments.ts";
import { addressOfResource, valueOf } from "./evaluate.ts";
import { valueFields } from "./faces.ts";
import { fieldOf, type JsonNode } from "./json-source.ts";
import { isTrue, type Lifecycle, readLifecycle } from "./read-lifecycle.ts";
import { bornAddress } from "./stack.ts";

/** Reads what a late resource sets; it goes to the object that it names. */
export function readLate(place: ResourcePlace, face: FinalWriteSchema): void {
  checkArguments(place, [face.objectField, ...face.fields.map((field) => field.name)]);
  const id = requiredId(place, face.objectField, [face.type.name]);
  if (id === undefined) return;
  const { late } = place.app;
  const address = addressNamed(place, face.type.name, id);
  const declared: Declared = late.get(address) ?? { attributes: {}, positions: {} };
  late.set(address, declared);
  for (const field of face.fields) {
    const node = fieldOf(place.resource.body, field.name);
    const value = node === undefined ? face.present[field.attribute] : attributeValue(place, field, node);
    if (value === undefined) continue;
    declared.attributes[field.attribute] = value === cleared ? null : value;
    declared.positions[field.attribute] = node === undefined ? place.resource.at : positionOf(place, node);
  }
}

/** Reads an object, and the child that is born with it, and adds both to what is read. */
export function readObjectResource(place: ResourcePlace, face: TerraformSchema, rank: number): void {
  checkArguments(place, argumentsOf(face));
  const { app, resource, resolving } = place;
  const lifecycle = readLifecycle(place, face);
  const scope = face.scopeField === undefined ? undefined : scopeOf(place, face, face.scopeField);
  const container = containerOf(place, face, lifecycle);
  const address = addressOfResource(resolving, resource, face);
  const own = declaredValues(place, lifecycle, face.values);
  const late = app.late.get(address);
  const defaultAt = defaultOf(place, face);
  const pin = app.pins.get(address);
  checkRequired(place, face, own, pin !== undefined);
  const object: DesiredObject = {
    address,
    type: face.type.name,
    ...(scope === undefined ? {} : { scope }),
    ...(container === undefined ? {} : { container }),
    attributes: { ...own.attributes, ...late?.attributes },
    ...(defaultAt === undefined ? {} : { isDefault: true }),
    ...(pin === undefined ? {} : { pin }),
    protect: lifecycle.protect,
    ignore: ignoredOf(lifecycle, face.values, own),
    owns: [],
    ...(app.orders.has(address) ? { ordersContents: true } : {}),
    rank,
    at: resource.at,
    positions: { ...own.positions, ...late?.positions },
  };
  const containerNode =
    face.containerField === undefined ? undefined : fieldOf(resource.body, face.containerField);
  app.reading.objects.push({
    object,
    at: resource.at,
    ...(defaultAt === undefined ? {} : { defaultAt }),
    ...(containerNode === undefined ? {} : { containerAt: positionOf(place, containerNode) }),
  });
  readBorn(place, face, lifecycle, object);
}

function argumentsOf(face: TerraformSchema): readonly string[] {
  const fields = valueFields(face).flatMap(({ name, writeOnly }) =>
    writeOnly === undefined ? [name] : [name, writeOnly.name, writeOnly.version],
  );
  const places = [face.scopeField, face.containerField, face.defaultField];
  return [...fields, ...places.filter((name) => name !== undefined)];
}

function readBorn(
  place: ResourcePlace,
  face: TerraformSchema,
  lifecycle: Lifecycle,
  parent: DesiredObject,
): void {
  const { app, resource, resolving, stack } = place;
  const { firstChild } = face;
  if (firstChild === undefined) return;
  const own = declaredValues(place, lifecycle, firstChild.values);
  const object: DesiredObject = {
    address: bornAddress(firstChild.type.name, resolving.nameOf(stack, resource)),
    type: firstChild.type.name,
    ...(parent.scope === undefined ? {} : { scope: parent.scope }),
    container: { $ref: parent.address },
    attributes: own.attributes,
    ignore: ignoredOf(lifecycle, firstChild.values, own),
    owns: [],
    // It is there before any sibling.
    rank: -1,
    at: resource.at,
    positions: own.positions,
  };
  app.reading.objects.push({ object, at: resource.at });
}

function declaredValues(
  place: ResourcePlace,
  { ignored }: Lifecycle,
  fields: readonly ValueField[],
): Declared {
  const declared: Declared = { attributes: {}, positions: {} };
  for (const field of fields) {
    const node = nodeOf(place, field);
    const value = node === undefined ? null : attributeValue(place, field, node);
    if (value === undefined) {
      // It was reported, so it is not missing.
      declared.positions[field.attribute] = place.resource.at;
      continue;
    }
    if (value === null && !clearsWhenAbsent(field, ignored)) continue;
    declared.attributes[field.attribute] = value === cleared ? null : value;
    declared.positions[field.attribute] = node === undefined ? place.resource.at : positionOf(place, node);
  }
  return declared;
}

function clearsWhenAbsent(field: ValueField, ignored: ReadonlySet<ValueField>): boolean {
  // What not every generation has is not there to be cleared.
  return field.mode === "optional" && !ignored.has(field) && generationOf(field.rule.schema) === undefined;
}

/** The argument that gives a field its value: its own, or the one that Terraform does not store. */
function nodeOf(place: ResourcePlace, { name, writeOnly }: ValueField): JsonNode | undefined {
  const { body } = place.resource;
  const own = fieldOf(body, name);
  const unseen = writeOnly === undefined ? undefined : fieldOf(body, writeOnly.name);
  if (own !== undefined && unseen !== undefined)
    reportAt(
      place,
      unseen,
      "invalid-value",
      `${writeOnly?.name} and ${name} exclude each other.`,
      "Remove one of them.",
    );
  return unseen ?? own;
}

function ignoredOf(
  { ignored }: Lifecycle,
  fields: readonly ValueField[],
  { attributes }: Declared,
): readonly string[] {
  return fields
    .filter((field) => ignored.has(field) && attributes[field.attribute] !== undefined)
    .map((field) => field.attribute);
}

function checkRequired(
  place: ResourcePlace,
  face: TerraformSchema,
  { positions }: Declared,
  isPinned: boolean,
): void {
  const born =
    face.firstChild?.values.filter((field) => fieldOf(place.resource.body, field.name) === undefined) ?? [];
  const missing = face.values.filter(
    (field) => field.mode === "required" && positions[field.attribute] === undefined,
  );
  if (isPinned) return;
  for (const { name } of [...missing, ...born.filter((field) => field.mode === "required")]) {
    const message = `${place.resource.name} has no ${name}, which is required to create a ${face.type.label.one}.`;
    reportResource(place, "missing-field", message, `Add ${name}.`);
  }
}

function scopeOf(place: ResourcePlace, face: TerraformSchema, field: string): string | undefined {
  const type = face.type.scope ?? "";
  const id = requiredId(place, field, [type]);
  return id === undefined ? undefined : addressNamed(place, type, id);
}

function containerOf(
  place: ResourcePlace,
  face: TerraformSchema,
  { ignoresContainer }: Lifecycle,
): DesiredObject["container"] {
  if (face.containerField === undefined || face.type.container === undefined) return undefined;
  const node = fieldOf(place.resource.body, face.containerField);
  // Absent is the top, as it is in Terraform, unless it is left to others.
  if (node === undefined) return ignoresContainer ? undefined : null;
  return idIn(place, face.containerField, face.type.container.types);
}

function defaultOf(place: ResourcePlace, { defaultField }: TerraformSchema) {
  const node = defaultField === undefined ? undefined : fieldOf(place.resource.body, defaultField);
  if (node === undefined) return undefined;
  const value = valueOf(place.resolving, node);
  if (value === true || value === "true" || isTrue(node)) return positionOf(place, node);
  if (value === null || value === undefined) return undefined;
  const remedy = "There is always one default: to take the role from this one, give it to another one.";
  return reportAt(place, node, "invalid-value", `${defaultField} can only be true.`, remedy);
}
