import { expect, test } from "vitest";
import type { DesiredValue } from "../../../src/model/desired-world.ts";
import { apply, newFixture, worldOf } from "../../support/conform.ts";
import {
  attributesOf,
  creatable,
  declareFor,
  newDeclaration,
  sampleOf,
  withAttributes,
} from "../../support/declare-type.ts";
import { factsOf, isField, valueIn } from "./facts.ts";

test.each(creatable)("facts about a $name in a layout can be checked", async (type) => {
  const declaration = newDeclaration("current");
  const address = declareFor(
    declaration,
    type,
    attributesOf(type, "current").map(([, rule]) => rule),
  );
  const attributes: Record<string, DesiredValue> = { ...declaration.objects.get(address)?.attributes };
  for (const [name, rule] of attributesOf(type, "current")) {
    if (rule.sensitive === true || !isField(type.name, name)) continue;
    const more = { ...attributes, [name]: sampleOf(declaration, rule, 0) };
    if ((type.check?.(more) ?? []).length === 0) Object.assign(attributes, more);
  }
  const fixture = newFixture("current");
  await apply(fixture, worldOf(withAttributes(declaration, address, attributes)));
  const facts = [...factsOf(fixture.service.emulator.dump()).values()];
  const isRead = (name: string) =>
    facts.some((fact) => fact.type === type.name && valueIn(fact, name) !== undefined);
  expect(Object.keys(attributes).filter((name) => isField(type.name, name) && !isRead(name))).toEqual([]);
});
