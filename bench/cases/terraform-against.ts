import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulatorProcess } from "../support/emulator-process.ts";
import { inFolder } from "../support/folder.ts";
import { type Bound, median, report } from "../support/verdict.ts";
import { configuration } from "../terraform/configuration.ts";
import { buildInto, copyInto, openWorkspace, type Workspace } from "../terraform/workspace.ts";

/** The number of unchanged resources, the number of plans of each build, and the bound of this build's time against the other's. */
const plans = [
  { count: 10, rounds: 25, most: 1 },
  { count: 100, rounds: 11, most: 1.15 },
  { count: 1_000, rounds: 5, most: 1.3 },
] as const;
/** The bound of the CPU of this build's provider against the other's, for the plan with the most resources. */
const mostCpu = 1.1;
const parallelism = 50;
const stateFile = "terraform.tfstate";

// The folder of another checkout, which is built.
const other = process.env["DOCSFORM_BENCH_AGAINST"];
if (other === undefined)
  console.log("\nTerraform plans against another build: skipped, DOCSFORM_BENCH_AGAINST names none.");
else process.exitCode = (await measure(other)) ? 0 : 1;

async function measure(built: string): Promise<boolean> {
  return await inFolder(async (folder) => {
    await buildInto(join(folder, "this"), "docs", "src/bin/terraform-provider-docs.ts");
    copyInto(join(folder, "other"), "docs", join(built, "dist/provider"));
    const facts: string[] = [];
    const bounds: Bound[] = [];
    for (const { count, rounds, most } of plans) {
      const { walls, cpu } = await alternate(folder, count, rounds);
      const ratio = median(walls.mine.map((ms, round) => ms / (walls.other[round] as number)));
      facts.push(
        `${count} resources: ${median(walls.mine).toFixed(0)} ms, the other build ${median(walls.other).toFixed(0)} ms; ${rounds} rounds`,
      );
      bounds.push({ name: `this build / the other, ${count} resources`, value: ratio, most, unit: "×" });
      const cpuRatio = median(cpu.mine.map((ms, round) => ms / (cpu.other[round] as number)));
      const cpuName = `CPU of this build's provider / the other's, ${count} resources`;
      bounds.push({ name: cpuName, value: cpuRatio, most: mostCpu, unit: "×" });
    }
    return report("terraform plan without changes, in alternation with another build", facts, bounds);
  });
}

interface Rounds {
  readonly mine: readonly number[];
  readonly other: readonly number[];
}

/** Both plan the same objects of the same service: the other build gets the state of the one that created them. */
async function alternate(
  folder: string,
  count: number,
  rounds: number,
): Promise<{ readonly walls: Rounds; readonly cpu: Rounds }> {
  const service = await startEmulatorProcess(folder);
  try {
    const text = configuration("docs", service.url, count);
    const open = (build: string): Workspace =>
      openWorkspace(join(folder, build), `plan-${count}`, text, service.token);
    const spaces = { mine: open("this"), other: open("other") };
    await spaces.mine.apply(parallelism);
    copyFileSync(join(spaces.mine.folder, stateFile), join(spaces.other.folder, stateFile));
    const walls = { mine: [] as number[], other: [] as number[] };
    const cpu = { mine: [] as number[], other: [] as number[] };
    for (let round = -1; round < rounds; round += 1) {
      for (const name of round % 2 === 0 ? (["mine", "other"] as const) : (["other", "mine"] as const)) {
        const ms = await spaces[name].plan();
        const { cpuMs } = await spaces[name].costOfPlan();
        // The first round warms up and does not count.
        if (round < 0) continue;
        walls[name].push(ms);
        cpu[name].push(cpuMs);
      }
    }
    return { walls, cpu };
  } finally {
    await service.stop();
  }
}
