import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { organization } from "../support/emulator-process.ts";
import { environment, executable } from "../support/executable.ts";
import { inFolder } from "../support/folder.ts";
import { nodeOfLine } from "../support/node-lines.ts";
import { median, report } from "../support/verdict.ts";

const runs = 20;

/**
 * The bound of `validate` against a Node that does nothing, by Node's major version. Node 20 does not cache compiled code
 * (docs/decisions/007-plain-startup.md).
 */
const most = { 20: 5, 24: 4.3 } as const;

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
  return [checkLine(20, file), checkLine(24, file)].every((each) => each);
});
process.exitCode = holds ? 0 : 1;

/** Whether the bound of a major version of Node holds. True if this version is not available. */
function checkLine(line: keyof typeof most, file: string): boolean {
  const title = `Start of the bundled executable on Node ${line}`;
  const node = nodeOfLine(line);
  if (node === undefined) return report(title, ["skipped: this Node is not available"], []);
  const { bare, version, validate } = wallsOf(node, file);
  const facts = `wall: node -e 0 ${bare.toFixed(1)} ms, --version ${version.toFixed(1)} ms, validate ${validate.toFixed(1)} ms`;
  return report(
    `${title}, median of ${runs}`,
    [facts],
    [
      {
        name: `validate of ${small.split("\n").length - 1} lines / node -e 0`,
        value: validate / bare,
        most: most[line],
        unit: "×",
      },
    ],
  );
}

function wallsOf(node: string, file: string): Record<"bare" | "version" | "validate", number> {
  const commands = {
    bare: ["-e", "0"],
    version: [executable, "--version"],
    validate: [executable, "validate", "--file", file],
  };
  const walls = { bare: [] as number[], version: [] as number[], validate: [] as number[] };
  // The commands take turns, so that the speed of the machine is the same for all. The first two rounds fill caches and do not count.
  for (let round = -2; round < runs; round += 1) {
    for (const name of ["bare", "version", "validate"] as const) {
      const ms = wallOf(node, commands[name]);
      if (round >= 0) walls[name].push(ms);
    }
  }
  return { bare: median(walls.bare), version: median(walls.version), validate: median(walls.validate) };
}

function wallOf(node: string, args: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(node, args, { env: environment, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}
