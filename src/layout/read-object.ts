import { isMap, isScalar, isSeq } from "yaml";
import { type Address, addressOf, nameOfAddress } from "../model/address.ts";
import {
  type DesiredObject,
  type DesiredValue,
  isReference,
  type Reference,
} from "../model/desired-world.ts";
import type { SourcePosition } from "../model/diagnostic.ts";
import { attributesIn, includesContainer } from "../model/key-field.ts";
import type { FieldMeaning, TypeFace } from "./layout-faces.ts";
import { didYouMean } from "./nearest.ts";
import { checkValue, readAttribute, readReference } from "./read-attribute.ts";
import { readText } from "./read-value.ts";
import { errorAt, type Reading } from "./reading.ts";
import { type Field, fieldsOf, placeOf, textOf, valuePosition } from "./yaml-source.ts";

/** Where an object stands in the layout. */
export interface Place {
  readonly at: SourcePosition;
  /** The key, of an object in a map. */
  readonly key?: string;
  /** The objects that it is written inside of, outermost first. */
  readonly within: readonly DesiredObject[];
  readonly rank: number;
  /** Whether undeclared contents of what it is written inside of are to be deleted. */
  readonly owned: boolean;
}

/** What the fields of an object say, before it has an address. */
interface Draft {
  readonly attributes: Record<string, DesiredValue>;
  readonly positions: Record<string, SourcePosition>;
  /** Attributes that were declared, be it wrongly: they are not missing. */
  readonly declared: Set<string>;
  was: Record<string, DesiredValue> | undefined;
  ignore: readonly string[];
  pin: string | undefined;
  protect: boolean | undefined;
  container: Reference | string | null | undefined;
  containerAt: SourcePosition | undefined;
  defaultAt: SourcePosition | undefined;
  contents: Field | undefined;
}

/** An object that was read, and the field of its contents, yet to be read. */
export interface ObjectRead {
  readonly object: DesiredObject;
  readonly declared: ReadonlySet<string>;
  readonly contents: Field | undefined;
}

/** Reads the fields of one object, and adds it to what is read. */
export function readObject(
  reading: Reading,
  face: TypeFace,
  fields: readonly Field[],
  place: Place,
): ObjectRead {
  const draft = draftOf(reading, face, fields, place);
  const object = objectOf(reading, face, draft, place);
  const { defaultAt, containerAt } = draft;
  reading.objects.push({
    object,
    at: place.at,
    ...(defaultAt === undefined ? {} : { defaultAt }),
    ...(containerAt === undefined ? {} : { containerAt }),
  });
  return { object, declared: draft.declared, contents: draft.contents };
}

function draftOf(reading: Reading, face: TypeFace, fields: readonly Field[], place: Place): Draft {
  const draft: Draft = {
    attributes: {},
    positions: {},
    declared: new Set(),
    was: undefined,
    ignore: [],
    pin: undefined,
    protect: undefined,
    container: undefined,
    containerAt: undefined,
    defaultAt: undefined,
    contents: undefined,
  };
  if (face.face.kind === "map" && face.face.keyAttribute !== undefined && place.key !== undefined) {
    const attribute = face.type.attributes[face.face.keyAttribute];
    const label = `The key, which is the ${face.fieldOf(face.face.keyAttribute)} of a ${face.type.label.one},`;
    if (attribute !== undefined) checkValue(reading, label, attribute, place.key, () => place.at);
    declare(draft, face.face.keyAttribute, place.key, place.at);
  }
  for (const field of fields) {
    const meaning = face.fields.get(field.name);
    if (meaning === undefined) reportUnknown(reading, face, field);
    else readField(reading, face, draft, field, meaning);
  }
  return draft;
}

function declare(draft: Draft, name: string, value: DesiredValue, at: SourcePosition): void {
  draft.attributes[name] = value;
  draft.positions[name] = at;
  draft.declared.add(name);
}

function readField(
  reading: Reading,
  face: TypeFace,
  draft: Draft,
  field: Field,
  meaning: FieldMeaning,
): void {
  switch (meaning.kind) {
    case "attribute": {
      draft.declared.add(meaning.name);
      const value = readAttribute(reading, field, meaning.attribute);
      if (value !== undefined) declare(draft, meaning.name, value, valuePosition(field));
      return;
    }
    case "id":
      draft.pin = readText(reading, field, "the id of an object that exists, as text") ?? "";
      return;
    case "was":
      draft.was = readWas(reading, face, field);
      return;
    case "protect":
      draft.protect = readBoolean(reading, field);
      return;
    case "ignore":
      draft.ignore = readIgnore(reading, face, field);
      return;
    case "container":
      draft.containerAt = valuePosition(field);
      draft.container = readContainer(reading, face, field);
      return;
    case "contents":
      draft.contents = field;
      return;
    case "default":
      if (readBoolean(reading, field) === true) draft.defaultAt = valuePosition(field);
      else reportNotDefault(reading, field);
      return;
  }
}

function objectOf(reading: Reading, face: TypeFace, draft: Draft, place: Place): DesiredObject {
  const { type } = face;
  const scope = place.within.findLast((outer) => outer.type === type.scope)?.address;
  const container = containerOf(face, draft, place);
  const owned = place.owned || face.face.contents?.owned === true;
  return {
    address: freeAddress(reading, face, draft, place, scope),
    type: type.name,
    ...(scope === undefined ? {} : { scope }),
    ...(container === undefined ? {} : { container }),
    attributes: draft.attributes,
    ...(draft.defaultAt === undefined ? {} : { isDefault: true }),
    ...(draft.pin === undefined ? {} : { pin: draft.pin }),
    ...(draft.was === undefined ? {} : { was: draft.was }),
    ...(draft.protect === undefined ? {} : { protect: draft.protect }),
    ignore: draft.ignore,
    ownsContents: owned && draft.contents !== undefined,
    rank: place.rank,
    at: place.at,
    positions: draft.positions,
  };
}

function containerOf(face: TypeFace, draft: Draft, place: Place): Reference | string | null | undefined {
  if (face.type.container === undefined) return undefined;
  if (face.face.kind === "map") return draft.container;
  const enclosing = place.within.at(-1);
  if (enclosing === undefined || enclosing.type === face.type.scope) return null;
  return { $ref: enclosing.address };
}

/** The address; two objects of one address are reported, unless a pin tells the later one apart. */
function freeAddress(
  reading: Reading,
  face: TypeFace,
  draft: Draft,
  place: Place,
  scope: Address | undefined,
): Address {
  const address = addressOf(face.type.name, nameOf(face, draft, place, scope));
  const first = reading.taken.get(address);
  if (first === undefined) {
    reading.taken.set(address, place.at);
    return address;
  }
  if (draft.pin !== undefined) {
    const pinned = `${address}@${draft.pin}`;
    if (!reading.taken.has(pinned)) {
      reading.taken.set(pinned, place.at);
      return pinned;
    }
  }
  // Its name could not be read, and that is reported already.
  if (address.includes("/#")) return `${address}#${reading.taken.size}`;
  const names = face.face.addressBy.filter((name) => name !== "$key").map(face.fieldOf);
  const message = `${address} is already declared at ${placeOf(first)}.`;
  const remedy = `Give one of them another ${names[0] ?? "key"}, or pin it with id.`;
  reading.report(errorAt(place.at, "duplicate-address", message, remedy));
  return address;
}

function nameOf(face: TypeFace, draft: Draft, place: Place, scope: Address | undefined): string {
  const own = encode(ownName(face, draft, place));
  const { key, createKey } = face.type.identity;
  const enclosing = place.within.at(-1);
  if (face.face.kind === "map" || enclosing === undefined) return own;
  const byContainer = includesContainer([...key, ...createKey]);
  const outer = byContainer ? enclosing.address : (scope ?? enclosing.address);
  return `${nameOfAddress(outer)}/${own}`;
}

function ownName(face: TypeFace, draft: Draft, place: Place): string {
  if (place.key !== undefined && face.face.kind === "map") return place.key;
  for (const name of face.face.addressBy) {
    const value = draft.attributes[name];
    if (isReference(value)) return nameOfAddress(value.$ref);
    if (typeof value === "string" || typeof value === "number") return String(value);
  }
  return draft.pin === undefined ? `#${place.rank + 1}` : `@${draft.pin}`;
}

/** A slash parts the names of an address, so within a name it is written otherwise. */
export function encode(name: string): string {
  return name.replaceAll("/", "%2F");
}

function readWas(reading: Reading, face: TypeFace, field: Field): Record<string, DesiredValue> | undefined {
  const { value: node, source } = field;
  if (isMap(node)) {
    const was: Record<string, DesiredValue> = {};
    for (const inner of fieldsOf(source, node, reading.report)) {
      const name = face.attributeNames.get(inner.name);
      if (name === undefined) reportUnknownAttribute(reading, face, inner.name, source.at(inner.key));
      else addFormer(reading, face, was, name, inner);
    }
    return was;
  }
  const [key] = attributesIn(face.type.identity.key);
  if (key === undefined || !isScalar(node)) {
    const message = "was must be a map: the name of a field → its former value.";
    reading.report(errorAt(valuePosition(field), "invalid-value", message));
    return undefined;
  }
  const was: Record<string, DesiredValue> = {};
  addFormer(reading, face, was, key, field);
  return was;
}

function addFormer(
  reading: Reading,
  face: TypeFace,
  was: Record<string, DesiredValue>,
  name: string,
  field: Field,
): void {
  const attribute = face.type.attributes[name];
  const value = attribute === undefined ? undefined : readAttribute(reading, field, attribute);
  if (value !== undefined) was[name] = value;
}

function readIgnore(reading: Reading, face: TypeFace, field: Field): readonly string[] {
  const { value: node, source } = field;
  if (!isSeq(node)) {
    const message = "ignore must be a list of the names of fields.";
    reading.report(errorAt(valuePosition(field), "invalid-value", message));
    return [];
  }
  return node.items.flatMap((item) => {
    const name = source.follow(item);
    if (name === undefined) return [];
    const text = textOf(name);
    const attribute = face.attributeNames.get(text);
    if (attribute === undefined) reportUnknownAttribute(reading, face, text, source.at(name));
    return attribute === undefined ? [] : [attribute];
  });
}

function readContainer(
  reading: Reading,
  face: TypeFace,
  field: Field,
): Reference | string | null | undefined {
  const rule = face.type.container;
  if (rule === undefined) return undefined;
  if (!isScalar(field.value) || field.value.value !== null) return readReference(reading, field, rule.types);
  if (rule.rootAllowed) return null;
  reading.report(errorAt(valuePosition(field), "not-nullable", `${field.name} cannot be cleared.`));
  return undefined;
}

function readBoolean(reading: Reading, field: Field): boolean | undefined {
  const value = isScalar(field.value) ? field.value.value : undefined;
  if (typeof value === "boolean") return value;
  const message = `${field.name} must be true or false.`;
  reading.report(errorAt(valuePosition(field), "invalid-value", message));
  return undefined;
}

function reportNotDefault(reading: Reading, field: Field): void {
  if (!isScalar(field.value) || field.value.value !== false) return;
  const remedy = `Remove it, and write ${field.name}: true on the sibling that is to be the default.`;
  reading.report(errorAt(valuePosition(field), "invalid-value", `${field.name} can only be true.`, remedy));
}

function reportUnknown(reading: Reading, face: TypeFace, field: Field): void {
  const at = field.source.at(field.key);
  const message = `A ${face.type.label.one} has no field ${field.name}.`;
  const known = [...face.fields.keys()];
  const remedy = didYouMean(field.name, known) ?? `Its fields are ${known.join(", ")}.`;
  reading.report(errorAt(at, "unknown-field", message, remedy));
}

function reportUnknownAttribute(reading: Reading, face: TypeFace, name: string, at: SourcePosition): void {
  const message = `A ${face.type.label.one} has no attribute ${name}.`;
  const remedy = didYouMean(name, face.attributeNames.keys());
  reading.report(errorAt(at, "unknown-field", message, remedy));
}
