import type { DriftEntry } from "../../plan/tell/drift.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { count, renderValue } from "./value.ts";

interface Drift {
  readonly entries: readonly DriftEntry[];
  readonly drifted: boolean;
  /** Whether there was a lock to tell where. */
  readonly locked: boolean;
  /** How many differences were not selected. Absent: all were asked for. */
  readonly leftOut?: number;
}

const movedWhere = {
  live: { text: "on the service", tone: "removed" },
  layout: { text: "in the layout", tone: "changed" },
  both: { text: "on the service and, differently, in the layout", tone: "removed" },
} as const satisfies Record<DriftEntry["changedIn"], { text: string; tone: keyof Palette }>;

/** Each difference, and where it was made. */
export function renderDrift({ entries, drifted, locked, leftOut }: Drift, palette: Palette): string {
  const before = locked ? "what was last applied" : "the layout (there is no lock yet)";
  const head = drifted
    ? palette.strong(`The service differs from ${before}:`)
    : palette.strong(
        `No drift${leftOut === undefined ? "" : " of what was selected"}: the service is as ${locked ? "it was last applied" : "the layout declares"}.`,
      );
  const lines = entries.map((entry) => renderEntry(entry, palette));
  const total = drifted
    ? `\n${count(entries.length, "difference")}. docsform plan tells what apply would do about it.\n`
    : "";
  const beside =
    leftOut === undefined || leftOut === 0 ? "" : `Left out: ${count(leftOut, "difference")} elsewhere.\n`;
  return `${[head, ...lines].join("\n")}\n${total}${beside}`;
}

function renderEntry(entry: DriftEntry, palette: Palette): string {
  const { text, tone } = movedWhere[entry.changedIn];
  const name = `${plainText(entry.address)}${entry.attribute === undefined ? "" : `.${plainText(entry.attribute)}`}`;
  const title =
    entry.title === "" || entry.title === entry.address ? "" : ` ${JSON.stringify(plainText(entry.title))}`;
  return `  ${palette[tone](`${entry.what} ${text}:`)} ${name}${palette.faint(title)}${values(entry)}`;
}

function values(entry: DriftEntry): string {
  if (entry.sensitive === true) return ": (secret) → (secret)";
  switch (entry.what) {
    case "changed":
    case "moved":
      return `: ${renderValue(entry.before)} → ${renderValue(entry.after)}`;
    case "added":
    case "removed":
      return "";
  }
}
