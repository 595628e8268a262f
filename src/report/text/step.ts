import type { ActionView } from "../view/actions.ts";
import type { FieldView, PlaceView } from "../view/field-view.ts";
import type { StepView } from "../view/step-view.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { renderChanged, renderValue } from "./value.ts";

/** A step in one line: its mark, its action and object, and remarks about the whole step. */
export function markedHeadline(step: StepView, palette: Palette): string {
  const { symbol, tone } = step.action;
  return `${palette[tone](`${symbol} ${stepHeadline(step)}`)}${palette.faint(stepRemarks(step))}`;
}

/** The mark of an action, in its color. */
export function markOf({ symbol, tone }: ActionView, palette: Palette): string {
  return palette[tone](symbol);
}

/** `create site.docs "Docs"`. */
export function stepHeadline({
  action,
  address,
  title,
}: Pick<StepView, "action" | "address" | "title">): string {
  return `${action.word} ${plainText(address)}${quotedTitle(title)}`;
}

/** A title in quotes after a blank. Otherwise empty. */
export function quotedTitle(title: string | undefined): string {
  return title === undefined ? "" : ` ${JSON.stringify(plainText(title))}`;
}

/** Remarks about the whole step, each in parentheses after a blank. */
export function stepRemarks({ remarks }: StepView): string {
  return remarks.map(inParentheses).join("");
}

/** The step's fields and places, one per line. Values longer than `most` characters are cut. */
export function stepDetails({ fields, place }: StepView, most?: number): readonly string[] {
  return [...fields.map((field) => renderField(field, most)), ...renderPlace(place)];
}

/** `title: "A" → "B"`, or `title: "A"` of a new object. */
export function renderField({ name, before, after, remark }: FieldView, most?: number): string {
  const values = before === undefined ? renderValue(after, most) : renderChanged({ before, after }, most);
  return `${plainText(name)}: ${values}${remark === undefined ? "" : inParentheses(remark)}`;
}

/** The place of a new object as far as it is known, one part per line, or the move of an object in one line. */
export function renderPlace(place: PlaceView | undefined): readonly string[] {
  if (place === undefined) return [];
  const { from, to, after, isDefault } = place;
  if (from !== undefined) return [renderMove(from, to ?? null, after)];
  return [
    ...(to === undefined ? [] : [to === null ? "at the top level" : `in ${plainText(to)}`]),
    ...(isDefault === true ? ["is the default among its siblings"] : []),
  ];
}

function renderMove(from: string | null, to: string | null, after: string | null | undefined): string {
  const at = (address: string | null) => (address === null ? "the top level" : plainText(address));
  const where = from === to ? `within ${at(to)}` : `${at(from)} → ${at(to)}`;
  if (after === undefined) return where;
  return `${where}, ${after === null ? "to the first place" : `after ${plainText(after)}`}`;
}

function inParentheses(remark: string): string {
  return ` (${plainText(remark)})`;
}
