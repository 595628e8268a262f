import { expect, test } from "vitest";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import { organizationId } from "../support/declare-world.ts";
import { liveCounts } from "../support/live-ids.ts";
import { layoutWith } from "../support/read-text.ts";
import { runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const desired = layoutWith(`
spaces:
  guides: { title: Guides }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
`);

test("an object of an interrupted run is read by its id, with any name", async () => {
  const service = createTestService({ apiVersion: "current", random: seededRandom(6) });
  const disk = createMemoryDisk();
  expect(await runLayout(service, desired, withoutState(disk))).toMatchObject({
    result: { outcome: "partial" },
  });
  expect(disk.state).toBeUndefined();
  const [site] = service.emulator.service.list("site");
  service.emulator.edit(
    "updateSiteById",
    { organizationId, siteId: site?.id ?? "" },
    { title: "Renamed by somebody" },
  );

  const end = await runLayout(service, desired, disk);
  expect(end).toMatchObject({ kind: "applied", result: { outcome: "done" } });
  expect(liveCounts(service.emulator)).toEqual({ site: 1, site_section: 1, site_space: 1, space: 1 });
});

/** A disk on which the process ends before it writes the state. */
function withoutState(disk: MemoryDisk): MemoryDisk {
  const lock = disk.lock.bind(disk);
  const fail = async () => {
    throw new Error("killed");
  };
  return {
    ...disk,
    lock: async (request) => {
      const given = await lock(request);
      return { ...given, journal: { ...given.journal, clear: fail }, saveState: fail };
    },
  };
}
