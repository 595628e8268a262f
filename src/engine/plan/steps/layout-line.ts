import { decodeName, encodeName, nameOfAddress, typeOfAddress } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import { escaped } from "../../../model/escaped.ts";
import { attributesIn } from "../../../model/key-field.ts";
import { objectKey } from "../../../model/object-key.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { Json } from "../../../util/json.ts";
import type { PlanContext } from "../decide/plan-context.ts";

type Values = Readonly<Record<string, Json>>;

/** `was: guides`, or `was: { space: guides, path: api }`: the former values of a key, as a layout declares them. */
export function wasLine(context: PlanContext, type: ResourceType, former: Values): string {
  const [first] = attributesIn(type.identity.key);
  const names = Object.keys(former);
  const text = (name: string) => valueText(context, type, name, former[name] ?? null);
  const only = names.length === 1 && first !== undefined && names[0] === first ? text(first) : undefined;
  if (only !== undefined && !only.startsWith("{")) return `was: ${only}`;
  return `was: { ${names.map((name) => `${name}: ${text(name)}`).join(", ")} }`;
}

/** `id: 3sXk92LmPq0aTz7Yc1Vb`. */
export function idLine(id: string): string {
  return `id: ${scalarText(id)}`;
}

/**
 * The whole entry with the line in it, if the entry may be only a name, which has no place for a line. Undefined: the entry has more than a
 * name.
 */
export function wholeEntry(context: PlanContext, object: DesiredObject, line: string): string | undefined {
  const type = context.types.get(object.type);
  const { layout } = type;
  if (layout.kind !== "item" || layout.shorthand !== true || layout.attribute === undefined) return undefined;
  const { attributes, ignore, isDefault, protect } = object;
  const [value, ...others] = Object.entries(attributes);
  const hasMore = others.length > 0 || ignore.length > 0 || isDefault === true || protect !== undefined;
  if (hasMore || value?.[0] !== layout.attribute) return undefined;
  const named = isReference(value[1]) ? keyText(value[1].$ref) : undefined;
  const text = named ?? valueText(context, type, value[0], value[1] as Json);
  return `{ ${layout.field}: ${text}, ${line} }`;
}

function valueText({ types, matches }: PlanContext, type: ResourceType, name: string, value: Json): string {
  const reference = type.attributes[name]?.reference;
  if (typeof value !== "string") return JSON.stringify(value);
  if (reference === undefined) return scalarText(value);
  const address = matches.byLive.get(objectKey(reference.type, value))?.desired.address;
  const isKeyed = address !== undefined && types.get(typeOfAddress(address)).layout.kind === "map";
  return (isKeyed ? keyText(address) : undefined) ?? `{ ${idLine(value)} }`;
}

/** The key of an entry in a map. Undefined: the address does not contain the exact key. */
function keyText(address: string): string | undefined {
  const name = nameOfAddress(address);
  const key = decodeName(name);
  return encodeName(key) === name ? scalarText(key) : undefined;
}

/** Words that YAML, or a parser of an older YAML version, does not read as text. */
const reserved = /^(true|false|null|yes|no|on|off|y|n)$/i;

function scalarText(text: string): string {
  const isPlain = /^[A-Za-z]([\w .-]*\w)?$/.test(text) && !reserved.test(text);
  return isPlain ? text : JSON.stringify(escaped(text));
}
