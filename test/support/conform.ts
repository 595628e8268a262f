import { expect } from "vitest";
import type { LoggedRequest } from "../../src/emulator/wire.ts";
import type { ApplyResult } from "../../src/engine/apply/apply-events.ts";
import type { PlannedRun } from "../../src/engine/reconcile/planned.ts";
import type { Reconciler } from "../../src/engine/reconcile/reconciler.ts";
import type { Address } from "../../src/model/address.ts";
import { satisfiesDeclared } from "../../src/model/attribute-value.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../../src/model/desired-world.ts";
import { type ApiVersion, apiVersions } from "../../src/model/endpoint.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { CallContext } from "../../src/model/resource-type/call-context.ts";
import { creatingCall, isCreatable } from "../../src/model/resource-type/creation.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { Secret } from "../../src/model/secret.ts";
import type { LiveObject, Snapshot } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Disk } from "../../src/state/disk.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";
import { type Declaration, declare, newDeclaration, typeNamed } from "./declare-type.ts";
import { organizationId } from "./declare-world.ts";
import { everythingAllowed, reconcilerOf, writingSteps } from "./run-layout.ts";
import { createTestService, seededRandom, type TestService } from "./service.ts";

/** An emulator, and a disk that keeps the state between runs. */
export interface Fixture {
  readonly service: TestService;
  readonly apiVersion: ApiVersion;
  readonly disk: MemoryDisk;
}

/** A type on an API version. */
export interface TypeCase {
  readonly type: ResourceType;
  readonly apiVersion: ApiVersion;
  readonly title: string;
}

/** The types on each API version that fulfils a condition. */
export function typeCases(
  isMeant: (type: ResourceType, apiVersion: ApiVersion) => boolean,
): readonly TypeCase[] {
  return registry.flatMap((type) =>
    apiVersions
      .filter((apiVersion) => isMeant(type, apiVersion))
      .map((apiVersion) => ({ type, apiVersion, title: `${type.name} (${apiVersion})` })),
  );
}

/** The plan of a run, and its writes. */
export interface Run {
  readonly plan: Plan;
  readonly result: ApplyResult;
  readonly writes: readonly LoggedRequest[];
}

/** An empty organization with the people that samples name. */
export function newFixture(apiVersion: ApiVersion): Fixture {
  const service = createTestService({ apiVersion, random: seededRandom(1), watch: "every" });
  for (const email of ["me@acme.example", ...emailsIn(samples())]) {
    const id = `u_${email.split("@")[0]}`;
    const user = { object: "user", id, displayName: id, email, urls: { location: `/users/${id}` } };
    service.emulator.service.add("organization_member", {
      id,
      user,
      ...(id === "u_me" && { currentUser: true }),
    });
  }
  createInApp(service, apiVersion);
  return { service, apiVersion, disk: createMemoryDisk() };
}

/** Creates, as another user, an object of each type of the organization that this API version cannot create, with sample values. */
function createInApp({ emulator }: TestService, apiVersion: ApiVersion): void {
  for (const type of registry) {
    if (type.creation === undefined || type.scope !== undefined || isCreatable(type, apiVersion)) continue;
    for (const which of [0, 1] as const) {
      const attributes = attributesDeclared(type.name, which, apiVersion);
      const call = creatingCall(
        type.creation,
        { organizationId, apiVersion },
        { attributes, containerId: null },
      );
      emulator.foreign(call);
    }
  }
}

function attributesDeclared(name: string, which: 0 | 1, apiVersion: ApiVersion): JsonObject {
  const declaration = newDeclaration(apiVersion);
  const address = declare(declaration, name, { which });
  return declaration.objects.get(address)?.attributes as JsonObject;
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
    objects: [...objects.values()].map(withSecrets),
    prune,
    safety: { maxChanges: { share: 1 }, maxDeletes: { share: 1 } },
  };
}

/** The object as a layout is read: sensitive values are secrets. */
function withSecrets(object: DesiredObject): DesiredObject {
  const { attributes } = typeNamed(object.type);
  const values = Object.entries(object.attributes).map(([name, value]) => {
    const isSecret = attributes[name]?.sensitive === true && typeof value === "string";
    return [name, isSecret ? new Secret(value, { kind: "literal" }) : value] as const;
  });
  return { ...object, attributes: Object.fromEntries(values) };
}

/** The plan of a layout. Throws if there is none. */
export async function planOf(
  { service, disk }: Fixture,
  desired: DesiredWorld,
  remembered: Disk = disk,
): Promise<Plan> {
  return (await plannedOf(reconcilerOf(service, remembered), desired)).plan;
}

async function plannedOf(reconciler: Reconciler, desired: DesiredWorld): Promise<PlannedRun> {
  const planned = await reconciler.plan(desired);
  expect(planned.diagnostics).toEqual([]);
  if (planned.plan === undefined) throw new Error("There is no plan");
  return planned;
}

/** Plans and applies. Everything must be done, with the planned writes unless `disturbed`. */
export async function apply(
  { service, disk }: Pick<Fixture, "service" | "disk">,
  desired: DesiredWorld,
  how: { readonly disturbed?: boolean } = {},
): Promise<Run> {
  const reconciler = reconcilerOf(service, disk);
  const planned = await plannedOf(reconciler, desired);
  const { plan } = planned;
  const before = service.emulator.log.length;
  const result = await reconciler.apply(planned, everythingAllowed).result;
  // A run does not open what it found after a lost response. The permissions of the next run confirm that object.
  if (how.disturbed === true && result.steps.some(({ error }) => error?.code === "apply/not-confirmed"))
    return await apply({ service, disk }, desired, how);
  expect(result.error).toBeUndefined();
  expect(result.steps.filter(({ status }) => status !== "done")).toEqual([]);
  const writes = service.emulator.log.slice(before).filter(({ method }) => method !== "GET");
  if (how.disturbed !== true) expect(writes.length).toBe(plan.writeCalls);
  return { plan, result, writes };
}

/** Applies, and checks that the service matches the layout and that the next plan is empty. */
export async function applyAndProve(
  fixture: Fixture,
  declaration: Declaration,
  how: { readonly disturbed?: boolean } = {},
): Promise<Run> {
  const run = await apply(fixture, worldOf(declaration), how);
  await proveDeclared(fixture, declaration);
  return run;
}

/** Checks that each declared object is live as declared, and that the next plan is empty with and without the state. */
export async function proveDeclared(fixture: Fixture, declaration: Declaration): Promise<void> {
  const live = await fixture.service.read("everything", fixture.disk.state);
  for (const object of declaration.objects.values()) {
    const found = liveOf(fixture, live, object.address);
    const type = typeNamed(object.type);
    for (const [name, value] of Object.entries(object.attributes)) {
      const attribute = type.attributes[name];
      if (attribute === undefined) throw new Error(`${object.type} has no ${name}`);
      const wanted = (isReference(value) ? idOf(fixture, value.$ref) : value) as Json;
      const actual = found.attributes[name] ?? null;
      expect(
        satisfiesDeclared(attribute, wanted, actual),
        `${object.address} ${name}: ${JSON.stringify(actual)} for ${JSON.stringify(wanted)}`,
      ).toBe(true);
    }
    if (object.container !== undefined)
      expect(found.container?.id ?? null).toBe(
        isReference(object.container) ? idOf(fixture, object.container.$ref) : null,
      );
    if (object.isDefault) expect(found.isDefault, `${object.address} is the default`).toBe(true);
  }
  const again = await planOf(fixture, worldOf(declaration));
  expect(again.steps).toEqual([]);
  const notInState = await planOf(fixture, worldOf(declaration), createMemoryDisk());
  expect(writingSteps(notInState)).toEqual([]);
}

export function idOf(fixture: Fixture, address: Address): string {
  const entry = fixture.disk.state?.objects[address];
  if (entry === undefined) throw new Error(`The state does not know ${address}`);
  return entry.id;
}

export function liveOf(fixture: Fixture, live: Snapshot, address: Address): LiveObject {
  const id = idOf(fixture, address);
  const found = live.objects.find((object) => object.id === id && address.startsWith(`${object.type}.`));
  if (found === undefined) throw new Error(`${address} is not live`);
  return found;
}

export async function readOf(fixture: Fixture, address: Address): Promise<LiveObject> {
  return liveOf(fixture, await fixture.service.read("everything", fixture.disk.state), address);
}

/** The context for a call on an object. */
export function contextOf(fixture: Fixture, address: Address): CallContext {
  const scopeId = fixture.disk.state?.objects[address]?.scopeId;
  return { organizationId, apiVersion: fixture.apiVersion, ...present({ scopeId }) };
}

/** The records of the store as text, by id, without the records with these ids. */
export function othersThan(fixture: Fixture, ids: readonly string[]): Readonly<Record<string, string>> {
  const { tables } = fixture.service.emulator.dump();
  const records = Object.entries(tables).flatMap(([table, all]) =>
    all.map((record) => [record.id, `${table} ${JSON.stringify(record)}`] as const),
  );
  return Object.fromEntries(records.filter(([id]) => !ids.includes(id)));
}
