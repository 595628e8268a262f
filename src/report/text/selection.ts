import type { LeftOut, PlanSelection } from "../../plan/plan.ts";
import { selectionFlags } from "../../plan/select/selection.ts";
import type { IndentedLine } from "./outline.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { count } from "./value.ts";

// The list of excluded steps must not hide the steps of the run.
const leftOutShown = 10;

/** The selection, and the steps that it excludes. Empty without a selection. */
export function renderSelection(
  selection: PlanSelection | undefined,
  palette: Palette,
): readonly IndentedLine[] {
  if (selection === undefined) return [];
  const { leftOut } = selection;
  const head = palette.strong(`Selected: ${flagsOf(selection)}.`);
  if (leftOut.length === 0) return [{ text: `${head} This excludes nothing.`, indent: 0 }];
  const rest = leftOut.length - leftOutShown;
  const lines = leftOut.slice(0, leftOutShown).map(renderLeftOut);
  return [
    { text: `${head} Excluded: ${count(leftOut.length, "step")}.`, indent: 0 },
    ...[...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].map((text) => ({
      text: palette.faint(text),
      indent: 2,
    })),
  ];
}

/** The flags as given: `--target site.docs`. */
function flagsOf(selection: PlanSelection): string {
  const parts = Object.entries(selectionFlags) as readonly (readonly [keyof typeof selectionFlags, string])[];
  return parts
    .flatMap(([part, flag]) => (selection[part] ?? []).map((address) => `${flag} ${plainText(address)}`))
    .join(" ");
}

/** A step that the selection excludes. If the flags did not exclude it themselves, names the excluded object that it needs. */
export function renderLeftOut({ address, action, needs }: LeftOut): string {
  const why = needs === undefined ? "" : `, which needs ${plainText(needs)}`;
  return `${action} ${plainText(address)}${why}`;
}
