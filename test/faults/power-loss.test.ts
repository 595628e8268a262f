import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Files, filesBelow } from "../../src/cli/files.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import { apply, jumpingClock, openWorkbench, organization, type Workbench } from "../cli/workbench.ts";
import { seededRandom } from "../support/service.ts";

// What a power loss leaves of lock and journal, in the middle of a run that makes and changes objects of several types.

const head = `docsform: 1
organization: ${organization}
collections:
  handbook: { title: Handbook }
spaces:
  guides: { title: Guides, collection: handbook }
`;
const before = `${head}  api: { title: API }\n`;
const layout = `${head}  api: { title: Interface }
  more: { title: More, collection: handbook }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
      - { section: API, path: api, spaces: [api] }
`;
const lockPath = "docsform.lock.json";
const journalPath = ".docsform/docsform.jsonl";
const allowed = [...apply, "--allow-create", "--allow-adopt", "--allow-recreate"];

/** The service and the disk at the moment when the power went. */
interface Moment {
  readonly dump: StoreDump;
  readonly lock: string;
  readonly journal: string;
}

let bench: Workbench;
let moment: Moment;
/** What the run would have made. */
let expected: readonly string[];
/** The folder of one loss. */
let files: Files;

beforeAll(async () => {
  const moments: Moment[] = [];
  let isWatched = false;
  bench = await openWorkbench({ "docs.yaml": before }, "current", {
    clock: jumpingClock(),
    random: seededRandom(9),
    observe: (inFolder) => {
      const journal = inFolder.read(journalPath) ?? "";
      if (isWatched && journal !== "")
        moments.push({ dump: structuredClone(dumpNow()), lock: inFolder.read(lockPath) ?? "", journal });
    },
  });
  await succeed(bench.files, allowed);
  bench.files.write("docs.yaml", layout);
  isWatched = true;
  await succeed(bench.files, allowed);
  expected = titlesNow();
  // Most is made, and the answer of the last call has not come.
  const found = moments.findLast(({ dump }) => titlesOf(dump).length < expected.length);
  if (found === undefined) throw new Error("The run makes several objects.");
  moment = found;
});
afterAll(() => bench.close());

async function succeed(inFolder: Files, args: readonly string[]): Promise<string> {
  const { code, out, err } = await bench.run(args, { files: inFolder });
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

type Loss = (text: string, at: number) => string;
const losses: Readonly<Record<string, Loss>> = {
  cut: (text, at) => text.slice(0, at),
  zeroed: (text, at) => text.slice(0, at) + "\0".repeat(text.length - at),
  "zeroed at its beginning": (text, at) => "\0".repeat(at) + text.slice(at),
  doubled: (text, at) => text.slice(0, at) + text,
};

const samples = 8;
const places = Array.from({ length: samples }, (_, sample) => sample / (samples - 1));

describe.each(Object.entries(losses))("%s, at 8 bytes from the first to the last", (_, lose) => {
  test.each(["lock", "journal", "both"] as const)(
    "%s: each command works or says what to do, and nothing is made twice",
    async (what) => {
      for (const place of places) await checkLoss(what, lose, place);
    },
  );
});

async function checkLoss(what: "lock" | "journal" | "both", lose: Loss, place: number): Promise<void> {
  const lost = (text: string) => lose(text, Math.round(place * text.length));
  bench.emulator.emulator.load(structuredClone(moment.dump));
  files = filesBelow(mkdtempSync(join(tmpdir(), "docsform-loss-")));
  try {
    files.write("docs.yaml", layout);
    files.write(lockPath, what === "journal" ? moment.lock : lost(moment.lock));
    files.write(journalPath, what === "lock" ? moment.journal : lost(moment.journal));
    files.write(".docsform.4711.tmp", lost(moment.lock));
    for (const command of ["plan", "drift", "doctor"]) await worksOrSays(command);
    await worksOrSays("lock", "list");
    if ((await bench.run(["plan"], { files })).code !== 0) await succeed(files, ["lock", "repair"]);
    await succeed(files, allowed);
    expect(titlesNow(), `${what} at ${place}`).toEqual(expected);
    await succeed(files, ["plan", "--detailed-exitcode"]);
    expect(files.read(journalPath)).toBeUndefined();
  } finally {
    rmSync(files.folder, { recursive: true, force: true });
  }
}

async function worksOrSays(...args: readonly string[]): Promise<void> {
  const { code, out, err } = await bench.run(args, { files });
  if (code === 0 || (args[0] === "drift" && code === 2)) return;
  expect(out + err, args.join(" ")).toContain("docsform lock repair");
}
