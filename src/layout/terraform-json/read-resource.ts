import type { DesiredObject, DesiredValue, Reference } from "../../model/desired-world.ts";
import { isReference } from "../../model/desired-world.ts";
import {
  containerField,
  type LateFace,
  type ObjectFace,
  type OrderFace,
  siblingsField,
  type ValueField,
} from "../../model/terraform-face.ts";
import { didYouMean } from "../nearest.ts";
import { placeOf } from "../yaml-source.ts";
import {
  type AppReading,
  addressNamed,
  attributeValue,
  type Declared,
  idIn,
  positionOf,
  type ResourcePlace,
  reportAt,
  reportResource,
} from "./app-reading.ts";
import { addressOfResource, valueOf } from "./evaluate.ts";
import { valueFields } from "./faces.ts";
import { blocksOf, entriesOf, fieldOf, type JsonNode, textOf } from "./json-source.ts";
import { isTrue, type Lifecycle, readLifecycle } from "./read-lifecycle.ts";
import { bornAddress } from "./stack.ts";

/** Arguments that every resource may have, and that change nothing of what is to be. */
const quietArguments = new Set(["//", "provider", "lifecycle", "timeouts", "depends_on"]);

/** Arguments that only Terraform's engine can carry out. */
const foreignArguments = ["count", "for_each", "provisioner", "connection", "dynamic"];

/** Reports the arguments of a resource that it does not have, and those that docsform cannot honour. */
export function checkArguments(place: ResourcePlace, known: readonly string[]): void {
  const { resource, stack } = place;
  for (const [name, { key }] of entriesOf(resource.body)) {
    if (known.includes(name) || quietArguments.has(name)) continue;
    if (foreignArguments.includes(name)) {
      const message = `docsform cannot honour ${name} of ${resource.name}.`;
      reportAt(place, key, "unsupported", message, "Let the app write out each resource by itself.");
      continue;
    }
    const remedy = didYouMean(name, known) ?? `Its arguments are ${[...known].sort().join(", ")}.`;
    reportAt(place, key, "unknown-field", `${resource.name} has no argument ${name}.`, remedy);
  }
  for (const node of blocksOf(fieldOf(resource.body, "depends_on"))) {
    const target = (textOf(node) ?? "").replace(/^\$\{(.*)\}$/s, "$1");
    if (stack.resources.has(target)) continue;
    const message = `docsform cannot wait for ${target}: it is not among the resources that it applies.`;
    reportAt(place, node, "unresolvable", message, "Apply with Terraform, or remove it from depends_on.");
  }
}

/** Reads what a late resource sets; it goes to the object that it names. */
export function readLate(place: ResourcePlace, face: LateFace): void {
  checkArguments(place, [face.holder, ...face.fields.map((field) => field.name)]);
  const id = requiredId(place, face.holder, [face.type.name]);
  if (id === undefined) return;
  const { late } = place.app;
  const address = addressNamed(place, face.type.name, id);
  const declared: Declared = late.get(address) ?? { attributes: {}, positions: {} };
  late.set(address, declared);
  for (const field of face.fields) {
    const node = fieldOf(place.resource.body, field.name);
    const value = node === undefined ? face.present[field.attribute] : attributeValue(place, field, node);
    if (value === undefined) continue;
    declared.attributes[field.attribute] = value;
    declared.positions[field.attribute] = node === undefined ? place.resource.at : positionOf(place, node);
  }
}

/** Reads the order of siblings. */
export function readOrder(place: ResourcePlace, face: OrderFace): void {
  const { app, resource } = place;
  checkArguments(place, [face.holder, containerField, siblingsField]);
  const scope = requiredId(place, face.holder, [face.scope.name]);
  const containers = [...new Set(face.ordered.flatMap((type) => type.container?.types ?? []))];
  const container = idIn(place, containerField, containers);
  const list = fieldOf(resource.body, siblingsField);
  if (list === undefined) {
    reportResource(
      place,
      "missing-field",
      `${resource.name} has no ${siblingsField}.`,
      `Add ${siblingsField}.`,
    );
    return;
  }
  const siblings = siblingsIn(place, face, list);
  if (scope === undefined || siblings === undefined) return;
  // To order contents is to own them, and what the app only names is not its own.
  if (typeof (container ?? scope) === "string") {
    const message = `${resource.name} is left alone: the app does not declare what holds these siblings.`;
    const remedy =
      "Declare it, with an import block for its id, to have docsform order and own what is inside.";
    app.reading.report({
      severity: "warning",
      code: "synth/order-left-alone",
      message,
      remedy,
      at: resource.at,
    });
    return;
  }
  const holder = addressNamed(place, face.scope.name, container ?? scope);
  const first = app.orders.get(holder);
  if (first === undefined) app.orders.set(holder, { siblings, at: positionOf(place, list) });
  else {
    const message = `The order in ${holder} is already declared at ${placeOf(first.at)}.`;
    reportAt(place, list, "two-orders", message, "Keep one of them.");
  }
}

function siblingsIn(place: ResourcePlace, face: OrderFace, list: JsonNode): readonly string[] | undefined {
  const value = valueOf(place.resolving, list);
  if (value === undefined) return undefined;
  const items = Array.isArray(value) ? (value as readonly DesiredValue[]) : [value];
  const types = face.ordered.map((type) => type.name);
  const siblings = new Set<string>();
  for (const [at, item] of items.entries()) {
    const node = list.kind === "array" ? (list.items[at] ?? list) : list;
    const address = isReference(item) ? item.$ref : undefined;
    const isSibling = address !== undefined && types.includes(address.slice(0, address.indexOf(".")));
    if (address === undefined || !isSibling) {
      const message = `${siblingsField} must hold ids of objects that the app declares: ${face.ordered.map((type) => type.label.many).join(", ")}.`;
      return reportAt(
        place,
        node,
        "unsupported",
        message,
        "Declare the object, with an import block for its id.",
      );
    }
    if (siblings.has(address))
      return reportAt(place, node, "invalid-value", `${address} is listed twice.`, "Remove one of them.");
    siblings.add(address);
  }
  return [...siblings];
}

/** Reads an object, and the child that is born with it, and adds both to what is read. */
export function readObjectResource(place: ResourcePlace, face: ObjectFace, rank: number): void {
  checkArguments(place, argumentsOf(face));
  const { app, resource, resolving } = place;
  const lifecycle = readLifecycle(place, face);
  const scope = face.scopeField === undefined ? undefined : scopeOf(place, face, face.scopeField);
  const container = containerOf(place, face);
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
    ownsContents: app.orders.has(address),
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

function argumentsOf(face: ObjectFace): readonly string[] {
  const fields = valueFields(face).flatMap(({ name, writeOnly }) =>
    writeOnly === undefined ? [name] : [name, writeOnly.name, writeOnly.version],
  );
  const places = [face.scopeField, face.containerField, face.defaultField];
  return [...fields, ...places.filter((name) => name !== undefined)];
}

function readBorn(place: ResourcePlace, face: ObjectFace, lifecycle: Lifecycle, parent: DesiredObject): void {
  const { app, resource, resolving, stack } = place;
  const { born } = face;
  if (born === undefined) return;
  const own = declaredValues(place, lifecycle, born.values);
  const object: DesiredObject = {
    address: bornAddress(born.type.name, resolving.nameOf(stack, resource)),
    type: born.type.name,
    ...(parent.scope === undefined ? {} : { scope: parent.scope }),
    container: { $ref: parent.address },
    attributes: own.attributes,
    ignore: ignoredOf(lifecycle, born.values, own),
    ownsContents: false,
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
    declared.attributes[field.attribute] = value;
    declared.positions[field.attribute] = node === undefined ? place.resource.at : positionOf(place, node);
  }
  return declared;
}

function clearsWhenAbsent(field: ValueField, ignored: ReadonlySet<ValueField>): boolean {
  // What not every generation has is not there to be cleared.
  return field.mode === "optional" && !ignored.has(field) && field.rule.generations === undefined;
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
  face: ObjectFace,
  { positions }: Declared,
  isPinned: boolean,
): void {
  const born =
    face.born?.values.filter((field) => fieldOf(place.resource.body, field.name) === undefined) ?? [];
  const missing = face.values.filter(
    (field) => field.mode === "required" && positions[field.attribute] === undefined,
  );
  if (isPinned) return;
  for (const { name } of [...missing, ...born.filter((field) => field.mode === "required")]) {
    const message = `${place.resource.name} has no ${name}, which is required to create a ${face.type.label.one}.`;
    reportResource(place, "missing-field", message, `Add ${name}.`);
  }
}

function requiredId(
  place: ResourcePlace,
  name: string,
  types: readonly string[],
): Reference | string | undefined {
  const id = idIn(place, name, types);
  if (id === undefined && fieldOf(place.resource.body, name) === undefined)
    reportResource(place, "missing-field", `${place.resource.name} has no ${name}.`, `Add ${name}.`);
  return id;
}

function scopeOf(place: ResourcePlace, face: ObjectFace, field: string): string | undefined {
  const type = face.type.scope ?? "";
  const id = requiredId(place, field, [type]);
  return id === undefined ? undefined : addressNamed(place, type, id);
}

function containerOf(place: ResourcePlace, face: ObjectFace): DesiredObject["container"] {
  if (face.containerField === undefined || face.type.container === undefined) return undefined;
  const node = fieldOf(place.resource.body, face.containerField);
  // Absent is the top, as it is in Terraform.
  return node === undefined ? null : idIn(place, face.containerField, face.type.container.types);
}

function defaultOf(place: ResourcePlace, { defaultField }: ObjectFace) {
  const node = defaultField === undefined ? undefined : fieldOf(place.resource.body, defaultField);
  if (node === undefined) return undefined;
  const value = valueOf(place.resolving, node);
  if (value === true || value === "true" || isTrue(node)) return positionOf(place, node);
  if (value === null || value === undefined) return undefined;
  const remedy = "There is always one default: to take the role from this one, give it to another one.";
  return reportAt(place, node, "invalid-value", `${defaultField} can only be true.`, remedy);
}

/** Gives each object its place among its siblings, and reports orders that cannot be kept. */
export function rankObjects(app: AppReading): readonly DesiredObject[] {
  const ranks = new Map<string, number>();
  const objects = app.reading.objects.map(({ object }) => object);
  for (const [holder, { siblings, at }] of app.orders) {
    for (const [rank, sibling] of siblings.entries()) ranks.set(sibling, rank);
    const inside = new Set(
      objects.filter((object) => holderOf(object) === holder).map((object) => object.address),
    );
    const strangers = siblings.filter((sibling) => !inside.has(sibling));
    const listed = new Set(siblings);
    const unlisted = [...inside].filter((address) => !listed.has(address));
    const said: readonly (readonly [readonly string[], string, string])[] = [
      [strangers, "Not directly inside of", "not-siblings"],
      [unlisted, "Not in the order, but inside of", "partial-order"],
    ];
    for (const [addresses, what, code] of said) {
      if (addresses.length === 0) continue;
      const message = `${what} ${holder}: ${addresses.join(", ")}.`;
      const remedy = "List each object that the app declares there, and no other.";
      app.reading.report({ severity: "error", code: `synth/${code}`, message, remedy, at });
    }
  }
  return objects.map((object) => {
    const rank = ranks.get(object.address);
    return rank === undefined ? object : { ...object, rank };
  });
}

/** What an object is directly inside of. */
function holderOf({ container, scope }: DesiredObject): string | undefined {
  if (isReference(container)) return container.$ref;
  return container === null ? scope : undefined;
}
