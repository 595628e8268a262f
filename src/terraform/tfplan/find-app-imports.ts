import { pairByKeys } from "../../engine/plan/match/pair-by-keys.ts";
import type { AppResource } from "../../layout/synthesized/app-resources.ts";
import type { Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { present } from "../../util/present.ts";
import { type FoundImports, type Import, importId, undecidedImports } from "./find-imports.ts";
import { snapshotOf } from "./pair-resources.ts";

/** A synthesized app. */
interface App {
  readonly desired: DesiredWorld;
  readonly resources: readonly AppResource[];
}

/** Finds the live objects of all resources of an app, as if Terraform's states had none of them. */
export function findAppImports(
  types: readonly ResourceType[],
  { desired, resources }: App,
  live: readonly LiveObject[],
): FoundImports {
  const byKey = new Map(live.map((object) => [keyOf(object), object]));
  const known = new Map<Address, LiveObject>();
  for (const { address, type, pin = "" } of desired.objects) {
    const pinned = byKey.get(objectKey(type, pin));
    if (pinned !== undefined) known.set(address, pinned);
  }
  const matched = new Set([...known.values()].map(keyOf));
  const { byAddress, undecided } = pairByKeys({
    types,
    desired,
    wanted: desired.objects.filter(({ pin }) => pin === undefined),
    live: snapshotOf(live),
    known,
    free: live.filter((object) => !matched.has(keyOf(object))),
  });
  // The app itself imports an object with a pin.
  const pinned = new Set(desired.objects.flatMap(({ address, pin }) => (pin === undefined ? [] : [address])));
  const unpinned = resources.filter(({ kind, object }) => kind !== "object" || !pinned.has(object));
  const found = unpinned.map((resource) => importOf(resource, byAddress));
  const nameOf = new Map(
    unpinned.flatMap((each) => (each.kind === "object" ? [[each.object, each.name]] : [])),
  );
  const alike = undecidedImports(undecided, (address) => nameOf.get(address));
  const named = new Set(alike.flatMap(({ created }) => created));
  return {
    imports: found.filter((each) => each !== undefined),
    undecided: alike,
    created: unpinned
      .filter(({ name }, at) => found[at] === undefined && !named.has(name))
      .map(({ name }) => name),
    throughLocals: [],
  };
}

function importOf(
  { name: to, stack, constructPath, kind, object, scope }: AppResource,
  byAddress: ReadonlyMap<Address, LiveObject>,
): Import | undefined {
  const live = byAddress.get(object);
  const around = scope === undefined ? undefined : byAddress.get(scope);
  if (live === undefined || (scope !== undefined && around === undefined)) return undefined;
  const ofPart = around === undefined ? live.id : `${around.id}/${live.id}`;
  const id = kind === "object" ? importId(live) : ofPart;
  return id === undefined ? undefined : { to, id, stack, ...present({ constructPath }) };
}
