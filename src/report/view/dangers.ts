import type { Code } from "../../model/codes/code.ts";
import { present } from "../../model/present.ts";
import type { Danger, DangerKind } from "../../plan/plan.ts";
import type { FieldView } from "./field-view.ts";
import type { StepView } from "./step-view.ts";

/** A kind of danger as people read it. */
export interface DangerKindView {
  readonly name: DangerKind;
  /** What it means for readers and owners. */
  readonly meaning: string;
  readonly rule: Code;
}

const rows = {
  delete: { meaning: "deleted", rule: "danger/delete" },
  replace: { meaning: "deleted and created again", rule: "danger/replace" },
  unpublish: { meaning: "readers can no longer see it", rule: "danger/unpublish" },
  visibility: { meaning: "more people can see it", rule: "danger/visibility" },
  access: { meaning: "more people get access, or some get more rights", rule: "danger/access" },
  address: { meaning: "its URL for readers changes", rule: "danger/address" },
} as const satisfies Record<DangerKind, Omit<DangerKindView, "name">>;

export function dangerKindView(name: DangerKind): DangerKindView {
  return { name, ...rows[name] };
}

/** A danger of a step. */
export interface DangerView {
  readonly kind: DangerKindView;
  readonly step: StepView;
  /** Absent: the danger is about the whole object. */
  readonly attribute?: string;
  /** The attribute's change. Absent: the object is new, or the danger is about all of it. */
  readonly change?: FieldView;
  /** URL where readers find the object now. */
  readonly url?: string;
}

export function dangerView(steps: readonly StepView[], danger: Danger): DangerView {
  const { attribute, url } = danger;
  const step = steps[danger.step] as StepView;
  const change = step.fields.find(({ name, before }) => name === attribute && before !== undefined);
  return { kind: dangerKindView(danger.kind), step, ...present({ attribute, change, url }) };
}
