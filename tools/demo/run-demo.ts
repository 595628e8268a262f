import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { exitCodes } from "../../src/cli/exit-codes.ts";
import { filesBelow } from "../../src/cli/files.ts";
import type { Io } from "../../src/cli/io.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import { type RunningEmulator, startEmulator } from "../../src/emulator/server.ts";
import type { Clock } from "../../src/model/clock.ts";
import { operations } from "../../src/operations/operations.ts";
import { exampleLayout } from "../../src/resources/example-layout.ts";
import { registry } from "../../src/resources/registry.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const example = join(root, "examples/acme");
const app = join(root, "examples/cdktf-app");
const token = "demonstration-token";

/** What the demonstration needs from its caller. */
export interface Stage {
  readonly print: (text: string) => void;
  readonly isTerminal: boolean;
  /** The value of NO_COLOR. */
  readonly noColor?: string | undefined;
  readonly clock: Clock;
  /** Is called with the emulator before it stops. */
  readonly onEnd?: (emulator: RunningEmulator) => void;
}

/** Shows what docsform does, from an empty organization to repaired drift. Returns 0 if every command ended as expected. */
export async function runDemo(stage: Stage): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "docsform-demo-"));
  cpSync(example, folder, { recursive: true });
  const seed = JSON.parse(readFileSync(join(folder, "seed.json"), "utf8")) as StoreDump;
  const emulator = await startEmulator({
    types: registry,
    operations,
    organizationId: seed.organization,
    token,
    apiVersion: seed.apiVersion,
    clock: stage.clock,
    random: Math.random,
    seed,
    port: 0,
  });
  try {
    return (await runSteps(stage, emulator, folder)) ? 0 : 1;
  } finally {
    stage.onEnd?.(emulator);
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface DemoStep {
  readonly explanation: string;
  /** Where the command runs. undefined: in the folder of the YAML layout. */
  readonly folder?: string;
  /** Happens before the command. */
  readonly before?: (emulator: RunningEmulator, folder: string) => void;
  readonly command?: readonly string[];
  readonly exitCode?: number;
}

const steps: readonly DemoStep[] = [
  {
    explanation:
      "1. Plan. The organization has no documentation yet. docsform.yaml declares it (examples/acme/docsform.yaml).",
    command: ["plan"],
  },
  {
    explanation: "2. Apply. docsform creates what the plan lists, in the order of the dependencies.",
    command: ["apply", "--yes", "--compact"],
  },
  {
    explanation:
      "3. The same organization as TypeScript constructs (examples/cdktf-app/main.ts). This app has no state yet, so\n   docsform finds the objects by their titles. It has nothing to change.",
    folder: "typescript",
    before: (_emulator, folder) => synthesizeApp(folder),
    command: ["plan", "cdktf.out", "--no-state", "--files-from", app, "--detailed-exitcode"],
  },
  {
    explanation: "4. In the app, somebody renames the space “Guides”.",
    before: renameGuides,
  },
  {
    explanation: "5. Drift. docsform compares the service with the last apply.",
    command: ["drift"],
    exitCode: exitCodes.changesPending,
  },
  {
    explanation: "6. Repair. Apply restores the declared title, and changes nothing else.",
    command: ["apply", "--yes"],
  },
  {
    explanation: "7. Plan again. The service matches the layout.",
    command: ["plan", "--detailed-exitcode"],
  },
];

async function runSteps(stage: Stage, emulator: RunningEmulator, folder: string): Promise<boolean> {
  stage.print(introduction(emulator));
  for (const { explanation, folder: subfolder = ".", before, command, exitCode = exitCodes.done } of steps) {
    const workingFolder = join(folder, subfolder);
    stage.print(`\n${explanation}\n`);
    before?.(emulator, workingFolder);
    if (command === undefined) continue;
    stage.print(`\n$ docsform ${command.join(" ").replaceAll(root, "")}\n\n`);
    const code = await runCli(command, {
      io: ioOf(stage, emulator, workingFolder),
      version: "demonstration",
      loadTypes: async () => registry,
      loadOperations: async () => operations,
      loadExample: async () => exampleLayout,
    });
    if (code !== exitCode) {
      stage.print(`\nThe command should end with exit code ${exitCode}, but ended with ${code}.\n`);
      return false;
    }
  }
  stage.print(nextCommands);
  return true;
}

/** Writes the output of the example app to the folder's `cdktf.out`. */
function synthesizeApp(folder: string): void {
  mkdirSync(folder);
  execFileSync(process.execPath, ["--import", "tsx", join(app, "main.ts")], {
    cwd: root,
    env: {
      ...process.env,
      // The app imports docsform from the sources, so that the demonstration needs no build.
      TSX_TSCONFIG_PATH: join(app, "tsconfig.sources.json"),
      CDKTF_OUTDIR: join(folder, "cdktf.out"),
      CHECKPOINT_DISABLE: "1",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function ioOf(stage: Stage, emulator: RunningEmulator, folder: string): Io {
  return {
    stdout: stage.print,
    stderr: stage.print,
    isTerminal: stage.isTerminal,
    environment: {
      DOCSFORM_BASE_URL: emulator.url,
      DOCSFORM_TOKEN: token,
      // An app names its organization here, or in its provider.
      DOCSFORM_ORGANIZATION: emulator.organization,
      // The emulator has no delay between a write and its effect on reads.
      DOCSFORM_CONSISTENCY_WINDOW_MS: "0",
      NO_COLOR: stage.noColor,
    },
    files: filesBelow(folder),
    clock: stage.clock,
    random: { fraction: Math.random, hex: (bytes) => randomBytes(bytes).toString("hex") },
    signal: new AbortController().signal,
  };
}

function renameGuides({ emulator }: RunningEmulator): void {
  const space = emulator.dump().tables["space"]?.find((record) => record["title"] === "Guides");
  if (space === undefined) throw new Error("The demonstration lost its space.");
  emulator.edit("updateSpaceById", { spaceId: space.id }, { title: "Guides (do not edit!!)" });
}

function introduction({ url, organization }: RunningEmulator): string {
  return [
    "docsform makes a documentation service match what a layout declares.",
    `This demonstration uses the emulator at ${url}, with the organization ${organization}.`,
    "It calls nothing outside this machine.",
    "",
  ].join("\n");
}

const nextCommands = `
To use docsform with your organization:

  export DOCSFORM_TOKEN=…                            # an API token
  npx tsx src/bin/docsform.ts init --from live       # writes docsform.yaml from the live objects
  npx tsx src/bin/docsform.ts plan                   # empty, until you change docsform.yaml
`;
