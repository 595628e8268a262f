import fc from "fast-check";
import { expect, test } from "vitest";
import { readLayout } from "../../src/layout/read-layout.ts";
import { writePulled } from "../../src/layout/write-pulled.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../../src/model/desired-world.ts";
import { isOfState, type Plan, type PlanStep } from "../../src/plan/plan.ts";
import type { DriftEntry } from "../../src/plan/report/drift.ts";
import { undoneIn } from "../../src/plan/report/undone.ts";
import { createMemoryDisk } from "../../src/reconcile/disk/memory-disk.ts";
import { registry } from "../../src/resources/registry.ts";
import { appEdit, editInApp } from "../support/app-edits.ts";
import { buildWorld } from "../support/build-world.ts";
import { organizationId } from "../support/declare-world.ts";
import { createTally, type Tally, timeoutOf, worldsOf } from "../support/laws.ts";
import { reconcilerOf } from "../support/run-layout.ts";
import { scenarioFields } from "../support/scenario.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const usual = 600;
const worlds = worldsOf(usual);
const { live: liveSpec, apiVersion, policy, seed } = scenarioFields;

const world = fc.record({ live: liveSpec, apiVersion, policy, seed });
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** A layout that was written from what is live, and the state that goes with it: both are as the service is. */
async function pulled(given: World) {
  const service = createTestService({ ...given, random: seededRandom(given.seed) });
  buildWorld(service.emulator, given.live);
  const reconciler = reconcilerOf(service, createMemoryDisk());
  const { live, state } = await reconciler.pull({ organizationId });
  const pulled = writePulled({ types: registry, live });
  if (pulled.desired === undefined) throw new Error("The layout that was pulled cannot be read.");
  await reconciler.savePulled({ desired: pulled.desired, live, state, ids: pulled.ids });
  const { desired } = readLayout({
    sources: [{ file: "docsform.yaml", text: pulled.text, layer: 0 }],
    types: registry,
    environment: {},
    readFile: () => "",
  });
  if (desired === undefined) throw new Error("The layout that was pulled cannot be read.");
  return { service, reconciler, desired };
}

/** Each thing that a plan does: a word for the object as a whole, or the attribute. To refer to what is made again follows from making that. */
function doneIn({ steps }: Plan): readonly string[] {
  const made = new Set(steps.flatMap(({ action, address }) => (isMaking(action) ? [address] : [])));
  return steps.flatMap((step): readonly string[] => {
    if (isOfState(step)) return [];
    if (step.action !== "patch" && step.action !== "replace") return [`${step.action} ${step.address}`];
    return step.changes
      .filter(({ after }) => !isReference(after) || !made.has(after.$ref))
      .map(({ attribute }) => `${attribute} of ${step.address}`);
  });
}

function isMaking(action: PlanStep["action"]): boolean {
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

function namesOf(entries: readonly DriftEntry[]): readonly string[] {
  const actions = { added: "delete", removed: "create", moved: "move", changed: "", renamed: "" } as const;
  return entries.map(({ address, attribute, change }) =>
    attribute === undefined ? `${actions[change]} ${address}` : `${attribute} of ${address}`,
  );
}

/** Where the layout is as it was when it was applied, all that a plan does undoes something that somebody did. */
async function checkAppEdits(given: World, edits: readonly Parameters<typeof editInApp>[1][], tally: Tally) {
  const { service, reconciler, desired } = await pulled(given);
  for (const edit of edits) editInApp(service, edit, tally);
  const { plan, diagnostics } = await reconciler.plan(desired);
  expect(diagnostics).toEqual([]);
  if (plan === undefined) return;
  const undone = undoneBy(plan);
  for (const name of undone) tally.count(`undone: ${name.split(" ")[0] ?? ""}`);
  const { entries } = await reconciler.drift(desired);
  // Nothing was applied to an object that was made in the place of one that is gone.
  const anew = new Set(entries.flatMap(({ address, newId }) => (newId === undefined ? [] : [address])));
  const isOf = (addresses: ReadonlySet<string>, name: string) =>
    [...addresses].some((address) => name.endsWith(` ${address}`));
  expect(doneIn(plan).filter((name) => !undone.includes(name) && !isOf(anew, name))).toEqual([]);
  expect(entries.filter(({ address, changedIn }) => changedIn !== "live" && !anew.has(address))).toEqual([]);
  const reported = namesOf(entries);
  // A replaced object is told by what has changed of it.
  const replaced = new Set(
    plan.steps.flatMap(({ action, address }) => (action === "replace" ? [address] : [])),
  );
  const ofReplaced = (name: string) => isOf(replaced, name);
  expect(undone.filter((name) => !reported.includes(name) && !ofReplaced(name) && !isOf(anew, name))).toEqual(
    [],
  );
  // No plan undoes what the layout does not declare.
  const rest = entries.filter(({ address, undeclared }) => undeclared !== true && !anew.has(address));
  expect(namesOf(rest).filter((name) => !undone.includes(name) && !ofReplaced(name))).toEqual([]);
}

/** What a person edits in a layout: another title, another order, another default. */
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

function editLayout(desired: DesiredWorld, which: number, at: number, tally: Tally): DesiredWorld {
  const names = Object.keys(layoutEdits);
  const name = names[which % names.length] ?? "";
  const object = desired.objects[at % desired.objects.length];
  const beside = desired.objects.filter(
    (other) =>
      other !== object &&
      other.type === object?.type &&
      JSON.stringify([other.scope, other.container]) === JSON.stringify([object.scope, object.container]),
  );
  const other = beside[which % Math.max(beside.length, 1)];
  if (object === undefined || other === undefined) return desired;
  const edited = new Map(layoutEdits[name]?.(object, other).map((each) => [each.address, each]));
  if (edited.size > 0) tally.count(name);
  return { ...desired, objects: desired.objects.map((each) => edited.get(each.address) ?? each) };
}

test("what was changed in the app is all that an unedited layout undoes, and drift says the same", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  const edits = fc.array(appEdit, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(world, edits, (given, each) => checkAppEdits(given, each, tally)),
    { numRuns: worlds },
  );
  tally.report("undone", worlds, ["undone: move", "undone: create", "undone: delete"], 0.02);
});

test("what the layout alone changed undoes nothing", { timeout: timeoutOf(usual) }, async () => {
  const tally = createTally();
  const edit = fc.tuple(fc.nat(99), fc.nat(99));
  await fc.assert(
    fc.asyncProperty(world, fc.array(edit, { minLength: 1, maxLength: 4 }), async (given, edits) => {
      const { reconciler, desired } = await pulled(given);
      const edited = edits.reduce((each, [which, at]) => editLayout(each, which, at, tally), desired);
      const { plan } = await reconciler.plan(edited);
      expect(plan === undefined ? [] : undoneBy(plan)).toEqual([]);
      const { entries } = await reconciler.drift(edited);
      expect(entries.filter(({ changedIn }) => changedIn !== "layout")).toEqual([]);
    }),
    { numRuns: worlds },
  );
  tally.report("edited in the layout alone", worlds, ["retitled", "reordered"], 0.02);
});
