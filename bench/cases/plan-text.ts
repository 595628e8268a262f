import { planChanges } from "../../src/engine/plan/pipeline.ts";
import { typeOfAddress } from "../../src/model/address.ts";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { plainPalette } from "../../src/report/text/palette.ts";
import { renderPlan } from "../../src/report/text/plan-text.ts";
import { planView } from "../../src/report/view/plan-view.ts";
import { registry } from "../../src/resources/registry.ts";
import { leastCpu } from "../support/cpu.ts";
import { report } from "../support/verdict.ts";

// Compares the CPU of the text of a plan of 10,000 steps with the CPU of planning. Neither reads a service.

const organizationId = "large";
const sites = 100;
const sectionsOfSite = 49;
const spaces = 5_000;
const range = (count: number) => Array.from({ length: count }, (_, at) => at);

const contentsOfSite = indexTypes(registry).typesReadOf("site");

const bare = { ignore: [], owns: [] } as const;
const place = { container: null, isDefault: false } as const;

const live: readonly LiveObject[] = [
  ...range(spaces).map((at) => liveObject("space", `sp${at}`, { title: `Space ${at}` }, at)),
  ...range(sites).flatMap((site) => [
    liveObject("site", `site${site}`, { title: `Site ${site}`, visibility: "unlisted" }, site),
    ...range(sectionsOfSite).map((at) => ({
      ...liveObject("site_section", `s${site}-${at}`, { title: `Section ${at}`, path: `p${at}` }, at),
      scopeId: `site${site}`,
    })),
  ]),
];

const desired: readonly DesiredObject[] = [
  ...range(spaces).map((at) => declared(`space.space-${at}`, `sp${at}`, { title: `Renamed ${at}` }, at)),
  ...range(sites).flatMap((site) => [
    declared(`site.site-${site}`, `site${site}`, { visibility: "public" }, site),
    ...range(sectionsOfSite).map((at) => ({
      ...declared(`site_section.site-${site}/p${at}`, `s${site}-${at}`, { title: `Chapter ${at}` }, at),
      scope: `site.site-${site}`,
      container: null,
    })),
  ]),
];

function liveObject(
  type: string,
  id: string,
  attributes: LiveObject["attributes"],
  rank: number,
): LiveObject {
  return { type, id, attributes, rank, ...place };
}

function declared(
  address: string,
  pin: string,
  attributes: DesiredObject["attributes"],
  rank: number,
): DesiredObject {
  return { address, type: typeOfAddress(address), pin, attributes, rank, ...bare };
}

const world = {
  organization: { id: organizationId, title: "Large" },
  apiVersion: "current",
  objects: live,
  contentsReadOf: new Map(range(sites).map((site) => [`site${site}`, contentsOfSite])),
} as const;

const state = {
  docsformState: 2,
  organization: organizationId,
  salt: "00",
  objects: Object.fromEntries(desired.map(({ address, pin = "" }) => [address, { id: pin, applied: {} }])),
} as const;

function decide() {
  const { plan, diagnostics } = planChanges({
    types: registry,
    desired: { organizationId, objects: desired, prune: [], safety: {} },
    live: world,
    state,
    options: { salt: "00", temporarySuffix: "t", hash: (text) => text },
  });
  if (plan === undefined) throw new Error(JSON.stringify(diagnostics));
  return plan;
}

const planning = await leastCpu(10, decide);
const plan = planning.result;
const write = (detail: "usual" | "full") =>
  leastCpu(10, () =>
    renderPlan(
      planView({
        plan,
        refusals: plan.guard.refusals,
        purpose: "apply",
        types: registry,
        live: world,
        service: "service.example",
      }),
      { width: 80, detail },
      plainPalette,
    ),
  );
const usual = await write("usual");
const full = await write("full");

const holds = report(
  `Text of a plan of ${plan.steps.length} steps`,
  [
    `planning takes ${planning.seconds.toFixed(3)} s of CPU, without reading a service`,
    `${lines(usual.result)} lines take ${usual.seconds.toFixed(3)} s; all ${lines(full.result)} lines ${full.seconds.toFixed(3)} s`,
  ],
  [
    {
      name: "difference from 10,000 steps",
      value: Math.abs(plan.steps.length - 10_000),
      most: 0,
      unit: "steps",
    },
    {
      name: "CPU of the text / CPU of planning",
      value: (usual.seconds / planning.seconds) * 100,
      most: 10,
      unit: "%",
    },
  ],
);
process.exitCode = holds ? 0 : 1;

function lines(text: string): number {
  return text.split("\n").length - 1;
}
