import { expect, test } from "vitest";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { isCreatable, isOnlyImported } from "../../src/model/resource-type/creation.ts";
import { writerOf } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { attributesOf, typeNamed } from "../support/declare-type.ts";
import { planLayout, writingSteps } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { type ForeignEdit, foreignEdits } from "./foreign-edits.ts";
import { everyForeignEdit } from "./further-edits.ts";
import { applicable } from "./further-layouts.ts";
import { prepare, type Representative } from "./representative.ts";
import { runWithoutFaults } from "./run-cell.ts";

const cases = apiVersions.flatMap((apiVersion) =>
  applicable
    .filter((type) => isOnlyImported(type) || isCreatable(type, apiVersion))
    .map((type) => ({ ...type, type, apiVersion })),
);

test.each(cases)("the matrix has cells of a $name, on $apiVersion", async ({ name, apiVersion }) => {
  const steps = await stepsOf(await prepare(apiVersion));
  expect(steps.map(({ type }) => type)).toContain(name);
});

test.each(cases)("another user changes a $name, on $apiVersion", async ({ name, apiVersion }) => {
  const given = await prepare(apiVersion);
  expect(
    everyForeignEdit(given).filter((edit) => edit.type === name && changesItsObject(given, edit)),
  ).not.toEqual([]);
});

/** Whether a handwritten layout may already use the samples of this type, although only one object may have them. */
function mayUseSamples({ name, unique = [] }: ResourceType): boolean {
  return unique.length > 0 && foreignEdits.some(({ type }) => type === name);
}

// A handwritten layout has the objects that are created with a first child. An object that does not change in place may be replaced instead.
const derived = cases
  .filter(({ type }) => type.firstChild === undefined && !mayUseSamples(type))
  .filter(({ type, apiVersion }) => changesInPlace(type, apiVersion));

function changesInPlace(type: ResourceType, apiVersion: ApiVersion): boolean {
  const attributes = attributesOf(type, apiVersion).map(([name]) => name);
  const isMoved = type.container === undefined || type.container.change[apiVersion] === "move";
  return isMoved && attributes.every((name) => writerOf(type, name) !== undefined);
}

test.each(derived)("some declaration changes a $name, on $apiVersion", async ({ type, apiVersion }) => {
  const given = await prepare(apiVersion, [type.name]);
  await runWithoutFaults(given);
  const all = await stepsOf(given);
  const steps = all.filter((step) => step.type === type.name && step.address.includes("further-"));
  expect(steps.map(({ action }) => action).sort()).toEqual(actionsOf(type));
  const edits = everyForeignEdit(given, [type.name])
    .filter((edit) => !foreignEdits.includes(edit) && changesItsObject(given, edit))
    .map(({ name }) => name.split(" (")[0]);
  const attributes = steps.flatMap((step) => (step.action === "patch" ? step.changes : []));
  expect(attributes).not.toEqual([]);
  expect(edits).toEqual(
    expect.arrayContaining([
      ...(isOnlyImported(type) ? [] : [`deletes ${type.name}`]),
      ...attributes.map(({ attribute }) => `gives another ${attribute}`),
      ...(type.container === undefined ? [] : [`moves ${type.name}`]),
    ]),
  );
});

function actionsOf(type: ResourceType): readonly string[] {
  if (isOnlyImported(type)) return ["patch"];
  const { container, deletion } = type;
  const always = ["create", "patch"];
  return [
    ...always,
    ...(deletion === undefined ? [] : ["delete"]),
    ...(container === undefined ? [] : ["move"]),
  ].sort();
}

async function stepsOf(given: Representative): Promise<Plan["steps"]> {
  const { apiVersion, dump, state, desired } = given;
  const service = createTestService({ apiVersion, random: seededRandom(2) });
  service.emulator.load(dump);
  const { plan } = await planLayout(service, desired, createMemoryDisk({ state }));
  return writingSteps(plan as Plan);
}

/** Whether the edit changes an object of its type. */
function changesItsObject({ apiVersion, dump }: Representative, { type, make }: ForeignEdit): boolean {
  const { emulator } = createTestService({ apiVersion, random: seededRandom(2) });
  emulator.load(dump);
  make(emulator);
  // Objects that no apply creates may be in tables with other names than their type.
  const [before, after] = [dump, emulator.dump()].map(({ tables }) =>
    JSON.stringify(isOnlyImported(typeNamed(type)) ? tables : tables[type]),
  );
  return after !== before;
}
