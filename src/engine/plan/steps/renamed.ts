import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote, PlanStep } from "../../../model/plan/plan.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { addressWithin } from "../match/former-addresses.ts";

/** Notes about objects with a new address that no step names. */
export function renameNotes(
  context: Pick<PlanContext, "matches" | "desired">,
  steps: readonly PlanStep[],
): readonly PlanNote[] {
  const reported = new Set(
    steps.flatMap(({ address, renamedFrom }) => (renamedFrom === undefined ? [] : [address])),
  );
  return renames(context)
    .filter(([now]) => !reported.has(now))
    .map(([address, before]) => noteOf(wordsOf("plan/renamed", { address, before }), address));
}

/** New and former addresses. It omits objects whose addresses changed only because the address of their parent changed. */
export function renames({
  matches: { former },
  desired,
}: Pick<PlanContext, "matches" | "desired">): readonly (readonly [Address, Address])[] {
  return [...former].filter(([now, before]) => {
    const object = desired.get(now);
    return object === undefined || addressWithin(object, (parent) => former.get(parent)) !== before;
  });
}
