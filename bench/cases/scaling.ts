import { simulate } from "../../src/engine/plan/audience/simulate.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import type { PlannedRun } from "../../src/engine/reconcile/planned.ts";
import { registry } from "../../src/resources/registry.ts";
import { leastCpu } from "../support/cpu.ts";
import { organization, startEmulatorProcess } from "../support/emulator-process.ts";
import { inFolder } from "../support/folder.ts";
import { desiredOf, startSession } from "../support/session.ts";
import { report } from "../support/verdict.ts";

// Plans, simulates and applies each change for n, 2n and 4n objects. Work that is proportional to them takes four times as long for 4n, and quadratic
// work sixteen times.

const sizes = [1, 2, 4] as const;
const most = 6;

/** Two layouts of a number of objects. The plan leads from the first to the second. */
interface Change {
  readonly title: string;
  /** The least number of objects. */
  readonly least: number;
  readonly before: (objects: number) => readonly string[];
  readonly after: (objects: number) => readonly string[];
}

const changes: readonly Change[] = [
  {
    title: "Creates of sections, each together with its variant",
    least: 250,
    before: () => spaces(1),
    after: (objects) => [...spaces(1), ...sections(range(objects))],
  },
  {
    title: "Creates of sites, each with a section",
    least: 250,
    before: () => spaces(1),
    after: (objects) => [...spaces(1), ...sites(objects)],
  },
  {
    title: "Moves of spaces to another collection",
    least: 500,
    before: (objects) => [...collections, ...spaces(objects, "a")],
    after: (objects) => [...collections, ...spaces(objects, "b")],
  },
  {
    title: "Moves of sections among their siblings",
    least: 250,
    before: (objects) => [...spaces(1), ...sections(range(objects))],
    after: (objects) => [...spaces(1), ...sections(range(objects).reverse())],
  },
  {
    title: "Deletes of spaces",
    least: 500,
    before: (objects) => ["prune: [spaces]", ...spaces(objects)],
    after: () => ["prune: [spaces]", ...spaces(1)],
  },
  {
    title: "Deletes of sites, each with a section",
    least: 250,
    before: (objects) => ["prune: [sites]", ...spaces(1), ...sites(objects)],
    after: () => ["prune: [sites]", ...spaces(1), ...sites(1)],
  },
];

const collections = ["collections:", "  a: { title: A }", "  b: { title: B }"];

function spaces(count: number, collection?: string): readonly string[] {
  const place = collection === undefined ? "" : `, collection: ${collection}`;
  return ["spaces:", ...range(count).map((at) => `  space-${at}: { title: Space ${at}${place} }`)];
}

function sections(order: readonly number[]): readonly string[] {
  const items = order.map((at) => `      - { section: Section ${at}, path: p${at}, spaces: [space-0] }`);
  return ["sites:", "  docs:", "    title: Docs", "    structure:", ...items];
}

function sites(count: number): readonly string[] {
  const lines = range(count).flatMap((at) => [
    `  docs-${at}:`,
    `    title: Docs ${at}`,
    "    structure: [{ section: Guides, path: guides, spaces: [space-0] }]",
  ]);
  return ["sites:", ...lines];
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

let holds = true;
for (const change of changes) holds = (await run(change)) && holds;
process.exitCode = holds ? 0 : 1;

async function run({ title, least, before, after }: Change): Promise<boolean> {
  const measured: Measured[] = [];
  for (const size of sizes) measured.push(await measure(before(size * least), after(size * least)));
  const [small, , large] = measured as [Measured, Measured, Measured];
  const stages = ["plan", "simulate", "apply"] as const;
  return report(
    `${title}: ${sizes.map((size) => size * least).join(", ")}`,
    [
      `steps: ${measured.map(({ steps }) => steps).join(", ")}`,
      ...stages.map((stage) => `${stage}: ${measured.map((each) => milliseconds(each[stage])).join(", ")}`),
    ],
    stages.map((stage) => ({
      name: `${stage}, for four times as many`,
      value: large[stage] / small[stage],
      most,
      unit: "×" as const,
    })),
  );
}

/** The number of steps, and the CPU of each stage in seconds. */
interface Measured {
  readonly steps: number;
  readonly plan: number;
  readonly simulate: number;
  readonly apply: number;
}

async function measure(before: readonly string[], after: readonly string[]): Promise<Measured> {
  return await inFolder(async (folder) => {
    const service = await startEmulatorProcess(folder);
    const session = startSession(service, folder, 10);
    try {
      await session.apply(await session.plan(desiredOf(textOf(before))));
      const planned = await session.plan(desiredOf(textOf(after)));
      const { plan, live } = planned;
      return {
        steps: plan.steps.length,
        plan: (await leastCpu(5, () => planAgain(planned))).seconds,
        simulate: (await leastCpu(5, () => simulate(plan, live, registry))).seconds,
        apply: (await leastCpu(1, () => session.apply(planned))).seconds,
      };
    } finally {
      await session.close();
      await service.stop();
    }
  });
}

/** Plans without reading the service. */
function planAgain({ desired, live, state }: PlannedRun): void {
  const options = { salt: "00", temporarySuffix: "t", hash: (text: string) => text };
  planChanges({ types: registry, desired, live, state, options });
}

function textOf(lines: readonly string[]): string {
  const head = [
    "docsform: 1",
    `organization: ${organization}`,
    "safety: { maxDeletes: 100%, maxChanges: 100% }",
  ];
  return [...head, ...lines, ""].join("\n");
}

function milliseconds(seconds: number): string {
  return `${(seconds * 1_000).toFixed(0)} ms`;
}
