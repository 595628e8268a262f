import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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

const example = fileURLToPath(new URL("../../examples/acme/", import.meta.url));
const token = "demonstration-token";

/** What the demonstration runs in. */
export interface Stage {
  readonly print: (text: string) => void;
  readonly isTerminal: boolean;
  /** The value of NO_COLOR. */
  readonly noColor?: string | undefined;
  readonly clock: Clock;
  /** Is told of the emulator before it is stopped. */
  readonly onEnd?: (emulator: RunningEmulator) => void;
}

/** Shows the main job from an empty organization to a repaired drift. Gives 0 when all of it went as told. */
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
    return (await acts(stage, emulator, folder)) ? 0 : 1;
  } finally {
    stage.onEnd?.(emulator);
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Act {
  /** In plain words, what happens now and why. */
  readonly explain: string;
  /** What is typed; or what somebody else does meanwhile. */
  readonly command: readonly string[] | ((emulator: RunningEmulator) => void);
  readonly expect: number;
}

const script: readonly Act[] = [
  {
    explain:
      "1. The plan. docsform reads the organization, which has people but no documentation yet, and says what it would\n   do to make it match examples/acme/docsform.yaml. It writes nothing.",
    command: ["plan"],
    expect: exitCodes.done,
  },
  {
    explain:
      "2. Apply. The same plan, now carried out: what depends on nothing first, as much at once as may be.",
    command: ["apply", "--yes"],
    expect: exitCodes.done,
  },
  {
    explain:
      "3. The plan again. Everything is as declared, so there is nothing to do, and reading is all that happened.",
    command: ["plan", "--detailed-exitcode"],
    expect: exitCodes.done,
  },
  {
    explain: "4. Meanwhile somebody renames the space “Guides” in the application, behind docsform's back.",
    command: renameGuides,
    expect: exitCodes.done,
  },
  {
    explain: "5. Drift. The state file remembers what was last applied, so docsform can tell who moved what.",
    command: ["drift"],
    expect: exitCodes.changesPending,
  },
  {
    explain: "6. Repair. Apply puts back what is declared, and touches nothing else: one call that writes.",
    command: ["apply", "--yes"],
    expect: exitCodes.done,
  },
  {
    explain: "7. And the plan is empty again.",
    command: ["plan", "--detailed-exitcode"],
    expect: exitCodes.done,
  },
];

async function acts(stage: Stage, emulator: RunningEmulator, folder: string): Promise<boolean> {
  stage.print(prologue(emulator));
  for (const { explain, command, expect } of script) {
    stage.print(`\n${explain}\n`);
    if (typeof command === "function") {
      command(emulator);
      continue;
    }
    stage.print(`\n$ docsform ${command.join(" ")}\n\n`);
    const code = await runCli(command, {
      io: ioOf(stage, emulator, folder),
      version: "demonstration",
      loadTypes: async () => registry,
      loadOperations: async () => operations,
      loadExample: async () => exampleLayout,
    });
    if (code !== expect) {
      stage.print(`\nThis should have ended with exit code ${expect}, but ended with ${code}.\n`);
      return false;
    }
  }
  stage.print(epilogue);
  return true;
}

function ioOf(stage: Stage, emulator: RunningEmulator, folder: string): Io {
  return {
    stdout: stage.print,
    stderr: stage.print,
    isTerminal: stage.isTerminal,
    environment: {
      DOCSFORM_BASE_URL: emulator.url,
      DOCSFORM_TOKEN: token,
      // The emulator shows at once what it has stored.
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

function prologue({ url, organization }: RunningEmulator): string {
  return [
    "docsform makes a documentation service match what a YAML file declares.",
    `This is a demonstration on an emulator of the service, at ${url}, with the organization`,
    `${organization}. Nothing leaves this machine.`,
    "",
  ].join("\n");
}

const epilogue = `
That is all of it. To do the same with the real service:

  export DOCSFORM_TOKEN=…                  # an API token of your organization
  npm run build
  node dist/bin/docsform.js pull --organization YOUR_ORGANIZATION --out docsform.yaml
  node dist/bin/docsform.js plan           # empty: docsform.yaml says what is there
  # change docsform.yaml, plan, read it, then:
  node dist/bin/docsform.js apply

Without DOCSFORM_BASE_URL, docsform speaks to https://api.gitbook.com.
`;
