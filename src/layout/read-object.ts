import { isMap, isScalar, isSeq } from "yaml";
import { type Address, addressOf, encodeName, nameOfAddress } from "../model/address.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import {
  type DesiredObject,
  type DesiredValue,
  isReference,
  type Reference,
} from "../model/desired-world.ts";
import { errorAt, type SourcePosition } from "../model/diagnostic.ts";
import { attributesIn } from "../model/key-field.ts";
import type { ContentsField } from "../model/resource-type/layout-syntax.ts";
import { Secret } from "../model/secret.ts";
import { present } from "../util/present.ts";
import { capital, withArticle } from "../util/with-article.ts";
import {
  type FieldMeaning,
  isNamedInContainer,
  isOrdered,
  type TypeSyntax,
  wordsForContents,
} from "./layout-types.ts";
import { checkValue, readOrDefer } from "./read-attribute.ts";
import { readReference } from "./read-reference.ts";
import { readText } from "./read-value.ts";
import { type LayoutReading, secretShown, unknownField, type WrittenValue } from "./reading.ts";
import { mapFields, positionText, textOfScalar, valuePosition, type YamlField } from "./yaml-source.ts";

/** The place of an object in the layout. */
export interface LayoutPlace {
  readonly at: SourcePosition;
  /** The object's key in a map. Absent: it is no entry of a map. */
  readonly key?: string;
  /** The objects whose entries contain it, outermost first. */
  readonly within: readonly DesiredObject[];
  /** Its number among the entries or items around it. */
  readonly rank: number;
  /** Whether docsform deletes undeclared contents of the object whose entry contains it. */
  readonly owned: boolean;
}

/** The values of an object's fields, before it has an address. */
interface ObjectDraft {
  readonly attributes: Record<string, DesiredValue>;
  readonly positions: Record<string, SourcePosition>;
  /** Declared attributes, including those with an invalid value: they are not missing. */
  readonly declared: Set<string>;
  /** Former values of its key fields. */
  was: Record<string, DesiredValue> | undefined;
  /** Its former container. */
  wasIn: Reference | string | null | undefined;
  ignore: readonly string[];
  /** The id of a live object that it is. */
  pin: string | undefined;
  protect: boolean | undefined;
  container: Reference | string | null | undefined;
  containerAt: SourcePosition | undefined;
  defaultAt: SourcePosition | undefined;
  readonly contents: ContentsRead[];
}

/** A field that lists contents of an object. */
export interface ContentsRead {
  readonly contents: ContentsField;
  readonly field: YamlField;
}

/** An object, and the fields of its contents, which are not read yet. */
export interface ObjectRead {
  readonly object: DesiredObject;
  readonly declared: ReadonlySet<string>;
  readonly contents: readonly ContentsRead[];
}

/** Reads the fields of one object, and adds the object to `reading`. */
export function readObject(
  reading: LayoutReading,
  syntax: TypeSyntax,
  fields: readonly YamlField[],
  place: LayoutPlace,
): ObjectRead {
  const draft = draftOf(reading, syntax, fields, place);
  const object = objectOf(reading, syntax, draft, place);
  const { defaultAt, containerAt } = draft;
  reading.objects.push({
    object,
    at: place.at,
    ...present({ defaultAt, containerAt }),
  });
  return { object, declared: draft.declared, contents: draft.contents };
}

function draftOf(
  reading: LayoutReading,
  syntax: TypeSyntax,
  fields: readonly YamlField[],
  place: LayoutPlace,
): ObjectDraft {
  const draft = emptyDraft();
  readKeyAttribute(reading, syntax, draft, place);
  for (const field of fields) {
    const meaning = syntax.fields.get(field.name);
    if (meaning === undefined)
      reportUnknown(reading, syntax, field.source.at(field.key), field.name, syntax.fields);
    else readField(reading, syntax, draft, place, field, meaning);
  }
  return draft;
}

function emptyDraft(): ObjectDraft {
  return {
    attributes: {},
    positions: {},
    declared: new Set(),
    was: undefined,
    wasIn: undefined,
    ignore: [],
    pin: undefined,
    protect: undefined,
    container: undefined,
    containerAt: undefined,
    defaultAt: undefined,
    contents: [],
  };
}

/** Reads the attribute that is the key of the object's entry, if the type has one. */
function readKeyAttribute(
  reading: LayoutReading,
  { type, layout, fieldOf }: TypeSyntax,
  draft: ObjectDraft,
  { key, at }: LayoutPlace,
): void {
  const name = layout.kind === "map" ? layout.keyAttribute : undefined;
  if (name === undefined || key === undefined) return;
  const attribute = type.attributes[name];
  const label = `The key, which is the ${fieldOf(name)} of ${withArticle(type.label.one)},`;
  if (attribute !== undefined) checkValue(reading, label, attribute, key, () => at);
  declare(draft, name, key, at);
}

function declare(draft: ObjectDraft, name: string, value: DesiredValue, at: SourcePosition): void {
  draft.attributes[name] = value;
  draft.positions[name] = at;
  draft.declared.add(name);
}

function readField(
  reading: LayoutReading,
  syntax: TypeSyntax,
  draft: ObjectDraft,
  place: LayoutPlace,
  field: YamlField,
  meaning: FieldMeaning,
): void {
  switch (meaning.kind) {
    case "attribute": {
      draft.declared.add(meaning.name);
      const { attribute, name } = meaning;
      readOrDefer(reading, { field, attribute, within: place.within }, (value) =>
        declare(draft, name, value, valuePosition(field)),
      );
      return;
    }
    case "id":
      draft.pin = readText(reading, field, { case: "id", object: "an object that exists" }) ?? "";
      return;
    case "was":
      readWas(reading, syntax, draft, field, place.within);
      return;
    case "protect":
      draft.protect = readBoolean(reading, field);
      return;
    case "ignore":
      draft.ignore = readIgnore(reading, syntax, field);
      return;
    case "container":
      draft.containerAt = valuePosition(field);
      draft.container = readContainer(reading, syntax, field);
      return;
    case "contents":
      draft.contents.push({ contents: meaning.contents, field });
      return;
    case "default":
      if (readBoolean(reading, field) === true) draft.defaultAt = valuePosition(field);
      else reportNotDefault(reading, field);
      return;
  }
}

function objectOf(
  reading: LayoutReading,
  syntax: TypeSyntax,
  draft: ObjectDraft,
  place: LayoutPlace,
): DesiredObject {
  const { type } = syntax;
  const scope = place.within.findLast((outer) => outer.type === type.scope)?.address;
  const container = containerOf(syntax, draft, place);
  const owned = draft.contents.filter(({ contents }) => place.owned || contents.owned === true);
  const managed = draft.contents.filter((each) => !owned.includes(each) && each.contents.owned === false);
  const isOrdering = draft.contents.some(
    (each) => !owned.includes(each) && isOrdered(reading.types, each.contents),
  );
  return {
    address: registerAddress(reading, syntax, draft, place, scope),
    type: type.name,
    ...present({ scope, container }),
    attributes: draft.attributes,
    ...(draft.defaultAt === undefined ? {} : { isDefault: true }),
    ...present({ pin: draft.pin, was: draft.was, wasIn: draft.wasIn, protect: draft.protect }),
    ignore: draft.ignore,
    owns: owned.flatMap(({ contents }) => contents.types),
    ...(managed.length > 0 && { manages: managed.flatMap(({ contents }) => contents.types) }),
    ...(isOrdering ? { ordersContents: true } : {}),
    rank: place.rank,
    at: place.at,
    positions: draft.positions,
  };
}

function containerOf(
  syntax: TypeSyntax,
  draft: ObjectDraft,
  place: LayoutPlace,
): Reference | string | null | undefined {
  if (syntax.type.container === undefined) return undefined;
  if (syntax.layout.kind === "map") return draft.container;
  const enclosing = place.within.at(-1);
  if (enclosing === undefined || enclosing.type === syntax.type.scope) return null;
  return { $ref: enclosing.address };
}

/** Registers the object's address. Reports two objects with one address, unless the later one has an id, which then distinguishes it. */
function registerAddress(
  reading: LayoutReading,
  syntax: TypeSyntax,
  draft: ObjectDraft,
  place: LayoutPlace,
  scope: Address | undefined,
): Address {
  if (ownName(syntax, draft, place) === unnamed(place)) reportSecretName(reading, syntax, draft);
  const address = addressOf(syntax.type.name, objectName(syntax, draft, place, scope));
  const first = reading.positions.get(address);
  if (first === undefined) {
    reading.positions.set(address, place.at);
    return address;
  }
  if (draft.pin !== undefined) {
    const pinned = `${address}@${draft.pin}`;
    if (!reading.positions.has(pinned)) {
      reading.positions.set(pinned, place.at);
      return pinned;
    }
  }
  // Its name is invalid or missing, and that is reported already.
  if (address.includes("/#")) return `${address}#${reading.positions.size}`;
  const names = syntax.layout.addressBy.filter((name) => name !== "$key").map(syntax.fieldOf);
  const facts = { address, place: positionText(first), field: names[0] ?? "key" };
  reading.report(errorAt(place.at, wordsOf("layout/duplicate-address", facts)));
  return address;
}

function objectName(
  syntax: TypeSyntax,
  draft: ObjectDraft,
  place: LayoutPlace,
  scope: Address | undefined,
): string {
  const own = ownName(syntax, draft, place);
  const enclosing = place.within.at(-1);
  if (syntax.layout.kind === "map" || enclosing === undefined) return own;
  const outer = isNamedInContainer(syntax.type) ? enclosing.address : (scope ?? enclosing.address);
  return `${nameOfAddress(outer)}/${own}`;
}

function ownName(syntax: TypeSyntax, draft: ObjectDraft, place: LayoutPlace): string {
  if (place.key !== undefined && syntax.layout.kind === "map") return encodeName(place.key);
  for (const name of syntax.layout.addressBy) {
    const value = draft.attributes[name];
    if (isReference(value)) return encodeName(nameOfAddress(value.$ref));
    if (typeof value === "string" || typeof value === "number") return encodeName(String(value));
  }
  return draft.pin === undefined ? unnamed(place) : `@${draft.pin}`;
}

function unnamed({ rank }: LayoutPlace): string {
  return `#${rank + 1}`;
}

/**
 * Reports a secret that would name the object. The place in the list cannot name it instead, because a new order would turn it into
 * another object.
 */
function reportSecretName(reading: LayoutReading, { layout, fieldOf }: TypeSyntax, draft: ObjectDraft): void {
  const name = layout.addressBy.find((each) => draft.attributes[each] instanceof Secret);
  const at = name === undefined ? undefined : draft.positions[name];
  if (name !== undefined && at !== undefined) reading.report(secretShown(at, fieldOf(name)));
}

function readWas(
  reading: LayoutReading,
  syntax: TypeSyntax,
  draft: ObjectDraft,
  field: YamlField,
  within: LayoutPlace["within"],
): void {
  const { value: node, source } = field;
  if (isMap(node)) {
    for (const inner of mapFields(source, node, reading.report)) {
      const name = syntax.attributeNames.get(inner.name);
      if (syntax.fields.get(inner.name)?.kind === "container")
        draft.wasIn = readContainer(reading, syntax, inner);
      else if (name === undefined)
        reportUnknown(reading, syntax, source.at(inner.key), inner.name, syntax.attributeNames);
      else readFormerValue(reading, syntax, draft, name, { field: inner, within });
    }
    return;
  }
  const [key] = attributesIn(syntax.type.identity.key);
  if (key !== undefined && isScalar(node)) {
    readFormerValue(reading, syntax, draft, key, { field, within });
    return;
  }
  reportInvalid(reading, field, { case: "was" });
}

function readFormerValue(
  reading: LayoutReading,
  { type }: TypeSyntax,
  draft: ObjectDraft,
  name: string,
  written: Omit<WrittenValue, "attribute">,
): void {
  draft.was ??= {};
  const { was } = draft;
  const attribute = type.attributes[name];
  if (attribute === undefined) return;
  readOrDefer(reading, { ...written, attribute }, (value) => {
    was[name] = value;
  });
}

function readIgnore(reading: LayoutReading, syntax: TypeSyntax, field: YamlField): readonly string[] {
  const { value: node, source } = field;
  if (!isSeq(node)) {
    reportInvalid(reading, field, { case: "ignore" });
    return [];
  }
  return node.items.flatMap((item) => {
    const name = source.follow(item);
    if (name === undefined) return [];
    const text = textOfScalar(name);
    const attribute = syntax.attributeNames.get(text);
    if (attribute === undefined) reportUnknown(reading, syntax, source.at(name), text, syntax.attributeNames);
    return attribute === undefined ? [] : [attribute];
  });
}

function readContainer(
  reading: LayoutReading,
  syntax: TypeSyntax,
  field: YamlField,
): Reference | string | null | undefined {
  const rule = syntax.type.container;
  if (rule === undefined) return undefined;
  if (!isScalar(field.value) || field.value.value !== null) return readReference(reading, field, rule.types);
  if (rule.rootAllowed) return null;
  reading.report(errorAt(valuePosition(field), wordsOf("layout/not-nullable", { field: field.name })));
  return undefined;
}

function readBoolean(reading: LayoutReading, field: YamlField): boolean | undefined {
  const value = isScalar(field.value) ? field.value.value : undefined;
  if (typeof value === "boolean") return value;
  reportInvalid(reading, field, { case: "boolean" });
  return undefined;
}

function reportNotDefault(reading: LayoutReading, field: YamlField): void {
  if (isScalar(field.value) && field.value.value === false)
    reportInvalid(reading, field, { case: "onlyTrue" });
}

function reportInvalid(
  reading: LayoutReading,
  field: YamlField,
  facts: { readonly case: "boolean" | "ignore" | "onlyTrue" | "was" },
): void {
  const words = wordsOf("layout/invalid-value", { ...facts, field: field.name });
  reading.report(errorAt(valuePosition(field), words));
}

function reportUnknown(
  reading: LayoutReading,
  { type, contents }: TypeSyntax,
  at: SourcePosition,
  name: string,
  known: ReadonlyMap<string, unknown>,
): void {
  const words = wordsForContents(
    reading.types,
    contents.filter(({ field }) => known.has(field)),
  );
  reading.report(unknownField(at, capital(withArticle(type.label.one)), name, known.keys(), words));
}
