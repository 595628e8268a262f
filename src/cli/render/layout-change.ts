import { createTwoFilesPatch } from "diff";
import type { AcceptedDifference, NotAccepted } from "../../engine/plan/accept/accept-request.ts";
import type { Palette } from "../../report/text/palette.ts";
import { plainText } from "../../report/text/plain-text.ts";
import { quotedTitle } from "../../report/text/step-text.ts";
import { renderChanged } from "../../report/text/value-text.ts";
import { changedValues } from "../../report/view/field-view.ts";
import { titleBeside } from "../../report/view/names-view.ts";
import type { LayoutChange } from "../layout-editor.ts";
import type { OutputJson } from "../print-result.ts";

/** The accepted and remaining differences, and the diff of the files. */
export function renderLayoutChange(change: LayoutChange, palette: Palette, isDryRun: boolean): string {
  const { accepted, remaining, notes } = change;
  const parts = [
    palette.strong(headOf(change, isDryRun)),
    ...accepted.map((found) => `  ${renderDifference(found, palette)}`),
    ...(remaining.length === 0 ? [] : ["", palette.strong("Not accepted:")]),
    ...remaining.map((found) => `  ${renderLeft(found, palette)}`),
    ...notes.map((note) => palette.faint(`Note: ${plainText(note)}`)),
    ...patchesOf(change).map((patch) => `\n${renderPatch(patch, palette)}`),
  ];
  return `${parts.join("\n")}\n`;
}

function headOf({ accepted, remaining }: LayoutChange, isDryRun: boolean): string {
  if (accepted.length > 0) return isDryRun ? "Would accept into the layout:" : "Accepted into the layout:";
  if (remaining.length > 0) return "Nothing is accepted.";
  return "Nothing to accept: the layout matches the service.";
}

export function changeJson(change: LayoutChange, written: boolean): OutputJson<"accept"> {
  const { accepted, remaining, notes } = change;
  return { written, accepted, remaining, notes, diff: patchesOf(change).join("") };
}

function renderDifference(found: AcceptedDifference, palette: Palette): string {
  const name = plainText(
    found.attribute === undefined ? found.address : `${found.address}.${found.attribute}`,
  );
  const title = palette.faint(quotedTitle(titleBeside(found)));
  return `${palette.changed(found.change)} ${name}${title}${valuesOf(found)}`;
}

function valuesOf(found: AcceptedDifference): string {
  const { change, before, after } = found;
  if (change !== "changed" || (before === null && after === null)) return "";
  return `: ${renderChanged(changedValues(found))}`;
}

function renderLeft(found: NotAccepted, palette: Palette): string {
  return `${renderDifference(found, palette)}: ${plainText(found.reason)}`;
}

function patchesOf({ before, after, shown }: LayoutChange): readonly string[] {
  return after.flatMap(({ file, text }, index) => {
    if (before[index]?.text === text) return [];
    const [former = "", now = ""] = [shown.before, shown.after].map((texts) => texts[index]?.text);
    return [createTwoFilesPatch(file, file, former, now, "", "", { context: 2 })];
  });
}

function renderPatch(patch: string, palette: Palette): string {
  const lines = patch.split("\n").filter((line) => !line.startsWith("====") && line !== "");
  return lines.map((line) => toned(plainText(line), palette)).join("\n");
}

function toned(line: string, palette: Palette): string {
  if (line.startsWith("+")) return palette.added(line);
  return line.startsWith("-") ? palette.removed(line) : palette.faint(line);
}
