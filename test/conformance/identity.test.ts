import { describe, expect, test } from "vitest";
import { writePulled } from "../../src/layout/write-pulled.ts";
import type { Address } from "../../src/model/address.ts";
import { satisfiesDeclared } from "../../src/model/attribute-value.ts";
import { type ApiVersion, apiVersions } from "../../src/model/endpoint.ts";
import { attributesIn } from "../../src/model/key-field.ts";
import { callAt } from "../../src/model/resource-type/call-at.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import { writingCall } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { createMemoryDisk } from "../../src/reconcile/disk/memory-disk.ts";
import { registry } from "../../src/resources/registry.ts";
import {
  apply,
  applyAndProve,
  contextOf,
  type Ground,
  idOf,
  newGround,
  planOf,
  proveDeclared,
  readOf,
  worldOf,
} from "../support/conform.ts";
import {
  attributesOf,
  changed,
  type Declaration,
  declare,
  declareFor,
  newDeclaration,
  sampleOf,
  withAttributes,
  withoutObject,
} from "../support/declare-type.ts";
import { reconcilerOf, writingSteps } from "../support/run-layout.ts";

interface Case {
  readonly type: ResourceType;
  readonly apiVersion: ApiVersion;
  readonly title: string;
}

const cases: readonly Case[] = registry.flatMap((type) =>
  apiVersions
    .filter((apiVersion) => isCreatable(type, apiVersion))
    .map((apiVersion) => ({ type, apiVersion, title: `${type.name} (${apiVersion})` })),
);

async function live({
  type,
  apiVersion,
}: Case): Promise<{ readonly ground: Ground; readonly declaration: Declaration; readonly address: Address }> {
  const declaration = newDeclaration(apiVersion);
  const address = declare(declaration, type.name);
  const ground = newGround(apiVersion);
  await applyAndProve(ground, declaration);
  return { ground, declaration, address };
}

describe.each(cases)("$title", (given) => {
  const { type, apiVersion } = given;

  test("is found by its key, and never created twice", async () => {
    const { ground, declaration, address } = await live(given);
    const id = idOf(ground, address);
    ground.disk.state = undefined;
    const { plan, writes } = await apply(ground, worldOf(declaration));
    expect(plan.steps.map((step) => [step.address, step.action])).toEqual(
      plan.steps.map((step) => [step.address, "import"]),
    );
    expect(plan.managed[address]?.id).toBe(id);
    expect(writes).toEqual([]);
    expect(idOf(ground, address)).toBe(id);
  });

  test("is found again by its create key alone", async () => {
    const { ground, declaration, address } = await live(given);
    const id = idOf(ground, address);
    const later = attributesIn(type.identity.key).filter(
      (field) =>
        !type.identity.createKey.includes(field) &&
        field in (declaration.objects.get(address)?.attributes ?? {}),
    );
    for (const name of later) edit(ground, type, address, name);
    ground.disk.state = undefined;
    const { plan } = await applyAndProve(ground, declaration);
    expect(writingSteps(plan).map((step) => [step.address, step.action])).toEqual(
      later.length === 0 ? [] : [[address, "patch"]],
    );
    expect(idOf(ground, address)).toBe(id);
  });

  test("is the pinned object, whatever its name is", async () => {
    const { ground, declaration, address } = await live(given);
    const id = idOf(ground, address);
    const writable = attributesIn(type.identity.key).filter(
      (name) =>
        type.attributes[name]?.samples.length === 2 &&
        type.writers.some((writer) => writer.attributes.includes(name)),
    );
    const renamed = Object.fromEntries(
      writable.map((name) => [name, type.attributes[name]?.samples[1] ?? null]),
    );
    ground.disk.state = undefined;
    const pinned = changed(withAttributes(declaration, address, renamed), address, { pin: id });
    const plan = await planOf(ground, worldOf(pinned));
    expect(plan.steps.find((step) => step.address === address && step.action === "import")).toMatchObject({
      id,
      matchedBy: "pin",
    });
    expect(writingSteps(plan).map((step) => [step.address, step.action])).toEqual(
      writable.length === 0 ? [] : [[address, "patch"]],
    );
    await applyAndProve(ground, pinned);
    expect(idOf(ground, address)).toBe(id);
  });

  test("is pulled as a layout that plans nothing", async () => {
    const declaration = newDeclaration(apiVersion);
    const attributes = attributesOf(type, apiVersion);
    const address = declareFor(
      declaration,
      type,
      attributes.map(([, attribute]) => attribute),
    );
    const ground = newGround(apiVersion);
    await applyAndProve(ground, declaration);
    for (const [name, attribute] of attributes) {
      const full = withAttributes(declaration, address, { [name]: sampleOf(declaration, attribute, 0) });
      await apply(ground, worldOf(full));
      expect(await pulledSteps(ground)).toEqual([]);
    }
  });

  test("has its defaults if nothing is declared", async () => {
    const { ground, address } = await live(given);
    const { attributes } = await readOf(ground, address);
    const other = attributesOf(type, apiVersion).filter(
      ([name, rule]) =>
        rule.default !== undefined && !satisfiesDeclared(rule, rule.default, attributes[name]),
    );
    expect(other.map(([name]) => name)).toEqual([]);
  });

  test("is deleted, also a second time", async () => {
    const declaration = newDeclaration(apiVersion);
    declare(declaration, type.name);
    const address = declare(declaration, type.name, { which: 1 });
    const ground = newGround(apiVersion);
    await applyAndProve(ground, declaration);
    const [id, context] = [idOf(ground, address), contextOf(ground, address)];
    const left = withoutObject(declaration, address);
    const { plan, writes } = await apply(
      ground,
      worldOf(left, type.layout.kind === "map" ? [type.layout.field] : []),
    );
    expect(plan.steps.find((step) => step.address === address)).toMatchObject({ action: "delete", id });
    expect(writes.map((write) => write.method)).toEqual(["DELETE"]);
    await proveDeclared(ground, left);
    const before = ground.service.emulator.dump();
    if (type.deletion === undefined) throw new Error("It cannot be deleted");
    const again = await ground.service.client.call(callAt(type.deletion.endpoint, context, [id]));
    expect(again.status).toBe(204);
    expect(ground.service.emulator.dump()).toEqual(before);
  });
});

const unchangeable = cases.flatMap((each) =>
  (each.type.unique ?? [])
    .map(({ attribute }) => attribute)
    .filter((name) => !each.type.writers.some((writer) => writer.attributes.includes(name)))
    .map((name) => ({ ...each, name })),
);

test.each(unchangeable)("a replaced $title leaves its $name to another one", async (given) => {
  const { ground, declaration, address } = await live(given);
  const { type, name } = given;
  const [mine, other] = type.attributes[name]?.samples ?? [];
  const next = declare(declaration, type.name, { which: 1 });
  const exchanged = withAttributes(withAttributes(declaration, address, { [name]: other ?? null }), next, {
    [name]: mine ?? null,
  });
  const { plan } = await applyAndProve(ground, exchanged);
  expect(plan.steps.map((step) => `${step.action} ${step.address}`).sort()).toEqual([
    `create ${next}`,
    `replace ${address}`,
  ]);
});

/** Changes an attribute as another user does in the app. */
function edit(ground: Ground, type: ResourceType, address: Address, name: string): void {
  const writer = type.writers.find((each) => each.attributes.includes(name));
  const value = type.attributes[name]?.samples[1];
  if (writer === undefined || value === undefined) throw new Error(`${name} cannot be changed`);
  ground.service.emulator.foreign(
    writingCall(writer, contextOf(ground, address), idOf(ground, address), {
      values: { [name]: value },
      before: {},
    }),
  );
}

/** Pulls the live organization, and plans the pulled layout. */
async function pulledSteps(ground: Ground) {
  const live = await ground.service.read("everything");
  const { text, desired, diagnostics, ids } = writePulled({ types: registry, live });
  expect(diagnostics, text).toEqual([]);
  if (desired === undefined) throw new Error("The layout cannot be read");
  const disk = createMemoryDisk();
  await reconcilerOf(ground.service, disk).savePulled({ desired, live, state: undefined, ids });
  const plan = await planOf(ground, desired, disk);
  return plan.steps;
}
