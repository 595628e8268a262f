import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { organization } from "../support/emulator-process.ts";
import { environment, executable } from "../support/executable.ts";
import { inFolder } from "../support/folder.ts";
import { median, report } from "../support/verdict.ts";

const runs = 20;
const most = 2.2;

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
  const file = join(folder, "docs.yaml");
  writeFileSync(file, small);
  const commands = {
    bare: ["-e", "0"],
    version: [executable, "--version"],
    validate: [executable, "validate", "--file", file],
  };
  const walls = { bare: [] as number[], version: [] as number[], validate: [] as number[] };
  // In turn, so that all of them meet the same machine; the first two rounds fill caches and are not counted.
  for (let round = -2; round < runs; round += 1) {
    for (const name of ["bare", "version", "validate"] as const) {
      const ms = wallOf(commands[name]);
      if (round >= 0) walls[name].push(ms);
    }
  }
  const bare = median(walls.bare);
  return report(
    `Start of the bundled executable on Node ${process.versions.node}, median of ${runs}`,
    [
      `wall: node -e 0 ${bare.toFixed(1)} ms, --version ${median(walls.version).toFixed(1)} ms, validate ${median(walls.validate).toFixed(1)} ms`,
    ],
    [
      { name: "--version / node -e 0", value: median(walls.version) / bare, most, unit: "×" },
      {
        name: `validate of ${small.split("\n").length - 1} lines / node -e 0`,
        value: median(walls.validate) / bare,
        most,
        unit: "×",
      },
    ],
  );
});
process.exitCode = holds ? 0 : 1;

function wallOf(args: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env: environment, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}
