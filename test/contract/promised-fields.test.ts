import { expect, test } from "vitest";
import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import { declaredResponseFields } from "../support/promised-fields.ts";

const fields = declaredResponseFields(operationsIn(operations));
const namesOf = (chosen: typeof fields) => chosen.map(({ place, name }) => `${place} ${name}`);
const isOptional = ({ schema }: (typeof fields)[number]) => schema.safeParse(undefined).success;
const isPromised = ({ schema }: (typeof fields)[number]) => "isPromised" in schema;

test("the types of the client have every field that the published documents require", () => {
  const required = fields.filter(({ isRequired }) => isRequired);
  expect(required.length).toBeGreaterThan(450);
  expect(namesOf(required.filter((field) => isOptional(field) && !isPromised(field)))).toEqual([]);
});

test("no row promises a field that a published document leaves out", () => {
  const promised = fields.filter(isPromised);
  expect(promised.length).toBeGreaterThan(250);
  expect(namesOf(promised.filter(({ isRequired }) => !isRequired))).toEqual([]);
});
