import fc from "fast-check";
import { expect, test } from "vitest";
import { simulate } from "../../src/engine/plan/audience/simulate.ts";
import type { PlanResult } from "../../src/engine/plan/compose-plan.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { registry } from "../../src/resources/registry.ts";
import { present } from "../../src/util/present.ts";
import { buildWorld } from "../support/build-world.ts";
import { declareWorld } from "../support/declare-world.ts";
import { layoutSpec, liveSpec } from "../support/draw-world.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { writingSteps } from "../support/run-layout.ts";
import { createTestService, planOptions, seededRandom } from "../support/service.ts";

const worlds = worldsOf(1000);

const scenario = fc.record({
  live: liveSpec,
  wanted: layoutSpec,
  apiVersion: fc.constantFrom<ApiVersion>("classic", "current"),
  seed: fc.nat(),
});

async function planned(given: typeof scenario extends fc.Arbitrary<infer S> ? S : never) {
  const service = createTestService({ apiVersion: given.apiVersion, random: seededRandom(given.seed) });
  const ids = buildWorld(service.emulator, given.live);
  const sitePin = ids.get("site.docs");
  const desired = declareWorld(given.wanted, { ...present({ sitePin }), apiVersion: given.apiVersion });
  return { desired, live: await service.read(desired) };
}

test("a plan, applied exactly, leaves nothing to plan", { timeout: timeoutOf(1000) }, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(scenario, async (given) => {
      const { desired, live } = await planned(given);
      const { plan } = planChanges({ types: registry, desired, live, options: planOptions });
      if (plan === undefined) return;
      tally.count("planned");
      const after = simulate(plan, live, registry);
      const second = planChanges({ types: registry, desired, live: after, options: planOptions });
      expect(second.diagnostics).toEqual([]);
      expect(second.plan && reallyWriting(second.plan)).toEqual([]);
    }),
    worlds,
  );
  await tally.report("planning", worlds, ["planned"], 0.5);
});

test("the plan is the same for every order of unordered lists", {
  timeout: timeoutOf(300),
}, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { desired, live } = await planned(given);
      const isOrdered = (type: string) =>
        registry.some((each) => each.name === type && each.order !== undefined);
      const ordered = live.objects.filter((object) => isOrdered(object.type));
      const others = live.objects.filter((object) => !isOrdered(object.type)).reverse();
      const plan = (objects: typeof live.objects) =>
        planChanges({ types: registry, desired, live: { ...live, objects }, options: planOptions });
      const [one, other] = [plan(live.objects), plan([...others, ...ordered])];
      expect(contentOf(other)).toEqual(contentOf(one));
    }),
    { numRuns: worldsOf(300) },
  );
});

test("planning needs no clock, no randomness and no network", { timeout: timeoutOf(100) }, async () => {
  const poison = () => {
    throw new Error("planning is pure");
  };
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { desired, live } = await planned(given);
      const { now } = Date;
      const { random } = Math;
      const { fetch } = globalThis;
      Object.assign(Date, { now: poison });
      Object.assign(Math, { random: poison });
      Object.assign(globalThis, { fetch: poison });
      try {
        planChanges({ types: registry, desired, live, options: planOptions });
      } finally {
        Object.assign(Date, { now });
        Object.assign(Math, { random });
        Object.assign(globalThis, { fetch });
      }
    }),
    { numRuns: worldsOf(100) },
  );
});

/** A plan and its diagnostics, without the order of lists that have the service's order, also in messages. */
function contentOf({ plan, diagnostics }: PlanResult) {
  return {
    diagnostics: diagnostics.map(({ code }) => code).sort(byText),
    plan: plan && {
      ...plan,
      // `after` is a set of nodes.
      nodes: plan.nodes.map((node) => ({ ...node, after: [...node.after].sort(byText) })),
      guard: {
        ...plan.guard,
        refusals: plan.guard.refusals.map(({ code, addresses }) => [code, [...addresses].sort(byText)]),
      },
      unmanaged: plan.unmanaged.map(({ address }) => address).sort(byText),
      knownIds: Object.entries(plan.knownIds).map(([list, ids]) => [list, [...ids].sort(byText)]),
    },
  };
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function reallyWriting(plan: Plan): Plan["steps"] {
  // Members of live objects have another form than declared ones, and the simulated live objects have the declared form.
  return writingSteps(plan).filter(
    (step) =>
      step.action !== "patch" ||
      step.changes.some((change) => JSON.stringify(change.before) !== JSON.stringify(change.after)),
  );
}
