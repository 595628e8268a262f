import { type Pairing, pairByKeys } from "../../engine/plan/match/pair-by-keys.ts";
import type { Address } from "../../model/address.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { containerField } from "../../model/terraform-schema.ts";
import { objectAddress, type PlannedResource, type PlanWorld } from "./plan-world.ts";

interface PairRequest {
  readonly wanted: readonly DesiredObject[];
  /** The live objects that a created one may be. */
  readonly free: readonly LiveObject[];
  /** All live objects, also those around the free ones. */
  readonly live: readonly LiveObject[];
  /** Live objects that are known otherwise, by the address of the declared one. */
  readonly known?: ReadonlyMap<Address, LiveObject>;
}

/** Pairs objects that a plan creates with live ones, as far as the keys of their types decide it. */
export function pairObjects(
  types: readonly ResourceType[],
  world: PlanWorld,
  { wanted, free, live, known: alsoKnown = new Map() }: PairRequest,
): Pairing {
  const known = new Map(alsoKnown);
  for (const [address, { type, id }] of world.ids.named) known.set(address, namedOnly(type, id));
  for (const [{ schema, name, fate }, object] of world.liveOf)
    if (fate === "keep" && schema.kind === "object") known.set(objectAddress(schema.type, name), object);
  const desired = { organizationId: "", objects: world.desired, prune: [], safety: {} };
  return pairByKeys({
    types,
    desired,
    wanted: wanted.filter(({ address }) => !known.has(address)),
    live: snapshotOf(live),
    known,
    free,
  });
}

/** A snapshot with these objects. Keys need nothing else of it. */
export function snapshotOf(objects: readonly LiveObject[]): Snapshot {
  return {
    organization: { id: "", title: "" },
    apiVersion: "current",
    objects,
    contentsReadOf: new Map(),
  };
}

/** An object of which a plan contains only the id. */
function namedOnly(type: string, id: string): LiveObject {
  return { type, id, container: null, attributes: {}, isDefault: false, rank: 0 };
}

/** The ids of the objects that a final write or an order is about: the whole identity of such a resource. */
export interface Subject {
  readonly scopeId: string;
  readonly parentId: string | undefined;
}

/** What a final write or an order in the prior state is about. */
export function subjectBefore({ schema, change }: PlannedResource): Subject | undefined {
  const { before } = change.change;
  const textIn = (field: string) => {
    const value = before?.[field];
    return typeof value === "string" ? value : undefined;
  };
  const scopeId = schema.kind === "object" ? undefined : textIn(subjectField(schema));
  return scopeId === undefined ? undefined : { scopeId, parentId: textIn(containerField) };
}

/** The subject of a created final write or order. Undefined: the subject does not exist yet, or the resource is an object. */
export function subjectAfter(
  { schema, change }: PlannedResource,
  { ids }: PlanWorld,
  byAddress: ReadonlyMap<Address, LiveObject>,
): Subject | undefined {
  if (schema.kind === "object") return undefined;
  const idIn = (field: string, types: readonly string[]) => {
    const id = ids.in(change, field, types);
    return isReference(id) ? byAddress.get(id.$ref)?.id : id;
  };
  const type = schema.kind === "final" ? schema.type : schema.scope;
  const scopeId = idIn(subjectField(schema), [type.name]);
  const containers =
    schema.kind === "order" ? schema.ordered.flatMap(({ container }) => container?.types ?? []) : [];
  const parentId = containers.length === 0 ? null : idIn(containerField, [...new Set(containers)]);
  if (scopeId === undefined || scopeId === null || parentId === undefined) return undefined;
  return { scopeId, parentId: parentId ?? undefined };
}

function subjectField(schema: Exclude<PlannedResource["schema"], { kind: "object" }>): string {
  return schema.kind === "final" ? schema.objectField : schema.scopeField;
}
