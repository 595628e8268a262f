import type { LiveObject } from "../../../model/snapshot.ts";
import type { PlanContext } from "../context.ts";
import { titleOfLive } from "../names.ts";
import type { GuardRefusal } from "../plan.ts";
import { type ChangedObject, changedObjects } from "./changed-objects.ts";
import type { Guard } from "./guard.ts";
import { otherLayoutLookup } from "./other-layout.ts";
import { refuseFor } from "./refusal.ts";

/**
 * Refuses to change, move, delete or give access to an object that no run of the layout created and no person imported or confirmed. It may
 * belong to other people.
 */
export const unconfirmed: Guard = (context, steps) => {
  const otherLayoutOf = otherLayoutLookup(context.types, context.otherLayouts);
  // Another guard refuses to change what belongs to another layout. This layout cannot confirm it.
  const changed = changedObjects(context, steps).filter(
    ({ live }) => !context.origins.isConfirmed(live) && otherLayoutOf(live) === undefined,
  );
  const toDestroy = changed.filter(({ byDeletesAlone }) => byDeletesAlone);
  const others = changed.filter(({ byDeletesAlone }) => !byDeletesAlone);
  return [
    ...refusalOf(context, others, "changed"),
    ...refusalOf(context, toDestroy, "deleted").map((each) => ({ ...each, deletes: true as const })),
  ];
};

function refusalOf(
  context: PlanContext,
  changed: readonly ChangedObject[],
  what: "changed" | "deleted",
): readonly GuardRefusal[] {
  const lives = changed.map(({ live }) => live);
  const named = lives.map(
    (live) => `${liveName(context, live)} (“${titleOfLive(context.types, live)}” ${live.id})`,
  );
  return refuseFor(
    "guard/import",
    lives.map((live) => liveName(context, live)),
    { case: what, objects: named, advice: remedyFor(context, lives) },
  );
}

/** Only declared objects can be confirmed. */
function remedyFor(context: PlanContext, lives: readonly LiveObject[]): string {
  const isDeclared = lives.some((live) => context.desired.get(liveName(context, live)) !== undefined);
  if (!isDeclared && context.purpose === "apply") return "";
  const how = context.keepsState
    ? "confirm them with docsform import --found, or pin them with `id:`"
    : "pin them with `id:`";
  return `If they belong to it, ${how}.`;
}

function liveName({ names }: PlanContext, live: LiveObject): string {
  return names.ofLive(live);
}
