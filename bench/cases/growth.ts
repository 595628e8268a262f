import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import { typeOfAddress } from "../../src/model/address.ts";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { plainPalette } from "../../src/report/text/palette.ts";
import { plainJson } from "../../src/report/text/plain-text.ts";
import { renderPlan } from "../../src/report/text/plan-text.ts";
import { planView } from "../../src/report/view/plan-view.ts";
import { registry } from "../../src/resources/registry.ts";
import { leastCpu } from "../support/cpu.ts";
import { type EmulatorProcess, organization, startEmulatorProcess } from "../support/emulator-process.ts";
import { environment, executable } from "../support/executable.ts";
import { inFolder } from "../support/folder.ts";
import { report } from "../support/verdict.ts";

// The CPU and the bytes of plans for n, 2n and 4n objects, against growth in proportion to them. Only the last part reads a service.

const sizes = [1, 2, 4] as const;
const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const bare = { ignore: [], owns: [] } as const;
const place = { container: null, isDefault: false } as const;

interface World {
  readonly live: readonly LiveObject[];
  readonly desired: readonly DesiredObject[];
}

function liveObject(
  type: string,
  id: string,
  attributes: LiveObject["attributes"],
  rest: Partial<LiveObject> = {},
): LiveObject {
  return { type, id, attributes, rank: 0, ...place, ...rest };
}

function declared(
  address: string,
  attributes: DesiredObject["attributes"],
  rest: Partial<DesiredObject> = {},
): DesiredObject {
  return { address, type: typeOfAddress(address), attributes, rank: 0, ...bare, ...rest };
}

/** One site whose sections are all replaced by new ones. */
function replaced(count: number): World {
  const old = sections(range(count), String);
  const site = old.desired.slice(0, 1).map((each) => ({ ...each, owns: ["site_section"] }));
  const rest = { scope: "site.docs", container: null };
  const added = range(count).map((at) =>
    declared(`site_section.docs/n${at}`, { title: `New ${at}`, path: `n${at}` }, { rank: at, ...rest }),
  );
  return { live: old.live, desired: [...site, ...added] };
}

function memberAt(at: number): { readonly id: string; readonly email: string } {
  return { id: `u${at}`, email: `m${at}@example.com` };
}

/** One site whose sections are declared in this order and with these titles. */
function sections(order: readonly number[], titleOf: (at: number) => string): World {
  return {
    live: [
      liveObject("site", "site1", { title: "Docs" }),
      ...order.map((_, rank) =>
        liveObject(
          "site_section",
          `s${rank}`,
          { title: `Section ${rank}`, path: `p${rank}` },
          {
            rank,
            scopeId: "site1",
          },
        ),
      ),
    ],
    desired: [
      declared("site.docs", { title: "Docs" }, { pin: "site1", ordersContents: true }),
      ...order.map((at, rank) =>
        declared(
          `site_section.docs/p${at}`,
          { title: titleOf(at), path: `p${at}` },
          {
            pin: `s${at}`,
            rank,
            scope: "site.docs",
            container: null,
          },
        ),
      ),
    ],
  };
}

const changes: readonly {
  readonly title: string;
  readonly least: number;
  readonly world: (count: number) => World;
}[] = [
  {
    title: "Creates of spaces beside as many that the layout does not declare",
    least: 2_000,
    world: (count) => ({
      live: range(count).map((at) => liveObject("space", `sp${at}`, { title: `Other ${at}` }, { rank: at })),
      desired: range(count).map((at) => declared(`space.mine-${at}`, { title: `Mine ${at}` }, { rank: at })),
    }),
  },
  {
    title: "Sections in reverse order",
    least: 1_000,
    world: (count) => sections(range(count).reverse(), (at) => `Section ${at}`),
  },
  {
    title: "Sections with other titles",
    least: 1_000,
    world: (count) => sections(range(count), (at) => `Chapter ${at}`),
  },
  { title: "Sections replaced by others", least: 500, world: replaced },
  {
    title: "Members of a team, of which half are others",
    least: 2_000,
    world: (count) => ({
      live: [liveObject("team", "t1", { title: "Team", members: range(count).map(memberAt) })],
      desired: [
        declared(
          "team.t",
          { title: "Team", members: range(count).map((at) => memberAt(at + count / 2).email) },
          {
            pin: "t1",
          },
        ),
      ],
    }),
  },
];

/** Plans, and writes the plan as text and as JSON. Returns the bytes of both. */
function planAndWrite({ live, desired }: World): number {
  const site = indexTypes(registry).typesReadOf("site");
  const world = {
    organization: { id: organization, title: "Large" },
    apiVersion: "current",
    objects: live,
    contentsReadOf: new Map([["site1", site]]),
  } as const;
  const { plan, diagnostics } = planChanges({
    types: registry,
    desired: { organizationId: organization, objects: desired, prune: [], safety: {} },
    live: world,
    state: undefined,
    options: { salt: "00", temporarySuffix: "t", hash: (text) => text },
  });
  if (plan === undefined) throw new Error(JSON.stringify(diagnostics));
  const parts = {
    plan,
    refusals: plan.guard.refusals,
    purpose: "apply",
    types: registry,
    live: world,
  } as const;
  const text = renderPlan(
    planView({ ...parts, service: "service.example" }),
    { width: 80, detail: "full" },
    plainPalette,
  );
  return Buffer.byteLength(text) + Buffer.byteLength(plainJson(plan));
}

/** How many times as much as in proportion to the number of objects. */
const mostGrowth = 1.2;

async function grows({ title, least, world }: (typeof changes)[number]): Promise<boolean> {
  const measured = [];
  for (const size of sizes) {
    const given = world(size * least);
    measured.push(await leastCpu(5, () => planAndWrite(given)));
  }
  const growthOf = (values: readonly number[]) => (values[2] as number) / (values[0] as number) / sizes[2];
  const seconds = measured.map((each) => each.seconds);
  const bytes = measured.map(({ result }) => result);
  return report(
    `${title}: ${sizes.map((size) => size * least).join(", ")}`,
    [
      `CPU: ${seconds.map((each) => `${(each * 1_000).toFixed(0)} ms`).join(", ")}`,
      `bytes: ${bytes.map((each) => `${(each / 1e6).toFixed(2)} MB`).join(", ")}`,
    ],
    [
      { name: "CPU / growth in proportion", value: growthOf(seconds), most: mostGrowth, unit: "×" },
      { name: "bytes / growth in proportion", value: growthOf(bytes), most: mostGrowth, unit: "×" },
    ],
  );
}

const many = 10_000;

/** The whole command, against a Node that does nothing. */
async function planMany(): Promise<boolean> {
  return await inFolder(async (folder) => {
    const file = join(folder, "docsform.yaml");
    const lines = range(many).map((at) => `  mine-${at}: { title: Mine ${at} }`);
    writeFileSync(file, ["docsform: 1", `organization: ${organization}`, "spaces:", ...lines, ""].join("\n"));
    const space = range(many).map((at) => ({ id: `sp${at}`, title: `Other ${at}` }));
    const tables = { organization: [{ id: organization, title: "Large" }], space };
    const seed = JSON.stringify({ organization, apiVersion: "current", tables });
    const service = await startEmulatorProcess(folder, { seed });
    try {
      const nothing = costOf(folder, service, ["-e", "0"]);
      const plan = costOf(folder, service, [executable, "plan", "--json", "--no-state", "--file", file]);
      return report(
        `Plan of ${many} creates beside ${many} other objects, with the executable`,
        [`CPU: ${plan.cpuMs.toFixed(0)} ms; node -e 0: ${nothing.cpuMs.toFixed(0)} ms`],
        [
          { name: "CPU / node -e 0", value: plan.cpuMs / nothing.cpuMs, most: 200, unit: "×" },
          { name: "peak memory", value: plan.peakMb, most: 600, unit: "MB" },
        ],
      );
    } finally {
      await service.stop();
    }
  });
}

interface Cost {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** The least cost of several runs of Node. */
function costOf(folder: string, service: EmulatorProcess, args: readonly string[]): Cost {
  const costs = join(folder, "costs");
  const env = {
    ...environment,
    NODE_OPTIONS: `--require=${resolve("bench/terraform/cost-probe.cjs")}`,
    BENCH_COSTS: costs,
    DOCSFORM_BASE_URL: service.url,
    DOCSFORM_TOKEN: service.token,
  };
  rmSync(costs, { force: true });
  for (let run = 0; run < 3; run += 1)
    spawnSync(process.execPath, args, { env, stdio: "ignore", timeout: 60_000 });
  const all = readFileSync(costs, "utf8").trim().split("\n");
  return all.map((line) => JSON.parse(line) as Cost).reduce((a, b) => (b.cpuMs < a.cpuMs ? b : a));
}

let holds = true;
for (const change of changes) holds = (await grows(change)) && holds;
holds = (await planMany()) && holds;
process.exitCode = holds ? 0 : 1;
