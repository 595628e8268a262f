import { describe, expect, it, test } from "vitest";
import type { State } from "../model/state.ts";
import { readPieces } from "./state-pieces.ts";
import { serializeState } from "./state-text.ts";

const state: State = {
  docsformState: 2,
  organization: "acme",
  serial: 4,
  salt: "ab12",
  objects: {
    "widget.a": { id: "1", origin: "created", applied: { title: "A { }\n", tags: ["x", { y: "z" }] } },
    'widget.b "c"': { id: "2", applied: {}, undeclared: { visibility: "public" } },
    "widget.d": { id: "3", applied: { title: "D" }, rank: 1 },
  },
};
const text = serializeState(state, { layout: "docs" });
const entries = Object.entries(state.objects);

it("reads a complete state completely", () => {
  expect(readPieces(text)).toEqual({
    sides: [
      {
        head: { docsformState: 2, layout: "docs", organization: "acme", serial: 4, salt: "ab12" },
        entries,
        unreadable: [],
      },
    ],
  });
});

it("reads both sides of a merge, with the common part on either side", () => {
  const [start, end] = ['"id": "3",', '"rank": 1,'];
  const conflict = text
    .replace(
      start,
      `<<<<<<< ours\n      "id": "3",\n||||||| base\n      "id": "0",\n=======\n      "id": "4",\n>>>>>>> theirs`,
    )
    .replace(`      <<<<<<<`, "<<<<<<<")
    .replace(end, end);
  const ids = readPieces(conflict)?.sides.map((side) => side.entries.map(([, { id }]) => id));
  expect(ids).toEqual([
    ["1", "2", "3"],
    ["1", "2", "4"],
  ]);
});

it("reads other text as no state", () => {
  expect(readPieces('{ "name": "a-package", "version": "1.0.0" }\n')).toBeUndefined();
  expect(readPieces("spaces:\n  a: { title: A }\n")).toBeUndefined();
});

describe("a state after a power loss, at every byte", () => {
  const everyByte = Array.from({ length: text.length }, (_, at) => at);
  const losses: Readonly<Record<string, (at: number) => string>> = {
    cut: (at) => text.slice(0, at),
    "NULs to the end": (at) => text.slice(0, at) + "\0".repeat(text.length - at),
    "NULs from the beginning": (at) => "\0".repeat(at) + text.slice(at),
    "a block of NULs": (at) => `${text.slice(0, at)}${"\0".repeat(40)}${text.slice(at + 40)}`,
    "doubled to there": (at) => text.slice(0, at) + text,
    "doubled from there": (at) => text + text.slice(at),
  };
  test.each(Object.entries(losses))("%s: no entry reads differently than it was written", (_, damaged) => {
    for (const at of everyByte)
      for (const { entries: read } of readPieces(damaged(at))?.sides ?? [])
        for (const entry of read) expect(entries, `at ${at}`).toContainEqual(entry);
  });

  test("reads each complete entry", () => {
    for (const at of everyByte) {
      const left = text.slice(0, at);
      const whole = entries.filter(([, { id }]) => {
        const from = left.indexOf(`"id": "${id}"`);
        return from !== -1 && left.indexOf("\n    }", from) !== -1;
      });
      expect(readPieces(left)?.sides[0]?.entries, `cut at ${at}`).toEqual(whole);
    }
  });
});
