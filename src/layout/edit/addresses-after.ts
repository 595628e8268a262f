import type { AcceptedEdits } from "../../model/accepted-edits.ts";
import type { Address } from "../../model/address.ts";
import { addressOf, encodeName } from "../../model/address.ts";
import type { DesiredObject, DesiredWorld } from "../../model/desired-world.ts";
import { isReference } from "../../model/desired-world.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { append } from "../../util/groups.ts";
import { present } from "../../util/present.ts";

/** The object of an address after a change of the layout. */
interface AddressAfter {
  /** Absent: the service does not have it. */
  readonly id?: string;
  /** Its address before. Absent: it is new in the layout. */
  readonly former?: Address;
}

/** A layout before and after the accepted changes. */
interface BeforeAndAfter {
  readonly before: DesiredWorld;
  readonly after: DesiredWorld;
  readonly ids: ReadonlyMap<Address, string>;
  readonly made: AcceptedEdits;
  /** The key of a new entry in a map. */
  readonly keyOf: (object: LiveObject) => string | undefined;
  /** The contents of a new object, in the order of the layout. */
  readonly contentsOf: (object: LiveObject) => readonly (readonly LiveObject[])[];
}

type Counterpart = Address | LiveObject;

/** The object of each address after the change. Entries keep their keys, and items are at their new places. */
export function addressesAfter(given: BeforeAndAfter): ReadonlyMap<Address, AddressAfter> {
  const { before, after, made, keyOf } = given;
  const added = new Map(
    made.added.map((object) => [addressOf(object.type, encodeName(keyOf(object) ?? "")), object]),
  );
  const known = new Set(before.objects.map(({ address }) => address));
  const formerly = childrenByOwner(before);
  const now = childrenByOwner(after);
  const found = new Map<Address, AddressAfter>();
  const match = (object: DesiredObject, counterpart: Counterpart): void => {
    found.set(object.address, addressAfter(given, counterpart));
    const lists = listsOf(given, formerly, counterpart);
    for (const child of now.get(object.address) ?? []) {
      const list = lists.find(({ has }) => has(child.type));
      const item = list?.items[child.rank];
      if (item !== undefined) match(child, item);
    }
  };
  for (const object of after.objects) {
    if (object.scope !== undefined) continue;
    const counterpart = known.has(object.address) ? object.address : added.get(object.address);
    if (counterpart !== undefined) match(object, counterpart);
  }
  return found;
}

function addressAfter({ ids }: BeforeAndAfter, counterpart: Counterpart): AddressAfter {
  if (typeof counterpart !== "string") return { id: counterpart.id };
  const id = ids.get(counterpart);
  return { former: counterpart, ...present({ id }) };
}

interface ItemsInOrder {
  readonly has: (type: string) => boolean;
  readonly items: readonly Counterpart[];
}

function listsOf(
  { made, contentsOf }: BeforeAndAfter,
  formerly: ReadonlyMap<Address, readonly DesiredObject[]>,
  owner: Counterpart,
): readonly ItemsInOrder[] {
  const changed = made.lists
    .filter((list) => list.owner === owner)
    .map(({ types, items }) => ({ has: (type: string) => types.includes(type), items }));
  const rest = typeof owner === "string" ? inRanks(formerly.get(owner) ?? []) : contentsOf(owner);
  const others = rest.map((items) => ({
    has: (type: string) => items.some((item) => typeOf(item) === type),
    items: items.map((item) => ("address" in item ? item.address : item)),
  }));
  return [...changed, ...others];
}

/** Splits items into their lists. In each list, ranks start at 0. */
function inRanks(items: readonly DesiredObject[]): readonly (readonly DesiredObject[])[] {
  const lists: DesiredObject[][] = [];
  for (const item of items) {
    const last = lists.at(-1);
    if (last === undefined || item.rank === 0) lists.push([item]);
    else last.push(item);
  }
  return lists;
}

function typeOf(item: DesiredObject | LiveObject): string {
  return item.type;
}

function childrenByOwner({ objects }: DesiredWorld): ReadonlyMap<Address, readonly DesiredObject[]> {
  const children = new Map<Address, DesiredObject[]>();
  for (const object of objects) {
    const owner = isReference(object.container) ? object.container.$ref : object.scope;
    if (object.scope !== undefined && owner !== undefined) append(children, owner, object);
  }
  return children;
}
