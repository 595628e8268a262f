import { isMap, isScalar } from "yaml";
import { type Address, addressOf, encodeName, nameOfAddress } from "../model/address.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import type { Reference } from "../model/desired-world.ts";
import { errorAt } from "../model/diagnostic.ts";
import { didYouMean } from "../util/nearest.ts";
import { withArticle } from "../util/with-article.ts";
import { syntaxOfType } from "./layout-types.ts";
import { readText } from "./read-value.ts";
import { type ItemReference, type LayoutReading, unknownField, type WrittenValue } from "./reading.ts";
import { mapFields, valuePosition, type YamlField } from "./yaml-source.ts";

/** The type of the item that a value refers to by name. Undefined: it refers to no item by name. */
export function itemTypeOf(reading: LayoutReading, { field, attribute }: WrittenValue): string | undefined {
  const type = attribute.reference?.type;
  if (type === undefined || isMap(field.value)) return undefined;
  if (isScalar(field.value) && field.value.value === null && field.value.tag === undefined) return undefined;
  return syntaxOfType(reading.types, type).layout.kind === "item" ? type : undefined;
}

/** Finds the items that values refer to by name, after all items are read. */
export function resolveItems(reading: LayoutReading): void {
  const addresses = new Set(reading.objects.map(({ object }) => object.address));
  for (const named of reading.itemReferences) {
    const { label } = syntaxOfType(reading.types, named.type).type;
    const text = readText(reading, named.field, { case: "itemOrId", object: withArticle(label.one) });
    if (text === undefined) continue;
    const address = candidates(named, text).find((each) => addresses.has(each));
    if (address === undefined) reportUnknownItem(reading, named, text);
    else named.onFound({ $ref: address });
  }
}

/**
 * The addresses that a name may mean, the nearest first: items inside the objects that contain the reference, then an item by its whole
 * name.
 */
function candidates({ type, within }: ItemReference, text: string): readonly Address[] {
  const outer = within.map(({ address }) => nameOfAddress(address)).reverse();
  const names = outer.flatMap((name) => [`${name}/${text}`, `${name}/${encodeName(text)}`]);
  return [...names, text].map((name) => addressOf(type, name));
}

function reportUnknownItem(
  reading: LayoutReading,
  { type, field, within }: ItemReference,
  text: string,
): void {
  const { label } = syntaxOfType(reading.types, type).type;
  const scope = within[0];
  const prefix = scope === undefined ? "" : `${nameOfAddress(scope.address)}/`;
  const names = (reading.isCrowded() ? [] : reading.objects)
    .filter(({ object }) => object.type === type)
    .map(({ object }) => nameOfAddress(object.address))
    .map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name));
  const facts = { field: field.name, name: text, object: label.one, meant: didYouMean(text, names) ?? "" };
  const words =
    names.length === 0
      ? wordsOf("layout/unknown-reference", { case: "item", ...facts })
      : wordsOf("layout/unknown-reference", { case: "itemOf", ...facts, names });
  reading.report(errorAt(valuePosition(field), words));
}

/** Reads `key`, or `{ id: … }`: a reference to an object of one of the types, or an id. Undefined: an error was reported. */
export function readReference(
  reading: LayoutReading,
  field: YamlField,
  types: readonly string[],
): Reference | string | undefined {
  const { value: node, source } = field;
  if (isMap(node)) return readId(reading, field);
  const maps = mapNames(reading, types);
  const key = readText(reading, field, { case: "keyOfMap", maps });
  if (key === undefined || node === undefined) return undefined;
  const address = addressOfKey(reading, types, key);
  if (address !== undefined) return { $ref: address };
  const keys = reading.isCrowded()
    ? []
    : types.flatMap((type) => [...(reading.keys.get(type)?.keys() ?? [])]);
  const facts = { field: field.name, name: key, maps, meant: didYouMean(key, keys) ?? "" };
  reading.report(errorAt(source.at(node), wordsOf("layout/unknown-reference", { case: "key", ...facts })));
  return undefined;
}

function readId(reading: LayoutReading, field: YamlField): string | undefined {
  const { value: node, source, name } = field;
  const fields = isMap(node) ? mapFields(source, node, reading.report) : [];
  const id = fields.find((inner) => inner.name === "id");
  const other = fields.find((inner) => inner.name !== "id");
  if (other !== undefined)
    reading.report(unknownField(source.at(other.key), "A reference", other.name, ["id"]));
  if (id === undefined) {
    const words = wordsOf("layout/invalid-value", { case: "keyOrId", field: name });
    reading.report(errorAt(valuePosition(field), words));
    return undefined;
  }
  return readText(reading, id, { case: "id", object: "an object" });
}

function addressOfKey(reading: LayoutReading, types: readonly string[], key: string): Address | undefined {
  for (const type of types) {
    const address = reading.keys.get(type)?.get(key);
    if (address !== undefined) return address;
  }
  return undefined;
}

function mapNames(reading: LayoutReading, types: readonly string[]): string {
  const maps = types
    .map((type) => syntaxOfType(reading.types, type).layout)
    .filter((layout) => layout.kind === "map");
  return maps.map(({ field }) => field).join(" or ") || "this layout";
}
