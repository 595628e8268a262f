import type { Address } from "../model/address.ts";
import type { DesiredObject, DesiredWorld } from "../model/desired-world.ts";
import { isReference } from "../model/desired-world.ts";
import type { IncompleteList, LiveObject, LiveWorld } from "../model/live-world.ts";
import type { ResourceType, Writer } from "../model/resource-type.ts";

/** The types by name. Throws a TypeError for a name that was not handed in: that is a bug of the caller. */
export interface TypeIndex {
  readonly all: readonly ResourceType[];
  get(name: string): ResourceType;
}

export function indexTypes(types: readonly ResourceType[]): TypeIndex {
  const byName = new Map(types.map((type) => [type.name, type]));
  return {
    all: types,
    get(name) {
      const type = byName.get(name);
      if (type === undefined) throw new TypeError(`no resource type is called ${name}`);
      return type;
    },
  };
}

/** The writer that carries an attribute; undefined when it can only be set at create. */
export function writerOf(type: ResourceType, attribute: string): Writer | undefined {
  return type.writers.find((writer) => writer.attributes.includes(attribute));
}

/** A live object's identity among all types. */
export function liveKey(type: string, id: string): string {
  return `${type}\n${id}`;
}

/** Live objects by id, by type and by what contains them. */
export interface LiveIndex {
  readonly world: LiveWorld;
  get(type: string, id: string): LiveObject | undefined;
  ofType(type: string): readonly LiveObject[];
  /** The list of a type's objects, where it is known not to be the whole. */
  incomplete(type: string): IncompleteList | undefined;
  /** Directly inside an object: by container, or at the root of a scope; in their order. */
  inside(type: string, id: string): readonly LiveObject[];
}

const none: readonly never[] = [];

export function indexLive(world: LiveWorld, types: TypeIndex): LiveIndex {
  const byKey = new Map<string, LiveObject>();
  const byType = new Map<string, LiveObject[]>();
  const byHolder = new Map<string, LiveObject[]>();
  for (const object of world.objects) {
    byKey.set(liveKey(object.type, object.id), object);
    append(byType, object.type, object);
    const scope = types.get(object.type).scope;
    if (object.container) append(byHolder, liveKey(object.container.type, object.container.id), object);
    else if (scope !== undefined && object.scopeId !== undefined)
      append(byHolder, liveKey(scope, object.scopeId), object);
  }
  for (const held of byHolder.values()) held.sort((a, b) => a.rank - b.rank);
  return {
    world,
    get: (type, id) => byKey.get(liveKey(type, id)),
    ofType: (type) => byType.get(type) ?? none,
    incomplete: (type) => world.incomplete?.find(({ types: listed }) => listed.includes(type)),
    inside: (type, id) => byHolder.get(liveKey(type, id)) ?? none,
  };
}

/** Desired objects by address and by what contains them. */
export interface DesiredIndex {
  readonly world: DesiredWorld;
  get(address: Address): DesiredObject | undefined;
  /** Declared directly inside an object, in their order; for a scope's object those at the root of the scope. */
  inside(address: Address): readonly DesiredObject[];
  /** The child that comes into being with the object, if its type has births. */
  born(object: DesiredObject, types: TypeIndex): DesiredObject | undefined;
}

export function indexDesired(world: DesiredWorld): DesiredIndex {
  const byAddress = new Map(world.objects.map((object) => [object.address, object]));
  const byHolder = new Map<Address, DesiredObject[]>();
  for (const object of world.objects) {
    const holder = isReference(object.container)
      ? object.container.$ref
      : object.container === null
        ? object.scope
        : undefined;
    if (holder !== undefined) append(byHolder, holder, object);
  }
  for (const held of byHolder.values()) held.sort((a, b) => a.rank - b.rank);
  const inside = (address: Address) => byHolder.get(address) ?? none;
  return {
    world,
    get: (address) => byAddress.get(address),
    inside,
    born(object, types) {
      const births = types.get(object.type).births;
      return births && inside(object.address).find((child) => child.type === births.type);
    },
  };
}

export function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
