import type { Address } from "../../model/address.ts";
import { present } from "../../model/present.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { PlanStep } from "../../plan/plan.ts";
import { undoneIn } from "../../plan/report/undone.ts";
import { type ActionView, actionView, type DeletedIds, rowOf, type SummaryView } from "./actions.ts";
import { type FieldView, type PlaceView, undoing } from "./field-view.ts";
import { type Label, labelOf } from "./label.ts";

/** One step of a plan as people read it. It contains no secret. */
export interface StepView {
  readonly address: Address;
  readonly type: string;
  readonly label: Label;
  /** Absent: the object has no name besides its address. */
  readonly title?: string;
  readonly action: ActionView;
  /** About the whole step. */
  readonly remarks: readonly string[];
  readonly fields: readonly FieldView[];
  readonly place?: PlaceView;
  /** How a text groups it. Absent: the step changes the service. */
  readonly summary?: SummaryView;
  /** The number of changes made on the service that it undoes. */
  readonly undone: number;
}

/** `deleted`: the objects that the same plan deletes. */
export function stepView(
  types: readonly ResourceType[],
  step: PlanStep,
  deleted: DeletedIds = new Set(),
): StepView {
  const row = rowOf(step);
  const { address, type } = step;
  return {
    address,
    type,
    label: labelOf(types, type),
    ...present({
      title: titleBeside(step),
      place: row.place?.(step),
      summary: row.summary?.(step),
    }),
    action: actionView(step.action),
    remarks: remarksOn(step, row.remarks?.(step, deleted) ?? []),
    fields: row.fields?.(step) ?? [],
    undone: undoneIn(step).length,
  };
}

function remarksOn(step: PlanStep, own: readonly string[]): readonly string[] {
  const { renamedFrom } = step;
  const undone = "undoes" in step ? undoing(step) : undefined;
  return [
    ...(own.length === 0 ? [] : [own.join("; ")]),
    ...(renamedFrom === undefined ? [] : [`renamed from ${renamedFrom}`]),
    ...(undone === undefined ? [] : [undone]),
  ];
}

/** The title, unless it says no more than the address. */
export function titleBeside({
  title,
  address,
}: {
  readonly title: string;
  readonly address: Address;
}): string | undefined {
  return title === "" || title === address ? undefined : title;
}

export function deletedIn(steps: readonly PlanStep[]): DeletedIds {
  return new Set(steps.flatMap((step) => (actionView(step.action).deletes && "id" in step ? [step.id] : [])));
}
