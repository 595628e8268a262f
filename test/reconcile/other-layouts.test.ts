import { expect, test } from "vitest";
import type { OtherLayout } from "../../src/model/state.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { layoutWith } from "../support/read-text.ts";
import { everythingAllowed, reconcilerOf, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const layoutOf = (title: string) => layoutWith(`spaces: { guides: { title: ${title} } }`);

/** Between plan and apply, the state of another layout gets an object of this type with the space's id. */
async function applyBeside(type: string) {
  let others: readonly OtherLayout[] = [];
  const service = createTestService({ apiVersion: "current", random: seededRandom(3) });
  const disk = createMemoryDisk({ otherLayouts: () => others });
  await runLayout(service, layoutOf("Guides"), disk);
  const reconciler = reconcilerOf(service, disk);
  const planned = await reconciler.plan(layoutOf("Manuals"));
  if (planned.plan === undefined) throw new Error("The layout is right.");
  const { id = "" } = disk.state?.objects["space.guides"] ?? {};
  others = [{ layout: "b", path: "docsform.b.state.json", objects: [{ type, id }] }];
  service.emulator.clearLog();
  return { result: reconciler.apply(planned, everythingAllowed).result, service };
}

test("an object that another layout's state got since the plan is not changed", async () => {
  const { result, service } = await applyBeside("space");
  await expect(result).rejects.toMatchObject({ code: "guard/other-layout" });
  expect(service.emulator.log).toEqual([]);
});

test("unrelated objects of another layout's state have no effect", async () => {
  const { result } = await applyBeside("team");
  await expect(result).resolves.toMatchObject({ outcome: "done" });
});
