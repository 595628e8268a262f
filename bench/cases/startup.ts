import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EmulatorProcess, organization, startEmulatorProcess } from "../support/emulator-process.ts";
import { environment, executable } from "../support/executable.ts";
import { inFolder } from "../support/folder.ts";
import { nodeOfLine } from "../support/node-lines.ts";
import { median, report } from "../support/verdict.ts";

const runs = 20;

/**
 * The bounds of `validate` and `plan` against a Node that does nothing, by Node's major version. Node 20 does not cache compiled code
 * (docs/decisions/007-plain-startup.md).
 */
const most = { 20: { validate: 5, plan: 9 }, 24: { validate: 4.3, plan: 7 } } as const;

const small = `docsform: 1
organization: ${organization}
collections:
  handbook: { title: Handbook }
spaces:
  guides: { title: Guides, collection: handbook }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
`;

const holds = await inFolder(async (folder) => {
  const file = join(folder, "docsform.yaml");
  writeFileSync(file, small);
  const service = await startEmulatorProcess(folder);
  try {
    return [checkLine(20, file, service), checkLine(24, file, service)].every((each) => each);
  } finally {
    await service.stop();
  }
});
process.exitCode = holds ? 0 : 1;

/** Whether the bounds of a major version of Node hold. True if this version is not available. */
function checkLine(line: keyof typeof most, file: string, service: EmulatorProcess): boolean {
  const title = `Start of the bundled executable on Node ${line}`;
  const node = nodeOfLine(line);
  if (node === undefined) return report(title, ["skipped: this Node is not available"], []);
  const walls = wallsOf(node, file, service);
  const facts = Object.entries(walls).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
  return report(
    `${title}, median of ${runs}`,
    [`wall: ${facts.join(", ")}`],
    (["validate", "plan"] as const).map((name) => ({
      name: `${name} of ${small.split("\n").length - 1} lines / node -e 0`,
      value: walls[name] / walls["node -e 0"],
      most: most[line][name],
      unit: "×",
    })),
  );
}

type Command = "node -e 0" | "--version" | "validate" | "plan";

function wallsOf(node: string, file: string, service: EmulatorProcess): Record<Command, number> {
  const commands: Record<Command, readonly string[]> = {
    "node -e 0": ["-e", "0"],
    "--version": [executable, "--version"],
    validate: [executable, "validate", "--file", file],
    plan: [executable, "plan", "--file", file, "--no-state"],
  };
  const env = { ...environment, DOCSFORM_BASE_URL: service.url, DOCSFORM_TOKEN: service.token };
  const walls: Record<Command, number[]> = { "node -e 0": [], "--version": [], validate: [], plan: [] };
  const names = Object.keys(commands) as Command[];
  // The commands take turns, so that the speed of the machine is the same for all. The first two rounds fill caches and do not count.
  for (let round = -2; round < runs; round += 1) {
    for (const name of names) {
      const ms = wallOf(node, commands[name], env);
      if (round >= 0) walls[name].push(ms);
    }
  }
  const medians = names.map((name) => [name, median(walls[name])]);
  return Object.fromEntries(medians) as Record<Command, number>;
}

function wallOf(node: string, args: readonly string[], env: NodeJS.ProcessEnv): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(node, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}
