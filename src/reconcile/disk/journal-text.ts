import type { CreateLine, JournalLine, MatchLine } from "../../apply/journal.ts";
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

/** The version of the format that is written and read. */
export const journalVersion = 2;

export function headText(head: JournalHead): string {
  return `${JSON.stringify({ kind: "layout", docsformJournal: journalVersion, ...head })}\n`;
}

/** The line as it is, or where it is a head, one that names this layout. */
export function renamedHead(line: string, { layout, source, environment }: WhichLayout): string {
  const { run, at } = headOf(line) ?? {};
  if (run === undefined || at === undefined) return line;
  return headText({ layout, ...present({ source, environment }), run, at }).trimEnd();
}

/** What there is in a journal's file. */
export interface JournalRead {
  readonly lines: readonly JournalLine[];
  /** The layouts that its heads name. */
  readonly layouts: readonly WhichLayout[];
  /** What other heads give as the version of their format, if anything. */
  readonly otherVersions: readonly unknown[];
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
  /** A kill or a power loss leaves no whole line of JSON. */
  | { readonly kind: "torn" }
  | { readonly kind: "unknown" };

function readLine(text: string): Read {
  const value = objectIn(text);
  if (value === undefined) return { kind: "torn" };
  if (isLine(value)) return { kind: "line", line: value as JournalLine };
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

function isLine(value: Partial<JournalLine>): boolean {
  if (typeof value.run !== "string" || typeof value.at !== "number") return false;
  switch (value.kind) {
    case "create":
      return isAttempt(value);
    case "not-created":
      return isText(value.address);
    case "match":
      return isMatch(value);
    case "begin":
      return typeof value.serial === "number";
    case "delete":
      return isTexts(value.addresses);
    case "end":
      return true;
    case undefined:
    default:
      return false;
  }
}

function isAttempt({ address, type, key, fields, knownIds }: Partial<CreateLine>): boolean {
  return [address, type, key].every(isText) && isTexts(fields) && isTexts(knownIds);
}

function isMatch({ address, id, origin }: Partial<MatchLine>): boolean {
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
