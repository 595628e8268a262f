import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { exitCodes } from "../../src/cli/exit-codes.ts";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { wrapped } from "../../src/report/text/columns.ts";
import { openStage, root, type Stage, type StageOptions } from "./stage.ts";

const app = join(root, "examples/cdktf-app");

export interface DemoOptions extends StageOptions {
  /** Is called with the emulator before it stops. */
  readonly onEnd?: (emulator: RunningEmulator) => void;
}

/** Shows what docsform does, from an empty organization to repaired drift. Returns 0 if every command ended as expected. */
export async function runDemo(options: DemoOptions): Promise<number> {
  const stage = await openStage(options);
  try {
    return (await runSteps(stage, options)) ? 0 : 1;
  } finally {
    options.onEnd?.(stage.emulator);
    await stage.close();
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
      "3. The same organization as TypeScript constructs (examples/cdktf-app/main.ts). This app has no state yet, so docsform finds the objects by their titles. It has nothing to change.",
    folder: "typescript",
    before: (_emulator, folder) => synthesizeApp(folder),
    command: ["plan", "cdktf.out", "--no-state", "--files-from", app, "--detailed-exitcode"],
  },
  {
    explanation: "4. In the app, a person renames the space “Guides”.",
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

async function runSteps(stage: Stage, { print, isTerminal, columns }: DemoOptions): Promise<boolean> {
  const width = (isTerminal ? columns?.() : undefined) ?? 80;
  const printLines = (text: string) =>
    print(
      text
        .split("\n")
        .flatMap((line) => wrapped(line, width))
        .join("\n"),
    );
  printLines(introduction(stage.emulator));
  for (const { explanation, folder = ".", before, command, exitCode = exitCodes.done } of steps) {
    printLines(`\n${explanation}\n`);
    before?.(stage.emulator, join(stage.folder, folder));
    if (command === undefined) continue;
    printLines(`\n$ docsform ${command.join(" ").replaceAll(root, "")}\n\n`);
    const code = await stage.run(command, folder);
    if (code !== exitCode) {
      print(`\nThe command should end with exit code ${exitCode}, but ended with ${code}.\n`);
      return false;
    }
  }
  print(nextCommands);
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

  export DOCSFORM_TOKEN=…                        # an API token
  npx tsx src/bin/docsform.ts init --from live   # writes docsform.yaml
  npx tsx src/bin/docsform.ts plan               # empty, until you change it
`;
