import { attributesIn } from "../../model/key-field.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { shortLabelOf } from "../../model/resource-type/type-names.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { containsText } from "../../model/secret-value.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { identifierWords, type Nameable } from "./identifiers.ts";

/** The objects of a snapshot, as far as names need them. */
export interface NamedWorld {
  readonly index: TypeIndex;
  readonly byKey: ReadonlyMap<ObjectKey, LiveObject>;
  /** Secrets that the service shows. No name contains one. */
  readonly secretTexts: readonly string[];
}

/**
 * What an identifier of an object may be made from: its own name, and the names of the objects around it. `within`: what identifiers are
 * distinct within.
 */
export function nameableObject(world: NamedWorld, object: LiveObject, within: string): Nameable<ObjectKey> {
  const type = world.index.get(object.type);
  const own = nameWords(world, object);
  const container = object.container === null ? undefined : world.byKey.get(keyOf(object.container));
  const outer = container === undefined ? [] : nameWords(world, container);
  const scope = scopeOf(world, type, object);
  const inContainer = outer.length === 0 ? own : [...outer, ...own];
  const variant = [...own, ...distinguishingWords(world, type, object)];
  const around = scope === undefined ? inContainer : [...nameWords(world, scope), ...inContainer];
  const candidates = [scope === undefined ? own : inContainer, variant, around].filter(() => own.length > 0);
  return { key: keyOf(object), id: object.id, within, candidates, typeWords: typeWordsOf(type) };
}

/** The words of a type's name, such as `space` and `section`. */
export function typeWordsOf(type: ResourceType): readonly string[] {
  return identifierWords(shortLabelOf(type).one);
}

/** The words that distinguish variants with the same name, such as the language. */
function distinguishingWords(world: NamedWorld, type: ResourceType, object: LiveObject): readonly string[] {
  const { layout } = type;
  const names = layout.kind === "map" ? (layout.distinguishedBy ?? []) : [];
  return names.flatMap((name) => valueWords(world, type, object, name));
}

function scopeOf({ byKey }: NamedWorld, { scope }: ResourceType, { scopeId }: LiveObject) {
  return scope === undefined || scopeId === undefined ? undefined : byKey.get(objectKey(scope, scopeId));
}

/** The words of an object's name: what addresses in a layout are made from, or else what identifies it. */
function nameWords(world: NamedWorld, object: LiveObject): readonly string[] {
  const type = world.index.get(object.type);
  const addressed = type.layout.addressBy.filter((name) => name !== "$key");
  const names = [...addressed.map((name) => [name]), keyNames(type)];
  for (const each of names) {
    const words = each.flatMap((name) => valueWords(world, type, object, name));
    if (words.length > 0) return words;
  }
  return [];
}

/** The attributes of the key. If none of them refers to another object, the first one says enough. */
function keyNames({ identity: { key }, attributes }: ResourceType): readonly string[] {
  const names = attributesIn(key);
  return names.some((name) => attributes[name]?.reference !== undefined) ? names : names.slice(0, 1);
}

function valueWords(
  world: NamedWorld,
  type: ResourceType,
  { attributes }: LiveObject,
  name: string,
): readonly string[] {
  const value = attributes[name] ?? null;
  if (typeof value !== "string" || containsText(value, world.secretTexts)) return [];
  const rule = type.attributes[name];
  if (rule === undefined || rule.sensitive === true) return [];
  const target =
    rule.reference === undefined ? undefined : world.byKey.get(objectKey(rule.reference.type, value));
  if (target !== undefined) return nameWords(world, target);
  return rule.reference === undefined ? identifierWords(value) : [];
}
