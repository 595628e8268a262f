import type { Address } from "../../model/address.ts";
import { once } from "../../model/once.ts";
import { present } from "../../model/present.ts";
import type { PlanStep } from "../../plan/plan.ts";
import { undoneIn } from "../../plan/report/undone.ts";
import { type ActionView, actionView, type DeletedIds, rowOf, type SummaryView } from "./actions.ts";
import type { FieldView, PlaceView } from "./field-view.ts";
import type { Label } from "./label.ts";
import { type Names, titleAfter } from "./names.ts";

/** One step of a plan as people read it. It contains no secret. */
export interface StepView {
  readonly address: Address;
  readonly type: string;
  readonly label: Label;
  /** After the plan. Absent: the object has no name besides its address. */
  readonly title?: string;
  readonly action: ActionView;
  /** What its line says after the title: `/guides`, `renamed from "Manual"`. */
  readonly words: readonly string[];
  /** About the whole step. */
  readonly remarks: readonly string[];
  /** The fields that the words do not contain. */
  readonly fields: readonly FieldView[];
  readonly place?: PlaceView;
  /** How a text groups it. Absent: the step changes the service. */
  readonly summary?: SummaryView;
  /** The number of changes made on the service that it undoes. */
  readonly undone: number;
  /** The object whose create makes this one too. */
  readonly createdWith?: Address;
}

/** `deleted`: the objects that the same plan deletes. */
export function stepView(names: Names, step: PlanStep, deleted: DeletedIds = new Set()): StepView {
  const row = rowOf(step);
  const { address, type } = step;
  // A text of a large plan shows only some steps.
  const words = once(() => row.words?.(step, names) ?? []);
  const remarks = once(() => remarksOn(step, row.remarks?.(step, deleted, names) ?? []));
  const fields = once(() => row.fields?.(step, names) ?? []);
  return {
    address,
    type,
    label: names.labelOf(type),
    ...present({
      title: titleAfter(step, names.headlineOf(type)),
      place: row.place?.(step),
      summary: row.summary?.(step),
      createdWith: "createdWith" in step ? step.createdWith : undefined,
    }),
    action: actionView(step.action),
    get words() {
      return words();
    },
    get remarks() {
      return remarks();
    },
    get fields() {
      return fields();
    },
    undone: undoneIn(step).length,
  };
}

function remarksOn(step: PlanStep, own: readonly string[]): readonly string[] {
  const { renamedFrom } = step;
  return [
    ...(own.length === 0 ? [] : [own.join("; ")]),
    ...(renamedFrom === undefined ? [] : [`formerly ${renamedFrom}`]),
  ];
}

export function deletedIn(steps: readonly PlanStep[]): DeletedIds {
  return new Set(steps.flatMap((step) => (actionView(step.action).deletes && "id" in step ? [step.id] : [])));
}
