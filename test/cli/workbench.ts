import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type Files, filesBelow } from "../../src/cli/files.ts";
import type { Io, Screen, TerraformHost } from "../../src/cli/io.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import type { Clock } from "../../src/model/clock.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { operations } from "../../src/operations/operations.ts";
import { exampleLayout } from "../../src/resources/example-layout.ts";
import { registry } from "../../src/resources/registry.ts";
import { startWatchedEmulator } from "../support/contract-watch.ts";

/** The output and the exit code of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder, an emulator over HTTP, and the command line in this process. */
export interface Workbench {
  readonly files: Files;
  readonly emulator: RunningEmulator;
  /** Runs `docsform …args`. */
  run(args: readonly string[], surroundings?: Surroundings): Promise<Ran>;
  close(): Promise<void>;
}

/** The differences from a run in CI with the right token. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly isTerminal?: boolean;
  /** How wide the terminal is. */
  readonly columns?: number;
  /** What the person at the terminal types: the same at each question, or one text after another. */
  readonly typed?: string | readonly string[];
  /** Receives the questions. */
  readonly questions?: string[];
  /** The piped input. */
  readonly stdin?: string;
  /** The person ends the input at the question. */
  readonly endsInput?: true;
  /** Absent: the folder as it is. */
  readonly files?: Files;
  readonly signal?: AbortSignal;
  readonly screen?: Screen;
  /** Terraform on this machine. Absent: none. */
  readonly terraform?: TerraformHost;
}

export const organization = "Qm3vT8xLz1";
/** The token, which must be in no output. */
export const canaryToken = "canary-token-5d1f";

const seed = JSON.parse(
  readFileSync(new URL("../../examples/acme/seed.json", import.meta.url), "utf8"),
) as StoreDump;

/** The parts of this machine in a workbench. */
export interface Nature {
  readonly clock: Clock;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
  /** The types as the command line knows them. Absent: all, as they are. */
  readonly types?: readonly ResourceType[];
  /** Receives every request of the emulator, with its response. */
  readonly observe?: (files: Files) => void;
}

/** A clock without waits: it jumps to the next wake-up time. Programs may use real sockets. */
export function jumpingClock(startMs = Date.parse("2026-01-01T00:00:00Z")): Clock {
  let now = startMs;
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      now += Math.max(ms, 0);
      // Lets pending socket events run.
      await setImmediate();
    },
    // Nothing lasts long enough on it for anything to be due beside it.
    every: () => () => {},
  };
}

/** A workbench with these files in its folder. */
export async function openWorkbench(
  files: Readonly<Record<string, string>> = {},
  apiVersion: ApiVersion = "current",
  nature: Nature = { clock: jumpingClock(), random: Math.random },
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
    seed: { ...seed, apiVersion },
    port: 0,
    ...(nature.observe !== undefined && { observe: () => nature.observe?.(inFolder) }),
  });
  return {
    files: inFolder,
    emulator,
    run: (args, surroundings = {}) => run({ files: inFolder, emulator, nature }, args, surroundings),
    close: async () => {
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(
  { files, emulator, nature }: Pick<Workbench, "files" | "emulator"> & { readonly nature: Nature },
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
  }: Surroundings,
): Promise<Ran> {
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
      // The test searches whole lines, so lines must not wrap.
      COLUMNS: "1000",
      DOCSFORM_CONSISTENCY_WINDOW_MS: "0",
      ...environment,
    },
    files: given.files ?? files,
    clock: nature.clock,
    random: { fraction: nature.random, hex: (bytes) => hexOf(bytes, nature.random) },
    signal: signal ?? new AbortController().signal,
    ...(terraform !== undefined && { terraform: async () => terraform }),
  };
  const code = await runCli(args, {
    io,
    version: "1.2.3",
    loadTypes: async () => nature.types ?? registry,
    loadOperations: async () => operations,
    loadExample: async () => exampleLayout,
  });
  return { code, out, err };
}

function hexOf(bytes: number, random: () => number): string {
  return Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256))).toString("hex");
}

/** A small layout: a collection, two spaces, a site with a structure. */
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

/** No waits: the emulator shows stored values at once. */
export const apply = ["apply", "--yes"] as const;
