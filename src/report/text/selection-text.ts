import { count } from "../../util/count.ts";
import type { LeftOutView, SelectionView } from "../view/plan-view.ts";
import type { IndentedLine } from "./outline.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";

// The list of excluded steps must not hide the steps of the run.
const leftOutShown = 10;

/** The selection, and the steps that it excludes. Empty without a selection. */
export function renderSelection(
  selection: SelectionView | undefined,
  palette: Palette,
): readonly IndentedLine[] {
  if (selection === undefined) return [];
  const { flags, leftOut } = selection;
  const head = palette.strong(`Selected: ${flags.map(plainText).join(" ")}.`);
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

/** A step that the selection excludes. If the flags did not exclude it themselves, names the excluded object that it needs. */
export function renderLeftOut({ address, action, needs }: LeftOutView): string {
  const why = needs === undefined ? "" : `, which needs ${plainText(needs)}`;
  return `${action.word} ${plainText(address)}${why}`;
}
