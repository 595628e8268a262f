import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Files, filesBelow } from "../../src/cli/files.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import { DocsformError } from "../../src/model/errors.ts";
import { readJournalText } from "../../src/state/journal-text.ts";
import { readPieces } from "../../src/state/state-pieces.ts";
import { parseState } from "../../src/state/state-text.ts";
import { apply, jumpingClock, openWorkbench, organization, type Workbench } from "../cli/workbench.ts";
import { isFullShare, someOf } from "../support/laws.ts";
import { seededRandom } from "../support/service.ts";

// State and journal after a power loss in the middle of a run that creates and changes objects of several types.

const head = `docsform: 1
organization: ${organization}
collections:
  handbook: { title: Handbook }
spaces:
  guides: { title: Guides, collection: handbook }
`;
const before = `${head}  api: { title: API }
teams:
  writers: { title: Writers }
`;
const layout = `${head}  api: { title: Interface }
  more: { title: More, collection: handbook }
teams:
  writers: { title: Authors }
  readers: { title: Readers }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
      - { section: API, path: api, spaces: [api] }
`;
const statePath = "docsform.state.json";
const journalPath = ".docsform/docsform.jsonl";
const allowed = [...apply, "--allow-create", "--allow-import", "--allow-recreate"];

/** The texts of the state and of the journal. */
interface Texts {
  readonly state: string;
  readonly journal: string;
}

/** The service and the files at the moment of the power loss. */
interface Moment extends Texts {
  readonly dump: StoreDump;
}

let bench: Workbench;
let moment: Moment;
/** The objects of a run without a power loss. */
let expected: readonly string[];

beforeAll(async () => {
  const moments: Moment[] = [];
  let isWatched = false;
  bench = await openWorkbench({ "docsform.yaml": before }, "current", {
    clock: jumpingClock(),
    random: seededRandom(9),
    observe: (inFolder) => {
      const journal = inFolder.read(journalPath) ?? "";
      if (isWatched && journal !== "")
        moments.push({ dump: structuredClone(dumpNow()), state: inFolder.read(statePath) ?? "", journal });
    },
  });
  await succeed(bench.files, allowed);
  bench.files.write("docsform.yaml", layout);
  isWatched = true;
  await succeed(bench.files, allowed);
  expected = titlesNow();
  // The last moment with objects missing: the run has sent its last create, and waits for the response.
  const found = moments.findLast(({ dump }) => titlesOf(dump).length < expected.length);
  if (found === undefined) throw new Error("The run makes several objects.");
  moment = found;
});
afterAll(() => bench.close());

async function succeed(files: Files, args: readonly string[]): Promise<string> {
  const { code, out, err } = await bench.run(args, { files });
  expect(code, `${args.join(" ")}\n${out}${err}`).toBe(0);
  return out;
}

function dumpNow(): StoreDump {
  return bench.emulator.emulator.dump();
}

function titlesNow(): readonly string[] {
  return titlesOf(dumpNow());
}

function titlesOf({ tables }: StoreDump): readonly string[] {
  return Object.entries(tables)
    .flatMap(([table, records]) =>
      records.map((record) => `${table} ${JSON.stringify(record["title"] ?? record["path"] ?? null)}`),
    )
    .sort();
}

test("a power loss during creates and changes of several types, before the response to a call", () => {
  const { lines } = readJournalText(moment.journal);
  const known = new Set(lines.flatMap((line) => (line.kind === "match" ? [line.address] : [])));
  const begun = lines.flatMap((line) => (line.kind === "create" ? [line] : []));
  expect(new Set(begun.map(({ type }) => type)).size).toBeGreaterThan(3);
  expect(begun.some(({ address }) => !known.has(address))).toBe(true);
  expect(titlesOf(moment.dump)).toContain('space "Interface"');
});

type Loss = (text: string, at: number) => string;
const losses: Readonly<Record<string, Loss>> = {
  cut: (text, at) => text.slice(0, at),
  zeroed: (text, at) => text.slice(0, at) + "\0".repeat(text.length - at),
  "zeroed at its beginning": (text, at) => "\0".repeat(at) + text.slice(at),
  doubled: (text, at) => text.slice(0, at) + text,
};

/** What docsform reads from each damaged file. Damages with the same result have the same consequences, so one of them is tested. */
const reading = {
  state: (text: string) => [parsedState(text), readPieces(text)],
  // Whether the next line can begin a new one.
  journal: (text: string) => [readJournalText(text), text === "" || text.endsWith("\n")],
} as const;

function parsedState(text: string): unknown {
  try {
    return parseState(text, organization, statePath);
  } catch (error) {
    return error instanceof DocsformError ? error.code : error;
  }
}

/** The damaged bytes that lead to different results of reading the file, one for each result. */
function distinguishingBytes(what: keyof Texts, lose: Loss): readonly number[] {
  const first = new Map<string, number>();
  const { length } = moment[what];
  for (let at = 0; at <= length; at += 1) {
    const read = JSON.stringify(reading[what](lose(moment[what], at)));
    if (!first.has(read)) first.set(read, at);
  }
  return [...first.values()];
}

const placesOfPairs = [0.2, 0.5, 0.9];
const placesOfTemporaries = [0, 0.3, 0.7, 1];
const slowestMs = 180_000;
const where = isFullShare() ? "at every byte" : "at a place";
const whereMany = isFullShare() ? "at every byte" : "at a ninth of the bytes";

/** The damaged bytes that this run tests. */
function bytesOf(what: keyof Texts, name: string, lose: Loss): readonly number[] {
  if (isFullShare()) return distinguishingBytes(what, lose);
  const places = someOf(placesOfPairs, (place) => `${what} ${name} at ${place}`);
  return places.map((place) => byteAt(moment[what], place));
}

describe.each(Object.entries(losses))("%s", (name, lose) => {
  test.each(["state", "journal"] as const)(
    `%s, ${whereMany}: each command works or names a remedy, and nothing is created twice`,
    async (what) => {
      const bytes = distinguishingBytes(what, lose);
      expect(bytes.length).toBeGreaterThan(1);
      const nameOf = (at: number) => `${what} ${name} at ${at}`;
      for (const at of someOf(bytes, nameOf, 9))
        await checkLoss({ ...moment, [what]: lose(moment[what], at) }, nameOf(at));
    },
    slowestMs,
  );

  test.each(someOf(Object.entries(losses), ([otherName]) => `${name} ${otherName}`))(
    `state ${name} and journal %s, at some places: the same`,
    async (otherName, loseOther) => {
      const places = someOf(placesOfPairs, (place) => `${name} ${otherName} at ${place}`);
      for (const place of places) {
        const state = lose(moment.state, byteAt(moment.state, place));
        const journal = loseOther(moment.journal, byteAt(moment.journal, 1 - place));
        await checkLoss({ state, journal }, `state ${name} and journal ${otherName} at ${place}`);
      }
    },
    slowestMs,
  );

  test.each(["state", "journal"] as const)(
    `%s, ${where}: destroy works or names a remedy, and leaves nothing`,
    async (what) => {
      for (const at of bytesOf(what, name, lose))
        await checkDestroy({ ...moment, [what]: lose(moment[what], at) }, `${what} ${name} at ${at}`);
    },
    slowestMs,
  );

  test.each(["state", "journal"] as const)(
    `%s, ${where}: diff and the commands that change the state alone work or name a remedy, and lose nothing`,
    async (what) => {
      for (const at of bytesOf(what, name, lose)) {
        const text = lose(moment[what], at);
        await checkEdits({ ...moment, [what]: text }, `${what} ${name} at ${at}`);
        const named = { state: ofEnvironment(moment.state), journal: ofEnvironment(moment.journal) };
        await checkDiff({ ...named, [what]: lose(named[what], at) }, `${what} ${name} at ${at}`);
      }
    },
    slowestMs,
  );

  test("temporary files of state and journal have no effect, and state repair removes them", async () => {
    for (const place of someOf(placesOfTemporaries, (place) => `${name} at ${place}`)) {
      const written = (text: string) => lose(text, byteAt(text, place));
      const beside = {
        [`${statePath}.4711.tmp`]: written(moment.state),
        [`${journalPath}.4711.tmp`]: written(moment.journal),
        ".docsform.4711.tmp": written(" ".repeat(4096)),
      };
      await checkLoss(moment, `beside files ${name} at ${place}`, beside);
    }
  });
});

function byteAt(text: string, place: number): number {
  return Math.round(place * text.length);
}

const reads = [
  ["validate"],
  ["plan"],
  ["drift"],
  ["doctor"],
  ["graph"],
  ["state", "list"],
  ["state", "show", "space.api"],
  ["accept", "--dry-run"],
  ["pull", "--update", "--dry-run"],
  ["pull", "--all", "--organization", organization],
];

/** Runs something in a new folder, because an earlier run may not have ended with its test. */
async function inFolder(
  { state, journal }: Texts,
  beside: Readonly<Record<string, string>>,
  work: (files: Files) => Promise<void>,
): Promise<void> {
  const texts = { "docsform.yaml": layout, [statePath]: state, [journalPath]: journal };
  await inFolderOf({ ...texts, ...beside }, work);
}

async function inFolderOf(
  texts: Readonly<Record<string, string>>,
  work: (files: Files) => Promise<void>,
): Promise<void> {
  bench.emulator.emulator.load(structuredClone(moment.dump));
  const files = filesBelow(mkdtempSync(join(tmpdir(), "docsform-loss-")));
  try {
    for (const [path, text] of Object.entries(texts)) files.write(path, text);
    await work(files);
  } finally {
    rmSync(files.folder, { recursive: true, force: true });
  }
}

/** Commands that change only the state. `id` is that of the space. */
const edits = (id: string): readonly (readonly string[])[] => [
  ["import", "space.api", id],
  ["state", "mv", "space.api", "space.moved"],
  ["state", "mv", "space.api", "--to", "receiver.yaml"],
  ["state", "rm", "space.api"],
];

async function checkEdits(texts: Texts, what: string): Promise<void> {
  const damaged = { state: texts.state, journal: texts.journal };
  const other = layout.replace("docsform: 1", "docsform: 1\nname: other");
  await inFolder(
    texts,
    { "other.yaml": other, "receiver.yaml": other.replace("other", "receiver") },
    async (files) => {
      for (const args of edits(idsIn(moment.state)["space.api"] ?? "")) {
        const { code, out, err } = await bench.run(args, { files });
        const about = `${args.join(" ")}: ${what}\n${out}${err}`;
        const now = { state: files.read(statePath), journal: files.read(journalPath) };
        const isRefused = /docsform (state repair|apply)/u.test(err) && isDeepStrictEqual(now, damaged);
        expect(code === 0 || isRefused, about).toBe(true);
        // Version control restores what the command has changed.
        files.write(statePath, texts.state);
        rmSync(join(files.folder, "docsform.receiver.state.json"), { force: true });
      }
      await succeed(files, ["unlock"]);
      const rename = ["state", "rename", "--from", statePath, "--file", "other.yaml"];
      if (await worksOrReports(files, rename, what))
        await succeed(files, ["state", "rename", "--from", "docsform.other.state.json"]);
      await checkApply(files, texts, what);
    },
  );
}

/** The text of the state or the journal, with the name of an environment's layout. */
function ofEnvironment(text: string): string {
  return text
    .replace(/"layout":( ?)"docsform"/u, '"layout":$1"docsform.one"')
    .replace(/"source":( ?)"docsform.yaml"/u, '$&,"environment":$1"one"');
}

/** Compares two environments. One of them has the damaged files. */
async function checkDiff({ state, journal }: Texts, what: string): Promise<void> {
  const organizations = `environments: { one: { organization: ${organization} }, two: { organization: ${organization} } }`;
  const files = {
    "docsform.yaml": layout.replace(`organization: ${organization}`, organizations),
    "docsform.one.state.json": state,
    ".docsform/docsform.one.jsonl": journal,
  };
  await inFolderOf(files, async (folder) => {
    const { code, err } = await bench.run(["diff", "--env", "one", "--env", "two"], { files: folder });
    const works = code === 0 || code === 2;
    expect(works || err.includes("docsform state repair"), `${what}\n${err}`).toBe(true);
  });
}

const destroys = ["destroy", "--organization", organization, "--allow-import"];

async function checkDestroy(texts: Texts, what: string): Promise<void> {
  await inFolder(texts, {}, async (files) => {
    if (!(await worksOrReports(files, destroys, what))) await repairAndDestroy(files, what);
    const left = Object.entries(dumpNow().tables).flatMap(([table, records]) =>
      records.filter((record) => (record["deletedAt"] ?? null) === null).map(() => table),
    );
    expect(new Set(left), what).toEqual(new Set(["organization", "organization_member"]));
  });
}

async function repairAndDestroy(files: Files, what: string): Promise<void> {
  expect(titlesNow(), `refused: ${what}`).toEqual(titlesOf(moment.dump));
  await succeed(files, ["state", "repair"]);
  await succeed(files, destroys);
}

async function checkLoss(
  texts: Texts,
  what: string,
  beside: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { state, journal } = texts;
  await inFolder(texts, beside, async (files) => {
    for (const command of reads) await worksOrReports(files, command, what);
    if (hasLostLine(journal)) await refusesDamagedJournal(files, what);
    await checkApply(files, { state, journal }, what);
    await succeed(files, ["state", "repair"]);
    expect(leftIn(files), what).toEqual([]);
  });
}

/** Apply completes the run after the power loss, with a repair before it if one is necessary. */
async function checkApply(files: Files, damaged: Texts, what: string): Promise<void> {
  if (!(await worksOrReports(files, allowed, what))) await repairAndApply(files, damaged, what);
  expect(titlesNow(), what).toEqual(expected);
  expectRemembered(files, damaged.journal, what);
  await succeed(files, ["plan", "--detailed-exitcode"]);
  expect(files.read(journalPath), what).toBeUndefined();
}

async function repairAndApply(files: Files, damaged: Texts, what: string): Promise<void> {
  expect(titlesNow(), `refused: ${what}`).toEqual(titlesOf(moment.dump));
  await succeed(files, ["state", "repair"]);
  expectKept(files, damaged, what);
  await succeed(files, allowed);
}

/** A repair keeps each undamaged entry of the state and each undamaged line of the journal. */
function expectKept(files: Files, { state, journal }: Texts, what: string): void {
  const kept = idsIn(files.read(statePath) ?? '{"objects":{}}');
  const whole = Object.entries(idsIn(moment.state)).filter(([address]) => {
    const entry = entryText(address);
    return `${state}\n`.includes(`\n${entry}\n`) || `${state}\n`.includes(`\n${entry},\n`);
  });
  expect(kept, `repaired: ${what}`).toMatchObject(Object.fromEntries(whole));
  const lines = linesOf(journal).filter(isWhole);
  const left = files.read(journalPath) ?? "";
  for (const line of lines.filter((each) => !isHead(each))) expect(left, `repaired: ${what}`).toContain(line);
}

/** Afterwards, the state has every object that the journal records without doubt. */
function expectRemembered(files: Files, journal: string, what: string): void {
  const { objects } = JSON.parse(files.read(statePath) ?? "") as {
    objects: Readonly<Record<string, unknown>>;
  };
  const { lines } = readJournalText(linesOf(journal).filter(isWhole).join("\n"));
  const known = lines.flatMap((line) =>
    line.kind === "match" ? [[line.address, { id: line.id, origin: line.origin ?? "created" }] as const] : [],
  );
  expect(objects, what).toMatchObject(Object.fromEntries(known));
}

/** Whether a line other than the last one is damaged. Then the other lines do not show what the run did. */
function hasLostLine(journal: string): boolean {
  const lines = linesOf(journal);
  return lines.some((line, at) => !isWhole(line) && at < lines.length - 1 && !isHead(lines[at + 1] ?? ""));
}

async function refusesDamagedJournal(files: Files, what: string): Promise<void> {
  for (const command of [["plan"], allowed]) {
    const { code, err } = await bench.run(command, { files });
    expect({ code, err }, `${command.join(" ")}: ${what}`).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\[apply\/(damaged-journal|bad-state)\]/u) as string,
    });
  }
}

function linesOf(journal: string): readonly string[] {
  return journal.split("\n").filter((line) => line !== "");
}

function isWhole(line: string): boolean {
  return linesOf(moment.journal).includes(line);
}

function isHead(line: string): boolean {
  return line.startsWith('{"kind":"layout"');
}

function idsIn(state: string): Readonly<Record<string, string>> {
  const { objects } = JSON.parse(state) as { objects: Readonly<Record<string, { readonly id: string }>> };
  return Object.fromEntries(Object.entries(objects).map(([address, { id }]) => [address, id]));
}

/** The lines of a state entry, as docsform writes them. */
function entryText(address: string): string {
  const [, after = ""] = moment.state.split(`\n    "${address}": {\n`);
  return `    "${address}": {\n${after.slice(0, after.indexOf("\n    }"))}\n    }`;
}

function leftIn({ folder }: Files): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".tmp"));
}

/** Whether the command succeeds. Otherwise it must name `state repair`. */
async function worksOrReports(files: Files, args: readonly string[], what: string): Promise<boolean> {
  const { code, out, err } = await bench.run(args, { files });
  if (code === 0 || (args[0] === "drift" && code === 2)) return true;
  expect(out + err, `${args.join(" ")}: ${what}`).toContain("docsform state repair");
  return false;
}
