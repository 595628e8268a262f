import { plainText } from "../text/plain-text.ts";
import { renderField, renderPlace, stepHeadline, stepRemarks } from "../text/step.ts";
import { renderValue } from "../text/value.ts";
import type { Tone } from "../view/actions.ts";
import type { FieldView } from "../view/field-view.ts";
import type { StepView } from "../view/step-view.ts";

/** The marks with which a diff colors a line. */
const marks = {
  added: "+",
  changed: "!",
  moved: "!",
  removed: "-",
  faint: " ",
} as const satisfies Record<Tone, string>;

/** One step as lines of a diff: a headline, and the old and new value of each field. */
export function diffStep(step: StepView): readonly string[] {
  const { action, fields, place } = step;
  const tone = place?.from === undefined ? "added" : "moved";
  return [
    `${marks[action.tone]} ${stepHeadline(step)}${stepRemarks(step)}`,
    ...fields.flatMap(diffField),
    ...renderPlace(place).map((line) => detail(tone, line)),
  ];
}

function diffField(field: FieldView): readonly string[] {
  const { name, before, ...rest } = field;
  if (before === undefined) return [detail("added", renderField(field))];
  return [
    detail("removed", `${plainText(name)}: ${renderValue(before)}`),
    detail("added", renderField({ name, ...rest })),
  ];
}

function detail(tone: Tone, line: string): string {
  return `${marks[tone]}     ${line}`;
}
