import type { JournalLine } from "../engine/apply/journal.ts";
import { isAttemptLine } from "../engine/live/create/attempts.ts";
import { parseShallow } from "../util/json.ts";
import { present } from "../util/present.ts";
import type { WhichLayout } from "./state-places.ts";

/** The lines of a journal's file: one line of JSON each. */
export function journalText(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The first line of a run, which names the layout of its lines. */
export interface JournalHead extends WhichLayout {
  readonly run: string;
  /** Time of the line, in milliseconds since the epoch. */
  readonly at: number;
}

export const journalVersion = 2;

export function headText(head: JournalHead): string {
  return `${JSON.stringify({ kind: "layout", docsformJournal: journalVersion, ...head })}\n`;
}

/** A head gets the name of this layout. Any other line stays unchanged. */
export function renamedHead(line: string, { layout, source, environment }: WhichLayout): string {
  const { run, at } = headOf(line) ?? {};
  if (run === undefined || at === undefined) return line;
  return headText({ layout, ...present({ source, environment }), run, at }).trimEnd();
}

/** The contents of a journal's file. */
export interface JournalRead {
  readonly lines: readonly JournalLine[];
  /** The layouts in its heads. */
  readonly layouts: readonly WhichLayout[];
  /** The format versions of heads that this docsform does not read. */
  readonly otherVersions: readonly unknown[];
  /** The last line is incomplete, so the last action of the run is unknown. */
  readonly isCut: boolean;
  /** Number of other lines that cannot be read. */
  readonly damaged: number;
  /** False: no line of it belongs to a journal. */
  readonly isJournal: boolean;
}

/**
 * Reads a journal. A kill cuts off the line that a run was writing, and a power loss leaves NULs in its place. The next run continues after
 * it in a new line.
 */
export function readJournalText(text: string): JournalRead {
  const found = text
    .split("\n")
    .filter((line) => line !== "")
    .map(readLine);
  const lost = found.filter(
    ({ kind }, at) => kind === "unknown" || (kind === "torn" && found[at + 1]?.kind !== "head"),
  );
  const isCut = found.at(-1)?.kind === "torn";
  return {
    lines: found.flatMap((each) => (each.kind === "line" ? [each.line] : [])),
    layouts: found.flatMap((each) => (each.kind === "head" ? [each.layout] : [])),
    otherVersions: found.flatMap((each) => (each.kind === "other head" ? [each.version] : [])),
    isCut,
    damaged: lost.length - (isCut ? 1 : 0),
    isJournal: found.some(({ kind }) => kind !== "torn" && kind !== "unknown") || beginsLikeJournal(text),
  };
}

type Read =
  | { readonly kind: "line"; readonly line: JournalLine }
  | { readonly kind: "head"; readonly layout: WhichLayout }
  | { readonly kind: "other head"; readonly version: unknown }
  /** After a kill or a power loss, a line is not complete JSON. */
  | { readonly kind: "torn" }
  | { readonly kind: "unknown" };

function readLine(text: string): Read {
  const value = objectIn(text);
  if (value === undefined) return { kind: "torn" };
  if (isLine(value as Fields)) return { kind: "line", line: value as JournalLine };
  const head = headOf(text);
  if (head === undefined) return { kind: "unknown" };
  const { docsformJournal: version, layout, source, environment } = head;
  if (version !== journalVersion) return { kind: "other head", version };
  if (typeof layout !== "string") return { kind: "unknown" };
  return { kind: "head", layout: { layout, ...present({ source, environment }) } };
}

function headOf(line: string): Partial<JournalHead & { readonly docsformJournal: unknown }> | undefined {
  return line.startsWith('{"kind":"layout"') ? objectIn(line) : undefined;
}

function objectIn(line: string): object | undefined {
  try {
    const value = parseShallow(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the text starts like a journal. A kill may have left only a part of its first characters, and a power loss NULs. */
function beginsLikeJournal(text: string): boolean {
  const start = text.slice(0, beginning.length).replaceAll("\0", "");
  return beginning.startsWith(start);
}

const beginning = '{"kind":';

/** The readable lines of a journal. */
export function parseJournal(text: string): readonly JournalLine[] {
  return readJournalText(text).lines;
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a line of a kind has what the kind needs. */
const isWhole: Readonly<Record<JournalLine["kind"], (line: Fields) => boolean>> = {
  begin: ({ serial }) => typeof serial === "number",
  known: ({ type, ids }) => typeof type === "string" && isTexts(ids),
  hidden: ({ address }) => typeof address === "string",
  delete: ({ addresses }) => isTexts(addresses),
  end: () => true,
  create: isAttemptLine,
  "not-created": isAttemptLine,
  match: isAttemptLine,
};

function isLine(value: Fields): boolean {
  const { run, at, kind } = value;
  if (typeof run !== "string" || typeof at !== "number" || typeof kind !== "string") return false;
  return Object.hasOwn(isWhole, kind) && isWhole[kind as JournalLine["kind"]](value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
