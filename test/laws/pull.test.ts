import fc from "fast-check";
import { expect, test } from "vitest";
import { writeLayout } from "../../src/layout/write-layout.ts";
import { writePulled } from "../../src/layout/write-pulled.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { buildWorld } from "../support/build-world.ts";
import { creatable } from "../support/declare-type.ts";
import { organizationId } from "../support/declare-world.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { worldIn } from "../support/read-text.ts";
import { planLayout, reconcilerOf } from "../support/run-layout.ts";
import { scenarioFields } from "../support/scenario.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

const usual = 1500;
const worlds = worldsOf(usual);
const { live: liveSpec, apiVersion, policy, seed } = scenarioFields;
const created = creatable.map(({ name }) => name);

/** Two spaces that only their ids distinguish, and members without access. */
const oddities = fc.record({ duplicateSpaces: fc.boolean(), noAccess: fc.boolean() });

test("a pulled layout plans nothing: with its state no step, without one the same objects by their ids", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(fc.record({ live: liveSpec, apiVersion, policy, seed, oddities }), async (given) => {
      const service = createTestService({ ...given, random: seededRandom(given.seed) });
      buildWorld(service.emulator, given.live);
      addOddities(service, given.oddities);
      service.emulator.clearLog();
      const disk = createMemoryDisk();
      const reconciler = reconcilerOf(service, disk);
      const { live, state } = await reconciler.pull({ organizationId });
      for (const type of new Set(live.objects.map((object) => object.type))) tally.count(type);

      const pulled = writePulled({ types: registry, live });
      expect(pulled.diagnostics, pulled.text).toEqual([]);
      await reconciler.savePulled({ desired: readable(pulled.desired), live, state, ids: pulled.ids });
      const inState = await planLayout(service, readable(pulled.desired), disk);
      expect(inState.diagnostics).toEqual([]);
      expect(inState.plan?.steps, pulled.text).toEqual([]);
      expect(inState.plan?.unmanaged).toEqual([]);
      expect(knownIn(disk.state?.objects ?? {})).toEqual(managedIn(live));

      const { text } = writeLayout({ types: registry, live });
      const alone = worldIn(text);
      const notInState = await planLayout(service, alone, createMemoryDisk({ keepsState: false }));
      const { steps = [], managed = {} } = notInState.plan ?? {};
      expect(steps.filter(({ action }) => action !== "import")).toEqual([]);
      // An association is known by what it refers to, so it is not imported.
      expect(knownIn(managed)).toEqual(managedIn(live));
      const byOther = steps.flatMap((step) =>
        step.action === "import" && step.matchedBy !== "pin" ? [step] : [],
      );
      for (const { type, matchedBy } of byOther) tally.count(`${type} by ${matchedBy}`);
      if (alone.objects.some(({ attributes }) => attributes["defaultLevel"] === null))
        tally.count("no access");
      expect(service.emulator.log.filter(({ method }) => method !== "GET")).toEqual([]);
    }),
    worlds,
  );
  await tally.report("pull", worlds, [...created, "no access"], 0.05);
});

function addOddities(
  { emulator }: TestService,
  { duplicateSpaces, noAccess }: { duplicateSpaces: boolean; noAccess: boolean },
) {
  const [first] = emulator.service.list("space");
  if (first === undefined) return;
  const parent = first["parent"];
  const at = typeof parent === "string" ? { parent } : {};
  if (duplicateSpaces) emulator.edit("createSpace", {}, { title: first["title"] ?? "", ...at });
  if (noAccess) emulator.edit("updateSpaceById", { spaceId: first.id }, { defaultLevel: null });
}

function readable(desired: DesiredWorld | undefined): DesiredWorld {
  if (desired === undefined) throw new Error("The layout that was pulled cannot be read.");
  return desired;
}

function knownIn(objects: Readonly<Record<string, { readonly id?: string }>>): readonly string[] {
  return Object.values(objects)
    .map(({ id = "" }) => id)
    .sort();
}

/** The objects that a layout can manage. The layout names the organization, but does not declare it. */
function managedIn({ objects }: Snapshot): readonly string[] {
  return objects
    .filter(({ type }) => type !== "organization")
    .map(({ id }) => id)
    .sort();
}
