import fc from "fast-check";
import { expect, test } from "vitest";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { Generation } from "../../src/model/endpoint.ts";
import type { Lock, OtherLayout } from "../../src/model/lock.ts";
import { isOnlyAdopted } from "../../src/model/resource-type.ts";
import { type Permission, permissions } from "../../src/plan/permissions.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/reconcile/disk/memory-disk.ts";
import { heldIn } from "../../src/reconcile/disk/other-locks.ts";
import { registry } from "../../src/resources/registry.ts";
import { buildWorld } from "../support/build-world.ts";
import { declareWorld, organizationId } from "../support/declare-world.ts";
import { layoutSpec, liveSpec } from "../support/draw-world.ts";
import { createTally, type Tally, timeoutOf, worldsOf } from "../support/laws.ts";
import { policy } from "../support/policies.ts";
import { reconcilerOf, runLayout } from "../support/run-layout.ts";
import { prunable } from "../support/scenario.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";
import type { WorldSpec } from "../support/world-spec.ts";
import { changesBetween } from "./worlds/chronicle.ts";
import { factsOf, told } from "./worlds/facts.ts";

// Two layouts over one organization in which others have made things too. Nobody ever permits to confirm what is only found: so
// neither layout changes or deletes what the other or somebody else has made, whatever else is permitted. Who made what, the
// store alone says.

type Owner = "a" | "b" | "others";

interface Turn {
  readonly who: "a" | "b";
  readonly does: "applies" | "edits" | "destroys" | "loses origins" | "loses the lock";
  readonly wanted: WorldSpec;
  readonly prune: readonly string[];
  readonly permitted: readonly Permission[];
}

const permittable = (Object.keys(permissions) as Permission[]).filter((each) => each !== "adopts");

const turn: fc.Arbitrary<Turn> = fc.record({
  who: fc.constantFrom("a", "b"),
  does: fc.constantFrom(
    "applies",
    "applies",
    "edits",
    "edits",
    "destroys",
    "loses origins",
    "loses the lock",
  ),
  wanted: layoutSpec,
  prune: fc.constantFrom([], [], [], prunable),
  permitted: fc.oneof(fc.constant(permittable), fc.subarray(permittable)),
});

const world = fc.record({
  live: fc.option(liveSpec, { freq: 3 }),
  first: layoutSpec,
  second: layoutSpec,
  titles: fc.constantFrom("same", "different"),
  keepsLock: fc.constantFrom(true, true, true, false),
  generation: fc.constantFrom<Generation>("classic", "current"),
  policy,
  seed: fc.nat(),
  turns: fc.array(turn, { minLength: 2, maxLength: 7 }),
});

type World = typeof world extends fc.Arbitrary<infer Drawn> ? Drawn : never;

interface Layout {
  readonly disk: MemoryDisk;
  desired: DesiredWorld;
}

function disksOf(keepsLock: boolean): Readonly<Record<"a" | "b", MemoryDisk>> {
  const holding = (layout: string, lock: Lock | undefined): readonly OtherLayout[] =>
    lock === undefined ? [] : [{ layout, path: `docsform.${layout}.lock.json`, holds: heldIn(lock) }];
  const a: MemoryDisk = createMemoryDisk({ keepsLock, otherLayouts: () => holding("b", b.lock) });
  const b: MemoryDisk = createMemoryDisk({ keepsLock, otherLayouts: () => holding("a", a.lock) });
  return { a, b };
}

function withoutOrigins(lock: Lock | undefined): Lock | undefined {
  if (lock === undefined) return undefined;
  const entries = Object.entries(lock.objects).map(([address, whole]) => {
    const { origin: _, ...entry } = whole;
    return [address, entry] as const;
  });
  return { ...lock, objects: Object.fromEntries(entries) };
}

/** Gives how the run ended. */
async function take(service: TestService, layout: Layout, { does, permitted }: Turn): Promise<string> {
  const consent = { allow: new Set(permitted) };
  if (does !== "destroys") {
    const end = await runLayout(service, layout.desired, layout.disk, 4, consent);
    if (end.kind === "refused") return `refused ${end.refusals.map(({ code }) => code).join(" ")}`;
    return end.kind === "applied" ? end.result.outcome : end.kind;
  }
  const reconciler = reconcilerOf(service, layout.disk);
  const planned = await reconciler.planDestroy(layout.desired, { organizationId }).catch(() => undefined);
  if (planned?.plan === undefined) return "no plan to destroy";
  const refusals = planned.refusals(consent);
  if (refusals.length > 0) return `refused ${refusals.map(({ code }) => code).join(" ")}`;
  const result = await reconciler.apply(planned, consent).result.catch(() => undefined);
  return `destroy ${result?.outcome ?? "failed"}`;
}

const adoptedOnly = new Set(registry.filter(isOnlyAdopted).map(({ name }) => name));

async function harmIn(given: World, tally: Tally): Promise<readonly string[]> {
  const { generation, policy: rules, seed, titles, first, second } = given;
  const service = createTestService({ generation, policy: rules, random: seededRandom(seed), watch: "none" });
  if (given.live !== null) buildWorld(service.emulator, given.live);
  let facts = factsOf(service.emulator.dump());
  const makers = new Map<string, Owner>([...facts.keys()].map((name) => [name, "others"]));
  const disks = disksOf(given.keepsLock);
  const specs = { a: first, b: titles === "same" ? first : second };
  const layouts: Record<"a" | "b", Layout> = {
    a: { disk: disks.a, desired: declareWorld(specs.a, { generation }) },
    b: { disk: disks.b, desired: declareWorld(specs.b, { generation }) },
  };
  for (const each of given.turns) {
    const { who, does, wanted, prune } = each;
    const layout = layouts[who];
    if (does === "edits") layout.desired = declareWorld(wanted, { prune, generation });
    if (does === "loses origins") layout.disk.lock = withoutOrigins(layout.disk.lock);
    if (does === "loses the lock") layout.disk.lock = undefined;
    const end = await take(service, layout, each);
    for (const word of end.split(" ")) tally.count(word);
    const before = facts;
    facts = factsOf(service.emulator.dump());
    const harm = changesBetween(before, facts).flatMap((change) => {
      const maker = makers.get(change.name);
      if (change.before === undefined) makers.set(change.name, who);
      if (change.before === undefined || maker === who || adoptedOnly.has(change.before.type)) return [];
      const after = change.after === undefined ? "nothing" : told(change.after);
      return [`${who} ${does}: ${told(change.before)}, made by ${maker}, became ${after} (${end})`];
    });
    for (const [name] of makers) if (!facts.has(name)) makers.delete(name);
    if (harm.length > 0) return harm;
    await service.clock.sleep(10_000);
  }
  return [];
}

const usual = 500;

test("two layouts change and delete nothing of each other's, nor of anybody else's", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  const worlds = worldsOf(usual);
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      expect(await harmIn(given, tally)).toEqual([]);
    }),
    { numRuns: worlds },
  );
  tally.report("two layouts", worlds, ["done", "guard/adopt", "guard/other-layout", "destroy"], 0.05);
});
