import type { Address } from "../../../model/address.ts";
import type { DesiredObject, DesiredWorld } from "../../../model/desired-world.ts";
import { isReference } from "../../../model/desired-world.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { append, groupBy } from "../../../util/groups.ts";

const none: readonly never[] = [];

/** Desired objects by address and by parent. */
export interface DesiredIndex {
  readonly world: DesiredWorld;
  get(address: Address): DesiredObject | undefined;
  /** Objects declared directly inside an object, in their order. Inside the object of a scope: those at the root of the scope. */
  inside(address: Address): readonly DesiredObject[];
  /** The child that the service creates together with the object, if its type has one. */
  firstChild(object: DesiredObject, types: TypeIndex): DesiredObject | undefined;
  /** The object and its siblings. One of them is the default. */
  rivalsOf(object: DesiredObject, types: TypeIndex): readonly DesiredObject[];
}

export function indexDesired(world: DesiredWorld): DesiredIndex {
  const byAddress = new Map(world.objects.map((object) => [object.address, object]));
  const byParent = new Map<Address, DesiredObject[]>();
  for (const object of world.objects) {
    const parent = isReference(object.container)
      ? object.container.$ref
      : object.container === null
        ? object.scope
        : undefined;
    if (parent !== undefined) append(byParent, parent, object);
  }
  for (const children of byParent.values()) children.sort((a, b) => a.rank - b.rank);
  const inside = (address: Address) => byParent.get(address) ?? none;
  let rivals: ReadonlyMap<string, readonly DesiredObject[]> | undefined;
  return {
    world,
    get: (address) => byAddress.get(address),
    inside,
    firstChild(object, types) {
      const firstChild = types.get(object.type).firstChild;
      return firstChild && inside(object.address).find((child) => child.type === firstChild.type);
    },
    rivalsOf(object, types) {
      rivals ??= groupBy(world.objects, (each) => rivalry(types, each));
      return rivals.get(rivalry(types, object)) ?? none;
    },
  };
}

/** Objects with the same text are siblings. One of them is the default. */
export function rivalry(types: TypeIndex, { type, scope, container = null }: DesiredObject): string {
  const within = types.get(type).defaultRole?.within === "scope" ? "" : parentText(container);
  return `${type}\n${scope ?? ""}\n${within}`;
}

function parentText(container: NonNullable<DesiredObject["container"]> | null): string {
  return isReference(container) ? container.$ref : (container ?? "");
}
