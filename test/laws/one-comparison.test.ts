import fc from "fast-check";
import { expect, test } from "vitest";
import type { AcceptDecision, AcceptedDifference } from "../../src/engine/plan/accept/accept-request.ts";
import { decideAccept } from "../../src/engine/plan/accept/decide-accept.ts";
import { type DriftEntry, findDrift } from "../../src/engine/plan/drift/find-drift.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import { undoneIn } from "../../src/engine/plan/steps/undone-changes.ts";
import { type RunInputs, readInputs } from "../../src/engine/reconcile/read-inputs.ts";
import { setupOf } from "../../src/engine/reconcile/setup.ts";
import { writePulled } from "../../src/layout/write-pulled.ts";
import { type Address, typeOfAddress } from "../../src/model/address.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../../src/model/desired-world.ts";
import { type Plan, type PlanStep } from "../../src/model/plan/plan.ts";
import { isOfState } from "../../src/model/plan/step-effects.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import { appEdit, editInApp } from "../support/app-edits.ts";
import { buildWorld } from "../support/build-world.ts";
import { organizationId } from "../support/declare-world.ts";
import { createTally, type Tally, timeoutOf, worldsOf } from "../support/laws.ts";
import {
  addParts,
  editParts,
  editsIn,
  type ObservedValue,
  observedValues,
  partEdits,
} from "../support/part-edits.ts";
import { consistencyWindowMs, reconcilerOf, runLayout, writingSteps } from "../support/run-layout.ts";
import { scenarioFields } from "../support/scenario.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

// Plan, drift, accept, the guards and the final verification each report who changed what. They must agree.

const usual = 2000;
const worlds = worldsOf(usual);
const { live: liveSpec, apiVersion, policy, seed } = scenarioFields;

const world = fc.record({
  live: liveSpec,
  apiVersion,
  policy,
  seed,
  keepsState: fc.constantFrom(true, true, true, false),
  appEdits: fc.array(appEdit, { maxLength: 4 }),
  layoutEdits: fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { maxLength: 3 }),
  hasParts: fc.constantFrom(true, true, false),
  partEdits,
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

interface Edited {
  readonly service: TestService;
  readonly disk: MemoryDisk;
  readonly desired: DesiredWorld;
  /** Values with parts, and who changed them. */
  readonly observed: readonly ObservedValue[];
  /** Reads the service and the disk. */
  inputs(): Promise<RunInputs>;
}

/** A pulled layout and its state, followed by edits of the layout and of the service. */
async function edited(given: World, tally: Tally): Promise<Edited> {
  const service = createTestService({ ...given, random: seededRandom(given.seed) });
  buildWorld(service.emulator, given.live);
  if (given.hasParts) addParts(service, given.apiVersion);
  const disk = createMemoryDisk({ keepsState: given.keepsState });
  const reconciler = reconcilerOf(service, disk);
  const { live, state } = await reconciler.pull({ organizationId });
  const pulled = writePulled({ types: registry, live });
  if (pulled.desired === undefined) throw new Error("The pulled layout cannot be read.");
  if (given.keepsState)
    await reconciler.savePulled({ desired: pulled.desired, live, state, ids: pulled.ids });
  for (const edit of given.appEdits) editInApp(service, edit, tally);
  const setup = setupOf({ ...setupFields(service), disk });
  const titleOf = ({ emulator }: TestService, type: string, id: string) =>
    emulator.service.list(type).find((record) => record.id === id)?.["title"];
  const isRetitled = (address: Address) => {
    const [type, id] = [typeOfAddress(address), pulled.ids.get(address) ?? ""];
    const former = live.objects.find((object) => object.type === type && object.id === id);
    const now = titleOf(service, type, id);
    return now !== undefined && former?.attributes["title"] !== now;
  };
  const applied = { desired: pulled.desired, ids: pulled.ids };
  const withParts = editParts(service, applied, editsIn(given.partEdits, given.apiVersion), tally);
  const desired = given.layoutEdits.reduce(
    (each, [which, at]) => editLayout(each, { which, at, isRetitled }, tally),
    withParts,
  );
  const observed = observedValues(service, applied, desired);
  return { service, disk, desired, observed, inputs: () => readInputs(setup, desired, {}) };
}

function setupFields({ client, clock, random, apiVersion: version }: TestService) {
  return { types: registry, client, clock, random, consistencyWindowMs, apiVersion: version };
}

/** Edits of the layout by a person: for example another title, another order, or another draft flag. */
const layoutEdits: Readonly<
  Record<string, (object: DesiredObject, other: DesiredObject) => readonly DesiredObject[]>
> = {
  retitled: (object) =>
    "title" in object.attributes
      ? [{ ...object, attributes: { ...object.attributes, title: "Another title" } }]
      : [],
  reordered: (object, other) => [
    { ...object, rank: other.rank },
    { ...other, rank: object.rank },
  ],
  "made live or a draft": (object) => {
    const { draft } = object.attributes;
    return typeof draft === "boolean"
      ? [{ ...object, attributes: { ...object.attributes, draft: !draft } }]
      : [];
  },
};

interface LayoutEdit {
  readonly which: number;
  readonly at: number;
  readonly isRetitled: (address: Address) => boolean;
}

/** Edits an object of the layout. Half of the edits choose one with a title that has changed on the service, if there is one. */
function editLayout(
  desired: DesiredWorld,
  { which, at, isRetitled }: LayoutEdit,
  tally: Tally,
): DesiredWorld {
  const names = Object.keys(layoutEdits);
  const retitled = at % 2 === 0 ? desired.objects.filter(({ address }) => isRetitled(address)) : [];
  const name = retitled.length > 0 ? "retitled" : (names[which % names.length] ?? "");
  const objects = retitled.length > 0 ? retitled : desired.objects;
  const object = objects[at % objects.length];
  const beside = desired.objects.filter(
    (other) =>
      other !== object &&
      other.type === object?.type &&
      JSON.stringify([other.scope, other.container]) === JSON.stringify([object.scope, object.container]),
  );
  const other = beside[which % Math.max(beside.length, 1)] ?? object;
  if (object === undefined || other === undefined) return desired;
  const changed = new Map(layoutEdits[name]?.(object, other).map((each) => [each.address, each]));
  if (changed.size > 0) tally.count(name);
  return { ...desired, objects: desired.objects.map((each) => changed.get(each.address) ?? each) };
}

/** Names of all changes of a plan. */
function doneIn({ steps }: Plan): readonly string[] {
  return steps.flatMap((step): readonly string[] => {
    if (isOfState(step)) return [];
    if (step.action !== "patch" && step.action !== "replace") return [`${step.action} ${step.address}`];
    return step.changes.map(({ attribute }) => `${attribute} of ${step.address}`);
  });
}

/** Names of references that change only because the plan recreates the referenced object. */
function followingIn({ steps }: Plan): ReadonlySet<string> {
  const made = new Set(steps.flatMap(({ action, address }) => (createsObject(action) ? [address] : [])));
  return new Set(
    steps.flatMap((step) =>
      step.action !== "patch" && step.action !== "replace"
        ? []
        : step.changes
            .filter(({ after }) => isReference(after) && made.has(after.$ref))
            .map(({ attribute }) => `${attribute} of ${step.address}`),
    ),
  );
}

/** Both sides must have the same names, except for references that change with a recreated object: a side may have or omit those. */
function expectSame(plan: Plan, some: readonly string[], others: readonly string[]): void {
  const following = followingIn(plan);
  const sides = [some, others].map((names) => sorted(names.filter((name) => !following.has(name))));
  expect(sides[0]).toEqual(sides[1]);
}

function createsObject(action: PlanStep["action"]): boolean {
  return action === "create" || action === "replace";
}

function undoneBy({ steps }: Plan): readonly string[] {
  const wholes = ["the deletion", "the creation", "the place"];
  return steps.flatMap((step) =>
    undoneIn(step).map(({ address, what }) =>
      wholes.includes(what) ? `${step.action} ${address}` : `${what} of ${address}`,
    ),
  );
}

const actions = {
  added: "delete",
  removed: "create",
  moved: "move",
  reordered: "move",
  changed: "",
  renamed: "",
};

function nameOf({
  address,
  attribute,
  change,
}: Pick<DriftEntry, "address"> & { attribute?: string; change: keyof typeof actions }): string {
  return attribute === undefined ? `${actions[change]} ${address}` : `${attribute} of ${address}`;
}

/** The results of all parts for one snapshot of the service. */
interface Results {
  readonly plan: Plan;
  readonly entries: readonly DriftEntry[];
  /** What accept decides: only for changes on the service, and for all changes. */
  readonly drift: AcceptDecision;
  readonly everything: AcceptDecision;
  /** Whether the name belongs to an object that the plan replaces or a person recreated. Its values have never been applied. */
  readonly isOfOther: (name: string) => boolean;
}

function answersTo(inputs: RunInputs): Results | undefined {
  const { plan } = planChanges(inputs);
  if (plan === undefined) return undefined;
  const { entries } = findDrift(inputs);
  const anew = entries.flatMap(({ address, newId }) => (newId === undefined ? [] : [address]));
  const replaced = plan.steps.flatMap(({ action, address }) => (action === "replace" ? [address] : []));
  return {
    plan,
    // A plan does not change undeclared values.
    entries: entries.filter(({ address, undeclared }) => undeclared !== true && !anew.includes(address)),
    drift: decideAccept(inputs, { changes: "drift" }),
    everything: decideAccept(inputs, { changes: "everything" }),
    isOfOther: (name) => [...anew, ...replaced].some((address) => name.endsWith(` ${address}`)),
  };
}

function namesOf({ entries, isOfOther }: Results, side: DriftEntry["changedIn"]): readonly string[] {
  return entries
    .filter(({ changedIn }) => changedIn === side)
    .map(nameOf)
    .filter((name) => !isOfOther(name));
}

/** The plan undoes exactly the changes that drift reports on the service only, and it changes everything that drift reports. */
function checkDrift(results: Results, tally: Tally): void {
  const { plan, isOfOther } = results;
  const undone = undoneBy(plan).filter((name) => !isOfOther(name));
  for (const name of undone) tally.count(`undone: ${name.split(" ")[0] ?? ""}`);
  const [live, both, layout] = (["live", "both", "layout"] as const).map((side) => namesOf(results, side));
  tally.count("both", both?.length);
  tally.count("layout", layout?.length);
  expect(sorted(live ?? [])).toEqual(sorted(undone));
  const done = doneIn(plan).filter((name) => !isOfOther(name));
  expectSame(
    plan,
    [live, both, layout].flatMap((names) => names ?? []),
    done,
  );
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** The guard refuses exactly the changes that drift reports on both sides. */
function checkGuard(results: Results): void {
  const refusal = results.plan.guard.refusals.find(({ code }) => code === "guard/both-changed");
  const changed = results.entries.filter(
    ({ changedIn, change, attribute = "" }) =>
      changedIn === "both" && change === "changed" && isAttribute(attribute),
  );
  const message = refusal?.message ?? "";
  expect(changed.map(nameOf).filter((name) => !message.includes(name))).toEqual([]);
  const both = results.entries.filter(({ changedIn }) => changedIn === "both");
  const reported = new Set(both.map(({ address }) => address));
  expect((refusal?.addresses ?? []).filter((address) => !reported.has(address))).toEqual([]);
}

function isAttribute(name: string): boolean {
  return name !== "default" && registry.some(({ attributes }) => name in attributes);
}

/** Accept accepts the changes that drift reports on the service only. With `everything`, it accepts all changes of the plan. */
function checkAccept(results: Results, tally: Tally): void {
  const { plan, drift, everything, isOfOther } = results;
  const changes = (found: readonly AcceptedDifference[] = []) =>
    found.filter(({ change }) => change === "changed").map(nameOf);
  const isCompared = (name: string) => isAttribute(name.split(" ")[0] ?? "") && !isOfOther(name);
  const accepted = changes(drift.accepted).filter(isCompared);
  tally.count("accepted", accepted.length);
  const live = namesOf(results, "live").filter(isCompared);
  const both = namesOf(results, "both").filter(isCompared);
  const left = changes(drift.remaining).filter(isCompared);
  expect(sorted(accepted)).toEqual(sorted(live.filter((name) => !left.includes(name))));
  expect(both.filter((name) => !left.includes(name))).toEqual([]);
  const all = changes([...(everything.accepted ?? []), ...(everything.remaining ?? [])]).filter(isCompared);
  expectSame(plan, all, doneIn(plan).filter(isCompared));
}

/** All parts report of values with parts what an observer knows about them. */
function checkObserved(results: Results, observed: readonly ObservedValue[], tally: Tally): void {
  const { plan, entries, drift, isOfOther } = results;
  const refusals = (code: string) =>
    plan.guard.refusals.flatMap((refusal) => (refusal.code === code ? refusal.addresses : []));
  for (const { name, address, attribute, ...value } of observed) {
    // A moved object can have another address now, or docsform replaces it.
    if (isOfOther(name) || plan.existing[address] === undefined) continue;
    const isOfValue = (each: Pick<DriftEntry, "address"> & { attribute?: string }) =>
      each.address === address && each.attribute === attribute;
    tally.count(`parts changed by ${value.changedIn}`);
    expect([name, entries.find(isOfValue)?.changedIn ?? "none"]).toEqual([name, value.changedIn]);
    if (value.restoresAccess) tally.count("access restored");
    if (attribute === "members") expect(refusals("guard/undo").includes(address)).toBe(value.restoresAccess);
    const accepted = drift.edits?.values.find(isOfValue);
    expect([name, accepted !== undefined]).toEqual([name, value.changedIn === "live"]);
    if (accepted === undefined) continue;
    if (accepted.merged !== undefined) tally.count("merged");
    const after = accepted.merged === undefined ? value.live : value.partsOf(accepted.merged.declared);
    expect([name, sorted(partTexts(after))]).toEqual([name, sorted(partTexts(value.merged))]);
  }
}

function partTexts(parts: ReadonlyMap<string, string>): readonly string[] {
  return [...parts].map(([part, text]) => `${part}: ${text}`);
}

/** If a run has nothing left to do, the next plan is empty, and drift reports nothing. */
async function checkVerification(edited: Edited, tally: Tally): Promise<void> {
  const { service, disk, desired } = edited;
  const end = await runLayout(service, desired, disk);
  const outcome = end.kind === "applied" ? end.result.outcome : end.kind;
  tally.count(`run ${outcome}`);
  if (end.kind !== "applied" || !end.result.finalRead) return;
  const next = answersTo(await edited.inputs());
  if (next === undefined && disk.state === undefined) {
    // Without a state, docsform cannot tell apart objects to which the layout gives the same key.
    tally.count("ambiguous afterward");
    return;
  }
  if (next === undefined) throw new Error("The layout that was applied has no plan.");
  const left = (steps: readonly PlanStep[]) =>
    sorted(steps.map(({ action, address }) => `${action} ${address}`));
  expect(left(writingSteps(next.plan))).toEqual(left(end.result.remaining));
  if (disk.state !== undefined && end.result.remaining.length === 0)
    expect(next.entries.filter(({ isNote }) => isNote !== true)).toEqual([]);
}

async function check(given: World, tally: Tally): Promise<void> {
  const world = await edited(given, tally);
  const results = answersTo(await world.inputs());
  if (results === undefined) {
    tally.count("no plan");
    return;
  }
  if (given.keepsState) {
    checkDrift(results, tally);
    checkGuard(results);
    checkAccept(results, tally);
    checkObserved(results, world.observed, tally);
  }
  await checkVerification(world, tally);
}

test("plan, drift, accept, guards and verification agree on who changed what", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(world, (given) => check(given, tally)),
    worlds,
  );
  const met = ["undone: move", "undone: create", "undone: delete", "accepted", "both", "layout", "run done"];
  await tally.report("agree", worlds, [...met, "parts changed by live", "merged"], 0.02);
  if (worlds >= usual / 10) await tally.expectEach(["parts changed by both", "access restored"]);
});
