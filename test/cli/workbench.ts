import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, expect } from "vitest";
import { synthesizer } from "../../src/bin/process/run-app.ts";
import { type Files, filesBelow } from "../../src/cli/files.ts";
import type { Io, Screen, TerraformHost } from "../../src/cli/io.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { constructClasses } from "../../src/constructs/construct-classes.ts";
import { exampleApp } from "../../src/constructs/example-app.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { exampleLayout } from "../../src/resources/example-layout.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Clock } from "../../src/util/clock.ts";
import { getOrMake } from "../../src/util/groups.ts";
import { startWatchedEmulator } from "../support/contract-watch.ts";
import { forGroup, forTest } from "../support/made-by-hook.ts";
import { isOwnWrite } from "../support/sent-writes.ts";

/** The output and the exit code of a command. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder with files, an emulator behind a port, and the command line in this process. */
export interface Workbench {
  readonly files: Files;
  readonly emulator: RunningEmulator;
  run(args: readonly string[], surroundings?: RunOptions): Promise<CommandResult>;
  /** Runs a command that must exit with 0. */
  checkDone(args: readonly string[], surroundings?: RunOptions): Promise<CommandResult>;
  /** The id of the live object with this title. */
  idOf(type: string, title: string): string;
  /** The titles of the live objects of a type, without those in the trash. */
  titles(type: string): readonly string[];
  /** Gives a space another title, as another user does. */
  renameSpace(title: string, to: string): void;
  /** The number of writes that the commands have sent. */
  writes(): number;
  close(): Promise<void>;
}

/** How a command runs differently from a run in CI with the right token. */
export interface RunOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly isTerminal?: boolean;
  /** The width of the terminal. */
  readonly columns?: number;
  /** What the person at the terminal types: the same text for each question, or one text after another. */
  readonly typed?: string | readonly string[];
  /** Receives the questions. */
  readonly questions?: string[];
  /** The piped input. */
  readonly stdin?: string;
  /** The person ends the input at the question. */
  readonly endsInput?: true;
  /** The file system. Undefined: the workbench's folder. */
  readonly files?: Files;
  readonly signal?: AbortSignal;
  readonly screen?: Screen;
  /** Terraform on this machine. Undefined: it is not installed. */
  readonly terraform?: TerraformHost;
}

export const organization = "Qm3vT8xLz1";
/** The token. No output may contain it. */
export const canaryToken = "canary-token-5d1f";

const seed = JSON.parse(
  readFileSync(new URL("../../examples/acme/seed.json", import.meta.url), "utf8"),
) as StoreDump;

/** What a test replaces in a workbench. */
export interface WorkbenchOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** The types of the command line. Undefined: all. */
  readonly types?: readonly ResourceType[];
  /** What the service has. Undefined: the seed of the example. */
  readonly seed?: StoreDump;
  /** Runs after each request that the emulator has served. */
  readonly observe?: (files: Files) => void;
}

/** A clock that never waits: it jumps to the next wake-up time. It works with real sockets, too. */
export function jumpingClock(startMs = Date.parse("2026-01-01T00:00:00Z")): Clock {
  let now = startMs;
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      now += Math.max(ms, 0);
      // Lets pending events of sockets run.
      await setImmediate();
    },
    // No time passes while a program works, so nothing has to run at intervals.
    every: () => () => {},
  };
}

/** A workbench for each test of the file or group that calls this. */
export function benchOfTest(open: () => Promise<Workbench>): Workbench {
  const bench = forTest(open);
  afterEach(() => bench.close());
  return bench;
}

/** One workbench for all tests of the file or group that calls this. */
export function benchOfGroup(open: () => Promise<Workbench>): Workbench {
  const bench = forGroup(open);
  afterAll(() => bench.close());
  return bench;
}

export async function openWorkbench(
  files: Readonly<Record<string, string>> = {},
  apiVersion: ApiVersion = "current",
  nature: WorkbenchOptions = { clock: jumpingClock(), random: Math.random },
): Promise<Workbench> {
  const folder = mkdtempSync(join(tmpdir(), "docsform-test-"));
  const inFolder = filesBelow(folder);
  for (const [path, text] of Object.entries(files)) inFolder.write(path, text);
  const emulator = await startWatchedEmulator({
    types: registry,
    operations,
    organizationId: organization,
    token: canaryToken,
    apiVersion,
    clock: nature.clock,
    random: nature.random,
    seed: { ...(nature.seed ?? seed), apiVersion },
    port: 0,
    ...(nature.observe !== undefined && { observe: () => nature.observe?.(inFolder) }),
  });
  const { service } = emulator.emulator;
  const runHere: Workbench["run"] = (args, surroundings = {}) =>
    run({ files: inFolder, emulator, nature }, args, surroundings);
  const idOf = (type: string, title: string) =>
    service.list(type).find((each) => each["title"] === title)?.id ?? "";
  return {
    files: inFolder,
    emulator,
    run: runHere,
    checkDone: async (args, surroundings) => {
      const result = await runHere(args, surroundings);
      expect(result.code, `${args.join(" ")}\n${result.out}${result.err}`).toBe(0);
      return result;
    },
    idOf,
    titles: (type) =>
      service
        .list(type)
        .filter((each) => each["deletedAt"] == null)
        .map((each) => textIn(each["title"])),
    renameSpace: (title, to) => {
      emulator.emulator.edit("updateSpaceById", { spaceId: idOf("space", title) }, { title: to });
    },
    writes: () => emulator.emulator.log.filter(isOwnWrite).length,
    close: async () => {
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The files and the service after an apply. */
interface Applied {
  readonly files: Readonly<Record<string, string>>;
  readonly seed: StoreDump;
  readonly endMs: number;
}

interface HowApplied extends Pick<RunOptions, "environment"> {
  readonly flags?: readonly string[];
}

const applied = new Map<string, Promise<Applied>>();

/**
 * A workbench whose layout was applied. The same files are applied once, and tests after the first get a copy of the result, because an apply takes
 * as long as ten plans.
 */
export async function openApplied(
  files: Readonly<Record<string, string>>,
  how: HowApplied = {},
): Promise<Workbench> {
  const key = JSON.stringify([files, how]);
  const { endMs, seed: after, ...copied } = await getOrMake(applied, key, () => applyOnce(files, how));
  const nature = { clock: jumpingClock(endMs), random: Math.random, seed: after };
  return await openWorkbench(copied.files, "current", nature);
}

async function applyOnce(
  files: Readonly<Record<string, string>>,
  { flags = [], ...surroundings }: HowApplied,
): Promise<Applied> {
  const clock = jumpingClock();
  const bench = await openWorkbench(files, "current", { clock, random: Math.random });
  try {
    await bench.checkDone([...apply, ...flags], surroundings);
    return { files: textsIn(bench.files), seed: bench.emulator.emulator.dump(), endMs: clock.now() };
  } finally {
    await bench.close();
  }
}

/** The texts of all files. */
function textsIn(files: Files): Readonly<Record<string, string>> {
  const { folder } = files;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const paths = entries.map((each) => relative(folder, join(each.parentPath, each.name)));
  return Object.fromEntries(paths.map((path) => [path, files.read(path) ?? ""]));
}

async function run(
  { files, emulator, nature }: Pick<Workbench, "files" | "emulator"> & { readonly nature: WorkbenchOptions },
  args: readonly string[],
  {
    environment = {},
    isTerminal = false,
    typed,
    questions,
    endsInput,
    signal,
    stdin = "",
    columns,
    screen,
    terraform,
    ...given
  }: RunOptions,
): Promise<CommandResult> {
  let out = "";
  let err = "";
  const answers = typeof typed === "object" ? [...typed] : [];
  const io: Io = {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    isTerminal,
    ...(typed === undefined && endsInput === undefined
      ? {}
      : {
          ask: async (question: string) => {
            questions?.push(question);
            return typeof typed === "string" ? typed : answers.shift();
          },
        }),
    columns: () => columns,
    ...(screen === undefined ? {} : { screen }),
    stdin: () => stdin,
    environment: {
      DOCSFORM_BASE_URL: emulator.url,
      DOCSFORM_TOKEN: canaryToken,
      // Lines must not wrap, because the tests search whole lines.
      COLUMNS: "1000",
      DOCSFORM_CONSISTENCY_WINDOW_MS: "0",
      ...environment,
    },
    files: given.files ?? files,
    clock: nature.clock,
    random: { fraction: nature.random, hex: (bytes) => hexOf(bytes, nature.random) },
    signal: signal ?? new AbortController().signal,
    ...(terraform !== undefined && { terraform: async () => terraform }),
    synthesize: async () =>
      synthesizer({
        folder: files.folder,
        environment: { ...process.env, ...environment },
        print: (text) => {
          err += text;
        },
        signal: signal ?? new AbortController().signal,
      }),
  };
  const code = await runCli(args, {
    io,
    version: "1.2.3",
    loadTypes: async () => nature.types ?? registry,
    loadOperations: async () => operations,
    loadExample: async () => exampleLayout,
    loadConstructs: async () => constructClasses,
    loadExampleApp: async () => exampleApp,
    readRecipe: (path) => readFileSync(`examples/ci/${path}`, "utf8"),
  });
  return { code, out, err };
}

function hexOf(bytes: number, random: () => number): string {
  return Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256))).toString("hex");
}

/** A small layout: a collection, two spaces, and a site with a structure. */
export const smallLayout = `docsform: 1
organization: ${organization}
collections:
  handbook: { title: Handbook }
spaces:
  guides: { title: Guides, collection: handbook }
  api: { title: API }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
      - { section: API, path: api, spaces: [api] }
`;

export const apply = ["apply", "--yes"] as const;
