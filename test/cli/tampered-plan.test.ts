import { afterAll, beforeAll, expect, test } from "vitest";
import { parsePlan } from "../../src/cli/plan-file.ts";
import { createClient } from "../../src/contract/http/http-client.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { hashOf } from "../../src/engine/reconcile/keep-plan.ts";
import { openReconciler, type Reconciler } from "../../src/engine/reconcile/reconciler.ts";
import { DocsformError } from "../../src/model/errors.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { decidedIn, type SavedPlan } from "../../src/model/plan/saved-plan.ts";
import { Secret } from "../../src/model/secret.ts";
import { registry } from "../../src/resources/registry.ts";
import { createFileDisk } from "../../src/state/file-disk.ts";
import { usualPlaces } from "../../src/state/state-places.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import { shareOf, worldsOf } from "../support/laws.ts";
import { openEditedLayout } from "./edited-layout.ts";
import { canaryToken, jumpingClock, type Workbench } from "./workbench.ts";

// A saved plan creates, patches, moves and deletes objects of a layout with a secret. The test makes each single change of the plan: a value, a
// field or an item that differs, is missing, is duplicated or is new.

let bench: Workbench;
let text: string;
beforeAll(async () => {
  bench = await openEditedLayout();
  await bench.run(["plan", "--out", "plan.json"]);
  text = bench.files.read("plan.json") ?? "";
});
afterAll(() => bench.close());

test("each change applies to the plan", () => {
  const { steps, nodes } = JSON.parse(text) as SavedPlan;
  const actions = new Set(steps.map(({ action }) => action));
  expect([...actions].sort()).toEqual(["create", "delete", "move", "patch"]);
  expect([...new Set(nodes.map(({ kind }) => kind))].sort()).toEqual([
    "create",
    "delete",
    "reparent",
    "write",
  ]);
  expect(text).toContain('"$secret"');
});

interface Change {
  readonly what: string;
  readonly plan: JsonObject;
}

interface Changed {
  readonly what: string;
  readonly to: Json;
}

function changesOf(value: Json, place: string): readonly Changed[] {
  if (Array.isArray(value)) return changesOfList(value as readonly Json[], place);
  if (isJsonObject(value)) return changesOfObject(value, place);
  const other = otherScalar(value as string | number | boolean | null);
  return [
    { what: `${place} is another one`, to: other },
    ...(value === null ? [] : [{ what: `${place} is nothing`, to: null }]),
  ];
}

function otherScalar(value: string | number | boolean | null): Json {
  if (typeof value === "string") return `${value}x`;
  if (typeof value === "number") return value + 1;
  return value === null ? "x" : !value;
}

function changesOfList(items: readonly Json[], place: string): readonly Changed[] {
  return [
    { what: `${place} is nothing`, to: null },
    ...items.flatMap((item, at) => [
      { what: `${place}.${at} is missing`, to: items.toSpliced(at, 1) },
      { what: `${place}.${at} is there twice`, to: items.toSpliced(at, 0, item) },
      ...changesOf(item, `${place}.${at}`).map(({ what, to }) => ({ what, to: items.with(at, to) })),
    ]),
    ...(items.length > 1 ? [{ what: `${place} is turned around`, to: items.toReversed() }] : []),
  ];
}

function changesOfObject(value: JsonObject, place: string): readonly Changed[] {
  return [
    { what: `${place} is nothing`, to: null },
    { what: `${place} has one more`, to: { ...value, more: "x" } },
    ...Object.entries(value).flatMap(([key, item]) => [
      { what: `${place}.${key} is missing`, to: without(value, key) },
      ...changesOf(item, `${place}.${key}`).map(({ what, to }) => ({ what, to: { ...value, [key]: to } })),
    ]),
  ];
}

function without(value: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** The plans after one change each. A usual run has a tenth of them. */
function changedPlans(): readonly Change[] {
  const plan = JSON.parse(text) as JsonObject;
  const changes = changesOf(plan, "plan").filter(({ to }) => isJsonObject(to));
  return shareOf(changes, ({ what }) => what).map(({ what, to }) => ({ what, plan: to as JsonObject }));
}

test("each change of a saved plan is refused before any read", {
  timeout: 200_000,
}, async () => {
  const { emulator } = bench.emulator;
  emulator.clearLog();
  const accepted: string[] = [];
  const changes = changedPlans();
  for (const { what, plan } of changes) {
    bench.files.write("changed.json", JSON.stringify(plan));
    const ran = await bench.run(["apply", "changed.json", "--yes", "--allow-deletes"]);
    if (![1, 5].includes(ran.code) || !/\[(saved-plan|cli)\//u.test(ran.err))
      accepted.push(`${what}: ${ran.err}`);
  }
  expect(accepted).toEqual([]);
  expect(emulator.log).toEqual([]);
  process.stdout.write(`tampered plans: ${changes.length} changes\n`);
  expect(changes.length).toBeGreaterThan(worldsOf(1000));
});

test("each change with a correct hash is refused, or does what the plan shows", {
  timeout: 400_000,
}, async () => {
  const reconciler = reconcilerInProcess();
  const decided = decidedText(JSON.parse(text) as SavedPlan);
  const wrong: string[] = [];
  let refused = 0;
  for (const { what, plan } of changedPlans()) {
    const sealed = { ...plan, hash: hashOf(plan) };
    try {
      const planned = await reconciler.open(parsePlan(JSON.stringify(sealed), "plan.json"));
      // docsform plans again, so a change that only the file has is neither shown nor applied. The file decides only the suffix of temporary
      // values, and this plan has no temporary values.
      if (what.startsWith("plan.temporarySuffix ")) continue;
      if (planned.plan !== undefined && decidedText(planned.plan) !== decided)
        wrong.push(`${what}: does otherwise`);
      if (planned.plan === undefined) refused += 1;
    } catch (error) {
      refused += 1;
      if (!(error instanceof DocsformError)) wrong.push(`${what}: ${String(error)}`);
    }
  }
  process.stdout.write(`tampered plans, sealed again: ${refused} refused\n`);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(worldsOf(500));
});

function decidedText(plan: Plan | SavedPlan): string {
  const { hash: _, desired: __, moves: ___, layout: ____, state: _____, ...rest } = plan as SavedPlan;
  return canonicalJson(JSON.parse(JSON.stringify(decidedIn(rest))) as Json);
}

function reconcilerInProcess(): Reconciler {
  return openReconciler({
    types: registry,
    client: createClient({
      baseUrl: "http://127.0.0.1",
      token: new Secret(canaryToken, { kind: "literal" }),
      transport: emulatorTransport(bench.emulator.emulator),
      clock: jumpingClock(),
      random: Math.random,
    }),
    disk: createFileDisk(usualPlaces({ folder: "." }), bench.files.folder),
    clock: jumpingClock(),
    random: { hex: (bytes) => "0".repeat(2 * bytes) },
    secrets: (source) => (source.kind === "file" ? bench.files.read(source.path) : undefined),
  });
}
