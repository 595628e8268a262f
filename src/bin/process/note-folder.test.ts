import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAttemptedCreates } from "../../terraform/session/attempted-creates.ts";
import { noteFolder } from "./note-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docsform-notes-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const wanted = { attemptId: "i1", type: "widget", key: "k", knownIds: [] };

test("what is open is kept, and nothing else", () => {
  const killed = openAttemptedCreates(noteFolder(folder));
  for (const attemptId of ["i1", "i2", "i3"]) killed.open({ ...wanted, attemptId });
  killed.noteResponse("i1", "w1");
  killed.close("i2");
  const next = openAttemptedCreates(noteFolder(folder));
  expect(next.lost("widget", undefined, "k").map(({ attemptId, id }) => [attemptId, id])).toEqual([
    ["i1", "w1"],
    ["i3", undefined],
  ]);
  next.confirm("widget", "w1");
  next.close("i3");
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder that cannot be written stops a create before it is sent", () => {
  writeFileSync(join(folder, "docsform-creates"), "");
  const log = openAttemptedCreates(noteFolder(join(folder, "docsform-creates")));
  expect(() => log.open(wanted)).toThrow("Nothing was sent");
});

test("what is old is removed when there is something to read", () => {
  const notes = noteFolder(folder, 60_000);
  notes.add("old", "1");
  notes.add("new", "2");
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(join(folder, "old.jsonl"), longAgo, longAgo);
  mkdirSync(join(folder, "another"));
  expect([notes.read(), readdirSync(folder).sort()]).toEqual([["2\n"], ["another", "new.jsonl"]]);
});
