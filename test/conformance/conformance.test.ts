import { describe, expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import type { DesiredValue } from "../../src/model/desired-world.ts";
import { type Generation, generations } from "../../src/model/endpoint.ts";
import type { Attribute, ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { apply, applyAndProve, contextOf, idOf, newGround, othersThan, proveDeclared, readOf, worldOf } from "../support/conform.ts";
import { attributesOf, changed, type Declaration, declare, newDeclaration, sampleOf, withAttributes } from "../support/declare-type.ts";

interface Case {
  readonly type: ResourceType;
  readonly generation: Generation;
  readonly title: string;
}

const cases: readonly Case[] = registry
  .filter((type) => type.creation !== undefined)
  .flatMap((type) => generations.map((generation) => ({ type, generation, title: `${type.name} (${generation})` })));

/** A layout with one object of the type, and its address. */
function alone({ type, generation }: Case): { readonly declaration: Declaration; readonly address: Address } {
  const declaration = newDeclaration(generation);
  return { declaration, address: declare(declaration, type.name) };
}

describe.each(cases)("$title", (given) => {
  const { type, generation } = given;
  const attributes = attributesOf(type, generation);

  test("is created as it is declared, and found so", async () => {
    const { declaration, address } = alone(given);
    const ground = newGround(generation);
    const { result } = await applyAndProve(ground, declaration);
    expect(Object.keys(result.created)).toContain(address);
    expect(Object.keys(result.created).sort()).toEqual([...declaration.objects.keys()].sort());
  });

  test.each(attributes.map(([name, attribute]) => ({ name, attribute })))("changes $name and nothing else", async ({ name, attribute }) => {
    const { declaration, address } = alone(given);
    const [before, after] = [sampleOf(declaration, attribute, 0), sampleOf(declaration, attribute, 1)];
    const ground = newGround(generation);
    await applyAndProve(ground, withAttributes(declaration, address, { [name]: before }));
    await change(ground, { declaration: withAttributes(declaration, address, { [name]: after }), address, type, name });
  });

  const nullable = attributes.filter(([, attribute]) => attribute.nullable).map(([name, attribute]) => ({ name, attribute }));
  test.each(nullable)("clears $name by null", async ({ name, attribute }) => {
    const { declaration, address } = alone(given);
    const ground = newGround(generation);
    await applyAndProve(ground, withAttributes(declaration, address, { [name]: sampleOf(declaration, attribute, 0) }));
    await change(ground, { declaration: withAttributes(declaration, address, { [name]: null }), address, type, name });
    const live = await readOf(ground, address);
    expect(attribute.normalise ? live.attributes[name] || null : live.attributes[name]).toBeNull();
  });
});

interface Change {
  readonly declaration: Declaration;
  readonly address: Address;
  readonly type: ResourceType;
  readonly name: string;
}

/** Applies a change of one attribute, which takes one write of the declared kind, or a replacement where no writer has it. */
async function change(ground: ReturnType<typeof newGround>, { declaration, address, type, name }: Change): Promise<void> {
  const id = idOf(ground, address);
  const [live, others] = [await readOf(ground, address), othersThan(ground, [id])];
  const { plan, writes } = await applyAndProve(ground, declaration);
  const writer = type.writers.find((each) => each.attributes.includes(name));
  if (writer === undefined) {
    expect(plan.steps.filter((step) => step.address === address).map((step) => step.action)).toEqual(["replace"]);
    expect(idOf(ground, address)).not.toBe(id);
    return;
  }
  const expected = writer.call(contextOf(ground, address), id, { values: { [name]: writes[0]?.body ?? null }, before: {} }).endpoint;
  expect(writes.map((write) => write.method)).toEqual([expected.method]);
  expect(plan.steps.map((step) => [step.action, step.address])).toEqual([["patch", address]]);
  expect(idOf(ground, address)).toBe(id);
  expect(othersThan(ground, [id])).toEqual(others);
  const { [name]: _, ...rest } = (await readOf(ground, address)).attributes;
  expect({ ...rest, [name]: live.attributes[name] }).toEqual(live.attributes);
}
