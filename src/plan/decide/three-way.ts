import type { Address } from "../../model/address.ts";
import { hashedValue, isHashed, satisfiesDeclared } from "../../model/attribute-value.ts";
import type { DesiredObject, DesiredValue } from "../../model/desired-world.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { lastKnown, type StateEntry } from "../../model/state.ts";
import type { Json } from "../../util/json.ts";
import { jsonEquals } from "../../util/json.ts";
import type { Hash } from "./compare.ts";
import { isRemembered, resolveValue } from "./compare.ts";

interface ThreeWay {
  readonly attribute: Attribute;
  readonly name: string;
  readonly desired: DesiredObject | undefined;
  readonly live: LiveObject;
  readonly entry: StateEntry;
  readonly stateSalt: string;
  readonly hash: Hash;
  readonly idOf: (address: Address) => string | undefined;
  readonly currentUser: Snapshot["currentUser"] | undefined;
}

/**
 * Who changed an attribute after the last apply. `none`: the live value equals the applied and the declared one. A live value that
 * satisfies an unedited declaration counts as unchanged.
 */
export function attributeChangedIn(way: ThreeWay): "none" | "live" | "layout" | "both" {
  const applied = lastKnown(way.entry, way.name);
  const declared = way.desired?.attributes[way.name];
  const layoutChanged =
    declared !== undefined && (applied === undefined || !isAsRemembered(way, declared, applied));
  const liveChanged =
    applied !== undefined &&
    (declared === undefined || layoutChanged ? !isAsApplied(way, applied) : !isAsDeclared(way, declared));
  if (!liveChanged) return layoutChanged ? "layout" : "none";
  return layoutChanged ? "both" : "live";
}

/** Compares the live value with the declared one, which here equals the applied one. The state may have only a hash of that. */
function isAsDeclared(way: ThreeWay, declared: DesiredValue): boolean {
  const live = way.live.attributes[way.name] ?? null;
  const resolved = resolveValue(declared, way.idOf);
  if (resolved === undefined || (live === null && resolved !== null && way.attribute.unreadable?.(resolved)))
    return true;
  return satisfiesDeclared(way.attribute, resolved, live, way.currentUser);
}

function isAsRemembered(way: ThreeWay, declared: DesiredValue, applied: Json): boolean {
  const { idOf, stateSalt: salt, hash } = way;
  return isRemembered(way.attribute, declared, applied, { idOf, salt, hash });
}

/** Whether the live value still equals the applied one. A hash is compared with the hash of the live value. */
function isAsApplied(way: ThreeWay, applied: Json): boolean {
  const { attribute, stateSalt, hash } = way;
  const live = way.live.attributes[way.name] ?? null;
  if (!isHashed(applied)) return satisfiesDeclared(attribute, applied, live, way.currentUser);
  if (live === null) return attribute.unreadable !== undefined;
  return jsonEquals({ ...hashedValue(attribute, live, { salt: stateSalt, hash }) }, applied);
}
