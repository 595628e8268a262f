import type { Address } from "../../../model/address.ts";
import { keyOf } from "../../../model/object-key.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { groupBy } from "../../../util/groups.ts";
import { type AppliedObject, appliedObjects } from "./applied-index.ts";
import { type Signs, signsOf } from "./content-signs.ts";
import { desiredKey, formerly, rememberedKey } from "./keys.ts";
import { addMatch, isOpen, type Matching } from "./matches.ts";
import { agree, pairsOf, type Sign } from "./sign.ts";

/**
 * The objects that somebody deleted and that the layout declares under other addresses now: the former address of each, by the present one. A
 * create there undoes the delete. docsform recognizes them by `was:`, by name and contents, or by contents alone.
 */
export function goneUnderOtherAddresses(matching: Matching): ReadonlyMap<Address, Address> {
  const found = new Map<Address, Address>();
  if (matching.desired.world.objects.every((object) => !isOpen(matching, object))) return found;
  const gone = goneObjects(matching);
  if (gone.length === 0) return found;
  // As if they were live: each of them shows which objects its contents are.
  const asLive = { ...matching, byAddress: new Map(matching.byAddress), byLive: new Map(matching.byLive) };
  for (let before = -1; before !== asLive.byLive.size; ) {
    before = asLive.byLive.size;
    for (const [type, objects] of groupBy(gone, ({ type }) => type))
      matchGone(asLive, matching.types.get(type), objects);
  }
  for (const live of gone) {
    const [before, now] = [
      matching.inState.get(keyOf(live)),
      asLive.byLive.get(keyOf(live))?.desired.address,
    ];
    if (before !== undefined && now !== undefined && before !== now) found.set(now, before);
  }
  return found;
}

/** The objects of the state that the service no longer has, as they were last applied. */
export function goneObjects({ live, state }: Matching, only?: string): readonly LiveObject[] {
  const isGone = ({ type, entry: { id, scopeId } }: AppliedObject) =>
    (only === undefined || type === only) &&
    live.get(type, id) === undefined &&
    !live.isUnread(type, scopeId);
  return appliedObjects(state).filter(isGone).map(asApplied);
}

function asApplied({ type, entry }: AppliedObject): LiveObject {
  const { id, scopeId, applied: attributes, isDefault = false, rank = 0 } = entry;
  const place = { container: null, ...(scopeId !== undefined && { scopeId }) };
  return { type, id, ...place, attributes, isDefault, rank };
}

/** An object under its own address with the same contents or the same name comes before another one with the same contents alone. */
function matchGone(matching: Matching, type: ResourceType, gone: readonly LiveObject[]): void {
  const signs = signsOf(matching, type);
  matchBySign(matching, type, gone, formerKeySign(matching, type));
  matchBySign(matching, type, gone, signs.both);
  for (const live of gone) matchOwn(matching, signs, live);
  matchBySign(matching, type, gone, signs.contents);
}

function matchBySign(
  matching: Matching,
  { name }: ResourceType,
  gone: readonly LiveObject[],
  sign: Sign,
): void {
  const open = matching.desired.world.objects.filter(
    (object) => object.type === name && isOpen(matching, object),
  );
  const free = gone.filter((live) => !matching.byLive.has(keyOf(live)));
  for (const [object, live] of pairsOf(groupBy(open, sign.ofDesired), groupBy(free, sign.ofLive)))
    addMatch(matching, object, live, "contents");
}

function matchOwn(matching: Matching, { contents, name }: Signs, live: LiveObject): void {
  const object = matching.desired.get(matching.inState.get(keyOf(live)) ?? "");
  if (object === undefined || !isOpen(matching, object) || matching.byLive.has(keyOf(live))) return;
  if ([contents, name].some((sign) => agree(sign, object, live)))
    addMatch(matching, object, live, "contents");
}

/** The key that `was:` declares. */
function formerKeySign(matching: Matching, { identity: { key } }: ResourceType): Sign {
  return {
    ofDesired: (object) => {
      const before = formerly(object);
      return before && desiredKey(matching, before, key);
    },
    ofLive: (live) => rememberedKey(matching, live, key),
  };
}
