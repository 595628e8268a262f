import { expect, test } from "vitest";
import type { PlannedRun } from "../../src/engine/reconcile/planned.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import { createKillable } from "../support/killable.ts";
import { liveIds } from "../support/live-ids.ts";
import { everythingAllowed, reconcilerOf, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";
import { smallLayout } from "../support/small-layout.ts";

const desired = smallLayout();
const confirmed = { organizationId: desired.organizationId };

async function planDestroy(service: TestService, disk: MemoryDisk): Promise<PlannedRun> {
  const planned = await reconcilerOf(service, disk).planDestroy(desired, confirmed);
  if (planned.plan === undefined) throw new Error("There is something against it.");
  return planned;
}

async function codesOf(service: TestService, disk: MemoryDisk): Promise<readonly string[]> {
  const planned = await planDestroy(service, disk);
  return planned.refusals(everythingAllowed).map(({ code }) => code);
}

function countOf({ emulator }: TestService): number {
  return Object.values(liveIds(emulator)).flat().length;
}

test("a space of another site is not destroyed, although the layout does not declare that site", async () => {
  const service = createTestService({ apiVersion: "current", random: seededRandom(5) });
  const disk = createMemoryDisk();
  expect(await runLayout(service, desired, disk)).toMatchObject({ result: { outcome: "done" } });
  expect(await codesOf(service, disk)).toEqual([]);
  const [space] = service.emulator.service.list("space");
  service.emulator.edit("createSite", {}, { title: "Theirs", spaces: [space?.id ?? ""] });
  expect(await codesOf(service, disk)).toEqual(["guard/still-referenced"]);
});

test("a destroy that is killed at any request is continued, and nothing is recreated", async () => {
  const killable = createKillable();
  // No destroy of this layout makes so many requests.
  const most = 200;
  let at = 1;
  for (; at < most; at += 1) {
    const service = createTestService({
      apiVersion: "current",
      random: seededRandom(5),
      transport: killable.transport,
    });
    const disk = killable.disk();
    killable.start(null);
    await runLayout(service, desired, disk);
    const whole = countOf(service);
    const planned = await planDestroy(service, disk);
    killable.start({ at, when: "after" });
    if ((await outcomeOf(service, disk, planned)) === "done") break;
    killable.start(null);
    await service.clock.sleep(120_000);
    const left = countOf(service);
    // After a kill before the first delete or during the final read, a later apply must not recreate anything.
    const isOpen = left < whole && Object.keys(disk.state?.objects ?? {}).length > 0;
    const end = await runLayout(service, desired, disk, 4, { allow: new Set() });
    const refusals = end.kind === "refused" ? end.refusals.map(({ code }) => code) : [];
    const reported = `killed at request ${at}`;
    expect([reported, end.kind]).toEqual([reported, isOpen ? "refused" : "applied"]);
    expect([reported, refusals.includes("guard/destroy-interrupted")]).toEqual([reported, isOpen]);
    expect([reported, countOf(service)]).toEqual([reported, isOpen ? left : whole]);
    expect(await outcomeOf(service, disk, await planDestroy(service, disk))).toBe("done");
    expect(countOf(service)).toBe(0);
  }
  expect(killable.kills).toBeGreaterThan(10);
  expect(at).toBeLessThan(most);
});

async function outcomeOf(service: TestService, disk: MemoryDisk, planned: PlannedRun): Promise<string> {
  const { result } = reconcilerOf(service, disk, 1).apply(planned, everythingAllowed);
  return await result.then(
    ({ outcome }) => outcome,
    () => "killed",
  );
}
