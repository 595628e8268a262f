import { type Address, typeOfAddress } from "../../../src/model/address.ts";
import {
  type DesiredObject,
  type DesiredValue,
  type DesiredWorld,
  isReference,
} from "../../../src/model/desired-world.ts";
import { attributesIn, includesContainer, type KeyField } from "../../../src/model/key-field.ts";
import { registry } from "../../../src/resources/registry.ts";
import { groupBy } from "../../../src/util/groups.ts";
import { canonicalJson, isJsonObject, type Json } from "../../../src/util/json.ts";
import { present } from "../../../src/util/present.ts";
import { type Fact, type Facts, nameOf, valueIn } from "./facts.ts";

/** The ids of objects that pins, and the state before the first run, name. */
export type Known = ReadonlyMap<Address, string>;

/** Which live objects the objects of a layout can mean, given the live objects and the known ids. */
export interface Meanings {
  /** The ids that an address can mean: the known one if it exists, otherwise all objects with its key in its place. */
  readonly ids: (address: Address) => readonly string[];
  /** The objects that the layout's object can mean and that are as declared. */
  readonly asDeclared: (object: DesiredObject) => readonly Fact[];
  /** Whether the live object has the key of the layout's object, in its place. */
  readonly hasKey: (object: DesiredObject, fact: Fact) => boolean;
}

export function meaningsOf(
  { objects }: DesiredWorld,
  facts: Facts,
  known: Known,
  unknownObjects: ReadonlySet<string> = new Set(),
): Meanings {
  const byAddress = new Map(objects.map((object) => [object.address, object]));
  const byType = groupBy([...facts.values()], ({ type }) => type);
  const found = new Map<Address, readonly string[]>();
  const ids = (address: Address): readonly string[] => {
    const before = found.get(address);
    if (before !== undefined) return before;
    const object = byAddress.get(address);
    const next = object === undefined ? [] : meant(object);
    found.set(address, next);
    return next;
  };
  // 33: if the run cannot see the known object, it matches another object with the key, or creates one.
  const meant = (object: DesiredObject): readonly string[] => {
    const { seen, hidden } = candidates(object);
    return seen.length > 0 ? seen : hidden;
  };
  const candidates = (object: DesiredObject): Candidates => {
    const id = object.pin ?? known.get(object.address);
    const name = nameOf({ type: object.type, id: id ?? "" });
    const there = id !== undefined && facts.has(name) ? [id] : [];
    const isNamed = typeNamed(object.type).identity.idAttribute !== undefined;
    if (there.length > 0 && !isNamed && !unknownObjects.has(name)) return { seen: there, hidden: [] };
    const { seen, hidden } = byKey(object);
    const found = { seen, hidden: [...there, ...hidden] };
    if (seen.length + found.hidden.length > 0) return found;
    const former = byFormerKey(object);
    return allOf(former).length > 0 ? former : byFallbackKey(object);
  };
  const byKey = (object: DesiredObject): Candidates => {
    const alike = (byType.get(object.type) ?? []).filter((fact) => hasKey(object, fact));
    const [seen = [], hidden = []] = [false, true].map((isHidden) =>
      alike.filter((fact) => unknownObjects.has(nameOf(fact)) === isHidden).map(({ id }) => id),
    );
    return { seen, hidden };
  };
  // 4: the new key takes precedence. An object with the former key matches only if no object has the new one.
  const byFormerKey = (object: DesiredObject): Candidates => {
    const isRenamed = object.was !== undefined || object.wasIn !== undefined;
    return isRenamed ? byKey(formerly(object)) : { seen: [], hidden: [] };
  };
  // An object without a live key can be one with a fallback key, unless another object of the layout has the key of that one. Its container is
  // not compared: it may be an object of the same type, and so on without end.
  const byFallbackKey = (object: DesiredObject): Candidates => {
    const { fallbackKeys = [], key } = typeNamed(object.type).identity;
    const alike = (byType.get(object.type) ?? []).filter(
      (fact) =>
        fallbackKeys.some((fallback) => hasFallbackKey(object, fact, fallback)) &&
        isIn(object.scope === undefined ? null : { $ref: object.scope }, fact.scope) &&
        !objects.some(
          (other) => other !== object && other.type === object.type && hasAll(other, fact, attributesIn(key)),
        ),
    );
    return { seen: alike.map(({ id }) => id), hidden: [] };
  };
  const hasFallbackKey = (object: DesiredObject, fact: Fact, key: readonly KeyField[]) =>
    (!includesContainer(key) || isIn(object.container ?? null, fact.container)) &&
    hasAll(object, fact, attributesIn(key));
  const hasAll = ({ attributes }: DesiredObject, fact: Fact, names: readonly string[]) =>
    names.every((name) => attributes[name] !== undefined && has(attributes[name], valueIn(fact, name)));
  const isIn = (place: DesiredObject["container"], id: string | null) => {
    if (place === undefined) return true;
    if (!isReference(place)) return place === id;
    return id !== null && ids(place.$ref).includes(id);
  };
  const isAt = ({ scope, container }: DesiredObject, fact: Fact) =>
    isIn(scope === undefined ? null : { $ref: scope }, fact.scope) && isIn(container, fact.container);
  const has = (value: DesiredValue | undefined, live: Json | undefined) => {
    if (!isReference(value)) return isEqual(value as Json, live);
    // Some records store the ids of referenced objects in the fields of an object.
    const contained = isJsonObject(live) ? Object.values(live) : [live];
    const isHidden = (id: string) => unknownObjects.has(nameOf({ type: typeOfAddress(value.$ref), id }));
    return contained.some((id) => typeof id === "string" && (ids(value.$ref).includes(id) || isHidden(id)));
  };
  const hasKey = (object: DesiredObject, fact: Fact): boolean => {
    const { key } = typeNamed(object.type).identity;
    if (!isIn(object.scope === undefined ? null : { $ref: object.scope }, fact.scope)) return false;
    if (includesContainer(key) && !isIn(object.container ?? null, fact.container)) return false;
    return attributesIn(key).every(
      (name) =>
        object.attributes[name] === undefined || has(object.attributes[name], valueIn(fact, name) ?? null),
    );
  };
  const isAsDeclared = (object: DesiredObject, fact: Fact) =>
    isAt(object, fact) &&
    (object.isDefault !== true || fact.isDefault) &&
    Object.entries(object.attributes).every(([name, value]) => {
      const live = valueIn(fact, name);
      return (
        live === undefined ||
        object.ignore.includes(name) ||
        has(membersOf(name, value), withoutTokenUser(name, live))
      );
    });
  return {
    ids,
    hasKey,
    asDeclared: (object) =>
      allOf(candidates(object))
        .map((id) => facts.get(nameOf({ type: object.type, id })))
        .filter((fact): fact is Fact => fact !== undefined && isAsDeclared(object, fact)),
  };
}

/**
 * The known ids without those of addresses that may mean another object by now (67): the known object does not have all of the declared contents
 * and name, and another one in its scope has some of them, or its parent may be another object.
 */
export function withoutExchanged({ objects }: DesiredWorld, facts: Facts, known: Known): Known {
  const all = [...facts.values()];
  const knownFact = ({ type, address }: DesiredObject) =>
    facts.get(nameOf({ type, id: known.get(address) ?? "" }));
  const isIn = (parent: DesiredObject) => (each: DesiredObject) =>
    isReference(each.container) && each.container.$ref === parent.address;
  // A reference to an object without a known id may be to any.
  const isSame = (value: DesiredValue | undefined, live: Json | undefined) => {
    if (!isReference(value)) return isEqual(value as Json, live);
    const id = known.get(value.$ref);
    return id === undefined || id === live;
  };
  const hasField = (object: DesiredObject, fact: Fact, field: KeyField): boolean => {
    if (typeof field === "string") return isSame(object.attributes[field], valueIn(fact, field));
    if ("container" in field) return true;
    const [first] = objects.filter(isIn(object));
    return all.some(
      (child) =>
        child.container === fact.id &&
        isSame(first?.attributes[field.firstChild], valueIn(child, field.firstChild)),
    );
  };
  const hasContents = (object: DesiredObject, fact: Fact, part: "some" | "every"): boolean => {
    const { contents = [] } = typeNamed(object.type).identity;
    if (contents !== "most children") return contents.every((field) => hasField(object, fact, field));
    const children = objects.filter(isIn(object)).map((child) => knownFact(child)?.container === fact.id);
    return part === "every" ? !children.includes(false) : children.includes(true);
  };
  const hasName = (object: DesiredObject, fact: Fact): boolean => {
    const { name = "" } = typeNamed(object.type).identity;
    return (
      object.attributes[name] !== undefined && isEqual(object.attributes[name] as Json, valueIn(fact, name))
    );
  };
  const exchanged = new Set<Address>();
  const parentsFirst = objects.toSorted((a, b) => depthOf(objects, a) - depthOf(objects, b));
  for (const object of parentsFirst) {
    const fact = knownFact(object);
    const { contents, name } = typeNamed(object.type).identity;
    if (contents === undefined || fact === undefined || object.pin !== undefined) continue;
    const isWhole =
      hasContents(object, fact, "every") &&
      (name === undefined || object.attributes[name] === undefined || hasName(object, fact));
    const isLike = (other: Fact) =>
      other.type === object.type &&
      other.scope === fact.scope &&
      other.id !== fact.id &&
      (hasContents(object, other, "some") || hasName(object, other));
    const isInOther = isReference(object.container) && exchanged.has(object.container.$ref);
    if (isInOther || (!isWhole && all.some(isLike))) exchanged.add(object.address);
  }
  return new Map([...known].filter(([address]) => !exchanged.has(address)));
}

function depthOf(objects: readonly DesiredObject[], { container }: DesiredObject): number {
  const parent = isReference(container)
    ? objects.find(({ address }) => address === container.$ref)
    : undefined;
  return parent === undefined ? 0 : 1 + depthOf(objects, parent);
}

/** The ids of possible objects: those that the run can see, and those that it cannot. */
interface Candidates {
  readonly seen: readonly string[];
  readonly hidden: readonly string[];
}

function allOf({ seen, hidden }: Candidates): readonly string[] {
  return [...seen, ...hidden];
}

/** The layout's object with its former key, as `was:` declares it. */
export function formerly(object: DesiredObject): DesiredObject {
  const container = object.wasIn === undefined ? object.container : object.wasIn;
  return { ...object, attributes: { ...object.attributes, ...object.was }, ...present({ container }) };
}

/** 10: layouts declare members by name, and the service stores their ids. A team may have the token's own user as an undeclared member. */
function membersOf(attribute: string, value: DesiredValue): DesiredValue {
  if (attribute !== "members" || !Array.isArray(value)) return value;
  return value.map((name) => `u_${String(name).replace(/@.*/, "")}`).sort();
}

function withoutTokenUser(attribute: string, value: Json): Json {
  return attribute === "members" && Array.isArray(value) ? value.filter((id) => id !== "u_me") : value;
}

export function isEqual(declared: Json | undefined, live: Json | undefined): boolean {
  return canonicalJson(declared ?? null) === canonicalJson(live ?? null);
}

function typeNamed(name: string) {
  const type = registry.find((each) => each.name === name);
  if (type === undefined) throw new Error(`No type ${name}`);
  return type;
}
