import { expect, test } from "vitest";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { organizationId } from "../support/declare-world.ts";
import { reconcilerOf } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

test("an incomplete list is not pulled", async () => {
  const service = createTestService({ apiVersion: "current", pageCap: 2, random: seededRandom(3) });
  for (const title of ["A", "B", "C", "D", "E"]) service.emulator.edit("createCollection", {}, { title });
  const reconciler = reconcilerOf(service, createMemoryDisk());
  const pull = () => reconciler.pull({ organizationId });
  expect((await pull()).live.objects.filter(({ type }) => type === "collection")).toHaveLength(5);
  service.emulator.faults.add({
    on: { method: "read", times: "always" },
    fault: { kind: "shift-pages", by: "skip" },
  });
  await expect(pull()).rejects.toMatchObject({ code: "live/incomplete-list" });
});
