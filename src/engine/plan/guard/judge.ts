import type { Address } from "../../../model/address.ts";
import type { GuardRefusal, GuardVerdict, PlanStep } from "../../../model/plan/plan.ts";
import type { PlanEffects } from "../audience/plan-effects.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { beingDestroyed } from "./being-destroyed.ts";
import { boundObjects } from "./bound-objects.ts";
import { cascades } from "./cascades.ts";
import { changedByBoth } from "./changed-by-both.ts";
import { copiedAlready } from "./copied-already.ts";
import { createdBeside } from "./created-beside.ts";
import { deletePermission } from "./delete-permission.ts";
import { emptyLayout } from "./empty-layout.ts";
import { externalOwners } from "./external-owners.ts";
import { changesIn, deletesIn, type GapGuard, type Guard } from "./guard.ts";
import { omittedFromList } from "./omitted-from-list.ts";
import { opened } from "./opened.ts";
import { otherLayout } from "./other-layout.ts";
import { ownAccess } from "./own-access.ts";
import { protectedObjects } from "./protected-objects.ts";
import { recreated } from "./recreated.ts";
import { incompleteLists } from "./refuse-incomplete-lists.ts";
import { stillReferenced } from "./still-referenced.ts";
import { structureKinds } from "./structure-kinds.ts";
import { thresholds } from "./thresholds.ts";
import { unconfirmed } from "./unconfirmed.ts";
import { undone } from "./undone.ts";
import { unknownPeople } from "./unknown-people.ts";
import { unreadContents } from "./unread-contents.ts";

/** Each of them, and no other guard, refuses with `unreliable`. */
const gapGuards: readonly GapGuard[] = [incompleteLists, omittedFromList, unreadContents];

/** All guards, in the order of their refusals. */
const guards: readonly Guard[] = [
  emptyLayout,
  deletePermission,
  thresholds,
  protectedObjects,
  cascades,
  boundObjects,
  stillReferenced,
  createdBeside,
  copiedAlready,
  beingDestroyed,
  unconfirmed,
  otherLayout,
  recreated,
  ...gapGuards,
  structureKinds,
  changedByBoth,
  undone,
  opened,
  externalOwners,
  unknownPeople,
  ownAccess,
];

export function gapsOf(...given: Parameters<GapGuard>): readonly GuardRefusal[] {
  return gapGuards.flatMap((guard) => guard(...given));
}

export function judge(
  context: PlanContext,
  steps: readonly PlanStep[],
  isSelected: (address: Address) => boolean,
  effects: PlanEffects,
): GuardVerdict {
  const [deletes, changes] = [deletesIn(steps), changesIn(steps)];
  return {
    refusals: guards.flatMap((guard) => guard(context, steps, isSelected, effects)),
    deletes: deletes.length,
    changes: changes.length,
    managed: context.decisions.retained.size + deletes.length,
  };
}
