import { expect, test } from "vitest";
import { readLayout } from "../../src/layout/read-layout.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { createMemoryDisk } from "../../src/reconcile/disk/memory-disk.ts";
import { registry } from "../../src/resources/registry.ts";
import { organizationId } from "../support/declare-world.ts";
import { outline } from "../support/planning.ts";
import { planLayout, reconcilerOf, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

function layoutOf(text: string): DesiredWorld {
  const source = { file: "docs.yaml", text: `docsform: 1\norganization: ${organizationId}\n${text}` };
  const { desired } = readLayout({ sources: [source], types: registry, environment: {}, readFile: () => "" });
  if (desired === undefined) throw new Error("The layout is right.");
  return desired;
}

const spaces = "spaces: { guides: { title: Guides } }\n";
const structure = (more = "") =>
  `    structure: [{ section: Guides, path: guides, spaces: [guides]${more} }]\n`;
const whole = layoutOf(`${spaces}sites:\n  docs:\n    title: Docs\n${structure()}`);
const guarded = layoutOf(`${spaces}sites:\n  docs:\n    title: Docs\n${structure(", protect: true")}`);
const bare = layoutOf(`${spaces}sites: { docs: { title: Docs } }\n`);
const none = layoutOf(spaces);
const known = ["site_section.docs/guides", "site_space.docs/guides/guides"];

async function appliedThenPlanned(before: DesiredWorld, after: DesiredWorld) {
  const service = createTestService({ generation: "current", random: seededRandom(3) });
  const disk = createMemoryDisk();
  expect(await runLayout(service, before, disk)).toMatchObject({ result: { outcome: "done" } });
  const planned = await planLayout(service, after, disk);
  if (planned.plan === undefined) throw new Error("There is something against it.");
  return { service, disk, planned };
}

test.each([
  { what: "a site whose structure is no longer declared", after: bare, more: [] },
  { what: "a site that is no longer declared", after: none, more: ["? site.docs undeclared"] },
])("what is in $what is not read, and so has not gone", async ({ after, more }) => {
  const { planned } = await appliedThenPlanned(whole, after);
  expect(outline(planned)).toEqual([...more, ...known.map((address) => `? ${address} undeclared`)]);
});

test("what is protected in it is not forgotten with it", async () => {
  const { planned } = await appliedThenPlanned(guarded, none);
  expect(planned.plan.guard.refusals.map(({ code }) => code)).toEqual(["guard/protected"]);
});

test("what is in a site that has gone has gone with it, and drift says so", async () => {
  const { service, disk, planned } = await appliedThenPlanned(whole, bare);
  expect(planned.plan.steps).toHaveLength(2);
  const reconciler = reconcilerOf(service, disk);
  expect((await reconciler.drift(bare)).entries).toEqual([]);
  const [site] = service.emulator.service.list("site");
  service.emulator.edit("deleteSiteById", { siteId: site?.id ?? "" });
  const { entries } = await reconciler.drift(none);
  expect(entries.map(({ what, address }) => `${what} ${address}`)).toEqual([
    "removed site.docs",
    ...known.map((address) => `removed ${address}`),
  ]);
});
