import type { GuardRefusal } from "../../../model/plan/plan.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { otherLayoutLookup } from "../match/other-layouts.ts";
import { type ChangedObject, changedObjects } from "./changed-objects.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/**
 * Refuses to change, move, delete or give access to an object that no run of the layout created and no person imported or confirmed. It may
 * belong to other people. A run continues with an object that an interrupted run probably created, but does not delete it or open it.
 */
export const unconfirmed: Guard = (context, steps, _isSelected, effects) => {
  const otherLayoutOf = otherLayoutLookup(context.types, context.otherLayouts);
  // Another guard refuses to change what belongs to another layout. This layout cannot confirm it.
  const changed = changedObjects(context, steps, effects).filter(
    ({ live }) => !context.origins.isConfirmed(live) && otherLayoutOf(live) === undefined,
  );
  const isRecovered = ({ live }: ChangedObject) => context.origins.isRecovered(live);
  const others = changed.filter((each) => !isRecovered(each));
  return [
    ...refusalsOf(context, others, { changed: "changed", deleted: "deleted" }),
    ...refusalsOf(
      context,
      changed.filter((each) => isRecovered(each) && each.isOpenedOrDeleted),
      { changed: "recovered", deleted: "recovered" },
    ),
  ];
};

type CaseOfImport = "changed" | "deleted" | "recovered";

/** A run that skips the deletes does not need the permission for objects that only deletes change. */
function refusalsOf(
  context: PlanContext,
  objects: readonly ChangedObject[],
  cases: Readonly<Record<"changed" | "deleted", CaseOfImport>>,
): readonly GuardRefusal[] {
  const toDelete = objects.filter(({ byDeletesAlone }) => byDeletesAlone);
  const others = objects.filter(({ byDeletesAlone }) => !byDeletesAlone);
  return [
    ...refusalOf(context, others, cases.changed),
    ...refusalOf(context, toDelete, cases.deleted).map((each) => ({ ...each, deletes: true as const })),
  ];
}

function refusalOf(
  context: PlanContext,
  changed: readonly ChangedObject[],
  what: CaseOfImport,
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
  const [only] = lives.length === 1 ? lives : [];
  const command = only === undefined ? "--found" : `${liveName(context, only)} ${only.id}`;
  const how = context.keepsState
    ? `confirm them with docsform import ${command}, or pin them with \`id:\``
    : "pin them with `id:`";
  return `If they belong to it, ${how}.`;
}

function liveName({ names }: PlanContext, live: LiveObject): string {
  return names.ofLive(live);
}
