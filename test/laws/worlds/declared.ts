import { type Address, typeOfAddress } from "../../../src/model/address.ts";
import {
  type DesiredObject,
  type DesiredValue,
  type DesiredWorld,
  isReference,
} from "../../../src/model/desired-world.ts";
import { groupBy } from "../../../src/model/groups.ts";
import { canonicalJson, isJsonObject, type Json } from "../../../src/model/json.ts";
import { attributesIn, includesContainer } from "../../../src/model/key-field.ts";
import { present } from "../../../src/model/present.ts";
import { registry } from "../../../src/resources/registry.ts";
import { type Fact, type Facts, nameOf, valueIn } from "./facts.ts";

/** Objects that are known by id: by pins and the state before the first run. */
export type Known = ReadonlyMap<Address, string>;

/** The objects that a layout may mean, by the layout, the live objects and the earlier records. */
export interface Meanings {
  /** Ids that an address can mean: the one that is known and there, or else all that have its key in its place. */
  readonly ids: (address: Address) => readonly string[];
  /** The facts that match the layout. */
  readonly asDeclared: (object: DesiredObject) => readonly Fact[];
  /** Whether this object would match: by its key, in its place. */
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
  // 33: a run that cannot see it takes another object with the key, or creates one.
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
    return seen.length + found.hidden.length > 0 ? found : byFormerKey(object);
  };
  const byKey = (object: DesiredObject): Candidates => {
    const alike = (byType.get(object.type) ?? []).filter((fact) => hasKey(object, fact));
    const [seen = [], hidden = []] = [false, true].map((isHidden) =>
      alike.filter((fact) => unknownObjects.has(nameOf(fact)) === isHidden).map(({ id }) => id),
    );
    return { seen, hidden };
  };
  // 4: the new key takes precedence. The object with the former key matches if there is no other.
  const byFormerKey = (object: DesiredObject): Candidates => {
    const isRenamed = object.was !== undefined || object.wasIn !== undefined;
    return isRenamed ? byKey(formerly(object)) : { seen: [], hidden: [] };
  };
  const isIn = (place: DesiredObject["container"], id: string | null) => {
    if (place === undefined) return true;
    if (!isReference(place)) return place === id;
    return id !== null && ids(place.$ref).includes(id);
  };
  const isAt = ({ scope, container }: DesiredObject, fact: Fact) =>
    isIn(scope === undefined ? null : { $ref: scope }, fact.scope) && isIn(container, fact.container);
  const has = (value: DesiredValue | undefined, live: Json | undefined) => {
    if (!isReference(value)) return isEqual(value as Json, live);
    // Some records contain referenced objects in their fields.
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
        has(membersOf(name, value), withoutMe(name, live))
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

/** Ids of possible objects, separated by whether the run can see them. */
interface Candidates {
  readonly seen: readonly string[];
  readonly hidden: readonly string[];
}

function allOf({ seen, hidden }: Candidates): readonly string[] {
  return [...seen, ...hidden];
}

/** The object that `was:` names. */
export function formerly(object: DesiredObject): DesiredObject {
  const container = object.wasIn === undefined ? object.container : object.wasIn;
  return { ...object, attributes: { ...object.attributes, ...object.was }, ...present({ container }) };
}

/** 10: members are declared by name and kept by id. The token's own user may be an undeclared one. */
function membersOf(attribute: string, value: DesiredValue): DesiredValue {
  if (attribute !== "members" || !Array.isArray(value)) return value;
  return value.map((name) => `u_${String(name).replace(/@.*/, "")}`).sort();
}

function withoutMe(attribute: string, value: Json): Json {
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
