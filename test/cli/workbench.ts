import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Files, filesBelow } from "../../src/cli/files.ts";
import type { Io } from "../../src/cli/io.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { systemClock } from "../../src/http/system-clock.ts";
import type { Generation } from "../../src/model/endpoint.ts";
import { operations } from "../../src/operations/operations.ts";
import { registry } from "../../src/resources/registry.ts";
import { startWatchedEmulator } from "../support/contract-watch.ts";

/** What a command printed, and how it ended. */
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

/** What differs from a run in CI with the right token. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly isTerminal?: boolean;
  /** What the person at the terminal types. */
  readonly typed?: string;
  readonly signal?: AbortSignal;
}

export const organization = "Qm3vT8xLz1";
/** The token, which must be in no output. */
export const canaryToken = "canary-token-5d1f";

const seed = JSON.parse(
  readFileSync(new URL("../../examples/acme/seed.json", import.meta.url), "utf8"),
) as StoreDump;

/** A workbench whose folder holds these files. */
export async function openWorkbench(
  files: Readonly<Record<string, string>> = {},
  generation: Generation = "current",
): Promise<Workbench> {
  const folder = mkdtempSync(join(tmpdir(), "docsform-test-"));
  const inFolder = filesBelow(folder);
  for (const [path, text] of Object.entries(files)) inFolder.write(path, text);
  const emulator = await startWatchedEmulator({
    types: registry,
    operations,
    organizationId: organization,
    token: canaryToken,
    generation,
    clock: systemClock,
    random: Math.random,
    seed: { ...seed, generation },
    port: 0,
  });
  return {
    files: inFolder,
    emulator,
    run: (args, surroundings = {}) => run(inFolder, emulator, args, surroundings),
    close: async () => {
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(
  files: Files,
  { url }: RunningEmulator,
  args: readonly string[],
  { environment = {}, isTerminal = false, typed, signal }: Surroundings,
): Promise<Ran> {
  let out = "";
  let err = "";
  const io: Io = {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    isTerminal,
    ...(typed === undefined ? {} : { ask: async () => typed }),
    environment: { DOCSFORM_BASE_URL: url, DOCSFORM_TOKEN: canaryToken, ...environment },
    files,
    clock: systemClock,
    random: { fraction: Math.random, hex: (bytes) => randomBytes(bytes).toString("hex") },
    signal: signal ?? new AbortController().signal,
  };
  const code = await runCli(args, {
    io,
    version: "1.2.3",
    loadTypes: async () => registry,
    loadOperations: async () => operations,
  });
  return { code, out, err };
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

/** Waits for nothing: the emulator shows at once what it has stored. */
export const apply = ["apply", "--yes", "--horizon-ms", "0"] as const;
