import type { AttemptedCreateLine, JournalLine, PairLine } from "../../apply/journal.ts";
import { origins } from "../../model/lock.ts";
import { present } from "../../model/present.ts";
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

/** The layouts that a journal's heads name. */
export function layoutsIn(text: string): readonly WhichLayout[] {
  return text.split("\n").flatMap((line) => {
    const head = line.startsWith('{"kind":"layout"') ? headOf(line) : undefined;
    if (typeof head?.layout !== "string") return [];
    const { layout, source, environment } = head;
    return [{ layout, ...present({ source, environment }) }];
  });
}

function headOf(line: string): Partial<JournalHead> | undefined {
  try {
    return JSON.parse(line) as Partial<JournalHead>;
  } catch {
    return undefined;
  }
}

/**
 * Whether a file holds what a journal may: every one begins with the same words, of which a kill may have left a part, for the next
 * run to add to.
 */
export function looksLikeJournal(text: string): boolean {
  const before = text.indexOf(beginning);
  return beginning.startsWith(before === -1 ? text : text.slice(0, before));
}

const beginning = '{"kind":';

/** The lines of a journal. A line that a kill cut short is left out: nothing was sent after it. */
export function parseJournal(text: string): readonly JournalLine[] {
  return text.split("\n").flatMap((line) => {
    const parsed = parseLine(line);
    return parsed === undefined ? [] : [parsed];
  });
}

function parseLine(line: string): JournalLine | undefined {
  if (line === "") return undefined;
  try {
    const value = JSON.parse(line) as Partial<JournalLine>;
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
