import fc from "fast-check";
import { expect, test } from "vitest";
import { lastSection } from "../../src/contract/operations/site-structure/policies.ts";
import type { ApplyResult } from "../../src/engine/apply/apply-events.ts";
import type { Consent } from "../../src/engine/plan/guard/consent.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { DocsformError } from "../../src/model/errors.ts";
import { type Permission, permissions } from "../../src/model/plan/permission-flags.ts";
import type { GuardRefusal } from "../../src/model/plan/plan.ts";
import { isOnlyImported } from "../../src/model/resource-type/creation.ts";
import type { OtherLayout, State } from "../../src/model/state.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import { confirmedObjects } from "../../src/state/other-states.ts";
import { addMembers, buildWorld } from "../support/build-world.ts";
import { declareWorld, organizationId } from "../support/declare-world.ts";
import { layoutSpec, liveSpec } from "../support/draw-world.ts";
import { createTally, type Tally, timeoutOf, worldsOf } from "../support/laws.ts";
import { policy } from "../support/policies.ts";
import { type RunEnd, reconcilerOf, runLayout } from "../support/run-layout.ts";
import { prunable } from "../support/scenario.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";
import type { WorldSpec } from "../support/world-spec.ts";
import { changesBetween } from "./worlds/change-log.ts";
import { factsOf, printedFact } from "./worlds/facts.ts";

// Two layouts share an organization in which other users have created objects. No run has the permission to import found objects. So a layout never
// changes or deletes an object of the other layout or of another user, whatever else is permitted. The test takes from the store who created what.

type Owner = "a" | "b" | "others";

interface Turn {
  readonly who: "a" | "b";
  readonly does: "applies" | "edits" | "destroys" | "loses origins" | "loses the state";
  readonly wanted: WorldSpec;
  readonly prune: readonly string[];
  readonly permitted: readonly Permission[];
}

const permittable = (Object.keys(permissions) as Permission[]).filter((each) => each !== "imports");

const turn: fc.Arbitrary<Turn> = fc.record({
  who: fc.constantFrom("a", "b"),
  does: fc.constantFrom(
    "applies",
    "applies",
    "edits",
    "edits",
    "destroys",
    "loses origins",
    "loses the state",
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
  keepsState: fc.constantFrom(true, true, true, false),
  apiVersion: fc.constantFrom<ApiVersion>("classic", "current"),
  // A site with sections can lose them only if the service deletes the last section.
  policy: policy.map((each) => ({ ...each, [lastSection.name]: "allow" })),
  seed: fc.nat(),
  turns: fc.array(turn, { minLength: 2, maxLength: 7 }),
});

type World = typeof world extends fc.Arbitrary<infer Drawn> ? Drawn : never;

interface Layout {
  readonly disk: MemoryDisk;
  desired: DesiredWorld;
}

function disksOf(keepsState: boolean): Readonly<Record<"a" | "b", MemoryDisk>> {
  const holding = (layout: string, state: State | undefined): readonly OtherLayout[] =>
    state === undefined
      ? []
      : [{ layout, path: `docsform.${layout}.state.json`, objects: confirmedObjects(state) }];
  const a: MemoryDisk = createMemoryDisk({ keepsState, otherLayouts: () => holding("b", b.state) });
  const b: MemoryDisk = createMemoryDisk({ keepsState, otherLayouts: () => holding("a", a.state) });
  return { a, b };
}

function withoutOrigins(state: State | undefined): State | undefined {
  if (state === undefined) return undefined;
  const entries = Object.entries(state.objects).map(([address, whole]) => {
    const { origin: _, ...entry } = whole;
    return [address, entry] as const;
  });
  return { ...state, objects: Object.fromEntries(entries) };
}

/** The outcome of a run and its errors: codes, or the whole message of an error without a code. */
interface Ended {
  readonly how: string;
  readonly errors: readonly string[];
}

function codeOf(error: unknown): string {
  if (error instanceof DocsformError) return error.code;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function claimObjects(service: TestService, layout: Layout, { does, permitted }: Turn): Promise<Ended> {
  const consent = { allow: new Set(permitted) };
  return does === "destroys"
    ? await destroy(service, layout, consent)
    : endedOf(await runLayout(service, layout.desired, layout.disk, 4, consent));
}

function endedOf(end: RunEnd): Ended {
  switch (end.kind) {
    case "failed":
      return { how: "failed", errors: [codeOf(end.error)] };
    case "invalid":
      return { how: "invalid", errors: end.diagnostics.map(({ code }) => code) };
    case "refused":
      return refusedFor(end.refusals);
    case "applied":
      return { how: end.result.outcome, errors: errorsIn(end.result) };
  }
}

function refusedFor(refusals: readonly GuardRefusal[]): Ended {
  const codes = refusals.map(({ code }) => code);
  return { how: "refused", errors: codes };
}

function errorsIn({ error, steps }: ApplyResult): readonly string[] {
  return [error, ...steps.map((step) => step.error)].flatMap((each) =>
    each === undefined ? [] : [codeOf(each)],
  );
}

async function destroy(service: TestService, { disk, desired }: Layout, consent: Consent): Promise<Ended> {
  const reconciler = reconcilerOf(service, disk);
  try {
    const planned = await reconciler.planDestroy(desired, { organizationId });
    if (planned.plan === undefined)
      return { how: "invalid", errors: planned.diagnostics.map(({ code }) => code) };
    const refusals = planned.refusals(consent);
    if (refusals.length > 0) return refusedFor(refusals);
    const result = await reconciler.apply(planned, consent).result;
    return { how: `destroy ${result.outcome}`, errors: errorsIn(result) };
  } catch (error) {
    return { how: "failed", errors: [codeOf(error)] };
  }
}

/** Errors that are possible because each layout meets objects of the other one and of other users. */
const legal = new Set([
  // A permission is missing.
  "guard/import",
  "guard/both-changed",
  "guard/cascade",
  "guard/create-beside",
  "guard/deletes",
  "guard/other-layout",
  "guard/still-referenced",
  "guard/structure-kind",
  // The name is taken, or several objects have it.
  "plan/ambiguous",
  "plan/value-taken",
]);

/**
 * Errors that are possible if a layout has removed people from the organization, and so from their teams: a team that declares them again finds
 * no such person, or its plan undoes a change on the service.
 */
const ofLostPeople = new Set(["guard/undo", "guard/unknown-person", "http/not-found"]);

function isLegal(code: string, hasLostPeople: boolean): boolean {
  return legal.has(code) || (hasLostPeople && ofLostPeople.has(code));
}

const mayWrite = new Set(["done", "differs", "partial", "destroy done", "destroy partial"]);

const importedOnly = new Set(registry.filter(isOnlyImported).map(({ name }) => name));

/** Changes a layout or its state before the apply. */
function prepare(layout: Layout, { does, wanted, prune }: Turn, apiVersion: ApiVersion): void {
  if (does === "edits") layout.desired = declareWorld(wanted, { prune, apiVersion });
  if (does === "loses origins") layout.disk.state = withoutOrigins(layout.disk.state);
  if (does === "loses the state") layout.disk.state = undefined;
}

function count({ how, errors }: Ended, tally: Tally): void {
  for (const what of new Set([...how.split(" "), ...errors])) tally.count(what);
}

async function harmIn(given: World, tally: Tally): Promise<readonly string[]> {
  const { apiVersion, policy: rules, seed, titles, first, second } = given;
  const service = createTestService({ apiVersion, policy: rules, random: seededRandom(seed), watch: "none" });
  if (given.live === null) addMembers(service.emulator);
  else buildWorld(service.emulator, given.live);
  let facts = factsOf(service.emulator.dump());
  const makers = new Map<string, Owner>([...facts.keys()].map((name) => [name, "others"]));
  const disks = disksOf(given.keepsState);
  const specs = { a: first, b: titles === "same" ? first : second };
  const layouts: Record<"a" | "b", Layout> = {
    a: { disk: disks.a, desired: declareWorld(specs.a, { apiVersion }) },
    b: { disk: disks.b, desired: declareWorld(specs.b, { apiVersion }) },
  };
  const people = () => service.emulator.service.list("organization_member").length;
  const allPeople = people();
  for (const each of given.turns) {
    const { who, does } = each;
    prepare(layouts[who], each, apiVersion);
    const end = await claimObjects(service, layouts[who], each);
    count(end, tally);
    const illegal = end.errors.filter((code) => !isLegal(code, people() < allPeople));
    if (illegal.length > 0) return illegal.map((code) => `${who} ${does}: ${end.how} with ${code}`);
    const before = facts;
    facts = factsOf(service.emulator.dump());
    const changes = changesBetween(before, facts);
    if (changes.length > 0 && !mayWrite.has(end.how)) return [`${who} ${does}: ${end.how}, and yet wrote`];
    const harm = changes.flatMap((change) => {
      const maker = makers.get(change.name);
      if (change.before === undefined) makers.set(change.name, who);
      if (change.before === undefined || maker === who || importedOnly.has(change.before.type)) return [];
      const after = change.after === undefined ? "nothing" : printedFact(change.after);
      return [
        `${who} ${does}: ${printedFact(change.before)}, made by ${maker}, became ${after} (${end.how})`,
      ];
    });
    for (const [name] of makers) if (!facts.has(name)) makers.delete(name);
    if (harm.length > 0) return harm;
    await service.clock.sleep(10_000);
  }
  return [];
}

const usual = 500;

test("two layouts change and delete nothing of each other's, nor of other users'", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  const worlds = worldsOf(usual);
  await tally.draw(
    fc.asyncProperty(world, async (given) => {
      expect(await harmIn(given, tally)).toEqual([]);
    }),
    worlds,
  );
  await tally.report("two layouts", worlds, ["done", "guard/import", "guard/other-layout", "destroy"], 0.05);
});
