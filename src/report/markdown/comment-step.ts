import type { AttributeChange, PlanStep } from "../../plan/plan.ts";
import { plainText } from "../text/plain-text.ts";
import { type DeletedIds, stepDetails, stepHeadline, stepPlace, stepRemark, undoing } from "../text/step.ts";
import { renderValue } from "../text/value.ts";

/** The marks with which a diff colours a step: added, removed, changed or neutral. */
const marks = {
  create: "+",
  patch: "!",
  move: "!",
  delete: "-",
  replace: "-",
  import: " ",
  forget: " ",
} as const satisfies Record<PlanStep["action"], string>;

/** One step as lines of a diff: a headline, and the old and new value of each field. */
export function diffStep(step: PlanStep, deleted: DeletedIds): readonly string[] {
  return [`${marks[step.action]} ${stepHeadline(step)}${stepRemark(step, deleted)}`, ...diffDetails(step)];
}

function diffDetails(step: PlanStep): readonly string[] {
  switch (step.action) {
    case "patch":
      return step.changes.flatMap(diffChange);
    case "replace":
      return [...step.changes.flatMap(diffChange), ...marked("+", stepPlace(step))];
    case "create":
    case "move":
    case "delete":
    case "import":
    case "forget":
      return marked(marks[step.action], stepDetails(step));
  }
}

function diffChange(change: AttributeChange): readonly string[] {
  const { attribute, before, after, sensitive } = change;
  const name = plainText(attribute);
  if (sensitive === true) return marked("!", [`${name}: (secret) → (secret)${undoing(change)}`]);
  return [
    ...marked("-", [`${name}: ${renderValue(before)}`]),
    ...marked("+", [`${name}: ${renderValue(after)}${undoing(change)}`]),
  ];
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) => `${mark}     ${line}`);
}
