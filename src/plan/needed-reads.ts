import { satisfiesDeclared } from "../model/attribute-value.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../model/desired-world.ts";
import { writerOf } from "../model/resource-type/writes.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import type { Recovered, State } from "../model/state.ts";
import { indexTypes } from "../model/type-index.ts";
import type { Purpose } from "./context.ts";
import { resolveValue } from "./decide/compare.ts";
import { indexDesired } from "./desired-index.ts";
import { indexLive } from "./live-index.ts";
import { findReplacements, matchObjects } from "./match/match-objects.ts";

/** Reads beyond the organization's lists: the contents of some objects, and attributes that need a separate read. */
export interface NeededReads {
  readonly owners: readonly { readonly type: string; readonly id: string }[];
  readonly details: readonly { readonly type: string; readonly id: string; readonly attribute: string }[];
}

/**
 * Returns what a plan must read, decided from the organization's lists. A plan that deletes organization-level objects needs the contents
 * of all scopes, because they may refer to a deleted object.
 */
export function neededReads(
  types: readonly ResourceType[],
  desired: DesiredWorld | "everything",
  state?: State,
  /** Reads the journal of an interrupted run, with the organization's lists. */
  recover: (soFar: Snapshot) => Recovered | undefined = () => undefined,
  /** Purpose of the plan. */
  purpose: Purpose = "apply",
): (soFar: Snapshot) => NeededReads {
  const ownerTypes = new Set(
    types.flatMap((type) => type.reads.flatMap((read) => (read.of === undefined ? [] : [read.of]))),
  );
  if (desired === "everything") return (soFar) => everything(types, ownerTypes, soFar);
  return (soFar) => {
    const index = indexTypes(types);
    // The organization's lists show nothing inside a scope.
    const outer = desired.objects.filter(({ scope }) => scope === undefined);
    const inputs = {
      types: index,
      desired: indexDesired({ ...desired, objects: outer }),
      live: indexLive(soFar, index),
      state,
      recovered: recover(soFar),
    };
    const matches = matchObjects(inputs);
    const scopes = new Set(
      desired.objects.flatMap((object) => (object.scope === undefined ? [] : [object.scope])),
    );
    const matched = [...matches.byAddress.values()];
    const replaced = matched.filter(({ desired: object, live }) =>
      isReplaced(index.get(object.type), object, live),
    );
    // A replacement that an interrupted run has created is read like the replaced object.
    const successors = replaced.flatMap(({ desired: object }) =>
      findReplacements(inputs, matches, object).map((live) => ({ desired: object, live })),
    );
    const replacedObjects = new Set(replaced.map(({ desired: object }) => object));
    const toRead = [...matched, ...successors];
    const owners = toRead.filter(
      ({ desired: object }) =>
        ownerTypes.has(object.type) && (object.owns.length > 0 || scopes.has(object.address)),
    );
    const details = toRead.flatMap(({ desired: object, live }) =>
      (index.get(object.type).details ?? [])
        .filter(({ attribute }) => attribute in object.attributes || replacedObjects.has(object))
        .map((detail) => ({ type: live.type, id: live.id, attribute: detail.attribute })),
    );
    const isDeleting = purpose === "destroy" || desired.prune.length > 0;
    if (isDeleting || deletesRemoved(desired, soFar, state))
      return { owners: everything(types, ownerTypes, soFar).owners, details };
    return { owners: owners.map(({ live }) => ({ type: live.type, id: live.id })), details };
  };
}

/** Whether a new object replaces the live one, and gets its values. */
function isReplaced(
  type: ResourceType,
  { attributes, ignore }: DesiredObject,
  { attributes: values }: LiveObject,
): boolean {
  return Object.entries(attributes).some(([name, value]) => {
    const rule = type.attributes[name];
    const isFixed = rule !== undefined && rule.onlyAtCreate !== true && writerOf(type, name) === undefined;
    if (!isFixed || isReference(value) || ignore.includes(name)) return false;
    return !satisfiesDeclared(rule, resolveValue(value, () => undefined) ?? null, values[name]);
  });
}

/** Whether an organization-level object exists that the layout declared before and deletes now. */
function deletesRemoved(
  { deletesRemoved, objects }: DesiredWorld,
  soFar: Snapshot,
  state: State | undefined,
): boolean {
  if (deletesRemoved !== true) return false;
  const declared = new Set(objects.map(({ address }) => address));
  const known = Object.entries(state?.objects ?? {}).filter(([address]) => !declared.has(address));
  const ids = new Set(known.map(([, { id }]) => id));
  return soFar.objects.some(({ id }) => ids.has(id));
}

function everything(
  types: readonly ResourceType[],
  ownerTypes: ReadonlySet<string>,
  soFar: Snapshot,
): NeededReads {
  const detailed = new Map(types.map((type) => [type.name, type.details ?? []]));
  return {
    owners: soFar.objects.filter((live) => ownerTypes.has(live.type)).map(({ type, id }) => ({ type, id })),
    details: soFar.objects.flatMap(({ type, id }) =>
      (detailed.get(type) ?? []).map(({ attribute }) => ({ type, id, attribute })),
    ),
  };
}
