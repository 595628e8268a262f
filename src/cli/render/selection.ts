import type { LeftOut, PlanSelection } from "../../plan/plan.ts";
import { selectionFlags } from "../../plan/select/selection.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { count } from "./value.ts";

// What is not done must not hide what is.
const leftOutShown = 10;

/** What was selected, and what of the whole plan is therefore not done; empty for the whole. */
export function renderSelection(selection: PlanSelection | undefined, palette: Palette): string {
  if (selection === undefined) return "";
  const { leftOut } = selection;
  const head = palette.strong(`Only a part: ${flagsOf(selection)}.`);
  if (leftOut.length === 0) return `${head} Nothing was left out by that.`;
  const shown = leftOut.slice(0, leftOutShown).map((each) => `  ${renderLeftOut(each)}`);
  const rest = leftOut.length - shown.length;
  const lines = rest > 0 ? [...shown, `  and ${rest} more`] : shown;
  return [
    `${head} Left out, and stays as it is: ${count(leftOut.length, "step")}.`,
    ...lines.map(palette.faint),
  ].join("\n");
}

/** As it was given: `--target site.docs`. */
function flagsOf(selection: PlanSelection): string {
  const parts = Object.entries(selectionFlags) as readonly (readonly [keyof typeof selectionFlags, string])[];
  return parts
    .flatMap(([part, flag]) => (selection[part] ?? []).map((address) => `${flag} ${plainText(address)}`))
    .join(" ");
}

/** A step that is not done, and why where its own address was not named. */
export function renderLeftOut({ address, action, needs }: LeftOut): string {
  const why = needs === undefined ? "" : `, which needs ${plainText(needs)}`;
  return `${action} ${plainText(address)}${why}`;
}
