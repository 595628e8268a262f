import { spawnSync } from "node:child_process";
import { startEmulatorProcess } from "../support/emulator-process.ts";
import { environment } from "../support/executable.ts";
import { inFolder } from "../support/folder.ts";
import { median, report } from "../support/verdict.ts";
import { configuration } from "../terraform/configuration.ts";
import { handshake } from "../terraform/handshake.ts";
import { buildInto, type Cost, openWorkspace, type Workspace } from "../terraform/workspace.ts";

const count = 1_000;
const rounds = 3;
const applyRounds = 3;
const starts = 15;
const latencyMs = 10;
const parallelism = 50;

const engine = `resource "terraform_data" "many" {\n  count = ${count}\n  input = "\${count.index}"\n}\n`;

const hasTerraform = spawnSync("terraform", ["version"]).status === 0;
if (!hasTerraform) console.log("\nTerraform: skipped, terraform is not on PATH.");
else process.exitCode = (await measure()) ? 0 : 1;

async function measure(): Promise<boolean> {
  return await inFolder(async (folder) => {
    const executable = await buildInto(folder, "docs", "src/bin/terraform-provider-docs.ts");
    await buildInto(folder, "memory", "bench/terraform/memory-main.ts");
    const start = await measureStart(executable);
    const refresh = await measureRefresh(folder);
    const apply = await measureApply(folder);
    return [start, refresh, apply].every((holds) => holds);
  });
}

async function measureStart(executable: string): Promise<boolean> {
  const bare: number[] = [];
  const cold: number[] = [];
  for (let round = -2; round < starts; round += 1) {
    const began = performance.now();
    spawnSync(process.execPath, ["-e", "0"], { env: environment });
    const bareMs = performance.now() - began;
    const coldMs = await handshake(executable, []);
    if (round < 0) continue;
    bare.push(bareMs);
    cold.push(coldMs);
  }
  const bareMs = median(bare);
  return report(
    `Terraform provider: cold start to handshake, median of ${starts}`,
    [`node -e 0 ${bareMs.toFixed(1)} ms, handshake ${median(cold).toFixed(1)} ms`],
    [{ name: "handshake / node -e 0", value: median(cold) / bareMs, most: 2.5, unit: "×" }],
  );
}

async function measureRefresh(folder: string): Promise<boolean> {
  const service = await startEmulatorProcess(folder, {});
  try {
    const spaces: Record<"engine" | "memory" | "docs", Workspace> = {
      engine: openWorkspace(folder, "engine", engine, service.token),
      memory: openWorkspace(folder, "memory", configuration("memory", service.url, count), service.token),
      docs: openWorkspace(folder, "docs", configuration("docs", service.url, count), service.token),
    };
    for (const workspace of Object.values(spaces)) await workspace.apply(parallelism);
    // The first plan after the apply updates the state, so it does not count.
    for (const workspace of Object.values(spaces)) await workspace.plan();
    const walls = { engine: [] as number[], memory: [] as number[], docs: [] as number[] };
    const costs: Cost[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ["engine", "memory", "docs"] as const) walls[name].push(await spaces[name].plan());
      await service.readLog();
      costs.push(await spaces.docs.costOfPlan());
    }
    const log = await service.readLog();
    const processes = costs[0]?.processes;
    const cpuMs = median(costs.map((cost) => cost.cpuMs));
    return report(
      `terraform plan, refresh of ${count} resources of four types, median of ${rounds} rounds`,
      [
        `wall: terraform_data ${shown(walls.engine)}, in-memory provider ${shown(walls.memory)}, docs ${shown(walls.docs)}`,
        `the provider: ${processes} processes, ${cpuMs.toFixed(0)} ms of CPU with their starts`,
      ],
      [
        {
          name: "in-memory / terraform_data",
          value: ratioOf(walls.memory, walls.engine),
          most: 4.5,
          unit: "×",
        },
        { name: "docs / in-memory", value: ratioOf(walls.docs, walls.memory), most: 1.2, unit: "×" },
        {
          name: "calls: the pages of the lists and one for the token",
          value: log.length,
          most: 5,
          unit: "calls",
        },
        {
          name: "peak memory of the provider",
          value: Math.max(...costs.map((cost) => cost.peakMb)),
          most: 128,
          unit: "MB",
        },
      ],
    );
  } finally {
    await service.stop();
  }
}

async function measureApply(folder: string): Promise<boolean> {
  const memoryMs: number[] = [];
  const docsMs: number[] = [];
  const floors: number[] = [];
  let boundMs = 0;
  for (let round = 0; round < applyRounds; round += 1) {
    const service = await startEmulatorProcess(folder, { latencyMs });
    try {
      const open = (name: "memory" | "docs") =>
        openWorkspace(
          folder,
          `apply-${name}-${round}`,
          configuration(name, service.url, count),
          service.token,
        );
      const memory = await open("memory").apply(parallelism);
      docsMs.push(await open("docs").apply(parallelism));
      const writes = (await service.readLog()).filter(({ method }) => method !== "GET").length;
      boundMs = (writes * latencyMs) / parallelism;
      memoryMs.push(memory);
      floors.push(memory + boundMs);
    } finally {
      await service.stop();
    }
  }
  return report(
    `terraform apply of ${count} resources, -parallelism=${parallelism}, ${latencyMs} ms latency, median of ${applyRounds} rounds`,
    [
      `wall: in-memory provider ${shown(memoryMs)}, docs ${shown(docsMs)}; latency alone ${boundMs.toFixed(0)} ms`,
    ],
    [
      {
        name: "docs / (in-memory + latency alone)",
        value: ratioOf(docsMs, floors),
        most: 1.2,
        unit: "×",
      },
    ],
  );
}

function shown(walls: readonly number[]): string {
  return `${(median(walls) / 1_000).toFixed(2)} s`;
}

/** The median of the ratios of the rounds, because the speed of the machine is the same within a round. */
function ratioOf(walls: readonly number[], floors: readonly number[]): number {
  return median(walls.map((wall, round) => wall / (floors[round] as number)));
}
