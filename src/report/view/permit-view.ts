import { flagFor } from "../../engine/plan/guard/permit.ts";
import type { Address } from "../../model/address.ts";
import type { GuardRefusal } from "../../model/plan/plan.ts";
import { namedIn } from "./named-in.ts";
import type { PlanView } from "./plan-view.ts";

/** What answers all refusals of a plan. Each permission is named once. */
export interface PermitView {
  /** The codes that no flag permits. */
  readonly never: readonly string[];
  /** Flags that a saved plan does not accept: they belong to its making. */
  readonly whenPlanned: readonly string[];
  /** What to write if the created objects are not new: the permission would create them a second time. */
  readonly renamed: readonly string[];
  readonly flags: readonly string[];
}

/** `isSaved`: the plan keeps the thresholds that it was made with. */
export function permitView(refusals: readonly GuardRefusal[], isSaved: boolean): PermitView {
  const never = refusals.filter((refusal) => flagFor(refusal) === undefined);
  const ofPlan = refusals.filter(({ threshold }) => isSaved && threshold !== undefined);
  return {
    never: [...new Set(never.map(({ code }) => code))],
    whenPlanned: flagsFor(ofPlan),
    renamed: refusals.flatMap(({ renamed = [] }) => renamed),
    flags: flagsFor(refusals.filter((refusal) => !ofPlan.includes(refusal))),
  };
}

function flagsFor(refusals: readonly GuardRefusal[]): readonly string[] {
  return [...new Set(refusals.flatMap((refusal) => flagFor(refusal) ?? []))];
}

/**
 * The addresses of a refusal that neither the deletes of the plan nor the message name. Each deleted object stands once. `isWhole`: also
 * those that the message only counts.
 */
export function unnamedAddresses(
  { steps }: Pick<PlanView, "steps">,
  { message, addresses }: GuardRefusal,
  isWhole: boolean,
): readonly Address[] {
  if (!isWhole && / and \d+ more\b/u.test(message)) return [];
  const deleted = new Set(steps.filter(({ action }) => action.deletes).map(({ address }) => address));
  const named = namedIn(message);
  return addresses.filter((address) => !deleted.has(address) && !named.has(address));
}
