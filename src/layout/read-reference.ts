import { isMap, isScalar } from "yaml";
import { type Address, addressOf, encodeName, nameOfAddress } from "../model/address.ts";
import type { Reference } from "../model/desired-world.ts";
import { didYouMean } from "../model/nearest.ts";
import { withArticle } from "../model/with-article.ts";
import { syntaxOfType } from "./layout-syntax.ts";
import { readText } from "./read-value.ts";
import { type ItemReference, type LayoutReading, layoutErrorAt, type WrittenValue } from "./reading.ts";
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
    const text = readText(reading, named.field, `the name of ${withArticle(label.one)}, or { id: … }`);
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
  const at = valuePosition(field);
  if (reading.isCrowded()) {
    const message = `${field.name} refers to ${text}, and no ${label.one} has that name.`;
    reading.report(layoutErrorAt(at, "unknown-reference", message));
    return;
  }
  const scope = within[0];
  const prefix = scope === undefined ? "" : `${nameOfAddress(scope.address)}/`;
  const names = reading.objects
    .filter(({ object }) => object.type === type)
    .map(({ object }) => nameOfAddress(object.address))
    .map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name));
  const known = names.length === 0 ? "the layout declares none" : `there are ${names.join(", ")}`;
  const remedy = didYouMean(text, names) ?? `Declare it, or write { id: … } for an undeclared one.`;
  const message = `${field.name} refers to ${text}, and no ${label.one} has that name: ${known}.`;
  reading.report(layoutErrorAt(at, "unknown-reference", message, remedy));
}

/** Reads `key`, or `{ id: … }`: a reference to an object of one of the types, or an id. Undefined: an error was reported. */
export function readReference(
  reading: LayoutReading,
  field: YamlField,
  types: readonly string[],
): Reference | string | undefined {
  const { value: node, source } = field;
  if (isMap(node)) return readId(reading, field);
  const key = readText(reading, field, `a key of ${mapNames(reading, types)}, or { id: … }`);
  if (key === undefined || node === undefined) return undefined;
  const address = addressOfKey(reading, types, key);
  if (address !== undefined) return { $ref: address };
  const keys = reading.isCrowded()
    ? []
    : types.flatMap((type) => [...(reading.keys.get(type)?.keys() ?? [])]);
  const remedy = didYouMean(key, keys) ?? `Declare it there, or write { id: … } for an undeclared one.`;
  const message = `${field.name} refers to ${key}, which ${mapNames(reading, types)} does not declare.`;
  reading.report(layoutErrorAt(source.at(node), "unknown-reference", message, remedy));
  return undefined;
}

function readId(reading: LayoutReading, field: YamlField): string | undefined {
  const { value: node, source, name } = field;
  const fields = isMap(node) ? mapFields(source, node, reading.report) : [];
  const id = fields.find((inner) => inner.name === "id");
  const other = fields.find((inner) => inner.name !== "id");
  if (other !== undefined) {
    reading.report(
      layoutErrorAt(
        source.at(other.key),
        "unknown-field",
        `A reference has no field ${other.name}, only id.`,
      ),
    );
  }
  if (id === undefined) {
    reading.report(
      layoutErrorAt(valuePosition(field), "invalid-value", `${name} must be a key, or { id: … }.`),
    );
    return undefined;
  }
  return readText(reading, id, "the id of an object, as text");
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
