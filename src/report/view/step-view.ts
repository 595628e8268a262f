import { undoneIn } from "../../engine/plan/steps/undone-changes.ts";
import type { Address } from "../../model/address.ts";
import type { PlanStep } from "../../model/plan/plan.ts";
import { deletesObject } from "../../model/plan/step-effects.ts";
import { type ActionView, actionView, type DeletedIds, rowOf, type SummaryView } from "./actions.ts";
import type { FieldView, PlaceView } from "./field-view.ts";
import type { Label } from "./label.ts";
import { type Names, titleAfter } from "./names-view.ts";

/** One step of a plan as people read it. It contains no secret. */
export interface StepView {
  readonly address: Address;
  readonly type: string;
  readonly label: Label;
  /** After the plan. Undefined: the object has no name besides its address. */
  readonly title: string | undefined;
  readonly action: ActionView;
  /** What its line says after the title: `/guides`, `renamed from "Manual"`. */
  readonly words: readonly string[];
  /** About the whole step. */
  readonly remarks: readonly string[];
  /** The fields that the words do not contain. */
  readonly fields: readonly FieldView[];
  readonly place: PlaceView | undefined;
  /** How a text groups it. Undefined: the step changes the service. */
  readonly summary: SummaryView | undefined;
  /** The number of changes made on the service that it undoes. */
  readonly undone: number;
  /** The object whose create makes this one too. */
  readonly createdWith: Address | undefined;
}

/** `deleted`: the objects that the same plan deletes. */
export function stepView(names: Names, step: PlanStep, deleted: DeletedIds = new Set()): StepView {
  return new WordedStep(names, step, deleted);
}

/** A step in words. A text of a large plan shows only some steps, so each is worded when a printer asks for it. */
class WordedStep implements StepView {
  readonly address: Address;
  readonly type: string;
  readonly action: ActionView;
  readonly summary: SummaryView | undefined;
  readonly undone: number;
  readonly createdWith: Address | undefined;
  readonly #names: Names;
  readonly #step: PlanStep;
  readonly #deleted: DeletedIds;
  #words: readonly string[] | undefined;

  constructor(names: Names, step: PlanStep, deleted: DeletedIds) {
    this.address = step.address;
    this.type = step.type;
    this.action = actionView(step.action);
    this.summary = rowOf(step).summary?.(step);
    this.undone = undoneIn(step).length;
    this.createdWith = "createdWith" in step ? step.createdWith : undefined;
    this.#names = names;
    this.#step = step;
    this.#deleted = deleted;
  }

  get label(): Label {
    return this.#names.labelOf(this.type);
  }

  get title(): string | undefined {
    return titleAfter(this.#step, this.#names.headlineOf(this.type));
  }

  get words(): readonly string[] {
    this.#words ??= rowOf(this.#step).words?.(this.#step, this.#names) ?? [];
    return this.#words;
  }

  get remarks(): readonly string[] {
    const step = this.#step;
    const construct = this.#names.constructAt(step.address);
    const own = rowOf(step).remarks?.(step, this.#deleted, this.#names) ?? [];
    return [...(construct === undefined ? [] : [construct]), ...remarksOn(step, own)];
  }

  get fields(): readonly FieldView[] {
    return rowOf(this.#step).fields?.(this.#step, this.#names) ?? [];
  }

  get place(): PlaceView | undefined {
    return rowOf(this.#step).place?.(this.#step);
  }
}

function remarksOn(step: PlanStep, own: readonly string[]): readonly string[] {
  const { renamedFrom } = step;
  return [
    ...(own.length === 0 ? [] : [own.join("; ")]),
    ...(renamedFrom === undefined ? [] : [`formerly ${renamedFrom}`]),
  ];
}

export function deletedIn(steps: readonly PlanStep[]): DeletedIds {
  return new Set(steps.flatMap((step) => (deletesObject(step) ? [step.id] : [])));
}
