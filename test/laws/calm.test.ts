import fc from "fast-check";
import { expect, test } from "vitest";
import type { Generation } from "../../src/model/endpoint.ts";
import type { LiveWorld } from "../../src/model/live-world.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { planChanges } from "../../src/plan/plan-changes.ts";
import { simulate } from "../../src/plan/simulate.ts";
import { registry } from "../../src/resources/registry.ts";
import { buildWorld } from "../support/build-world.ts";
import { declareWorld } from "../support/declare-world.ts";
import { lockOfIds } from "../support/locks.ts";
import { policy } from "../support/policies.ts";
import { type Disk, runLayout, writingSteps } from "../support/run-layout.ts";
import { createTestService, planOptions, seededRandom } from "../support/service.ts";
import { layoutSpec, liveSpec } from "../support/world-spec.ts";

const runs = Number(process.env["RUNS"] ?? 300);

const scenario = fc.record({
  live: liveSpec,
  wanted: layoutSpec,
  generation: fc.constantFrom<Generation>("classic", "current"),
  policy,
  seed: fc.nat(),
  hasLock: fc.boolean(),
  prune: fc.constantFrom([], [], ["collections", "spaces", "teams", "openapi", "saml"]),
  concurrency: fc.constantFrom(1, 4, 50),
});

test("apply, then plan: nothing; and the world is what the plan said", async () => {
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const service = createTestService({
        generation: given.generation,
        policy: given.policy,
        random: seededRandom(given.seed),
      });
      const ids = buildWorld(service.emulator, given.live);
      const sitePin = given.hasLock ? undefined : ids.get("site.docs");
      const desired = declareWorld(given.wanted, {
        ...(sitePin !== undefined && { sitePin }),
        prune: given.prune,
      });
      const disk: Disk = {
        lock: given.hasLock ? lockOfIds(ids) : undefined,
        keepsLock: given.hasLock,
        journal: "",
        isKilled: () => false,
      };
      service.emulator.clearLog();
      const end = await runLayout(service, desired, disk, given.concurrency);
      if (end.kind === "refused") return end.refusals.forEach((refusal) => count(refusal.code));
      if (end.kind === "invalid") return end.diagnostics.forEach((diagnostic) => count(diagnostic.code));
      if (end.kind === "failed") throw end.error;
      count("applied");
      for (const kind of new Set(writingSteps(end.plan).map((step) => step.action))) count(kind);
      expect(end.result.steps.filter((step) => step.status !== "done")).toEqual([]);
      const writes = service.emulator.log.filter((request) => request.method !== "GET");
      expect(writes.length).toBe(end.plan.writeCalls);
      const after = await service.read(desired, disk.lock);
      const again = planChanges({
        types: registry,
        desired,
        live: after,
        lock: disk.lock,
        options: planOptions,
      });
      expect(again.diagnostics).toEqual([]);
      expect(again.plan && (disk.keepsLock ? again.plan.steps : writingSteps(again.plan))).toEqual([]);
      expectAsSimulated(end.plan, end.before, after, end.result.created);
    }),
    { numRuns: runs },
  );
  console.log(Object.fromEntries([...seen].sort()));
  expect(seen.get("applied")).toBeGreaterThan(runs * 0.5);
});

/** Everything that the plan foresees is so: which objects there are, where, in which order, with which declared values. */
function expectAsSimulated(
  plan: Plan,
  before: LiveWorld,
  after: LiveWorld,
  created: Readonly<Record<string, string>>,
): void {
  const foreseen = simulate(plan, before, registry);
  const idOf = (id: string) => created[id] ?? id;
  const actual = new Map(after.objects.map((object) => [`${object.type} ${object.id}`, object]));
  expect([...actual.keys()].sort()).toEqual(
    foreseen.objects.map((object) => `${object.type} ${idOf(object.id)}`).sort(),
  );
  const placesOf = (objects: LiveWorld["objects"], name: (id: string) => string) => {
    const lists = new Map<string, string[]>();
    for (const object of [...objects].sort((a, b) => a.rank - b.rank)) {
      const key = `${object.type === "site_space" ? "variants" : object.type.startsWith("site_") ? "structure" : object.type} ${name(object.container?.id ?? "root")}`;
      lists.set(key, [...(lists.get(key) ?? []), name(object.id)]);
    }
    return Object.fromEntries(
      [...lists].filter(([key]) => key.startsWith("variants") || key.startsWith("structure")).sort(),
    );
  };
  expect(placesOf(after.objects, (id) => id)).toEqual(placesOf(foreseen.objects, idOf));
  const declared = new Set(Object.keys(plan.managed));
  for (const object of foreseen.objects) {
    const real = actual.get(`${object.type} ${idOf(object.id)}`);
    expect(real?.container?.id ?? null).toBe(object.container === null ? null : idOf(object.container.id));
    for (const [name, value] of Object.entries(object.attributes)) {
      // Members are declared by name and read as users.
      if (name === "members" || (value === null && declared.has(object.id))) continue;
      expect([object.type, name, real?.attributes[name]]).toEqual([
        object.type,
        name,
        typeof value === "string" ? idOf(value) : value,
      ]);
    }
  }
}
