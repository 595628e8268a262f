import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExitCode, exitCodes } from "../../src/cli/exit-codes.ts";
import { type Files, filesBelow } from "../../src/cli/files.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import {
  apply,
  type CommandResult,
  canaryToken,
  jumpingClock,
  openWorkbench,
  organization,
  type Workbench,
} from "../cli/workbench.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { seededRandom } from "../support/service.ts";
import { createWatchdog, type Watchdog } from "../support/watchdog.ts";

// Whatever the files contain, each command ends with a documented exit code, and each error has a code.

const usual = 400;
const worlds = worldsOf(usual);
/** The time limit on two busy cores. On an idle core, a command over such files takes a tenth of a second. */
const slowestMs = 60_000;

const layout = `docsform: 1
organization: ${organization}
variables: { stage: { default: test } }
collections:
  handbook: { title: "Handbook \${stage}" }
spaces:
  guides: { title: &title Guides, collection: handbook }
  api: { title: !env API_TITLE }
openapi:
  pets: { source: { text: !file specs/pets.json } }
sites:
  docs:
    title: *title
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
`;
const environment = { API_TITLE: "API", OTHER: "x" };

const paths = {
  layout: "docsform.yaml",
  target: "specs/pets.json",
  state: "docsform.state.json",
  journal: ".docsform/docsform.jsonl",
  lock: ".docsform/docsform.lock",
  plan: "plan.json",
} as const;
type Place = keyof typeof paths;

let bench: Workbench;
let watchdog: Watchdog;
let dump: StoreDump;
/** The contents of each file after a run, or in the middle of one. */
let texts: Readonly<Record<Place, string>>;

beforeAll(async () => {
  let journal = "";
  bench = await openWorkbench(
    { "docsform.yaml": layout, "specs/pets.json": '{"openapi":"3.1.0"}' },
    "current",
    {
      clock: jumpingClock(),
      random: seededRandom(5),
      observe: (files) => {
        const now = files.read(paths.journal) ?? "";
        if (now.length > journal.length) journal = now;
      },
    },
  );
  watchdog = createWatchdog(2 * slowestMs);
  const done = await bench.run(apply, { environment });
  if (done.code !== 0) throw new Error(done.out + done.err);
  const saved = await bench.run(["plan", "--out", paths.plan], { environment });
  if (saved.code !== 0) throw new Error(saved.out + saved.err);
  dump = structuredClone(bench.emulator.emulator.dump());
  const textOf = (path: string) => bench.files.read(path) ?? "";
  const lock = `{"docsformRunLock":1,"id":"aa","lockedBy":"process 1 on host","since":"2020-01-01T00:00:00.000Z","at":"2020-01-01T00:00:00.000Z"}\n`;
  texts = {
    layout,
    target: textOf(paths.target),
    state: textOf(paths.state),
    journal,
    lock,
    plan: textOf(paths.plan),
  };
}, 120_000);
afterAll(async () => {
  await watchdog.ends();
  await bench.close();
});

/** Texts that often cause defects, inserted anywhere. */
const troublesome = [
  "\0",
  "\ufeff",
  "\ufffd",
  "\u202e",
  "\u200b",
  "\u001b[2J",
  "\r",
  "\t",
  "${stage}",
  "${",
  '"',
  "'",
  "\\",
  "[",
  "{",
  "}",
  "&a ",
  "*title ",
  "!env OTHER",
  "!env ",
  "!file specs/pets.json",
  "!file ../../../../../../../../etc/passwd",
  "!file /dev/zero",
  "!file .",
  "!file docsform.yaml",
  "!file .docsform/docsform.jsonl",
  "<<: ",
  "---\n",
  "|\n",
  "null",
  "__proto__",
  "constructor",
  "1e999",
  "-1",
  '{"$ref":"x"}',
  '{"$hash":1}',
  '{"$secret":{}}',
];

interface Edit {
  readonly at: number;
  readonly length: number;
  readonly insert: string | number;
  readonly times: number;
}
const place = fc.double({ min: 0, max: 1, noNaN: true });
const edit: fc.Arbitrary<Edit> = fc.record({
  at: place,
  length: fc.oneof(fc.nat(3), fc.nat(400)),
  // A number flips these bits of a byte.
  insert: fc.oneof(
    fc.constantFrom(...troublesome),
    fc.string({ maxLength: 6 }),
    fc.integer({ min: 1, max: 255 }),
  ),
  times: fc.oneof(
    { weight: 8, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.constantFrom(2, 60, 3000, 200_000) },
  ),
});

const kinds = [
  "edited",
  "cut",
  "of an earlier version",
  "of a later version",
  "cycle",
  "elsewhere",
  "nowhere",
  "pipe",
  "socket",
  "folder",
  "device",
  "closed",
  "gone",
] as const;
type Kind = (typeof kinds)[number];
const kind = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Kind>("edited") },
  { weight: 3, arbitrary: fc.constant<Kind>("cut") },
  { weight: 10, arbitrary: fc.constantFrom<Kind>(...kinds) },
);
const hostile = fc.record({
  place: fc.constantFrom(...(Object.keys(paths) as Place[])),
  kind,
  edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
});

const commands = [
  ["validate"],
  ["plan"],
  ["plan", "--json", "--out", "new.json"],
  ["drift"],
  ["doctor"],
  ["graph"],
  ["audience"],
  ["state", "list"],
  ["state", "show", "space.api"],
  ["state", "repair"],
  ["unlock"],
  ["accept", "--dry-run"],
  ["pull", "--update", "--dry-run"],
  ["pull", "--all", "--organization", organization],
  ["import", "--found"],
  ["diff", "docsform.yaml"],
  [...apply, "--allow-create", "--allow-import", "--allow-deletes"],
  ["apply", "plan.json", "--yes"],
  ["destroy", "--organization", organization],
] as const;
/** The commands that write to the service. */
const writing: readonly string[] = ["apply", "destroy"];

const world = fc.record({
  files: fc.array(hostile, { minLength: 1, maxLength: 2 }),
  /** Whether a run was interrupted. Otherwise there is no journal and no lock. */
  isInterrupted: fc.boolean(),
  command: fc.constantFrom(...commands),
});
type World = typeof world extends fc.Arbitrary<infer Each> ? Each : never;

test(
  "each command ends quickly with a code for every kind of file, and writes only what it reports",
  async () => {
    const tally = createTally();
    await tally.draw(
      fc.asyncProperty(world, async (drawn) => {
        watchdog.begins(JSON.stringify(drawn));
        await check(drawn, tally);
      }),
      worlds,
    );
    await tally.report("hostile files", worlds, ["an error", "done"], 0.05);
  },
  timeoutOf(usual),
);

async function check(drawn: World, tally: ReturnType<typeof createTally>): Promise<void> {
  const { emulator } = bench.emulator;
  emulator.load(structuredClone(dump));
  const files = filesBelow(mkdtempSync(join(tmpdir(), "docsform-hostile-")));
  const servers: Server[] = [];
  try {
    for (const each of Object.keys(paths) as Place[])
      if (drawn.isInterrupted || (each !== "journal" && each !== "lock"))
        files.write(paths[each], texts[each]);
    for (const { place: at, kind: how, edits } of drawn.files)
      await damaged(files, { path: paths[at], text: texts[at], how, edits }, servers);
    const before = regularFiles(files.folder);
    const start = performance.now();
    const ran = await bench.run(drawn.command, { files, environment });
    const tookMs = performance.now() - start;
    const after = without(regularFiles(files.folder), "new.json");
    const end: End = {
      command: drawn.command[0],
      ran,
      tookMs,
      before,
      after,
      tables: emulator.dump().tables,
    };
    const reported = `docsform ${drawn.command.join(" ")} ended with ${ran.code}\n${ran.out.slice(-2000)}${ran.err.slice(-2000)}`;
    expect(violations(end), reported).toEqual([]);
    tally.count(printsCode(end) ? "an error" : ran.code === exitCodes.done ? "done" : `exit ${ran.code}`);
  } finally {
    await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
    rmSync(files.folder, { recursive: true, force: true });
  }
}

/** The result of a command, and the remaining files. */
interface End {
  readonly command: string;
  readonly ran: CommandResult;
  readonly tookMs: number;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly tables: StoreDump["tables"];
}

function violations(end: End): readonly string[] {
  const { command, ran, tookMs, before, after, tables } = end;
  const { code, out, err } = ran;
  const text = out + err;
  const isRead = command === "plan" || command === "drift";
  const mayWrite = writing.includes(command) && (code === exitCodes.done || code === exitCodes.appliedInPart);
  const wrong: Readonly<Record<string, boolean>> = {
    "it took too long": tookMs > slowestMs,
    "its exit code is not documented": !Object.values(exitCodes).includes(code as ExitCode),
    "it calls it a bug in docsform": /bug in docsform|docsform\/unexpected/u.test(text),
    "it shows a stack": /^\s+at .*[(/].*:\d+:\d+/mu.test(text),
    "it shows the token": text.includes(canaryToken),
    // doctor reports its findings without codes.
    "its error has no code": code === exitCodes.error && command !== "doctor" && !printsCode(end),
    "it wrote to the service": !mayWrite && !isDeepStrictEqual(tables, dump.tables),
    "it wrote a file": isRead && !isDeepStrictEqual(after, before),
    "it replaced a state of another version":
      isOfAnotherVersion("docsformState", before[paths.state]) && after[paths.state] !== before[paths.state],
    "it replaced a journal of another version":
      isOfAnotherVersion("docsformJournal", before[paths.journal]?.split("\n")[0]) &&
      after[paths.journal] !== before[paths.journal],
  };
  return Object.keys(wrong).filter((each) => wrong[each] === true);
}

function isOfAnotherVersion(format: string, text = ""): boolean {
  try {
    const version = (JSON.parse(text) as Readonly<Record<string, unknown>>)[format];
    return typeof version === "number" && version !== 2;
  } catch {
    return false;
  }
}

function printsCode({ ran: { out, err } }: End): boolean {
  return /(?:\[|error |"code": ")[a-z-]+\/[a-z0-9-]+/u.test(out + err);
}

interface Damage {
  readonly path: string;
  readonly text: string;
  readonly how: Kind;
  readonly edits: readonly Edit[];
}

async function damaged(files: Files, { path, text, how, edits }: Damage, servers: Server[]): Promise<void> {
  const at = files.full(path);
  mkdirSync(dirname(at), { recursive: true });
  rmSync(at, { recursive: true, force: true });
  const place = Math.floor((edits[0]?.at ?? 0) * text.length);
  const ways: Readonly<Record<Kind, () => unknown>> = {
    edited: () => writeFileSync(at, edits.reduce(edited, Buffer.from(text))),
    cut: () => writeFileSync(at, Buffer.from(text).subarray(0, place)),
    "of an earlier version": () => writeFileSync(at, ofVersion(text, -1)),
    "of a later version": () => writeFileSync(at, ofVersion(text, 1)),
    cycle: () => symlinkSync(at, at),
    elsewhere: () => symlinkSync(files.full("docsform.yaml"), at),
    nowhere: () => symlinkSync(files.full("nowhere"), at),
    pipe: () => spawnSync("mkfifo", [at]),
    socket: () => listenAt(at, servers),
    folder: () => mkdirSync(at),
    device: () => symlinkSync("/dev/full", at),
    closed: () => writeFileSync(at, text, { mode: 0o000 }),
    gone: () => undefined,
  };
  await ways[how]();
}

/** The file with a format version that is this far from the present one. */
function ofVersion(text: string, away: number): string {
  return text.replace(
    /(\bdocsform[A-Z]?[a-z]*"?: ?)(\d+)/u,
    (_, name: string, version: string) => `${name}${Number(version) + away}`,
  );
}

function edited(bytes: Buffer, { at, length, insert, times }: Edit): Buffer {
  const start = Math.floor(at * bytes.length);
  if (typeof insert === "number") {
    const turned = Buffer.from(bytes);
    if (start < turned.length) turned[start] = (turned[start] ?? 0) ^ insert;
    return turned;
  }
  const put = Buffer.from(insert.repeat(times));
  return Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + length)]);
}

async function listenAt(path: string, servers: Server[]): Promise<void> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((listening) => server.listen(path, listening));
}

/** The texts of the regular files in a folder. */
function regularFiles(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.flatMap((name) => {
      const path = join(folder, name);
      const isFile = existsSync(path) && lstatSync(path).isFile();
      return isFile ? [[name, readFileSync(path, "latin1")] as const] : [];
    }),
  );
}

function without(found: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> {
  const { [name]: _, ...rest } = found;
  return rest;
}
