import { type Address, typeOfAddress } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { State } from "../../model/state.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import type { JournalLine } from "../apply/journal.ts";
import type { KnownObject } from "../live/ask-by-id.ts";
import { attemptsIn } from "../live/create/attempts.ts";
import type { WantedOwner } from "../live/live-reading.ts";

/** An object whose id a pin, the state or the journal has, with the id of its scope if known. */
export interface KnownById extends KnownObject {
  readonly scopeId?: string;
}

/** All objects with known ids, each once. */
export function knownObjects(
  desired: DesiredWorld,
  state: State | undefined,
  journal: readonly JournalLine[],
  types: TypeIndex,
): readonly KnownById[] {
  const known: KnownById[] = [
    ...Object.entries(state?.objects ?? {}).map(([address, { id, scopeId }]) => ({
      ...knownById(address, id),
      ...present({ scopeId }),
    })),
    ...desired.objects.flatMap(({ address, pin }) => (pin === undefined ? [] : [knownById(address, pin)])),
    ...[...attemptsIn(journal).matches].map(([address, { id }]) => knownById(address, id)),
  ];
  const byKey = new Map(known.map((object) => [keyOf(object), object] as const).reverse());
  return [...byKey.values()].filter(({ type }) => types.find(type) !== undefined);
}

function knownById(address: Address, id: string): KnownById {
  return { type: typeOfAddress(address), id, address };
}

export interface SecondRead {
  /** Types whose lists in the organization to read. */
  readonly only: ReadonlySet<string>;
  readonly owners: readonly WantedOwner[];
}

/** The places where missing objects could be, if docsform cannot read their types by id. Undefined: none is missing. */
export function placesToReread(
  known: readonly KnownById[],
  live: Snapshot,
  types: TypeIndex,
): SecondRead | undefined {
  const liveKeys = new Set(live.objects.map(keyOf));
  const missing = known.filter(
    (object) => types.get(object.type).readById === undefined && !liveKeys.has(keyOf(object)),
  );
  const only = new Set(missing.map(({ type }) => type).filter((type) => !isInScope(types, type)));
  // An object whose scope is unknown may be in any scope.
  const byScope = groupBy(missing, ({ type, scopeId = "" }) =>
    objectKey(types.get(type).scope ?? "", scopeId),
  );
  const missingTypes = new Map(
    [...byScope].map(([key, inside]) => [key, new Set(inside.map(({ type }) => type))]),
  );
  const typesIn = (scope: ObjectKey) => [...(missingTypes.get(scope) ?? [])];
  const owners = live.objects.flatMap(({ type, id }): readonly WantedOwner[] => {
    const read = live.contentsReadOf.get(id);
    const possible = [...typesIn(objectKey(type, id)), ...typesIn(objectKey(type, ""))];
    const inside = new Set(possible.filter((each) => read?.has(each) === true));
    return inside.size === 0 ? [] : [{ type, id, types: inside }];
  });
  return only.size === 0 && owners.length === 0 ? undefined : { only, owners };
}

function isInScope(types: TypeIndex, type: string): boolean {
  return types.get(type).scope !== undefined;
}
