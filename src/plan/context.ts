import type { Address } from "../model/address.ts";
import { unmanagedAddress } from "../model/address.ts";
import type { DesiredObject } from "../model/desired-world.ts";
import { isReference } from "../model/desired-world.ts";
import type { LiveObject } from "../model/live-world.ts";
import type { Lock } from "../model/lock.ts";
import { objectKey } from "../model/object-key.ts";
import type { TypeIndex } from "../model/type-index.ts";
import type { Hash } from "./decide/compare.ts";
import type { Decisions } from "./decide/decide.ts";
import type { DesiredIndex } from "./desired-index.ts";
import type { LiveIndex } from "./live-index.ts";
import type { Pairing } from "./pair/pair.ts";

/** What a caller decides about planning. */
export interface PlanOptions {
  /** Random, hex: salts the hashes of secrets in the plan. */
  readonly salt: string;
  readonly hash: Hash;
  /** Ends temporary values, so that two runs never choose the same. */
  readonly temporarySuffix: string;
}

/** Everything that is known once it is decided what becomes of each object. */
export interface PlanContext {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly pairing: Pairing;
  readonly decisions: Decisions;
  readonly lock: Lock | undefined;
  readonly options: PlanOptions;
}

/** The address under which a plan names a live object. */
export function addressOfLive(context: PlanContext, type: string, id: string): Address {
  const key = objectKey(type, id);
  const deleted = context.decisions.deleted.get(key);
  if (deleted) return deleted.address;
  return context.pairing.byLive.get(key)?.desired.address ?? unmanagedAddress(type, id);
}

/** The address of what a desired object is to be inside of; null for the root, undefined when not managed. */
export function desiredContainer(context: PlanContext, object: DesiredObject): Address | null | undefined {
  const { container } = object;
  if (container === undefined || container === null) return container;
  if (isReference(container)) return container.$ref;
  for (const type of context.types.get(object.type).container?.types ?? [])
    if (context.live.get(type, container)) return addressOfLive(context, type, container);
  return unmanagedAddress(context.types.get(object.type).container?.types[0] ?? object.type, container);
}

export function liveContainer(context: PlanContext, live: LiveObject): Address | null {
  return live.container && addressOfLive(context, live.container.type, live.container.id);
}

/** The address of the object that a live object's calls are addressed by. */
export function scopeOfLive(context: PlanContext, live: LiveObject): Address | undefined {
  const scope = context.types.get(live.type).scope;
  return scope === undefined || live.scopeId === undefined
    ? undefined
    : addressOfLive(context, scope, live.scopeId);
}
