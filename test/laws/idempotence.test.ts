import fc from "fast-check";
import { expect, test } from "vitest";
import { simulate } from "../../src/engine/plan/audience/simulate.ts";
import { canonicalValue } from "../../src/model/attribute-value.ts";
import { keyOf } from "../../src/model/object-key.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { siblingSetOf } from "../../src/model/resource-type/place.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import type { MemoryDisk } from "../../src/state/memory-disk.ts";
import type { Json } from "../../src/util/json.ts";
import { creatable } from "../support/declare-type.ts";
import { createTally, type Tally, timeoutOf, worldsOf } from "../support/laws.ts";
import { planLayout, runLayout, writingSteps } from "../support/run-layout.ts";
import { prepare, type Scenario, scenarioFields, withDeletableLastSection } from "../support/scenario.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";
import { tidy, type WorldSpec } from "../support/world-spec.ts";

const usual = 2500;
const worlds = worldsOf(usual);
const shownUsual = 1000;
const partialWorlds = worldsOf(shownUsual);
const created = creatable.map(({ name }) => name);
const kinds = ["create", "patch", "move", "delete", "replace", "import", "forget"] as const;

test("a plan after an apply is empty, and the service matches the plan", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(fc.record(scenarioFields).map(withDeletableLastSection), (given) =>
      checkIdempotence(given, tally),
    ),
    worlds,
  );
  await tally.report("idempotence", worlds, kinds, 0.05);
  await tally.expectEach(created);
});

/**
 * A layout in which only the site may differ from the live objects, because a service that shows only a part of its interface cannot create spaces.
 */
const siteOnly = fc
  .record({
    ...scenarioFields,
    strayVariant: fc.constant(null),
    apiVersion: fc.constant("classic-minimal" as const),
  })
  .map((given) => withDeletableLastSection({ ...given, wanted: ofSpaces(given.live, given.wanted.site) }));

/** Such a service does not have icons, but people may have set some in the app. */
function ofSpaces({ collections, spaces }: WorldSpec, site: WorldSpec["site"]): WorldSpec {
  const iconless = spaces.map((space) => ({ ...space, icon: null }));
  return tidy({ collections, spaces: iconless, site, teams: [], saml: null, specs: [], further: [] });
}

test("the same holds if the service shows only a part of its interface, or the plan says what it cannot do", {
  timeout: timeoutOf(shownUsual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(siteOnly, (given) => checkIdempotence(given, tally)),
    partialWorlds,
  );
  const met = ["applied", "create", "patch", "move", "delete", "plan/not-served"];
  await tally.report("idempotence, partial interface", partialWorlds, met, 0.02);
});

async function checkIdempotence(given: Scenario, tally: Tally): Promise<void> {
  const service = createTestService({
    apiVersion: given.apiVersion,
    policy: given.policy,
    random: seededRandom(given.seed),
  });
  const { desired, disk } = createInApp(service, given);
  // A plan reads only the lists that it needs, so the test reads all of them.
  const before = await service.read("everything");
  service.emulator.clearLog();
  const untouched = service.emulator.dump();
  const end = await runLayout(service, desired, disk, given.concurrency);
  if (end.kind === "failed") throw end.error;
  const writes = service.emulator.log.filter((request) => request.method !== "GET");
  expect(writes.length).toBe(end.kind === "applied" ? end.plan.writeCalls : 0);
  if (end.kind !== "applied") {
    for (const { code } of end.kind === "refused" ? end.refusals : end.diagnostics) tally.count(code);
    return;
  }
  tally.count("applied");
  for (const kind of new Set(end.plan.steps.map((step) => step.action))) tally.count(kind);
  for (const type of new Set(end.plan.steps.map((step) => step.type))) tally.count(type);
  if (end.plan.nodes.some((node) => node.kind === "write" && node.temporary)) tally.count("temporary value");
  expect(end.result.steps.filter((step) => step.status !== "done")).toEqual([]);
  expect([end.result.remaining, end.result.duplicates, end.result.error]).toEqual([[], [], undefined]);
  await expectNothingToPlan(service, desired, disk, given.hasState);
  const after = await service.read("everything");
  expectAsSimulated(end.plan, before, after, end.result.created);
  expectAllReported(end.plan, before, after);
  expectUnmanagedUntouched(end.plan, untouched, service.emulator.dump());
}

/** Creates the live objects in the app, which can do more than the interface of this service. */
function createInApp(service: TestService, given: Scenario): ReturnType<typeof prepare> {
  if (given.apiVersion === "classic-minimal") service.emulator.setApiVersion("classic");
  const prepared = prepare(service, given);
  service.emulator.setApiVersion(given.apiVersion);
  return prepared;
}

async function expectNothingToPlan(
  service: TestService,
  desired: Parameters<typeof runLayout>[1],
  disk: MemoryDisk,
  keepsState: boolean,
): Promise<void> {
  const again = await planLayout(service, desired, disk);
  expect(again.diagnostics).toEqual([]);
  if (again.plan === undefined) throw new Error("There is no plan.");
  expect(keepsState ? again.plan.steps : writingSteps(again.plan)).toEqual([]);
}

/** Checks everything that the plan predicts: the objects, their places, their order, and their declared values. */
function expectAsSimulated(
  plan: Plan,
  before: Snapshot,
  after: Snapshot,
  created: Readonly<Record<string, string>>,
): void {
  const foreseen = simulate(plan, before, registry);
  const idOf = (id: string) => created[id] ?? id;
  const nameOf = (object: Snapshot["objects"][number]) => `${object.type} ${idOf(object.id)}`;
  const actual = new Map(after.objects.map((object) => [nameOf(object), object]));
  expect([...actual.keys()].sort(byText)).toEqual(foreseen.objects.map(nameOf).sort(byText));
  expect(ordersOf(after, (id) => id)).toEqual(ordersOf(foreseen, idOf));
  for (const object of foreseen.objects) {
    const real = actual.get(nameOf(object));
    expect(real?.container?.id ?? null).toBe(object.container === null ? null : idOf(object.container.id));
    const isNew = plan.managed[object.id] !== undefined;
    for (const [name, value] of Object.entries(object.attributes).filter(isForeseen(isNew))) {
      expect([object.type, name, meaningOf(object.type, name, real?.attributes[name] ?? null)]).toEqual([
        object.type,
        name,
        meaningOf(object.type, name, typeof value === "string" ? idOf(value) : value),
      ]);
    }
  }
}

/** Each value that an object has lost must be listed by a step. */
function expectAllReported(plan: Plan, before: Snapshot, after: Snapshot): void {
  const now = new Map(after.objects.map((object) => [keyOf(object), object]));
  const reported = new Set(
    plan.steps.flatMap((step) =>
      step.action === "patch" ? step.changes.map(({ attribute }) => `${step.id} ${attribute}`) : [],
    ),
  );
  const gone = before.objects.flatMap((object) => {
    const values = now.get(keyOf(object))?.attributes;
    return Object.entries(object.attributes)
      .filter(([name, value]) => values !== undefined && value !== null && (values[name] ?? null) === null)
      .map(([name]) => `${object.id} ${name}`);
  });
  expect(gone.filter((each) => !reported.has(each))).toEqual([]);
}

/**
 * Whether the live value must equal the predicted one. `members` has another form in a layout, and the service may choose a value where a new
 * object has none.
 */
function isForeseen(isNew: boolean): (entry: readonly [string, Json]) => boolean {
  return ([name, value]) => name !== "members" && !(value === null && isNew);
}

/** The value in the form that the service stores. */
function meaningOf(typeName: string, name: string, value: Json): Json {
  const attribute = registry.find((type) => type.name === typeName)?.attributes[name];
  return attribute === undefined ? value : canonicalValue(attribute, value);
}

/** Ids of siblings in their order, by container. */
function ordersOf(
  world: Snapshot,
  idOf: (id: string) => string,
): Readonly<Record<string, readonly string[]>> {
  const lists: Record<string, string[]> = {};
  for (const object of [...world.objects].sort((a, b) => a.rank - b.rank)) {
    const type = registry.find(({ name }) => name === object.type);
    const set = type && siblingSetOf(type, world.apiVersion);
    if (set === undefined) continue;
    const key = `${set} in ${idOf(object.container?.id ?? "root")}`;
    lists[key] = [...(lists[key] ?? []), idOf(object.id)];
  }
  return lists;
}

/** The records outside the objects and containers of all steps are byte-identical before and after. */
function expectUnmanagedUntouched(
  plan: Plan,
  before: ReturnType<TestService["emulator"]["dump"]>,
  after: typeof before,
): void {
  const unmanaged = new Set(plan.unmanaged.map((object) => object.id));
  for (const [table, records] of Object.entries(before.tables)) {
    const now = new Map((after.tables[table] ?? []).map((record) => [record.id, record]));
    const frame = records.filter((record) => unmanaged.has(record.id));
    expect(frame.map((record) => now.get(record.id))).toEqual(frame);
  }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
