import type { Address } from "../../model/address.ts";
import type { AttributeChange, PlanStep } from "../plan.ts";

/** Something that somebody did on the service, and that a step takes back. */
export interface Undone {
  readonly address: Address;
  /** The attribute; or what was done to the object as a whole, as `the deletion` of it. */
  readonly what: string;
}

/** What somebody did to an object as a whole, where the step takes that back. */
const wholes: Partial<Record<PlanStep["action"], string>> = {
  create: "the deletion",
  delete: "the creation",
  move: "the place",
  replace: "the place",
};

/** What of others' changes a step takes back. */
export function undoneIn(step: PlanStep): readonly Undone[] {
  const { address } = step;
  const whole = "undoes" in step && step.undoes === true ? wholes[step.action] : undefined;
  const changes: readonly AttributeChange[] = "changes" in step ? step.changes : [];
  return [
    ...(whole === undefined ? [] : [{ address, what: whole }]),
    ...changes.filter(({ undoes }) => undoes === true).map(({ attribute }) => ({ address, what: attribute })),
  ];
}
