import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FileSystem, machineFiles } from "../../state/file-system.ts";
import { openAttemptedCreates } from "../../terraform/session/attempted-creates.ts";
import { noteFolder } from "./note-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docsform-notes-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const clock = { now: () => 1000, sleep: async () => {}, every: () => () => {} };
const query = { type: "widget", scopeId: undefined, source: undefined, fields: [], keyIn: () => "k" };

function attempt(name: string) {
  const key = { fields: [], key: "k" };
  return { address: `widget.${name}`, type: "widget", ...key, knownIds: [] };
}

test("keeps open records, and no others", async () => {
  const killed = openAttemptedCreates(noteFolder(folder), "first", clock);
  for (const name of ["a", "b", "c"]) await killed.open(attempt(name), undefined);
  killed.answered([{ address: "widget.a", id: "w1", origin: "created" }]);
  killed.close("widget.b");
  const next = openAttemptedCreates(noteFolder(folder), "second", clock);
  const lost = next.lost(query).map(({ attempt: { address }, match }) => [address, match?.id]);
  expect(Object.fromEntries(lost)).toEqual({ "widget.a": "w1", "widget.c": undefined });
  next.confirm("widget", "w1");
  next.close("widget.c");
  expect(readdirSync(folder)).toEqual([]);
});

test("a read-only folder stops a create before it is sent", async () => {
  writeFileSync(join(folder, "docsform-creates"), "");
  const attempts = openAttemptedCreates(noteFolder(join(folder, "docsform-creates")), "first", clock);
  await expect(attempts.open(attempt("a"), undefined)).rejects.toThrow("Nothing was sent");
});

test("records a create on the disk before it is sent", async () => {
  const synced: string[] = [];
  const system: FileSystem = {
    ...machineFiles,
    fdatasync: ((_, done) => {
      synced.push(...readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")));
      done(null);
    }) as FileSystem["fdatasync"],
  };
  const attempts = openAttemptedCreates(noteFolder(folder, { system }), "first", clock);
  await attempts.open(attempt("a"), undefined);
  expect(synced).toEqual([expect.stringContaining('"address":"widget.a"')]);
});

test("a record that cannot be read is an error and not absent", () => {
  mkdirSync(join(folder, "unreadable.jsonl"));
  expect(() => noteFolder(folder).read()).toThrow(expect.objectContaining({ code: "disk/not-read" }));
});

test("a read removes old records", () => {
  const notes = noteFolder(folder, { keptMs: 60_000 });
  notes.add("old", "1");
  notes.add("new", "2");
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(join(folder, "old.jsonl"), longAgo, longAgo);
  mkdirSync(join(folder, "another"));
  expect([notes.read(), readdirSync(folder).sort()]).toEqual([["2\n"], ["another", "new.jsonl"]]);
});
