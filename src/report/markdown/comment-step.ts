import { plainPalette } from "../text/palette.ts";
import { plainText } from "../text/plain-text.ts";
import { atItsAddress, entryWords, objectName, renderField } from "../text/step-text.ts";
import { renderValue } from "../text/value-text.ts";
import type { Tone } from "../view/actions.ts";
import type { EntryView } from "../view/entries.ts";
import type { FieldView } from "../view/field-view.ts";

/** The marks with which a diff colors a line. */
const marks = {
  added: "+",
  changed: "!",
  moved: "!",
  removed: "-",
  faint: " ",
} as const satisfies Record<Tone, string>;

const toneOf = { "+": "added", "-": "removed", "…": "faint" } as const;

/** One entry as lines of a diff: its line, and the old and new value of each field. */
export function diffEntry(entry: EntryView, depth = 0, more = ""): readonly string[] {
  const margin = "  ".repeat(depth);
  const { symbol, tone } = entry.action;
  // The mark says what happens to the object, unless a diff has none for it.
  const sign = tone === "faint" ? `${symbol} ` : "";
  const words = `${entryWords(entry, plainPalette)}${more}${atItsAddress(entry, plainPalette)}`;
  return [
    `${marks[tone]} ${margin}${sign}${objectName(entry)}${words}`,
    ...entry.fields.flatMap((field) => diffField(field, margin)),
  ];
}

function diffField(field: FieldView, margin: string): readonly string[] {
  const { name, before, items, ...rest } = field;
  if (items !== undefined)
    return items.map(({ sign, value }) =>
      detail(toneOf[sign], `${margin}${renderField({ ...rest, name, after: value })}`),
    );
  if (before === undefined) return [detail("added", `${margin}${renderField(field)}`)];
  return [
    detail("removed", `${margin}${plainText(name)}: ${renderValue(before)}`),
    detail("added", `${margin}${renderField({ ...rest, name })}`),
  ];
}

function detail(tone: Tone, line: string): string {
  return `${marks[tone]}     ${line}`;
}
