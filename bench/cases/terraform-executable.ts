import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { buildExecutables } from "../../tools/release/executable.ts";
import { installNodes, nodeFor, ownPlatform, type Platform } from "../../tools/release/platforms.ts";
import { startEmulatorProcess } from "../support/emulator-process.ts";
import { inFolder } from "../support/folder.ts";
import { median, report } from "../support/verdict.ts";
import { configuration } from "../terraform/configuration.ts";
import { handshake } from "../terraform/handshake.ts";
import { buildInto, openWorkspace, type Workspace, writeInto } from "../terraform/workspace.ts";

const starts = 25;
const rounds = 15;
const count = 10;
const stateFile = "terraform.tfstate";
/** The script on this process's Node, the script on the executable's Node, and the executable. */
const ways = ["script", "sameNode", "executable"] as const;
type Walls = Readonly<Record<(typeof ways)[number], number[]>>;

const own = ownPlatform();
const hasTerraform = spawnSync("terraform", ["version"]).status === 0;
if (!hasTerraform) console.log("\nThe provider's executable: skipped, terraform is not on PATH.");
else if (own === undefined)
  console.log("\nThe provider's executable: skipped, a release has none for this platform.");
else await measure(own);

/** There is no bound, because people use the executable where Node is not installed. */
async function measure(platform: Platform): Promise<void> {
  installNodes();
  const built = (await buildExecutables([platform])).get(platform) as Uint8Array;
  await inFolder(async (folder) => {
    const script = await buildInto(join(folder, "script"), "docs", "src/bin/terraform-provider-docs.ts");
    await buildInto(join(folder, "sameNode"), "docs", "src/bin/terraform-provider-docs.ts");
    const executable = writeInto(join(folder, "executable"), "docs", built);
    const node = nodeFor(platform);
    const start = await alternate(starts, {
      script: () => handshake(process.execPath, [script]),
      sameNode: () => handshake(node, [script]),
      executable: () => handshake(executable, []),
    });
    report(
      `The provider's executable: start to handshake, median and least of ${starts}`,
      [shown(start)],
      [],
    );
    const plan = await measurePlan(folder, node);
    report(
      `The provider's executable: terraform plan of ${count} unchanged resources, median and least of ${rounds}`,
      [shown(plan)],
      [],
    );
  });
}

async function measurePlan(folder: string, node: string): Promise<Walls> {
  const service = await startEmulatorProcess(folder);
  try {
    const text = configuration("docs", service.url, count);
    const sameNode = { PATH: `${dirname(node)}${delimiter}${process.env["PATH"]}` };
    const open = (way: string, more?: NodeJS.ProcessEnv): Workspace =>
      openWorkspace(join(folder, way), "plan", text, service.token, more);
    const spaces = {
      script: open("script"),
      sameNode: open("sameNode", sameNode),
      executable: open("executable"),
    };
    await spaces.script.apply(count);
    for (const way of ["sameNode", "executable"] as const)
      copyFileSync(join(spaces.script.folder, stateFile), join(spaces[way].folder, stateFile));
    return await alternate(rounds, {
      script: () => spaces.script.plan(),
      sameNode: () => spaces.sameNode.plan(),
      executable: () => spaces.executable.plan(),
    });
  } finally {
    await service.stop();
  }
}

/** The first two rounds warm up and do not count. */
async function alternate(
  counted: number,
  runs: Readonly<Record<(typeof ways)[number], () => Promise<number>>>,
): Promise<Walls> {
  const walls: Walls = { script: [], sameNode: [], executable: [] };
  for (let round = -2; round < counted; round += 1) {
    for (const way of ways) {
      const ms = await runs[way]();
      if (round >= 0) walls[way].push(ms);
    }
  }
  return walls;
}

function shown(walls: Walls): string {
  const each = (way: (typeof ways)[number]) =>
    `${median(walls[way]).toFixed(0)} (${Math.min(...walls[way]).toFixed(0)}) ms`;
  return `script on Node ${process.versions.node} ${each("script")}, script on the executable's Node ${each("sameNode")}, executable ${each("executable")}`;
}
