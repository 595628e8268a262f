import type { AttemptedCreateLine, JournalLine, PairLine } from "../../apply/journal.ts";
import { parseShallow } from "../../model/json.ts";
import { present } from "../../model/present.ts";
import { origins } from "../../model/state.ts";
import type { WhichLayout } from "./places.ts";

/** Lines as the journal's file has them: each is one of JSON. */
export function journalText(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** What a run writes before its lines: which layout they are of. */
export interface JournalHead extends WhichLayout {
  readonly run: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

export function headText(head: JournalHead): string {
  return `${JSON.stringify({ kind: "layout", ...head })}\n`;
}

/** The line as it is, or where it is a head, one that names this layout. */
export function renamedHead(line: string, { layout, source, environment }: WhichLayout): string {
  const head = line.startsWith('{"kind":"layout"') ? headOf(line) : undefined;
  if (head?.run === undefined || head.at === undefined) return line;
  const { run, at } = head;
  return headText({ layout, ...present({ source, environment }), run, at }).trimEnd();
}

/** What there is in a journal's file. */
export interface JournalRead {
  readonly lines: readonly JournalLine[];
  /** The layouts that its heads name. */
  readonly layouts: readonly WhichLayout[];
  /** The last that was written did not come to the disk whole: what the run did last is not known. */
  readonly isCut: boolean;
  /** How many of its other lines cannot be read. */
  readonly damaged: number;
  /** False: nothing in it is a journal's. */
  readonly isJournal: boolean;
}

/**
 * Reads a journal. A kill cuts the line short that a run was writing, and a power loss leaves NULs where that line was to be: the
 * next run goes on after it, in a line of its own.
 */
export function readJournalText(text: string): JournalRead {
  const found = text
    .split("\n")
    .filter((line) => line !== "")
    .map(readLine);
  const unread = found.map((each, at) => each.kind === "unread" && found[at + 1]?.kind !== "head");
  const isCut = unread.at(-1) === true;
  return {
    lines: found.flatMap((each) => (each.kind === "line" ? [each.line] : [])),
    layouts: found.flatMap((each) => (each.kind === "head" ? [each.layout] : [])),
    isCut,
    damaged: unread.filter(Boolean).length - (isCut ? 1 : 0),
    isJournal: found.some(({ kind }) => kind !== "unread") || beginsLikeJournal(text),
  };
}

type Read =
  | { readonly kind: "line"; readonly line: JournalLine }
  | { readonly kind: "head"; readonly layout: WhichLayout }
  | { readonly kind: "unread" };

function readLine(text: string): Read {
  const line = parseLine(text);
  if (line !== undefined) return { kind: "line", line };
  const head = text.startsWith('{"kind":"layout"') ? headOf(text) : undefined;
  if (typeof head?.layout !== "string") return { kind: "unread" };
  const { layout, source, environment } = head;
  return { kind: "head", layout: { layout, ...present({ source, environment }) } };
}

function headOf(line: string): Partial<JournalHead> | undefined {
  try {
    return parseShallow(line) as Partial<JournalHead>;
  } catch {
    return undefined;
  }
}

/** Every journal begins with the same words, of which a kill may have left a part, and a power loss NULs. */
function beginsLikeJournal(text: string): boolean {
  const start = text.slice(0, beginning.length).replaceAll("\0", "");
  return beginning.startsWith(start);
}

const beginning = '{"kind":';

/** The lines of a journal that can be read. */
export function parseJournal(text: string): readonly JournalLine[] {
  return readJournalText(text).lines;
}

function parseLine(line: string): JournalLine | undefined {
  try {
    const value = parseShallow(line) as Partial<JournalLine>;
    return isLine(value) ? (value as JournalLine) : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: Partial<JournalLine> | null): boolean {
  if (value === null || typeof value.run !== "string" || typeof value.at !== "number") return false;
  switch (value.kind) {
    case "intent":
      return isAttempt(value);
    case "refused":
      return isText(value.address);
    case "pair":
      return isPair(value);
    case "begin":
      return typeof value.serial === "number";
    case "going":
      return isTexts(value.addresses);
    case "end":
      return true;
    case undefined:
    default:
      return false;
  }
}

function isAttempt({ address, type, key, fields, knownIds }: Partial<AttemptedCreateLine>): boolean {
  return [address, type, key].every(isText) && isTexts(fields) && isTexts(knownIds);
}

function isPair({ address, id, origin }: Partial<PairLine>): boolean {
  return [address, id].every(isText) && isOrigin(origin);
}

function isOrigin(value: unknown): boolean {
  return value === undefined || origins.some((origin) => origin === value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
