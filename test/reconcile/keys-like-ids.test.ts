import { expect, test } from "vitest";
import { unmanagedAddress } from "../../src/model/address.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { organizationId } from "../support/declare-world.ts";
import { layoutWith } from "../support/read-text.ts";
import { planLayout, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

test("a key that looks like an id is a key, even if an object has that id", async () => {
  const service = createTestService({ apiVersion: "current", random: seededRandom(9) });
  service.emulator.edit("createSpace", { organizationId }, { title: "Theirs" });
  const [theirs] = service.emulator.service.list("space");
  const desired = layoutWith(`
spaces:
  "@${theirs?.id}": { title: Ours }
sites:
  "@docs":
    title: Docs
    structure:
      - { group: "@ours", children: [{ section: Guides, path: guides, spaces: ["@${theirs?.id}"] }] }
`);
  const disk = createMemoryDisk();
  expect(await runLayout(service, desired, disk)).toMatchObject({ result: { outcome: "done" } });
  expect(service.emulator.service.list("space").map(({ title }) => title)).toEqual(["Theirs", "Ours"]);
  const { plan } = await planLayout(service, desired, disk);
  expect(plan?.steps).toEqual([]);
  expect(plan?.unmanaged.map(({ address }) => address)).toEqual([
    unmanagedAddress("space", theirs?.id ?? ""),
  ]);
  expect(desired.objects.filter(({ address }) => address.includes(".@"))).toEqual([]);
});
