import type { Address } from "../../../model/address.ts";
import type { ObjectKey } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { Created, Decisions, Retained } from "./decisions.ts";
import type { ChangedValue } from "./three-way.ts";
import type { Who, WhoChanged } from "./who-changed.ts";

/** What differs between the layout and the service, and who changed it. Plan, drift, accept and the guards read it. */
export interface Changes {
  /** Objects of the layout that exist and differ. */
  readonly changed: ReadonlyMap<Address, ChangedObject>;
  /** Objects of the layout that do not exist, and who removed them. */
  readonly missing: ReadonlyMap<Address, Who>;
  /** Objects that the layout does not declare and would delete, and who added them. */
  readonly undeclared: ReadonlyMap<ObjectKey, Who>;
}

/** An object of the layout that differs from the declared one. */
export interface ChangedObject {
  readonly live: LiveObject;
  readonly attributes: readonly ChangedAttribute[];
  /** Who moved it. `none`: its parent is the declared one. */
  readonly container: Who;
  /** Who chose another default. Absent: it is the default if it is declared so. */
  readonly isDefault?: Who;
}

/** An attribute whose live value does not satisfy the declared one. */
export interface ChangedAttribute extends ChangedValue<Who> {
  readonly name: string;
}

export function changesIn({ retained, created, deleted }: Decisions, who: WhoChanged): Changes {
  const made = [...created.values()];
  return {
    changed: new Map([
      ...[...retained.values()].flatMap((object) => changedRetained(object, who)),
      ...made.flatMap((object) => changedReplaced(object, who)),
    ]),
    missing: new Map(
      made
        .filter(({ replaces }) => replaces === undefined)
        .map(({ desired: { address } }) => [address, who.absence(address)]),
    ),
    undeclared: new Map(
      [...deleted]
        .filter(([, { replacedBy }]) => replacedBy === undefined)
        .map(([key, { live }]) => [key, who.presence(live)]),
    ),
  };
}

type Entry = readonly [Address, ChangedObject];

function changedRetained(
  { desired: { address }, live, changed, moves, becomesDefault }: Retained,
  who: WhoChanged,
): readonly Entry[] {
  if (changed.length === 0 && !moves && !becomesDefault) return [];
  const attributes = changedAttributes(address, changed, who);
  const container = moves ? who.container(address) : "none";
  return [
    [address, { live, attributes, container, ...(becomesDefault && { isDefault: who.isDefault(address) }) }],
  ];
}

function changedReplaced({ desired: { address }, replaces }: Created, who: WhoChanged): readonly Entry[] {
  if (replaces === undefined) return [];
  const { live, changed } = replaces;
  return [
    [
      address,
      { live, attributes: changedAttributes(address, changed, who), container: who.container(address) },
    ],
  ];
}

function changedAttributes(
  address: Address,
  names: readonly string[],
  who: WhoChanged,
): readonly ChangedAttribute[] {
  return names.map((name) => ({ name, ...who.attribute(address, name) }));
}
