import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "../../src/cli/files.ts";
import type { Io, Screen } from "../../src/cli/io.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { constructClasses } from "../../src/constructs/construct-classes.ts";
import { exampleApp } from "../../src/constructs/example-app.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import { type RunningEmulator, startEmulator } from "../../src/emulator/server.ts";
import { exampleLayout } from "../../src/resources/example-layout.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Clock } from "../../src/util/clock.ts";
import { present } from "../../src/util/present.ts";

/** The folder of the repository, with a slash at the end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

const token = "demonstration-token";

/** The inputs of a stage. */
export interface StageOptions {
  readonly print: (text: string) => void;
  readonly isTerminal: boolean;
  /** The width of the terminal. */
  readonly columns?: Io["columns"] | undefined;
  /** The lines at the bottom of the terminal. */
  readonly screen?: Screen | undefined;
  /** The value of NO_COLOR. */
  readonly noColor?: string | undefined;
  readonly clock: Clock;
  /** Undefined: Math.random. */
  readonly random?: () => number;
}

/** docsform, an emulator with the organization of `examples/acme`, and a folder with the layout of that example. */
export interface Stage {
  readonly folder: string;
  readonly emulator: RunningEmulator;
  /** Runs docsform in a subfolder, and returns its exit code. */
  readonly run: (args: readonly string[], subfolder?: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** The caller closes the stage. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "docsform-demo-"));
  cpSync(join(root, "examples/acme"), folder, { recursive: true });
  const seed = JSON.parse(readFileSync(join(folder, "seed.json"), "utf8")) as StoreDump;
  const { clock, random = Math.random } = options;
  const emulator = await startEmulator({
    types: registry,
    operations,
    organizationId: seed.organization,
    token,
    apiVersion: seed.apiVersion,
    clock,
    random,
    seed,
    port: 0,
  });
  return {
    folder,
    emulator,
    run: (args, subfolder = ".") =>
      runCli(args, {
        io: ioOf(options, emulator, join(folder, subfolder)),
        version: "demonstration",
        loadTypes: async () => registry,
        loadOperations: async () => operations,
        loadExample: async () => exampleLayout,
        loadConstructs: async () => constructClasses,
        loadExampleApp: async () => exampleApp,
        readRecipe: (path) => readFileSync(join(root, "examples/ci", path), "utf8"),
      }),
    close: async () => {
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ioOf(options: StageOptions, emulator: RunningEmulator, folder: string): Io {
  return {
    stdout: options.print,
    stderr: options.print,
    isTerminal: options.isTerminal,
    ...present({ columns: options.columns, screen: options.screen }),
    environment: {
      DOCSFORM_BASE_URL: emulator.url,
      DOCSFORM_TOKEN: token,
      // An app names its organization here, or in its provider.
      DOCSFORM_ORGANIZATION: emulator.organization,
      // The emulator has no delay between a write and its effect on reads.
      DOCSFORM_CONSISTENCY_WINDOW_MS: "0",
      NO_COLOR: options.noColor,
    },
    files: filesBelow(folder),
    clock: options.clock,
    random: { fraction: Math.random, hex: (bytes) => randomBytes(bytes).toString("hex") },
    signal: new AbortController().signal,
  };
}
