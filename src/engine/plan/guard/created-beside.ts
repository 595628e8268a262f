import type { Address } from "../../../model/address.ts";
import { attributesIn, includesContainer } from "../../../model/key-field.ts";
import { keyOf } from "../../../model/object-key.ts";
import type { PlanStep } from "../../../model/plan/plan.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { firstTexts } from "../../../util/first-texts.ts";
import { getOrMake, groupBy } from "../../../util/groups.ts";
import { once } from "../../../util/once.ts";
import type { Created } from "../decide/decisions.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { placeOfDesired, placeOfLive } from "../decide/sibling-places.ts";
import { otherLayoutLookup } from "../match/other-layouts.ts";
import { idLine } from "../steps/layout-line.ts";
import { possibleMatchRemedy } from "../steps/possible-matches.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/** A renamed object looks like a missing one, and creating it again would duplicate it. */
export const createdBeside: Guard = (context, steps) => {
  const othersByPlace = once(() =>
    groupBy(context.state === undefined ? unmanaged(context) : forgotten(context, steps), placeOfLive),
  );
  const beside = candidates(context).flatMap(({ desired }) => {
    const place = placeOfDesired(context, desired);
    const others = place && othersByPlace().get(place);
    return others === undefined ? [] : [{ address: desired.address, others }];
  });
  // Many objects stand beside the same others.
  const names = new Map<readonly LiveObject[], string>();
  const objects = beside.map(
    ({ address, others }) =>
      `${address} (beside ${getOrMake(names, others, () => namesOf(context, others))})`,
  );
  const refused = refuseFor(
    "guard/create-beside",
    beside.map(({ address }) => address),
    context.state === undefined
      ? { case: "stateless", objects }
      : { case: "forgotten", objects, lines: possibleMatchRemedy(steps, steps) },
  );
  const renamed =
    context.state === undefined
      ? [...new Set(beside.map(({ others }) => others))].flat().map(({ id }) => idLine(id))
      : linesFor(steps, new Set(beside.map(({ address }) => address)));
  return renamed.length === 0 ? refused : refused.map((refusal) => ({ ...refusal, renamed }));
};

function linesFor(steps: readonly PlanStep[], created: ReadonlySet<Address>): readonly string[] {
  const lines = steps.flatMap((step) =>
    step.action === "create" && created.has(step.address)
      ? (step.possibleMatches ?? []).map(({ line }) => line)
      : [],
  );
  return [...new Set(lines)];
}

/**
 * Objects whose keys cannot change cannot be renamed ones. Undeclared objects in owned contents are deleted, so they are no candidates
 * either.
 */
function candidates(context: PlanContext): readonly Created[] {
  return [...context.decisions.created.values()].filter(({ desired, replaces }) => {
    const type = context.types.get(desired.type);
    return replaces === undefined && type.scope === undefined && isRenamable(type);
  });
}

/** Without a state: objects that no layout manages, as far as the states beside this layout's show. */
function unmanaged({ types, live, matches, decisions, otherLayouts }: PlanContext): readonly LiveObject[] {
  const otherLayoutOf = otherLayoutLookup(types, otherLayouts);
  return live.world.objects.filter((object) => {
    const key = keyOf(object);
    const isUnmanaged = !matches.byLive.has(key) && !decisions.deleted.has(key);
    return isUnmanaged && otherLayoutOf(object) === undefined;
  });
}

/** With a state: objects of the state that the layout no longer declares. */
function forgotten({ live }: PlanContext, steps: readonly PlanStep[]): readonly LiveObject[] {
  return steps.flatMap((step) => (step.action === "forget" ? (live.get(step.type, step.id) ?? []) : []));
}

function namesOf(context: PlanContext, others: readonly LiveObject[]): string {
  return firstTexts(
    others.map((live) => `“${titleOfLive(context.types, live)}” ${live.id}`),
    3,
  );
}

function isRenamable({ identity, writers }: ResourceType): boolean {
  const isWritten = (name: string) => writers.some(({ attributes }) => attributes.includes(name));
  return includesContainer(identity.key) || attributesIn(identity.key).some(isWritten);
}
