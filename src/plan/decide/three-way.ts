import type { Address } from "../../model/address.ts";
import { canonicalValue, satisfiesDeclared } from "../../model/attribute-value.ts";
import type { DesiredObject, DesiredValue } from "../../model/desired-world.ts";
import type { Json } from "../../model/json.ts";
import { canonicalJson, isJsonObject, jsonEquals } from "../../model/json.ts";
import type { LiveObject, LiveWorld } from "../../model/live-world.ts";
import type { LockEntry } from "../../model/lock.ts";
import type { Attribute } from "../../model/resource-type.ts";
import type { Hash } from "./compare.ts";
import { lockValue, resolveValue } from "./compare.ts";

/** Who moved an attribute since it was last applied. `none`: live is as applied and as declared. */
export type MovedBy = "none" | "live" | "layout" | "both";

export interface ThreeWay {
  readonly attribute: Attribute;
  readonly name: string;
  readonly desired: DesiredObject | undefined;
  readonly live: LiveObject;
  readonly entry: LockEntry;
  readonly lockSalt: string;
  readonly hash: Hash;
  readonly idOf: (address: Address) => string | undefined;
  readonly currentUser: LiveWorld["currentUser"] | undefined;
}

/** Compares live, declared and last applied. What is live as declared is nobody's doing that matters. */
export function movedBy(way: ThreeWay): MovedBy {
  const applied = way.entry.applied[way.name];
  const declared = way.desired?.attributes[way.name];
  const wanted =
    declared === undefined ? undefined : lockValue(way.attribute, declared, way.idOf, way.lockSalt, way.hash);
  const layoutMoved = wanted !== undefined && (applied === undefined || !jsonEquals(wanted, applied));
  const liveMoved =
    applied !== undefined &&
    (declared === undefined || layoutMoved ? !isAsApplied(way, applied) : !isAsDeclared(way, declared));
  if (!liveMoved) return layoutMoved ? "layout" : "none";
  return layoutMoved ? "both" : "live";
}

/** What was applied is what is declared: the declared value is there in clear to compare with. */
function isAsDeclared(way: ThreeWay, declared: DesiredValue): boolean {
  const live = way.live.attributes[way.name] ?? null;
  const resolved = resolveValue(declared, way.idOf);
  if (resolved === undefined || (live === null && resolved !== null && way.attribute.unreadable?.(resolved)))
    return true;
  return satisfiesDeclared(way.attribute, resolved, live, way.currentUser);
}

/** Whether the live value is still what was applied; hashes are compared with the hash of what is live. */
function isAsApplied(way: ThreeWay, applied: Json): boolean {
  const live = way.live.attributes[way.name] ?? null;
  if (!isJsonObject(applied) || typeof applied["$hash"] !== "string")
    return satisfiesDeclared(way.attribute, applied, live, way.currentUser);
  if (live === null && way.attribute.unreadable !== undefined) return true;
  const canonicalLive = canonicalValue(way.attribute, live);
  const text = typeof canonicalLive === "string" ? canonicalLive : canonicalJson(canonicalLive);
  return way.hash(text, way.lockSalt) === applied["$hash"];
}
