import type { MergedValue } from "../../../model/accepted-edits.ts";
import type { Address } from "../../../model/address.ts";
import { hashedValue, isHashed, satisfiesDeclared } from "../../../model/attribute-value.ts";
import type { DesiredObject, DesiredValue } from "../../../model/desired-world.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import type { LiveObject, Snapshot } from "../../../model/snapshot.ts";
import { lastKnown, type StateEntry } from "../../../model/state.ts";
import type { Json } from "../../../util/json.ts";
import { jsonEquals } from "../../../util/json.ts";
import type { Hash } from "../world/compare.ts";
import { containsSecret, isRemembered, resolveValue } from "../world/compare.ts";
import type { Side } from "./side-of.ts";
import { type ComparedValues, partsOfValues, type ValuePart } from "./value-parts.ts";

/** Who changed a value, and who changed which of its parts. */
export interface ChangedValue<By> {
  readonly changedBy: By;
  /** Absent: only one side changed the value, or it was compared as a whole. */
  readonly parts?: readonly ChangedPart[];
}

/** A changed part of a value, which is not as declared. */
export interface ChangedPart {
  readonly name: string;
  readonly changedBy: Exclude<Side, "none">;
}

/** What decides who changed an attribute of an object. */
export interface ThreeWay {
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
 * Who changed an attribute after the last apply. If both sides changed it, but different parts of it, the layout's own edits do not count:
 * the change that a plan undoes is the one on the service.
 */
export function attributeChangedIn(way: ThreeWay): ChangedValue<Side> {
  const changedBy = wholeChangedIn(way);
  const parts = changedBy === "both" ? differingParts(way) : [];
  if (parts.length === 0) return { changedBy };
  const sides = new Set(parts.map((part) => part.changedBy));
  const side = (["both", "live", "layout"] as const).find((each) => sides.has(each)) ?? changedBy;
  return { changedBy: side, parts };
}

/** Merges a value whose parts both sides changed. Undefined: it has no part that only the layout changed, so the live value is the merged one. */
export function mergedIn(way: ThreeWay): MergedValue | undefined {
  const values = comparedValues(way);
  const parts = (values && partsOfValues(values)) ?? [];
  if (values === undefined || !parts.some(isOfLayout)) return undefined;
  const others = parts.filter((part) => !isOfLayout(part));
  return {
    // A part that is as declared keeps the words of the layout.
    declared: withLive(
      values.declared,
      others.filter(({ changedBy }) => changedBy !== "none"),
    ),
    applied: withLive(values.applied, others),
  };
}

function withLive(whole: Json, parts: readonly ValuePart[]): Json {
  return parts.reduce((merged, { asLive }) => asLive(merged), whole);
}

function isOfLayout({ changedBy }: ValuePart): boolean {
  return changedBy === "layout";
}

/** The parts that are not as declared. Empty: the value has no parts. */
function differingParts(way: ThreeWay): readonly ChangedPart[] {
  const values = comparedValues(way);
  return ((values && partsOfValues(values)) ?? []).flatMap(({ name, changedBy }) =>
    changedBy === "none" ? [] : [{ name, changedBy }],
  );
}

/** The three values in clear. Undefined: one is unknown, or is a secret, of which the state has only a hash. */
function comparedValues(way: ThreeWay): ComparedValues | undefined {
  const { attribute, entry, name, desired, live, idOf, currentUser } = way;
  const applied = lastKnown(entry, name);
  const declared = desired?.attributes[name];
  if (applied === undefined || declared === undefined || isHashed(applied) || containsSecret(declared))
    return undefined;
  const resolved = resolveValue(declared, idOf);
  if (resolved === undefined) return undefined;
  return { attribute, applied, declared: resolved, live: live.attributes[name] ?? null, currentUser };
}

/**
 * Who changed an attribute, by its whole values. `none`: the live value equals the applied and the declared one. A live value that
 * satisfies an unedited declaration counts as unchanged.
 */
function wholeChangedIn(way: ThreeWay): Side {
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
