import fc from "fast-check";
import { expect, test } from "vitest";
import type { Generation } from "../../src/model/endpoint.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { planChanges } from "../../src/plan/plan-changes.ts";
import { simulate } from "../../src/plan/simulate.ts";
import { registry } from "../../src/resources/registry.ts";
import { buildWorld } from "../support/build-world.ts";
import { declareWorld } from "../support/declare-world.ts";
import { createTestService, planOptions, seededRandom } from "../support/service.ts";
import { layoutSpec, liveSpec } from "../support/world-spec.ts";

test("a plan, applied by its own word, leaves nothing to plan", async () => {
  const seen = { planned: 0, refused: new Map<string, number>() };
  await fc.assert(
    fc.asyncProperty(
      liveSpec,
      layoutSpec,
      fc.constantFrom<Generation>("classic", "current"),
      fc.nat(),
      async (live, wanted, generation, seed) => {
        const service = createTestService({ generation, random: seededRandom(seed) });
        const ids = buildWorld(service.emulator, live);
        const sitePin = ids.get("site.docs");
        const desired = declareWorld(wanted, sitePin === undefined ? {} : { sitePin });
        const world = await service.read(desired);
        const { plan, diagnostics } = planChanges({
          types: registry,
          desired,
          live: world,
          options: planOptions,
        });
        if (!plan) {
          for (const { code } of diagnostics) seen.refused.set(code, (seen.refused.get(code) ?? 0) + 1);
          return;
        }
        seen.planned += 1;
        const second = planChanges({
          types: registry,
          desired,
          live: simulate(plan, world, registry),
          options: planOptions,
        });
        expect(second.diagnostics).toEqual([]);
        if (structureKind(plan)) return;
        expect(writes(second.plan)).toEqual([]);
      },
    ),
    { numRuns: Number(process.env["RUNS"] ?? 300) },
  );
  console.log(seen.planned, seen.refused);
  expect(seen.planned).toBeGreaterThan(100);
});

function structureKind(plan: Plan): boolean {
  return plan.guard.refusals.some((refusal) => refusal.code === "guard/structure-kind");
}

function writes(plan: Plan | undefined) {
  return plan?.steps.filter((step) => {
    if (step.action === "adopt" || step.action === "forget") return false;
    // Members are read in another shape than they are declared in; simulated ones are as declared.
    return (
      step.action !== "patch" ||
      step.changes.some((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    );
  });
}
