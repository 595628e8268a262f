import { expect, test } from "vitest";
import type { Transport } from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import type { PlannedRun } from "../../src/engine/reconcile/planned.ts";
import type { Reconciler } from "../../src/engine/reconcile/reconciler.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { isJsonObject, type JsonObject } from "../../src/util/json.ts";
import { organizationId } from "../support/declare-world.ts";
import { layoutWith } from "../support/read-text.ts";
import { everythingAllowed, reconcilerOf, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { serviceWithBanners } from "../support/unknown-items.ts";

function layoutOf(structure: string) {
  return layoutWith(`
spaces:
  guides: { title: Guides }
  api: { title: API }
sites:
  docs:
    title: Docs
    structure:
${structure}`);
}

const guides = "      - { section: Guides, path: guides, spaces: [guides] }\n";
const api = "{ section: API, path: api, spaces: [api] }";
const grouped = layoutOf(`${guides}      - { group: Reference, children: [${api}] }\n`);
const ungrouped = layoutOf(`${guides}      - ${api}\n`);
const turned = layoutOf(`      - { group: Reference, children: [${api}] }\n${guides}`);

async function applied() {
  const { banners, transport } = serviceWithBanners();
  const service = createTestService({ apiVersion: "current", random: seededRandom(5), transport });
  const disk = createMemoryDisk();
  expect(await runLayout(service, grouped, disk)).toMatchObject({ result: { outcome: "done" } });
  return { banners, service, reconciler: reconcilerOf(service, disk) };
}

async function planOf(reconciler: Reconciler, desired: DesiredWorld): Promise<PlannedRun> {
  const planned = await reconciler.plan(desired);
  if (planned.plan === undefined) throw new Error("There is something against it.");
  return planned;
}

test("unknown objects are counted, reported and left alone", async () => {
  const { banners, reconciler } = await applied();
  banners.shown = true;
  const { plan } = await reconciler.plan(grouped);
  expect(plan?.steps).toEqual([]);
  expect(plan?.notes.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "plan/unknown-object: site.docs contains items that docsform does not manage or move: 2 × site-banner.",
    "plan/unknown-object: site_section_group.docs/Reference contains items that docsform does not manage or move: 1 × site-banner.",
  ]);
});

test("it prevents the delete of its container, with every permission", async () => {
  const { banners, reconciler } = await applied();
  banners.shown = true;
  const planned = await planOf(reconciler, ungrouped);
  expect(planned.refusals(everythingAllowed)).toMatchObject([
    {
      code: "guard/cascade",
      message: expect.stringContaining("1 × site-banner in site_section_group.docs/Reference"),
    },
  ]);
});

test("a site that contains it is not destroyed", async () => {
  const { banners, reconciler } = await applied();
  banners.shown = true;
  const planned = await reconciler.planDestroy(grouped, {
    organizationId: grouped.organizationId,
  });
  if (planned.plan === undefined) throw new Error("There is something against it.");
  expect(planned.refusals(everythingAllowed).map(({ code }) => code)).toEqual(["guard/cascade"]);
});

test("contents that appeared after the plan are found before the delete", async () => {
  const { banners, service, reconciler } = await applied();
  const planned = await planOf(reconciler, ungrouped);
  banners.shown = true;
  const { outcome, steps } = await reconciler.apply(planned, everythingAllowed).result;
  expect(outcome).toBe("partial");
  expect(steps.flatMap(({ error }) => error?.message ?? [])).toEqual([
    expect.stringContaining("another user put site-banner inside it"),
  ]);
  expect(service.emulator.service.list("site_section_group")).toHaveLength(1);
});

test("siblings are sorted around it", async () => {
  const { banners, service, reconciler } = await applied();
  banners.shown = true;
  const planned = await planOf(reconciler, turned);
  const { outcome } = await reconciler.apply(planned, everythingAllowed).result;
  expect(outcome).toBe("done");
  const [site] = service.emulator.service.list("site");
  const { body } = service.emulator.service.call("getSiteStructure", {
    organizationId,
    siteId: site?.id ?? "",
  });
  const structure = (isJsonObject(body) ? body["structure"] : []) as readonly JsonObject[];
  expect(structure.map(({ title }) => title)).toEqual(["Reference", "Guides"]);
});

test("a value of no known choice is kept, and never written", async () => {
  const transport =
    (emulator: Emulator): Transport =>
    async (request) => {
      const answer = await emulatorTransport(emulator)(request);
      return {
        ...answer,
        text: answer.text.replaceAll('"visibility":"public"', '"visibility":"by-invitation"'),
      };
    };
  const service = createTestService({ apiVersion: "current", random: seededRandom(5), transport });
  const reconciler = reconcilerOf(service, createMemoryDisk());
  service.emulator.edit("createSite", { organizationId }, { title: "Docs", visibility: "public" });
  const [site] = service.emulator.service.list("site");
  const { plan, live } = await planOf(reconciler, {
    ...grouped,
    objects: grouped.objects.flatMap((object) =>
      object.type === "site"
        ? [{ ...object, pin: site?.id ?? "", owns: [], attributes: { title: "New title" } }]
        : [],
    ),
  });
  expect(live?.objects.find(({ type }) => type === "site")?.attributes["visibility"]).toBe("by-invitation");
  expect(plan.nodes.map((node) => node.kind === "write" && node.values)).toEqual([{ title: "New title" }]);
});
