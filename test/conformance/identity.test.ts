import { describe, expect, test } from "vitest";
import { writePulled } from "../../src/layout/write-pulled.ts";
import type { Address } from "../../src/model/address.ts";
import { satisfiesDeclared } from "../../src/model/attribute-value.ts";
import type { DesiredValue } from "../../src/model/desired-world.ts";
import { attributesIn } from "../../src/model/key-field.ts";
import type { Attribute } from "../../src/model/resource-type/attribute.ts";
import { callAt } from "../../src/model/resource-type/call-at.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import { writingCall } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import {
  apply,
  applyAndProve,
  contextOf,
  type Fixture,
  idOf,
  newFixture,
  planOf,
  proveDeclared,
  readOf,
  type TypeCase,
  typeCases,
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

const cases = typeCases(isCreatable);

async function live({ type, apiVersion }: TypeCase): Promise<{
  readonly fixture: Fixture;
  readonly declaration: Declaration;
  readonly address: Address;
}> {
  const declaration = newDeclaration(apiVersion);
  const address = declare(declaration, type.name);
  const fixture = newFixture(apiVersion);
  await applyAndProve(fixture, declaration);
  return { fixture, declaration, address };
}

describe.each(cases)("$title", (given) => {
  const { type, apiVersion } = given;

  test("is found by its key, and never created twice", async () => {
    const { fixture, declaration, address } = await live(given);
    const id = idOf(fixture, address);
    fixture.disk.state = undefined;
    const { plan, writes } = await apply(fixture, worldOf(declaration));
    expect(plan.steps.map((step) => [step.address, step.action])).toEqual(
      plan.steps.map((step) => [step.address, "import"]),
    );
    expect(plan.managed[address]?.id).toBe(id);
    expect(writes).toEqual([]);
    expect(idOf(fixture, address)).toBe(id);
  });

  test("is found again by its create key alone", async () => {
    const { fixture, declaration, address } = await live(given);
    const id = idOf(fixture, address);
    const later = attributesIn(type.identity.key).filter(
      (field) =>
        !type.identity.createKey.includes(field) &&
        field in (declaration.objects.get(address)?.attributes ?? {}),
    );
    for (const name of later) edit(fixture, type, address, name);
    fixture.disk.state = undefined;
    const { plan } = await applyAndProve(fixture, declaration);
    expect(writingSteps(plan).map((step) => [step.address, step.action])).toEqual(
      later.length === 0 ? [] : [[address, "patch"]],
    );
    expect(idOf(fixture, address)).toBe(id);
  });

  test("is the pinned object, whatever its name is", async () => {
    const { fixture, declaration, address } = await live(given);
    const id = idOf(fixture, address);
    const writable = attributesIn(type.identity.key).filter(
      (name) =>
        type.attributes[name]?.samples.length === 2 &&
        type.writers.some((writer) => writer.attributes.includes(name)),
    );
    const renamed = Object.fromEntries(
      writable.map((name) => [name, type.attributes[name]?.samples[1] ?? null]),
    );
    fixture.disk.state = undefined;
    const pinned = changed(withAttributes(declaration, address, renamed), address, { pin: id });
    const plan = await planOf(fixture, worldOf(pinned));
    expect(plan.steps.find((step) => step.address === address && step.action === "import")).toMatchObject({
      id,
      matchedBy: "pin",
    });
    expect(writingSteps(plan).map((step) => [step.address, step.action])).toEqual(
      writable.length === 0 ? [] : [[address, "patch"]],
    );
    await applyAndProve(fixture, pinned);
    expect(idOf(fixture, address)).toBe(id);
  });

  test("is pulled as a layout that plans nothing", async () => {
    const declaration = newDeclaration(apiVersion);
    const attributes = attributesOf(type, apiVersion);
    const address = declareFor(
      declaration,
      type,
      attributes.map(([, attribute]) => attribute),
    );
    const fixture = newFixture(apiVersion);
    await applyAndProve(fixture, declaration);
    for (const [name, attribute] of attributes) {
      const full = withAttributes(declaration, address, { [name]: sampleOf(declaration, attribute, 0) });
      await apply(fixture, worldOf(full));
      expect(await pulledSteps(fixture)).toEqual([]);
    }
  });

  test("has its defaults if nothing is declared", async () => {
    const { fixture, address } = await live(given);
    const { attributes } = await readOf(fixture, address);
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
    const fixture = newFixture(apiVersion);
    await applyAndProve(fixture, declaration);
    const [id, context] = [idOf(fixture, address), contextOf(fixture, address)];
    const left = withoutObject(declaration, address);
    const { plan, writes } = await apply(
      fixture,
      worldOf(left, type.layout.kind === "map" ? [type.layout.field] : []),
    );
    expect(plan.steps.find((step) => step.address === address)).toMatchObject({ action: "delete", id });
    expect(writes.map((write) => write.method)).toEqual(["DELETE"]);
    await proveDeclared(fixture, left);
    const before = fixture.service.emulator.dump();
    if (type.deletion === undefined) throw new Error("It cannot be deleted");
    const again = await fixture.service.client.call(callAt(type.deletion.endpoint, context, [id]));
    expect(again.status).toBe(204);
    expect(fixture.service.emulator.dump()).toEqual(before);
  });
});

type Values = Readonly<Record<string, DesiredValue>>;

const unchangeable = cases.flatMap((each) =>
  (each.type.unique ?? [])
    .map(({ attribute }) => attribute)
    .filter((name) => !each.type.writers.some((writer) => writer.attributes.includes(name)))
    .map((name) => ({ ...each, name })),
);

test.each(unchangeable)("a replaced $title leaves its $name to another one", async (given) => {
  const { fixture, declaration, address } = await live(given);
  const { type, name } = given;
  const next = declare(declaration, type.name, { which: 1 });
  const [mine, other] = ([0, 1] as const).map((which) => ({
    [name]: sampleOf(declaration, type.attributes[name] as Attribute, which),
  })) as [Values, Values];
  const exchanged = withAttributes(withAttributes(declaration, address, other), next, mine);
  const { plan } = await applyAndProve(fixture, exchanged);
  const steps = plan.steps.filter((step) => step.type === type.name);
  expect(steps.map((step) => `${step.action} ${step.address}`).sort()).toEqual([
    `create ${next}`,
    `replace ${address}`,
  ]);
});

/** Changes an attribute as another user does in the app. */
function edit(fixture: Fixture, type: ResourceType, address: Address, name: string): void {
  const writer = type.writers.find((each) => each.attributes.includes(name));
  const value = type.attributes[name]?.samples[1];
  if (writer === undefined || value === undefined) throw new Error(`${name} cannot be changed`);
  fixture.service.emulator.foreign(
    writingCall(writer, contextOf(fixture, address), idOf(fixture, address), {
      values: { [name]: value },
      before: {},
    }),
  );
}

/** Pulls the live organization, and plans the pulled layout. */
async function pulledSteps(fixture: Fixture) {
  const live = await fixture.service.read("everything");
  const { text, desired, diagnostics, ids } = writePulled({ types: registry, live });
  expect(diagnostics, text).toEqual([]);
  if (desired === undefined) throw new Error("The layout cannot be read");
  const disk = createMemoryDisk();
  await reconcilerOf(fixture.service, disk).savePulled({ desired, live, state: undefined, ids });
  const plan = await planOf(fixture, desired, disk);
  return plan.steps;
}
