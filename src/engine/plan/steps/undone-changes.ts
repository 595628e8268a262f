import type { Address } from "../../../model/address.ts";
import type { AttributeChange, PlanStep } from "../../../model/plan/plan.ts";
import { present } from "../../../util/present.ts";

/** A change that a person made on the service and that a step undoes. */
export interface Undone {
  readonly address: Address;
  /** The attribute, or a change of the whole object, such as `the deletion`. */
  readonly what: string;
  /** The parts of the attribute. Absent: the whole attribute. */
  readonly parts?: readonly string[];
}

/** Changes of a whole object that each kind of step can undo. */
const wholes: Partial<Record<PlanStep["action"], string>> = {
  create: "the deletion",
  delete: "the creation",
  move: "the place",
  replace: "the place",
};

/** The changes of other people that a step undoes. */
export function undoneIn(step: PlanStep): readonly Undone[] {
  const { address } = step;
  const whole = "undoes" in step && step.undoes === true ? wholes[step.action] : undefined;
  const changes: readonly AttributeChange[] = "changes" in step ? step.changes : [];
  return [
    ...(whole === undefined ? [] : [{ address, what: whole }]),
    ...changes
      .filter(({ undoes }) => undoes === true)
      .map(({ attribute, undoneParts }) => ({
        address,
        what: attribute,
        ...present({ parts: undoneParts }),
      })),
  ];
}
