import { describe, expect, test } from "vitest";
import { type Address, unmanagedAddress } from "../../src/model/address.ts";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import { isServed } from "../../src/model/endpoint.ts";
import { attributesIn } from "../../src/model/key-field.ts";
import type { Attribute } from "../../src/model/resource-type/attribute.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import { isOrganization } from "../../src/model/resource-type/layout-syntax.ts";
import { readingCall } from "../../src/model/resource-type/reads.ts";
import { endpointOf, writerOf } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { type Json, jsonEquals } from "../../src/util/json.ts";
import {
  applyAndProve,
  contextOf,
  type Fixture,
  idOf,
  newFixture,
  othersThan,
  planOf,
  readOf,
  type TypeCase,
  typeCases,
  worldOf,
} from "../support/conform.ts";
import {
  attributesOf,
  type Declaration,
  declareFor,
  newDeclaration,
  sampleOf,
  typeNamed,
  withAttributes,
} from "../support/declare-type.ts";
import { organizationId } from "../support/declare-world.ts";

const cases = typeCases(isCreatable);

/** A layout with one object of the type and with everything that the object and these samples need. */
function alone(
  { type, apiVersion }: TypeCase,
  ...attributes: readonly Attribute[]
): { readonly declaration: Declaration; readonly address: Address } {
  const declaration = newDeclaration(apiVersion);
  return { declaration, address: declareFor(declaration, type, attributes) };
}

const imported = typeCases(({ creation }) => creation === undefined);

test.each(imported)("$title stays unchanged if the layout omits it", async ({ type, apiVersion }) => {
  const fixture = newFixture(apiVersion);
  expect(await liveSample(fixture, type)).toBeDefined();
  const plan = await planOf(fixture, worldOf(newDeclaration(apiVersion)));
  expect([plan.steps, plan.unmanaged]).toEqual([[], []]);
});

/** The live object with the samples' key, or the organization itself. */
async function liveSample({ service }: Fixture, type: ResourceType): Promise<LiveObject | undefined> {
  const { objects } = await service.read("everything");
  const all = objects.filter((object) => object.type === type.name);
  const key = attributesIn(type.identity.key);
  const sampled = all.filter(({ attributes }) =>
    key.every((name) => attributes[name] === type.attributes[name]?.samples[0]),
  );
  return sampled[0] ?? (isOrganization(type) ? all[0] : undefined);
}

const settings = imported.flatMap(({ type, ...rest }) =>
  Object.entries(type.attributes)
    .filter(([attribute]) => writerOf(type, attribute) !== undefined)
    .flatMap(([attribute, { samples, nullable }]) =>
      [...samples, ...(nullable === true && samples.length > 0 ? [null] : [])].map((value) => ({
        ...rest,
        type,
        attribute,
        value: value as Json,
      })),
    ),
);

test.each(settings)("$title accepts $attribute: $value", async ({ type, apiVersion, attribute, value }) => {
  const fixture = newFixture(apiVersion);
  const live = await liveSample(fixture, type);
  const address = unmanagedAddress(type.name, live?.id ?? "");
  const declared = { address, type: type.name, pin: live?.id, attributes: { [attribute]: value } };
  const declaration = newDeclaration(apiVersion);
  declaration.objects.set(address, { ...declared, ignore: [], owns: [], rank: 0 } as DesiredObject);
  const run = await applyAndProve(fixture, declaration);
  expect([...new Set(run.plan.steps.map((step) => step.address))]).toEqual([address]);
});

const readable = cases.flatMap(({ type, ...rest }) =>
  type.readById === undefined ? [] : [{ type, readById: type.readById, ...rest }],
);

test.each(readable)("$title is the same by id and in its list", async ({ readById, ...given }) => {
  const { declaration, address } = alone(given);
  const fixture = newFixture(given.apiVersion);
  await applyAndProve(fixture, declaration);
  const context = { organizationId, apiVersion: given.apiVersion };
  const { body } = await fixture.service.client.call(readingCall(readById, context, idOf(fixture, address)));
  const { type, id, container, attributes } = readById.found(body);
  expect(await readOf(fixture, address)).toMatchObject({ type, id, container, attributes });
});

describe.each(cases)("$title", (given) => {
  const { type, apiVersion } = given;
  const attributes = attributesOf(type, apiVersion);

  test("is created as declared, and found again", async () => {
    const { declaration, address } = alone(given);
    const fixture = newFixture(apiVersion);
    const { result } = await applyAndProve(fixture, declaration);
    expect(Object.keys(result.created)).toContain(address);
    const made = [...declaration.objects.values()].filter((object) => {
      const { creation } = typeNamed(object.type);
      return creation === undefined || isCreatable(typeNamed(object.type), apiVersion);
    });
    expect(Object.keys(result.created).sort()).toEqual(made.map((object) => object.address).sort());
  });

  test.each(attributes.map(([name, attribute]) => ({ name, attribute })))(
    "changes $name and nothing else",
    async ({ name, attribute }) => {
      const { declaration, address } = alone(given, attribute);
      const fixture = newFixture(apiVersion);
      // Some API versions can change a value in only one direction.
      const to = isServedChange(given, name, 1) ? 1 : 0;
      const [before, after] = ([1 - to, to] as (0 | 1)[]).map((which) =>
        sampleOf(declaration, attribute, which),
      );
      await applyAndProve(fixture, withAttributes(declaration, address, { [name]: before ?? null }));
      const wanted = withAttributes(declaration, address, { [name]: after ?? null });
      const live = await readOf(fixture, address);
      const expected = expectedChange(fixture, type, address, { name, to, live });
      expect(await change(fixture, wanted, address)).toEqual(expected);
    },
  );

  const nullable = attributes
    .filter(([, attribute]) => attribute.nullable && attribute.oneOf === undefined)
    .map(([name, attribute]) => ({ name, attribute }));
  test.each(nullable)("null clears $name", async ({ name, attribute }) => {
    const { declaration, address } = alone(given, attribute);
    const fixture = newFixture(apiVersion);
    await applyAndProve(
      fixture,
      withAttributes(declaration, address, { [name]: sampleOf(declaration, attribute, 0) }),
    );
    const live = await readOf(fixture, address);
    const expected = expectedChange(fixture, type, address, { name, to: 1, live });
    expect(await change(fixture, withAttributes(declaration, address, { [name]: null }), address)).toEqual(
      expected,
    );
    expect((await readOf(fixture, address)).attributes[name]).toBeNull();
  });

  const clearing = attributes.flatMap(([name, { clears = [] }]) =>
    clears.filter((each) => attributes.some(([other]) => other === each)).map((other) => ({ name, other })),
  );
  test.each(clearing)("$name replaces $other, and the plan says so", async ({ name, other }) => {
    const { declaration, address } = alone(given);
    const fixture = newFixture(apiVersion);
    const sampled = (each: string) => ({
      [each]: sampleOf(declaration, type.attributes[each] as Attribute, 0) as Json,
    });
    await applyAndProve(fixture, withAttributes(declaration, address, sampled(other)));
    const { plan, writes } = await applyAndProve(
      fixture,
      withAttributes(declaration, address, sampled(name)),
    );
    expect(plan.steps.map((step) => step.action === "patch" && step.changes)).toEqual([
      [
        { attribute: name, before: null, after: sampled(name)[name] },
        expect.objectContaining({ attribute: other, before: expect.anything(), after: null }),
      ],
    ]);
    expect(writes).toHaveLength(1);
    expect((await readOf(fixture, address)).attributes).toMatchObject({ [other]: null });
  });
});

/** Applies a change, and returns its effects in the form of {@link expectedChange}. */
async function change(fixture: Fixture, declaration: Declaration, address: Address) {
  const id = idOf(fixture, address);
  const [live, others] = [await readOf(fixture, address), othersThan(fixture, [id])];
  const { plan, writes } = await applyAndProve(fixture, declaration);
  const after = await readOf(fixture, address);
  const now = othersThan(fixture, [id, after.id]);
  return {
    steps: plan.steps.map((step) => `${step.action} ${step.address}`),
    writes: writes.map((write) => write.operation),
    isSame: after.id === id,
    attributes: Object.keys(after.attributes).filter(
      (each) => !jsonEquals(after.attributes[each] ?? null, live.attributes[each] ?? null),
    ),
    others: Object.keys({ ...others, ...now }).filter((each) => others[each] !== now[each]),
  };
}

/** Whether the API version has a write that sets the attribute to this sample. */
function isServedChange({ type, apiVersion }: TypeCase, name: string, to: 0 | 1): boolean {
  const writer = type.writers.find((each) => each.attributes.includes(name));
  const values = { [name]: type.attributes[name]?.samples[to] ?? null };
  return writer === undefined || isServed(endpointOf(writer, values), apiVersion);
}

/** A change of an attribute to another sample. `live` is the object before the change. */
interface Wanted {
  readonly name: string;
  readonly to: 0 | 1;
  readonly live: LiveObject;
}

/** The expected effects: one write, or a replacement if no writer has the attribute, and no change of other objects. */
function expectedChange(fixture: Fixture, type: ResourceType, address: Address, { name, to, live }: Wanted) {
  const writer = type.writers.find((each) => each.attributes.includes(name));
  const context = contextOf(fixture, address);
  const id = idOf(fixture, address);
  const values = { [name]: type.attributes[name]?.samples[to] ?? null };
  // After a replacement, a write sets a value that the create call does not accept.
  const isKept = (each: string) => {
    const { atCreate, default: usual = null } = type.attributes[each] ?? {};
    const value = live.attributes[each] ?? null;
    return atCreate === "no" && value !== false && value !== null && !jsonEquals(value, usual);
  };
  // A unique value is free only after the delete of the old object.
  const isLate = (each: string) => isKept(each) && type.unique?.some(({ attribute }) => attribute === each);
  const keeping = (isMeant: (each: string) => boolean | undefined) =>
    type.writers.filter(({ attributes }) => attributes.some(isMeant)).map((each) => endpointOf(each, {}));
  const endpoints = writer
    ? [endpointOf(writer, values)]
    : [
        type.creation?.endpoint,
        ...keeping((each) => isKept(each) && !isLate(each)),
        ...(live.isDefault ? [type.defaultRole?.setDefault(context, id, null).endpoint] : []),
        type.deletion?.endpoint,
        ...keeping(isLate),
      ];
  const follows = Object.keys(type.attributes).filter(
    (each) => type.attributes[each]?.inheritedFrom === name,
  );
  return {
    steps: [`${writer ? "patch" : "replace"} ${address}`],
    writes: endpoints.map((endpoint) => endpoint?.operation),
    isSame: writer !== undefined,
    attributes: [name, ...follows],
    others: [],
  };
}
