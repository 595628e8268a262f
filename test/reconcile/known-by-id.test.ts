import { describe, expect, test } from "vitest";
import type { PlannedRun } from "../../src/engine/reconcile/planned.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import { organizationId } from "../support/declare-world.ts";
import { createIncompleteLists, type IncompleteLists } from "../support/incomplete-lists.ts";
import { outline } from "../support/planning.ts";
import { layoutWith } from "../support/read-text.ts";
import { everythingAllowed, planLayout, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

const layout = layoutWith(`
collections:
  handbook: { title: Handbook }
spaces:
  guides: { title: Guides, collection: handbook }
  api: { title: API, collection: handbook }
  drafts: { title: Drafts }
teams:
  writers: { title: Writers }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
      - { section: API, path: api, spaces: [api] }
`);

interface Applied {
  readonly service: TestService;
  readonly disk: MemoryDisk;
  readonly sight: IncompleteLists;
  /** The ids of all objects of a type. */
  readonly ids: (type: string) => readonly string[];
  readonly plan: (desired?: DesiredWorld) => Promise<PlannedRun>;
}

/** Applies the layout, and keeps the state. */
async function applied(): Promise<Applied> {
  const sight = createIncompleteLists();
  const { transport } = sight;
  const service = createTestService({ apiVersion: "current", random: seededRandom(3), transport });
  const disk = createMemoryDisk();
  expect(await runLayout(service, layout, disk)).toMatchObject({ result: { outcome: "done" } });
  return {
    service,
    disk,
    sight,
    ids: (type) => service.emulator.service.list(type).map(({ id }) => id),
    plan: async (desired = layout) => {
      const planned = await planLayout(service, desired, disk);
      if (planned.plan === undefined) throw new Error("There is something against it.");
      return planned;
    },
  };
}

test.each([
  { what: "a collection and its spaces", types: ["collection", "space"], listed: ["collections", "spaces"] },
  { what: "a site", types: ["site"], listed: ["sites"] },
  { what: "a team", types: ["team"], listed: ["teams"] },
])("$what that lists omit are read by id, and not created again", async ({ types, listed }) => {
  const { sight, ids, plan } = await applied();
  sight.hide(types.flatMap(ids));
  const planned = await plan();
  expect(planned.plan.steps).toEqual([]);
  const refusals = planned.refusals(everythingAllowed);
  expect(refusals.map(({ code }) => code)).toEqual(types.map(() => "guard/incomplete-list"));
  const reported = refusals.map(({ message }) => message).join(" ");
  for (const name of listed) expect(reported).toContain(`list of ${name} omits`);
});

test("an object that only the journal has is read by id", async () => {
  const { sight, disk, ids, plan, service } = await applied();
  const { state } = disk;
  disk.state = undefined;
  disk.journal = Object.entries(state?.objects ?? {}).map(([address, { id }]) => ({
    kind: "match",
    run: "before",
    at: service.clock.now(),
    address,
    id,
  }));
  sight.hide(ids("site"));
  const planned = await plan();
  expect(planned.plan.steps).toEqual([]);
  expect(planned.plan.guard.refusals.map(({ code }) => code)).toEqual(["guard/incomplete-list"]);
});

test("a pinned object that lists omit still exists", async () => {
  const { sight, disk, ids, plan } = await applied();
  disk.state = undefined;
  const [id = ""] = ids("collection");
  sight.hide([id]);
  const planned = await plan(layoutWith(`collections: { pinned: { id: ${id} } }`));
  expect(planned.plan.guard.refusals.map(({ code }) => code)).toEqual(["guard/incomplete-list"]);
});

test("a plan without changes makes only one more call than without a state", async () => {
  const { service, disk, plan } = await applied();
  const callsOf = async () => {
    const before = service.emulator.log.length;
    await plan();
    return service.emulator.log.length - before;
  };
  const withState = await callsOf();
  disk.state = undefined;
  expect(withState).toBe(await callsOf());
});

test("a deleted site is recreated only with permission", async () => {
  const { service, ids, plan } = await applied();
  service.emulator.edit("deleteSiteById", { organizationId, siteId: ids("site")[0] ?? "" });
  const planned = await plan();
  expect(outline({ plan: planned.plan, diagnostics: [] })).toContain("+ site.docs");
  expect(planned.refusals({ allow: new Set() }).map(({ code }) => code)).toEqual(["guard/recreate"]);
  expect(planned.refusals({ allow: new Set(["recreates"]) })).toEqual([]);
});

test("a space in the trash can be restored, and the message says so", async () => {
  const { service, plan } = await applied();
  const drafts = service.emulator.service.list("space").find(({ title }) => title === "Drafts");
  service.emulator.edit("deleteSpaceById", { spaceId: drafts?.id ?? "" });
  const [refusal] = (await plan()).refusals({ allow: new Set() });
  expect(refusal).toMatchObject({ code: "guard/recreate", addresses: ["space.drafts"] });
  expect(refusal?.message).toContain("without its pages");
  expect(refusal?.remedy).toMatch(/^Restore these from the trash in the app: space\.drafts\./);
});

test("an object with only declared values is recreated without permission", async () => {
  const { service, ids, plan } = await applied();
  service.emulator.edit("removeTeamFromOrganizationById", { organizationId, teamId: ids("team")[0] ?? "" });
  const planned = await plan();
  expect(planned.refusals({ allow: new Set() })).toEqual([]);
  expect(outline({ plan: planned.plan, diagnostics: [] })).toEqual(["+ team.writers"]);
});

test.each(["forbidden", "unauthorized"] as const)("a read by id that is %s stops the plan", async (kind) => {
  const { service, sight, ids, plan } = await applied();
  sight.hide(ids("collection"));
  service.emulator.faults.add({
    on: { operation: "getCollectionById", times: "always" },
    fault: { kind },
  });
  await expect(plan()).rejects.toMatchObject({
    code: "live/not-confirmed-gone",
    message: expect.stringMatching(
      /^No list shows collection\.handbook .* docsform does not know whether it is gone/,
    ),
  });
});

test("a section that the second read shows after the consistency window is not gone", async () => {
  const { sight, ids, plan } = await applied();
  sight.hide(ids("site_section").slice(0, 1), 1);
  const planned = await plan();
  expect(planned.plan.steps.filter(({ action }) => action === "create")).toEqual([]);
  expect(planned.refusals(everythingAllowed).map(({ code }) => code)).toEqual([
    "guard/incomplete-list",
    "guard/incomplete-list",
  ]);
});

test("a section that two reads omit is gone, and is recreated", async () => {
  const { service, ids, plan } = await applied();
  const [siteId = ""] = ids("site");
  const [siteSectionId = ""] = ids("site_section");
  service.emulator.edit("deleteSiteSectionById", { organizationId, siteId, siteSectionId });
  const before = service.clock.now();
  const planned = await plan();
  expect(service.clock.now() - before).toBe(5000);
  expect(outline({ plan: planned.plan, diagnostics: [] })).toEqual([
    "+ site_section.docs/guides",
    "+ site_space.docs/guides/guides created with site_section.docs/guides",
  ]);
});

describe("an object in another organization", () => {
  async function transferred() {
    const given = await applied();
    const { emulator } = given.service;
    const drafts = emulator.service.list("space").find(({ title }) => title === "Drafts")?.id ?? "";
    emulator.service.add("organization", { id: "other", title: "Other" });
    emulator.edit("transferSpace", { spaceId: drafts }, { organization: "other" });
    return { ...given, drafts };
  }

  test("is reported, with a remedy", async () => {
    const { plan } = await transferred();
    const planned = await plan();
    expect(outline({ plan: planned.plan, diagnostics: [] })).toEqual(["+ space.drafts", "guard/recreate"]);
    const [refusal, ...others] = planned.refusals({ allow: new Set() });
    expect(others).toEqual([]);
    expect(refusal).toMatchObject({ code: "guard/recreate", addresses: ["space.drafts"] });
    expect(refusal?.remedy).toMatch(
      /^Transferred to another organization: space\.drafts \(in other\); transfer it back, or remove it from the layout\./,
    );
  });

  test("is not read if the layout omits it", async () => {
    const { plan } = await transferred();
    const planned = await plan({
      ...layout,
      objects: layout.objects.filter(({ address }) => address !== "space.drafts"),
    });
    expect(planned.refusals(everythingAllowed)).toEqual([]);
    expect(outline({ plan: planned.plan, diagnostics: [] })).toEqual([
      expect.stringContaining("space.drafts"),
    ]);
  });

  test("a pin to it is reported too", async () => {
    const { service, disk, drafts } = await transferred();
    const pinned = layoutWith(`spaces: { drafts: { id: ${drafts} } }`);
    const { diagnostics } = await planLayout(service, pinned, disk);
    expect(diagnostics).toMatchObject([
      {
        code: "plan/pinned-to-missing",
        message: expect.stringContaining("transferred to the organization other") as string,
      },
    ]);
  });
});
