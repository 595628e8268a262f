import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument, visit } from "yaml";
import { simulate } from "../../src/engine/plan/audience/simulate.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import type { PlannedRun } from "../../src/engine/reconcile/planned.ts";
import { writeLayout } from "../../src/layout/write-layout.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { keyOf, objectKey } from "../../src/model/object-key.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { Selection } from "../../src/model/plan/selection.ts";
import type { LiveObject, Snapshot } from "../../src/model/snapshot.ts";
import type { StateEntry } from "../../src/model/state.ts";
import { registry } from "../../src/resources/registry.ts";
import type { MemoryDisk } from "../../src/state/memory-disk.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { everythingAllowed, reconcilerOf, writingSteps } from "../support/run-layout.ts";
import { prepare, type Scenario, scenarioFields, withDeletableLastSection } from "../support/scenario.ts";
import { createTestService, planOptions, seededRandom, type TestService } from "../support/service.ts";

const usual = 600;
const worlds = worldsOf(usual);
/** Each world is planned and applied several times. */
const inPartsUsual = 100;

/** The addresses that each part selects, by number, whether it selects or excludes them, and the number of parts before the whole apply. */
const picks = fc.array(
  fc.record({
    part: fc.constantFrom<keyof Selection>("target", "only", "exclude"),
    numbers: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 3 },
);
type Pick = typeof picks extends fc.Arbitrary<(infer P)[]> ? P : never;

const scenario = fc
  .record({ ...scenarioFields, strayVariant: fc.constant(null), picks })
  .map(withDeletableLastSection);

function selectionOf({ part, numbers }: Pick, { steps }: Plan, { objects }: DesiredWorld): Selection {
  const addresses = [...new Set([...steps, ...objects].map(({ address }) => address))];
  return { [part]: numbers.map((number) => addresses[number % addresses.length] ?? "") };
}

test("a selected plan is a part of the whole plan, with the same steps", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(scenario, async (given) => {
      const service = createTestService({ ...given, random: seededRandom(given.seed) });
      const { desired, disk } = prepare(service, given as Scenario);
      const live = await service.read(desired, disk.state);
      const inputs = { types: registry, desired, live, state: disk.state, options: planOptions };
      const { plan: whole } = planChanges(inputs);
      const [pick] = given.picks;
      if (whole === undefined || pick === undefined || whole.steps.length === 0) return;
      const selection = selectionOf(pick, whole, desired);
      const { plan, diagnostics } = planChanges({ ...inputs, selection });
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      if (plan === undefined) return;
      const leftOut = plan.selection?.leftOut ?? [];
      tally.count(`${pick.part} leaves out`, leftOut.length > 0 ? 1 : 0);
      tally.count(`${pick.part} does`, plan.steps.length > 0 ? 1 : 0);
      checkSteps(plan, whole);
      checkNodes(plan, whole);
      const after = simulate(plan, live, registry);
      expect(untouched(after, plan)).toEqual(untouched(live, plan));
    }),
    worlds,
  );
  const parts = ["target", "only", "exclude"];
  await tally.report(
    "selection",
    worlds,
    parts.flatMap((part) => [`${part} leaves out`, `${part} does`]),
    0.03,
  );
});

function checkSteps({ steps, selection }: Plan, whole: Plan): void {
  const leftOut = selection?.leftOut ?? [];
  expect([...steps, ...leftOut].length).toBe(whole.steps.length);
  for (const step of steps) expect(whole.steps).toContainEqual(step);
  for (const { address, action } of leftOut) {
    expect(whole.steps).toContainEqual(expect.objectContaining({ address, action }));
    expect(steps.map((step) => step.address)).not.toContain(address);
  }
}

function checkNodes({ steps, nodes }: Plan, whole: Plan): void {
  const known = new Map(whole.nodes.map((node) => [node.id, node]));
  const kept = new Set(nodes.map(({ id }) => id));
  for (const node of nodes) {
    const same = known.get(node.id);
    expect({ ...node, step: 0, after: [] }).toEqual({ ...same, step: 0, after: [] });
    expect(steps[node.step]).toEqual(whole.steps[same?.step ?? -1]);
    for (const id of node.after) expect(kept).toContain(id);
  }
}

test("applying all parts is the same as applying at once, and unselected objects stay unchanged, live and in the state", {
  timeout: timeoutOf(20 * inPartsUsual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(scenario, async (given) => {
      const [inParts, atOnce] = [fixture(given as Scenario), fixture(given as Scenario)];
      const first = await reconcilerOf(inParts.service, inParts.disk).plan(inParts.desired);
      if (first.plan === undefined || first.refusals(everythingAllowed).length > 0) return;
      for (const pick of given.picks) await applyPart(inParts, pick, tally);
      await applyAll(inParts);
      await applyAll(atOnce);
      tally.count("applied");
      // After a part, only one match may be left for a new object. Then the object keeps values that the whole plan lists as lost.
      const lost = first.plan.steps.flatMap((step) =>
        "lostAttributes" in step ? (step.lostAttributes ?? []) : [],
      );
      expect(await shownOf(inParts, lost)).toEqual(await shownOf(atOnce, lost));
      expect(Object.keys(inParts.disk.state?.objects ?? {}).sort()).toEqual(
        Object.keys(atOnce.disk.state?.objects ?? {}).sort(),
      );
    }),
    worldsOf(inPartsUsual),
  );
  await tally.report("in parts", worldsOf(inPartsUsual), ["applied", "a part was done"], 0.2);
});

interface Fixture {
  readonly service: TestService;
  readonly desired: DesiredWorld;
  readonly disk: MemoryDisk;
}

function fixture(given: Scenario): Fixture {
  const options = { apiVersion: given.apiVersion, random: seededRandom(given.seed) };
  const service = createTestService(options);
  const { desired, disk } = prepare(service, { ...given, hasState: true });
  return {
    service,
    desired: { ...desired, safety: { maxDeletes: { share: 1 }, maxChanges: { share: 1 } } },
    disk,
  };
}

async function planned({ service, desired, disk }: Fixture, selection?: Selection): Promise<PlannedRun> {
  const result = await reconcilerOf(service, disk).plan(
    desired,
    selection === undefined ? {} : { selection },
  );
  expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (result.plan === undefined) throw new Error("There is no plan.");
  return result;
}

async function applyPart(at: Fixture, pick: Pick, tally: ReturnType<typeof createTally>): Promise<void> {
  const whole = await planned(at);
  if (whole.plan.steps.length === 0) return;
  const selection = selectionOf(pick, whole.plan, at.desired);
  const part = await planned(at, selection);
  if (part.refusals(everythingAllowed).length > 0) return;
  const before = await at.service.read("everything");
  const { plan } = part;
  const idle = (plan.selection?.leftOut ?? []).map(({ address }) => address);
  const stateBefore = entriesOf(at, idle);
  const result = await reconcilerOf(at.service, at.disk).apply(part, everythingAllowed).result;
  const expected = expectedOf(plan);
  expect([result.outcome, result.remaining, result.error?.code]).toEqual(expected);
  if (expected[2] !== undefined) tally.count("a part stayed closed");
  if (plan.steps.length > 0 && idle.length > 0) tally.count("a part was done");
  const after = await at.service.read("everything");
  const made = new Set(Object.values(result.created));
  const notMade = { ...after, objects: after.objects.filter(({ id }) => !made.has(id)) };
  expect(untouched(notMade, plan)).toEqual(untouched(before, plan));
  expect(entriesOf(at, idle)).toEqual(stateBefore);
}

/** The outcome, the remaining steps and the code. Without what must be closed or removed first, a part does not open anything. */
function expectedOf({ steps, selection, writeCalls }: Plan): readonly unknown[] {
  const staysClosed = (selection?.leftOut ?? []).some(({ opens }) => opens === true);
  if (staysClosed) return [writeCalls > 0 ? "partial" : "refused", [], "apply/stays-closed"];
  return [steps.length === 0 ? "nothing" : "done", [], undefined];
}

function entriesOf({ disk }: Fixture, addresses: readonly string[]): readonly (StateEntry | undefined)[] {
  return addresses.map((address) => disk.state?.objects[address]);
}

async function applyAll(at: Fixture): Promise<void> {
  const run = await planned(at);
  expect(run.refusals(everythingAllowed)).toEqual([]);
  const result = await reconcilerOf(at.service, at.disk).apply(run, everythingAllowed).result;
  expect([result.remaining, result.error]).toEqual([[], undefined]);
  const again = await planned(at);
  expect(writingSteps(again.plan)).toEqual([]);
}

/** Objects without a step, without their rank and without values that other objects determine. */
function untouched({ objects }: Snapshot, plan: Plan): ReadonlyMap<string, unknown> {
  const steps = plan.steps.flatMap((step) => ("id" in step ? [objectKey(step.type, step.id)] : []));
  const ours = new Set([...steps, ...plan.steps.map(({ address, type }) => objectKey(type, address))]);
  const asItIs = ({ attributes, inherited = [], container, scopeId }: LiveObject) => {
    const own = Object.entries(attributes).filter(([name]) => !inherited.includes(name));
    return { attributes: Object.fromEntries(own), inherited, container, scopeId };
  };
  return new Map(
    objects.filter((object) => !ours.has(keyOf(object))).map((object) => [keyOf(object), asItIs(object)]),
  );
}

/** The organization as the lines of a pulled layout without ids. Contents without an order are sorted. */
async function shownOf({ service }: Fixture, lost: readonly string[]): Promise<readonly string[]> {
  const live = await service.read("everything");
  const text = writeLayout({ types: registry, live }).text.toLowerCase();
  const ids = live.objects.map(({ id }) => id.toLowerCase()).sort((a, b) => b.length - a.length);
  const without = ids.reduce((rest, id) => rest.replaceAll(id, "ID"), text);
  // For an undeclared value, the service's choice depends on the moment. The final plan checks the declared values.
  const chosen = ["path", "default"];
  const nameOf = (line: string) => /^\s*(?:- )?(\w+):/u.exec(line)?.[1] ?? "";
  const open = new Set([...chosen, ...lost.map((name) => name.toLowerCase())]);
  // A line for each value. Several keys may have become the same.
  const document = parseDocument(without, { uniqueKeys: false });
  visit(document, {
    Collection: (_key, node) => {
      node.flow = false;
    },
  });
  return document
    .toString({ lineWidth: 0 })
    .split("\n")
    .filter((line) => line.trim() !== "" && !open.has(nameOf(line)))
    .sort();
}
