import { describe, expect, it, test } from "vitest";
import type { JournalLine } from "../engine/apply/journal.ts";
import { headText, journalText, parseJournal, readJournalText } from "./journal-text.ts";

const stamp = { run: "run1", at: 1000 };
const lines: readonly JournalLine[] = [
  {
    kind: "create",
    address: "widget.a",
    type: "widget",
    fields: ["title"],
    key: "k",
    sent: { fields: ["title", "note"], key: "k" },
    window: { from: 1000, until: 121000 },
    knownIds: ["1"],
    ...stamp,
  },
  { kind: "match", address: "widget.a", id: "2", ...stamp },
  { kind: "end", ...stamp },
];
const head = headText({ layout: "docs", ...stamp });
const whole = head + journalText(lines);
const everyByte = Array.from({ length: whole.length + 1 }, (_, at) => at);

it("reads what it wrote, except a line that a kill cut", () => {
  const text = journalText(lines);
  expect(parseJournal(text)).toEqual(lines);
  expect(parseJournal(text.slice(0, -5))).toEqual(lines.slice(0, -1));
  expect(parseJournal('null\n{"kind":"match"}\n7\n')).toEqual([]);
});

test("a first line of this or another version is not damage", () => {
  const of = (version: string) => head.replace('"docsformJournal":2', `"docsformJournal":${version}`);
  for (const [text, otherVersions] of [
    [whole, []],
    [of("3"), [3]],
    [of("1") + journalText(lines), [1]],
    [of("null"), [null]],
    ['{"kind":"layout","layout":"docs"}\n', [undefined]],
  ] as const)
    expect(readJournalText(text)).toMatchObject({ otherVersions, isCut: false, damaged: 0, isJournal: true });
});

/** Whether `some` are the first lines of `all`. */
function isBeginningOf(all: readonly JournalLine[], some: readonly JournalLine[]): boolean {
  return JSON.stringify(all.slice(0, some.length)) === JSON.stringify(some);
}

describe("a journal after a power loss, at every byte", () => {
  test("cut there: earlier lines are read, and the cut is detected", () => {
    for (const at of everyByte) {
      const { lines: read, isCut, damaged } = readJournalText(whole.slice(0, at));
      expect(isBeginningOf(lines, read), `cut at ${at}`).toBe(true);
      const isAtLineEnd = at === 0 || whole[at - 1] === "\n" || whole[at] === "\n";
      expect({ at, isCut, damaged }).toEqual({ at, isCut: !isAtLineEnd, damaged: 0 });
    }
  });

  test("zero bytes from there to the end: earlier lines are read, and the cut is detected", () => {
    for (const at of everyByte.slice(0, -1)) {
      const { lines: read, isCut, damaged } = readJournalText(nulled(at, whole.length));
      expect(isBeginningOf(lines, read), `NULs from ${at}`).toBe(true);
      expect({ at, isCut, damaged }).toEqual({ at, isCut: true, damaged: 0 });
    }
  });

  test("zero bytes from the beginning to there: no line reads differently than it was written", () => {
    for (const at of everyByte) {
      const { lines: read, isCut, damaged } = readJournalText(nulled(0, at));
      for (const line of read) expect(lines).toContainEqual(line);
      expect({ at, isKnown: read.length === lines.length || isCut || damaged > 0 }).toEqual({
        at,
        isKnown: true,
      });
    }
  });

  test("a block of zero bytes in it: no line reads differently than it was written, and the loss is detected", () => {
    for (const at of everyByte)
      for (const length of [1, 7, 60]) {
        const { lines: read, isCut, damaged } = readJournalText(nulled(at, at + length));
        for (const line of read) expect(lines).toContainEqual(line);
        const isKnown = read.length === lines.length || isCut || damaged > 0;
        expect(isKnown, `${length} NULs at ${at}`).toBe(true);
      }
  });

  test("doubled to there, or from there: no line changes its meaning", () => {
    for (const at of everyByte)
      for (const text of [whole.slice(0, at) + whole, whole + whole.slice(at)]) {
        const { lines: read, isCut, damaged } = readJournalText(text);
        for (const line of read) expect(lines).toContainEqual(line);
        const missed = lines.filter((line) => !read.some(({ kind }) => kind === line.kind));
        expect(missed.length === 0 || isCut || damaged > 0, `doubled at ${at}`).toBe(true);
      }
  });
});

test("lines that a run adds to a cut journal are complete", () => {
  for (const at of everyByte) {
    const text = `${whole.slice(0, at)}\n${whole}`;
    const { lines: read, isCut, damaged } = readJournalText(text);
    expect({ at, read: read.slice(-3), isCut, damaged }).toEqual({
      at,
      read: lines,
      isCut: false,
      damaged: 0,
    });
  }
});

function nulled(from: number, to: number): string {
  const end = Math.min(to, whole.length);
  return whole.slice(0, from) + "\0".repeat(Math.max(0, end - from)) + whole.slice(end);
}
