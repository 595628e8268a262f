import { type Address, typeOfAddress } from "../../../model/address.ts";
import type { DesiredObject, DesiredWorld } from "../../../model/desired-world.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import { referringAttributes } from "../../../model/resource-type/attribute.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject, ObjectName } from "../../../model/snapshot.ts";
import type { State } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { LiveIndex } from "./live-index.ts";

/** An object, such as a site, with the types of its contents that a plan needs. */
export interface NeededContents extends ObjectName {
  readonly types: ReadonlySet<string>;
}

/** An object that an interrupted run may have created. */
export interface AttemptedObject {
  readonly type: string;
  readonly scopeId?: string;
}

export interface ContentsInputs {
  readonly types: TypeIndex;
  readonly desired: DesiredWorld;
  readonly live: LiveIndex;
  readonly state?: State | undefined;
  readonly attempted?: readonly AttemptedObject[] | undefined;
  /** The live objects of an address. During a replacement there are two. */
  readonly liveOf: (address: Address) => readonly LiveObject[];
}

/**
 * Returns the contents that decide about a layout: in each object those that the layout declares or owns, those that the state has, and
 * those that an interrupted run may have created. Contents of other types cost no call.
 */
export function neededContents(inputs: ContentsInputs): readonly NeededContents[] {
  const { types, desired, live, state, attempted = [], liveOf } = inputs;
  const needed = gather(types);
  for (const object of desired.objects) {
    const { scope, address, owns } = object;
    const inside = scope === undefined ? owns : typesAround(types, object);
    if (inside.length > 0) for (const owner of liveOf(scope ?? address)) needed.add(owner, inside);
  }
  for (const { type, scopeId } of [...recordedInside(state), ...attempted]) {
    const scope = types.find(type)?.scope;
    const owner = scope && scopeId && live.get(scope, scopeId);
    if (owner) needed.add(owner, [type]);
  }
  return needed.all();
}

/** The type of an object inside a scope, and the types of the same scope that it refers to. */
function typesAround(types: TypeIndex, { type: name, attributes }: DesiredObject): readonly string[] {
  const type = types.get(name);
  const referred = Object.keys(attributes).flatMap((each) => type.attributes[each]?.reference?.type ?? []);
  return [name, ...referred.filter((each) => types.get(each).scope === type.scope)];
}

function recordedInside(state: State | undefined): readonly AttemptedObject[] {
  return Object.entries(state?.objects ?? {}).flatMap(([address, { scopeId }]) =>
    scopeId === undefined ? [] : [{ type: typeOfAddress(address), scopeId }],
  );
}

/**
 * Returns the contents that a plan must know before it deletes these objects: everything inside them, and everything that may refer to
 * them. `isSearched`: whether contents of that object may refer to a deleted object of the organization.
 */
export function contentsToDelete(
  types: TypeIndex,
  live: LiveIndex,
  deleted: Iterable<LiveObject>,
  isSearched: (owner: LiveObject) => boolean,
): readonly NeededContents[] {
  const needed = gather(types);
  const referrers = new Map<string, readonly ResourceType[]>();
  for (const object of deleted) {
    const { type, scopeId } = object;
    needed.add(object, types.typesReadOf(type));
    const referring = referrers.get(type) ?? types.all.filter((each) => isReferrer(each, type));
    referrers.set(type, referring);
    for (const { name, scope = "" } of referring)
      for (const owner of live.ofType(scope)) {
        const isAround = types.get(type).scope === scope ? owner.id === scopeId : isSearched(owner);
        if (isAround) needed.add(owner, [name]);
      }
  }
  return needed.all();
}

function isReferrer(type: ResourceType, name: string): boolean {
  return type.scope !== undefined && referringAttributes(type, name).length > 0;
}

/** Whether a plan may delete objects of the organization that the layout does not declare. */
export function deletesUndeclared({ prune, deletesRemoved }: DesiredWorld): boolean {
  return prune.length > 0 || deletesRemoved === true;
}

/** The contents that the refresh has not read, by object. */
export function unreadAmong(
  types: TypeIndex,
  live: LiveIndex,
  contents: readonly NeededContents[],
): readonly NeededContents[] {
  const unread = gather(types);
  for (const owner of contents)
    unread.add(
      owner,
      [...owner.types].filter((type) => live.isUnread(type, owner.id)),
    );
  return unread.all();
}

/** Needed contents by object, each type once. */
interface Gathering {
  /** Adds types of the contents of an object, with the types that are read together with them. */
  add(owner: ObjectName, contents: Iterable<string>): void;
  all(): readonly NeededContents[];
}

function gather(types: TypeIndex): Gathering {
  const byOwner = new Map<ObjectKey, NeededContents>();
  return {
    add(owner, contents) {
      const readable = types.typesReadOf(owner.type);
      for (const name of contents) {
        const known = byOwner.get(keyOf(owner));
        if (known?.types.has(name) === true || !readable.has(name)) continue;
        const { type, id } = owner;
        const all = [...(known?.types ?? []), ...types.readTogether(name)];
        byOwner.set(keyOf(owner), { type, id, types: new Set(all) });
      }
    },
    all: () => [...byOwner.values()],
  };
}
