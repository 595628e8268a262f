import { expect } from "vitest";
import { applyPlan } from "../../src/apply/apply-plan.ts";
import type { ApplyResult } from "../../src/apply/events.ts";
import type { LoggedRequest } from "../../src/emulator/wire.ts";
import type { Address } from "../../src/model/address.ts";
import { satisfiesDeclared } from "../../src/model/attribute-value.ts";
import { type DesiredWorld, isReference } from "../../src/model/desired-world.ts";
import type { Generation } from "../../src/model/endpoint.ts";
import { isJsonObject, type Json } from "../../src/model/json.ts";
import type { LiveObject, LiveWorld } from "../../src/model/live-world.ts";
import type { Lock } from "../../src/model/lock.ts";
import type { CallContext } from "../../src/model/resource-type.ts";
import { Secret } from "../../src/model/secret.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { planChanges } from "../../src/plan/plan-changes.ts";
import { registry } from "../../src/resources/registry.ts";
import { type Declaration, typeNamed } from "./declare-type.ts";
import { organizationId } from "./declare-world.ts";
import { writingSteps } from "./run-layout.ts";
import { createTestService, hash, planOptions, seededRandom, type TestService } from "./service.ts";

/** An emulator, and what is remembered of it between two runs. */
export interface Ground {
  readonly service: TestService;
  readonly generation: Generation;
  lock: Lock | undefined;
}

/** One run, and the writes that the emulator saw. */
export interface Run {
  readonly plan: Plan;
  readonly result: ApplyResult;
  readonly writes: readonly LoggedRequest[];
}

/** An empty organization, save for the people that samples name. */
export function newGround(generation: Generation): Ground {
  const service = createTestService({ generation, random: seededRandom(1), watchEvery: true });
  for (const email of ["me@acme.example", ...emailsIn(samples())]) {
    const id = `u_${email.split("@")[0]}`;
    const user = { object: "user", id, displayName: id, email, urls: { location: `/users/${id}` } };
    service.emulator.service.add("organization_member", {
      id,
      user,
      ...(id === "u_me" && { currentUser: true }),
    });
  }
  return { service, generation, lock: undefined };
}

function samples(): readonly Json[] {
  return registry.flatMap((type) =>
    Object.values(type.attributes).flatMap((attribute): readonly Json[] => attribute.samples),
  );
}

function emailsIn(value: Json): readonly string[] {
  if (typeof value === "string") return /^[^\s@/]+@[^\s@/]+$/.test(value) ? [value] : [];
  if (Array.isArray(value)) return [...new Set(value.flatMap((item: Json) => emailsIn(item)))];
  return isJsonObject(value) ? Object.values(value).flatMap(emailsIn) : [];
}

export function worldOf({ objects }: Declaration, prune: readonly string[] = []): DesiredWorld {
  return {
    organizationId,
    objects: [...objects.values()],
    prune,
    safety: { maxChanges: { share: 1 }, maxDeletes: { share: 1 } },
  };
}

/** The plan of a layout, which must be possible. */
export async function planOf(ground: Ground, desired: DesiredWorld): Promise<Plan> {
  const live = await ground.service.read(desired, ground.lock);
  const { plan, diagnostics } = planChanges({
    types: registry,
    desired,
    live,
    lock: ground.lock,
    options: planOptions,
  });
  expect(diagnostics).toEqual([]);
  if (plan === undefined) throw new Error("There is no plan");
  return plan;
}

/** Plans and applies; everything must be done, in the writes that the plan foretold unless `disturbed`. */
export async function apply(
  ground: Ground,
  desired: DesiredWorld,
  how: { readonly disturbed?: boolean } = {},
): Promise<Run> {
  const plan = await planOf(ground, desired);
  const { emulator, client, clock } = ground.service;
  const before = emulator.log.length;
  const applying = applyPlan(plan, {
    types: registry,
    client,
    clock,
    concurrency: 4,
    horizonMs: 5000,
    lock: ground.lock,
    saveLock: async (lock) => {
      ground.lock = lock;
    },
    revealSecret: (_source, hashed) => new Secret(secretOf(hashed, plan.salt), { kind: "literal" }),
    hash,
    runId: "run1",
    verify: true,
    permitted: new Set(["--allow-deletes", "--allow-create", "--overwrite-live"] as const),
  });
  let step = await applying.next();
  while (!step.done) step = await applying.next();
  const result = step.value;
  expect(result.error).toBeUndefined();
  expect(result.steps.filter(({ status }) => status !== "done")).toEqual([]);
  const writes = emulator.log.slice(before).filter(({ method }) => method !== "GET");
  if (how.disturbed !== true) expect(writes.length).toBe(plan.writeCalls);
  return { plan, result, writes };
}

/** Every secret is a sample; a plan knows it by its hash. */
function secretOf(hashed: string, salt: string): string {
  const found = samples().find((sample) => typeof sample === "string" && hash(sample, salt) === hashed);
  if (typeof found !== "string") throw new Error("A secret that no sample is");
  return found;
}

/** Applies, and proves that the live world is as declared and that nothing is left to plan. */
export async function applyAndProve(
  ground: Ground,
  declaration: Declaration,
  how: { readonly disturbed?: boolean } = {},
): Promise<Run> {
  const run = await apply(ground, worldOf(declaration), how);
  await proveDeclared(ground, declaration);
  return run;
}

/** Proves that each declared object is live as it is declared, and that neither with the lock nor without is there anything to do. */
export async function proveDeclared(ground: Ground, declaration: Declaration): Promise<void> {
  const live = await ground.service.read("everything", ground.lock);
  for (const object of declaration.objects.values()) {
    const found = liveOf(ground, live, object.address);
    const type = typeNamed(object.type);
    for (const [name, value] of Object.entries(object.attributes)) {
      const attribute = type.attributes[name];
      if (attribute === undefined) throw new Error(`${object.type} has no ${name}`);
      const wanted = (isReference(value) ? idOf(ground, value.$ref) : value) as Json;
      const actual = found.attributes[name] ?? null;
      expect(
        satisfiesDeclared(attribute, wanted, actual),
        `${object.address} ${name}: ${JSON.stringify(actual)} for ${JSON.stringify(wanted)}`,
      ).toBe(true);
    }
    if (object.container !== undefined)
      expect(found.container?.id ?? null).toBe(
        isReference(object.container) ? idOf(ground, object.container.$ref) : null,
      );
    if (object.isDefault) expect(found.isDefault, `${object.address} is the default`).toBe(true);
  }
  const again = await planOf(ground, worldOf(declaration));
  expect(again.steps).toEqual([]);
  const unlocked = await planOf({ ...ground, lock: undefined }, worldOf(declaration));
  expect(writingSteps(unlocked)).toEqual([]);
}

export function idOf(ground: Ground, address: Address): string {
  const entry = ground.lock?.objects[address];
  if (entry === undefined) throw new Error(`The lock does not know ${address}`);
  return entry.id;
}

export function liveOf(ground: Ground, live: LiveWorld, address: Address): LiveObject {
  const id = idOf(ground, address);
  const found = live.objects.find((object) => object.id === id && address.startsWith(`${object.type}.`));
  if (found === undefined) throw new Error(`${address} is not live`);
  return found;
}

export async function readOf(ground: Ground, address: Address): Promise<LiveObject> {
  return liveOf(ground, await ground.service.read("everything", ground.lock), address);
}

/** What a call on an object is about. */
export function contextOf(ground: Ground, address: Address): CallContext {
  const scopeId = ground.lock?.objects[address]?.scopeId;
  return { organizationId, generation: ground.generation, ...(scopeId !== undefined && { scopeId }) };
}

/** Records of the store by their ids, as text, without those that are named. */
export function othersThan(ground: Ground, ids: readonly string[]): Readonly<Record<string, string>> {
  const { tables } = ground.service.emulator.dump();
  const records = Object.entries(tables).flatMap(([table, all]) =>
    all.map((record) => [record.id, `${table} ${JSON.stringify(record)}`] as const),
  );
  return Object.fromEntries(records.filter(([id]) => !ids.includes(id)));
}
