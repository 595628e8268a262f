import type { Document } from "yaml";
import { isMap, isScalar } from "yaml";
import { keyOf } from "../model/object-key.ts";
import type { View } from "../model/resource-type/reads.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { isLongEnoughToHide, liveSecretTexts, secretTextsIn } from "../model/secret-value.ts";
import type { LiveObject, ViewValues } from "../model/snapshot.ts";
import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import { typesIn } from "./layout-types.ts";
import { mapsInOrder } from "./shown-order.ts";
import type { LayoutWriting } from "./writing.ts";

/** Further values of an organization, which a layout cannot declare or does not declare. */
export interface FurtherValues {
  /** Objects that the layout does not declare. */
  readonly objects: readonly LiveObject[];
  readonly views: readonly ViewValues[];
}

/** The field of a layout that contains them. Fields that begin with `x-` are for people: no command reads them. */
export const furtherValuesField = "x-live";

/**
 * The computed values of the object in the head and of objects in maps, by their keys, and the undeclared objects. They are for people:
 * docsform manages none of them.
 */
export function writeFurtherValues(
  writing: LayoutWriting,
  declared: readonly LiveObject[],
  { objects, views }: FurtherValues,
): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  const texts = secretsOf(writing, [...declared, ...objects], views);
  const head = headFurtherValues(writing, declared);
  for (const [name, value] of Object.entries(head)) fields[name] = withoutTexts(value, texts);
  for (const { type, layout } of mapsInOrder(writing.types)) {
    const ofType = declared.filter((object) => object.type === type.name);
    const computedByKey = ofType.flatMap((object): (readonly [string, JsonObject])[] => {
      const key = writing.keys.get(keyOf(object));
      return key === undefined ? [] : [[key, withoutTexts(computedValuesOf(type, object, views), texts)]];
    });
    const others = objects
      .filter((object) => object.type === type.name)
      .map((object) => withoutTexts(allValuesOf(type, object), texts));
    if (computedByKey.length > 0) fields[layout.field] = new Map(computedByKey);
    else if (others.length > 0) fields[layout.field] = others;
  }
  return fields;
}

/** Secret texts of live objects. Computed values may repeat them, for example where the service explains a failed download. */
function secretsOf(
  { types }: LayoutWriting,
  objects: readonly LiveObject[],
  views: readonly ViewValues[],
): readonly string[] {
  const typeOf = (name: string) => types.byType.get(name)?.type;
  const texts = [
    ...liveSecretTexts(typesIn(types), objects),
    ...views.flatMap((view) =>
      [view.values]
        .flat()
        .flatMap((values) => secretTextsIn(viewFieldsOf(typeOf(view.type), view), asObject(values))),
    ),
  ];
  return [...new Set(texts)].filter(isLongEnoughToHide).sort((a, b) => b.length - a.length);
}

function withoutTexts<Value extends Json>(value: Value, texts: readonly string[]): Value {
  const without = (each: Json): Json => {
    if (typeof each === "string")
      return texts.reduce((rest, text) => rest.replaceAll(text, "(secret)"), each);
    if (Array.isArray(each)) return (each as readonly Json[]).map(without);
    if (!isJsonObject(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([name, part]) => [name, without(part)]));
  };
  return texts.length === 0 ? value : (without(value) as Value);
}

/** All values of the object in the head. The pulled layout itself contains only its id. */
function headFurtherValues(
  { types: { head } }: LayoutWriting,
  live: readonly LiveObject[],
): Readonly<Record<string, JsonObject>> {
  const object = live.find(({ type }) => type === head?.type.name);
  return head === undefined || object === undefined
    ? {}
    : { [head.layout.field]: allValuesOf(head.type, object) };
}

function computedValuesOf(
  type: ResourceType,
  { id, computed = {} }: LiveObject,
  views: readonly ViewValues[],
): JsonObject {
  const own = views.filter((each) => each.type === type.name && each.id === id);
  const viewValues = own.map((view) => [
    camelCase(view.view),
    shownOf(viewFieldsOf(type, view), view.values),
  ]);
  return withoutEmpty({ ...withoutSecrets(type.computed, computed), ...Object.fromEntries(viewValues) });
}

function allValuesOf(
  { attributes: rules, computed: computedRules }: ResourceType,
  { id, attributes, computed = {} }: LiveObject,
): JsonObject {
  return withoutEmpty({
    id,
    ...withoutSecrets(rules, attributes),
    ...withoutSecrets(computedRules, computed),
  });
}

type Rules = Readonly<Record<string, { readonly sensitive?: boolean }>>;

function withoutSecrets(rules: Rules = {}, values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => rules[name]?.sensitive !== true));
}

function viewFieldsOf(type: ResourceType | undefined, { view }: ViewValues): View["fields"] {
  return type?.views?.find(({ name }) => name === view)?.fields ?? {};
}

/** The values of a view, or of each item of its list, without secrets. */
function shownOf(rules: Rules, values: Json): Json {
  if (Array.isArray(values)) return (values as readonly Json[]).map((each) => shownOf(rules, each));
  return withoutSecrets(rules, asObject(values));
}

function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Omits null values. */
function withoutEmpty(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, partOf(each)] as const])),
  );
}

function partOf(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(partOf);
  return isJsonObject(value) ? withoutEmpty(value) : value;
}

/** `published_content` in a layout's form: `publishedContent`. */
function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Adds a comment that explains the block. */
export function explainFurtherValues({ contents }: Document): void {
  if (!isMap(contents)) return;
  const block = contents.items.find(({ key }) => isScalar(key) && key.value === furtherValuesField);
  if (block !== undefined && isScalar(block.key))
    block.key.commentBefore =
      " Further values of the service at the time of the pull. They are for people: docsform does not manage or read them.";
}
