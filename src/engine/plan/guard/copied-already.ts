import { keyOf } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { sourceOfCopy } from "../decide/copy-source.ts";
import type { Created } from "../decide/decisions.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { liveKey } from "../match/keys.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/**
 * An unmanaged object that looks like the source of a copy may be that copy. A run may have created it and stopped before it could write
 * the copy's own name, and no journal records it.
 */
export const copiedAlready: Guard = (context) => {
  const perhaps = [...context.decisions.created.values()].flatMap(({ desired }) => {
    const alike = alikeOf(context, desired);
    return alike.length === 0 ? [] : [{ address: desired.address, alike }];
  });
  const named = perhaps.map(({ address, alike }) => {
    const ids = alike.map((live) => `“${titleOfLive(context.types, live)}” ${live.id}`);
    return `${address} (${ids.join(", ")})`;
  });
  return refuseFor(
    "guard/copy-exists",
    perhaps.map(({ address }) => address),
    { objects: named },
  );
};

function alikeOf(context: PlanContext, desired: Created["desired"]): readonly LiveObject[] {
  const { types, live, desired: declared, matches, decisions } = context;
  const source = sourceOfCopy(context, desired.type, desired.attributes)?.live;
  if (source === undefined) return [];
  const worlds = { types, live, desired: declared, byAddress: matches.byAddress };
  const { createKey } = types.get(desired.type).identity;
  const key = liveKey(worlds, source, createKey);
  return live.ofType(desired.type).filter((other) => {
    const its = keyOf(other);
    const isOurs = its === keyOf(source) || matches.byLive.has(its) || decisions.deleted.has(its);
    return !isOurs && liveKey(worlds, other, createKey) === key;
  });
}
