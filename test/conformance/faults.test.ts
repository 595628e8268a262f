import { describe, expect, test } from "vitest";
import type { Fault } from "../../src/emulator/faults.ts";
import type { Address } from "../../src/model/address.ts";
import { type ApiVersion, type Endpoint } from "../../src/model/endpoint.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import { endpointOf } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import {
  apply,
  applyAndProve,
  type Fixture,
  newFixture,
  proveDeclared,
  typeCases,
  worldOf,
} from "../support/conform.ts";
import {
  attributesOf,
  type Declaration,
  declare,
  declareFor,
  newDeclaration,
  sampleOf,
  withAttributes,
  withoutObject,
} from "../support/declare-type.ts";
import { someOf } from "../support/laws.ts";

const faults: readonly Fault[] = [
  { kind: "error-before", status: 503 },
  { kind: "error-after", status: 500 },
  { kind: "drop-before" },
  { kind: "drop-after" },
  { kind: "truncate" },
  { kind: "rate-limit", retryAfterSeconds: 2, headers: "both" },
];

const cases = typeCases(isCreatable);

describe.each(cases)("$title", ({ title, type, apiVersion }) => {
  test.each(someOf(faults, ({ kind }) => `${title} created ${kind}`))(
    "is created and configured once with $kind",
    async (fault) => {
      for (const endpoint of endpointsOf(type, apiVersion)) {
        const { declaration } = declareWithAllAttributes(type, apiVersion);
        const fixture = newFixture(apiVersion);
        fixture.service.emulator.faults.add({ on: { operation: endpoint.operation, times: 1 }, fault });
        await applyAndProve(fixture, declaration, { disturbed: true });
        expect(await countLive(fixture)).toEqual(countDeclared(declaration));
        expectFired(fixture, fault, endpoint);
      }
    },
  );

  test.each(someOf(faults, ({ kind }) => `${title} deleted ${kind}`))(
    "is deleted once with $kind",
    async (fault) => {
      const declaration = newDeclaration(apiVersion);
      declare(declaration, type.name);
      const address = declare(declaration, type.name, { which: 1 });
      const fixture = newFixture(apiVersion);
      await applyAndProve(fixture, declaration);
      fixture.service.emulator.faults.add({ on: { method: "DELETE", times: 1 }, fault });
      const left = withoutObject(declaration, address);
      await apply(fixture, worldOf(left, type.layout.kind === "map" ? [type.layout.field] : []), {
        disturbed: true,
      });
      await proveDeclared(fixture, left);
      expect(await countLive(fixture)).toEqual(countDeclared(left));
    },
  );
});

/** Declares an object with as many attributes as fit together. */
function declareWithAllAttributes(
  type: ResourceType,
  apiVersion: ApiVersion,
): { readonly declaration: Declaration; readonly address: Address } {
  let declaration = newDeclaration(apiVersion);
  const attributes = attributesOf(type, apiVersion);
  const address = declareFor(
    declaration,
    type,
    attributes.map(([, attribute]) => attribute),
  );
  for (const [name, attribute] of attributes) {
    const attempt = withAttributes(declaration, address, { [name]: sampleOf(declaration, attribute, 0) });
    if ((type.check?.(attempt.objects.get(address)?.attributes ?? {}) ?? []).length === 0)
      declaration = attempt;
  }
  return { declaration, address };
}

/** The operations that create and configure an object of the type. */
function endpointsOf(type: ResourceType, apiVersion: ApiVersion): readonly Endpoint[] {
  const create = type.creation?.endpoint;
  const known = new Map(attributesOf(type, apiVersion));
  const later = type.writers.filter((writer) =>
    writer.attributes.some((name) => known.get(name)?.atCreate === "no"),
  );
  const writes = later.map((writer) => endpointOf(writer, { [writer.attributes[0] ?? ""]: true }));
  return [...(create ? [create] : []), ...writes];
}

/** Truncating a response without a body has no effect. */
function expectFired(fixture: Fixture, fault: Fault, endpoint: Endpoint): void {
  const isBodyless = endpoint.success.every((status) => status >= 204);
  expect(fixture.service.emulator.faults.fired[fault.kind] ?? 0).toBe(
    fault.kind === "truncate" && isBodyless ? 0 : 1,
  );
}

function countDeclared({ objects, apiVersion }: Declaration): Readonly<Record<string, number>> {
  return countBy(createdTypesAmong([...objects.values()], apiVersion));
}

async function countLive(fixture: Fixture): Promise<Readonly<Record<string, number>>> {
  const live = await fixture.service.read("everything");
  return countBy(createdTypesAmong(live.objects, fixture.apiVersion));
}

/** Types of these objects that requests create. Objects of the other types existed before. */
function createdTypesAmong(
  objects: readonly { readonly type: string }[],
  apiVersion: ApiVersion,
): readonly string[] {
  const made = new Set(cases.filter((each) => each.apiVersion === apiVersion).map(({ type }) => type.name));
  return objects.map(({ type }) => type).filter((type) => made.has(type));
}

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
