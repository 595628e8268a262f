import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startBareLoop } from "../support/bare-loop.ts";
import { startEmulatorProcess } from "../support/emulator-process.ts";
import { inFolder } from "../support/folder.ts";
import { large, layoutOfLargeWorld, objectsOfLargeWorld, seedOfLargeWorld } from "../support/large-world.ts";
import { desiredOf, startSession } from "../support/session.ts";
import { report } from "../support/verdict.ts";

const mostOfBareLoop = 18;
const pageSize = 1_000;
const pagesOf = (items: number) => Math.max(1, Math.ceil(items / pageSize));

/** The calls that reading this world needs. They follow from the service's interface, not from how docsform works. */
const calls = {
  "pages of the lists of declared types":
    pagesOf(large.collections) +
    pagesOf(large.spaces) +
    pagesOf(large.teams) +
    pagesOf(large.specs) +
    pagesOf(large.sites) +
    pagesOf(large.samlProviders),
  "the organization": 1,
  "one structure for each site": large.sites,
  "members of the teams that declare them": large.teamsWithMembers,
  "the token's user, once, because members are declared": 1,
};
const fixedCalls = Object.values(calls).reduce((sum, count) => sum + count, 0);

const holds = await inFolder(async (folder) => {
  const service = await startEmulatorProcess(folder, { seed: seedOfLargeWorld() });
  const session = startSession(service, folder, 10);
  try {
    const text = layoutOfLargeWorld();
    const yaml = measure();
    const desired = desiredOf(text);
    const yamlCpu = yaml();
    // Afterwards the state contains all objects, as after `import --found` and an apply. The apply sends no write.
    await session.confirmFound(desired);
    const first = await session.plan(desired);
    await session.apply(first);
    await service.readLog();

    const planning = measure();
    const { plan, live } = await session.plan(desired);
    const planCpu = planning();
    const log = await service.readLog();
    const loop = startBareLoop(service, folder, 10);
    const reading = measure();
    await loop.read(log.map(({ path }) => path));
    const bareCpu = reading();
    await loop.close();
    const peakMb = process.resourceUsage().maxRSS / 1024;

    return report(
      `Plan of ${objectsOfLargeWorld()} unchanged objects over ${large.sites} sites`,
      [
        `objects: ${desired.objects.length} declared, ${live?.objects.length} live (the organization among them)`,
        `calls that it takes: ${Object.entries(calls)
          .map(([what, count]) => `${count} ${what}`)
          .join(" + ")}`,
        `CPU: ${seconds(planCpu)}; bare loop: ${seconds(bareCpu)}`,
        `apart: ${seconds(yamlCpu)} of CPU for ${text.split("\n").length} lines of YAML with their positions`,
      ],
      [
        {
          name: "CPU of the plan / bare loop that reads and parses the same",
          value: planCpu / bareCpu,
          most: mostOfBareLoop,
          unit: "×",
        },
        { name: "peak memory of the whole process", value: peakMb, most: 512, unit: "MB" },
        {
          name: "calls, away from the fixed number",
          value: Math.abs(log.length - fixedCalls),
          most: 0,
          unit: "calls",
        },
        {
          name: "calls that are no reads",
          value: log.filter(({ method }) => method !== "GET").length,
          most: 0,
          unit: "calls",
        },
        { name: "writes that the importing plan has", value: first.plan.writeCalls, most: 0, unit: "calls" },
        { name: "steps of the plan", value: plan.steps.length, most: 0, unit: "steps" },
        { name: "objects that the plan only finds", value: plan.found.length, most: 0, unit: "objects" },
      ],
    );
  } finally {
    await session.close();
    await service.stop();
  }
});
process.exitCode = holds ? 0 : 1;

/** Measures the CPU of all threads of this process from now on, in seconds. */
function measure(): () => number {
  // Collects the garbage of the work before, so that the measured part does not.
  collectGarbage();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
}

/** Node exposes it only with this flag. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

function seconds(value: number): string {
  return `${value.toFixed(3)} s`;
}
