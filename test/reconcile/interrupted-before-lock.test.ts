import { expect, test } from "vitest";
import { readLayout } from "../../src/layout/read-layout.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/reconcile/disk/memory-disk.ts";
import { registry } from "../../src/resources/registry.ts";
import { organizationId } from "../support/declare-world.ts";
import { runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

const { desired } = readLayout({
  sources: [
    {
      file: "docs.yaml",
      text: `
docsform: 1
organization: ${organizationId}
spaces:
  guides: { title: Guides }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
`,
    },
  ],
  types: registry,
  environment: {},
  readFile: () => "",
});

test("what an interrupted run made is read by its id, whatever somebody calls it by now", async () => {
  if (desired === undefined) throw new Error("The layout is right.");
  const service = createTestService({ apiVersion: "current", random: seededRandom(6) });
  const disk = createMemoryDisk();
  expect(await runLayout(service, desired, withoutLock(disk))).toMatchObject({
    result: { outcome: "partial" },
  });
  expect(disk.lock).toBeUndefined();
  const [site] = service.emulator.service.list("site");
  service.emulator.edit(
    "updateSiteById",
    { organizationId, siteId: site?.id ?? "" },
    { title: "Renamed by somebody" },
  );

  const end = await runLayout(service, desired, disk);
  expect(end).toMatchObject({ kind: "applied", result: { outcome: "done" } });
  expect(countOf(service)).toEqual({ site: 1, site_section: 1, site_space: 1, space: 1 });
});

/** The process ends before it has written the lock. */
function withoutLock(disk: MemoryDisk): MemoryDisk {
  const claim = disk.claim.bind(disk);
  const fail = async () => {
    throw new Error("killed");
  };
  return {
    ...disk,
    claim: async (claimant) => {
      const given = await claim(claimant);
      return { ...given, journal: { ...given.journal, clear: fail }, saveLock: fail };
    },
  };
}

function countOf({ emulator }: TestService): Readonly<Record<string, number>> {
  const types = ["site", "site_section", "site_space", "space"];
  return Object.fromEntries(types.map((type) => [type, emulator.service.list(type).length]));
}
