import { beforeAll, describe, expect, test } from "vitest";
import { writeLayout } from "../../src/layout/write-layout.ts";
import { writePulled } from "../../src/layout/write-pulled.ts";
import { type Address, unmanagedAddress } from "../../src/model/address.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { type ApiVersion, apiVersions, isServed } from "../../src/model/endpoint.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import { isOrganization } from "../../src/model/resource-type/layout-syntax.ts";
import { type BulkRead, isMadeIn } from "../../src/model/resource-type/reads.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { applyAndProve, type Fixture, newFixture, planOf, worldOf } from "../support/conform.ts";
import {
  attributesOf,
  type Declaration,
  declare,
  newDeclaration,
  ownedBy,
  sampleOf,
  withAttributes,
} from "../support/declare-type.ts";
import { organizationId } from "../support/declare-world.ts";
import { worldIn } from "../support/read-text.ts";
import { reconcilerOf, writingSteps } from "../support/run-layout.ts";

// A token may lack access to some objects. docsform pulls what it can read, reports the rest, and deletes nothing that it could not read.

interface Case {
  readonly operation: string;
  /** Types of which the token cannot read objects. */
  readonly unknownKinds: readonly string[];
  /** The only attribute that the token cannot read. */
  readonly attribute?: { readonly type: string; readonly name: string };
}

/** The reads of an API version. People are excluded, because no pulled layout contains them. */
function casesOf(apiVersion: ApiVersion): readonly Case[] {
  return registry
    .filter(({ arePeople }) => arePeople !== true)
    .flatMap((type): Case[] => [
      ...type.reads
        .filter((read) => !read.finds.some(isOfOrganization) && isMadeIn(read, apiVersion))
        .map((read) => ({
          operation: read.endpoint.operation,
          unknownKinds: unknownWithout(read, apiVersion),
        })),
      ...(type.details ?? [])
        .filter(({ endpoint }) => isServed(endpoint, apiVersion))
        .map(({ attribute, endpoint }) => ({
          operation: endpoint.operation,
          unknownKinds: [],
          attribute: { type: type.name, name: attribute },
        })),
    ]);
}

/** The types that a pull omits if this list cannot be read: an object's contents are pulled as a whole or not at all. */
function unknownWithout({ finds, of }: BulkRead, apiVersion: ApiVersion): readonly string[] {
  if (of === undefined) return withContents(finds);
  const beside = registry
    .flatMap(({ reads }) => reads)
    .filter((read) => read.of === of && isMadeIn(read, apiVersion));
  return [...new Set([...finds, ...beside.flatMap((read) => read.finds)])];
}

function withContents(types: readonly string[]): readonly string[] {
  const inside = registry.filter(({ scope }) => scope !== undefined && types.includes(scope));
  return [...types, ...inside.map(({ name }) => name)];
}

function isOfOrganization(name: string): boolean {
  return registry.some((type) => type.name === name && isOrganization(type));
}

describe.each(apiVersions)("on %s", (apiVersion) => {
  const cases = casesOf(apiVersion);
  let fixture: Fixture;
  let declaration: Declaration;
  beforeAll(async () => {
    declaration = everyType(apiVersion);
    fixture = newFixture(apiVersion);
    await applyAndProve(fixture, declaration);
  });

  async function pulledWithout(operation: string) {
    const { faults } = fixture.service.emulator;
    faults.add({ on: { operation, times: "always" }, fault: { kind: "forbidden" } });
    try {
      return await reconcilerOf(fixture.service, createMemoryDisk()).pull({ organizationId });
    } finally {
      faults.clear();
    }
  }

  test.each(cases)("reports that $operation is refused, in the layout and beside it", async (given) => {
    const { operation } = given;
    const { live } = await pulledWithout(operation);
    const { text, notes } = writePulled({ types: registry, live });
    const reported = notes.filter((note) => note.startsWith("Omitted, because the token may not read it: "));
    for (const words of reportedIn(given)) expect(reported.join()).toContain(words);
    for (const note of reported) expect(text).toContain(`# ${note}`);
    expect(live.objects.filter(({ type }) => given.unknownKinds.includes(type))).toEqual([]);
    const seen = [...declaration.objects.values()].filter(({ type }) => !given.unknownKinds.includes(type));
    const types = new Set(live.objects.map(({ type }) => type));
    expect([...new Set(seen.map(({ type }) => type))].filter((type) => !types.has(type))).toEqual([]);
  });

  test.each(cases)(
    "a later permission for $operation deletes nothing: with the state the plan is empty, without one it only imports",
    async ({ operation }) => {
      const { live } = await pulledWithout(operation);
      const disk = createMemoryDisk();
      const pulled = writePulled({ types: registry, live });
      expect(pulled.diagnostics, pulled.text).toEqual([]);
      const desired = readable(pulled.desired);
      await reconcilerOf(fixture.service, disk).savePulled({
        desired,
        live,
        state: undefined,
        ids: pulled.ids,
      });
      expect((await planOf(fixture, desired, disk)).steps, pulled.text).toEqual([]);
      const { text } = writeLayout({ types: registry, live });
      const notInState = await planOf(fixture, worldIn(text), createMemoryDisk({ keepsState: false }));
      expect(writingSteps(notInState), text).toEqual([]);
    },
  );

  test.each(cases)(
    "a pull without $operation fails for every reason except a refusal",
    async ({ operation }) => {
      const { faults } = fixture.service.emulator;
      faults.add({ on: { operation, times: "always" }, fault: { kind: "error-before", status: 400 } });
      const pull = reconcilerOf(fixture.service, createMemoryDisk()).pull({ organizationId });
      await expect(pull).rejects.toMatchObject({ status: 400 });
      faults.clear();
    },
  );

  test.each(cases)("a plan that needs $operation stops", async ({ operation }) => {
    const { service, disk } = fixture;
    service.emulator.faults.add({ on: { operation, times: "always" }, fault: { kind: "forbidden" } });
    const planned = reconcilerOf(service, disk).plan(worldOf(declaration));
    await expect(planned).rejects.toMatchObject({ code: "http/forbidden" });
    service.emulator.faults.clear();
  });
});

test("pulls nothing without the organization itself", async () => {
  const { service } = newFixture("current");
  for (const read of registry.filter(isOrganization).flatMap(({ reads }) => reads))
    service.emulator.faults.add({
      on: { operation: read.endpoint.operation, times: "always" },
      fault: { kind: "forbidden" },
    });
  const pull = reconcilerOf(service, createMemoryDisk()).pull({ organizationId });
  await expect(pull).rejects.toMatchObject({ code: "http/forbidden" });
});

/** Declares an object of every type, with each value that needs a read of its own. */
function everyType(apiVersion: ApiVersion): Declaration {
  let declaration = newDeclaration(apiVersion);
  for (const type of registry) {
    // The organization already has people.
    if (type.arePeople === true) continue;
    if (type.creation !== undefined && !isCreatable(type, apiVersion)) continue;
    const address = anyOf(declaration, type);
    const details = attributesOf(type, apiVersion).filter(([name]) =>
      type.details?.some(({ attribute }) => attribute === name),
    );
    const values = details.map(([name, attribute]) => [name, sampleOf(declaration, attribute, 0)]);
    declaration = withAttributes(declaration, address, Object.fromEntries(values));
  }
  return declaration;
}

function anyOf(declaration: Declaration, type: ResourceType): Address {
  const there = [...declaration.objects.values()].find((object) => object.type === type.name);
  if (there !== undefined) return there.address;
  return type.creation === undefined
    ? organizationAddress(declaration, type.name)
    : declare(declaration, type.name);
}

function organizationAddress({ objects }: Declaration, name: string): Address {
  const type = registry.find((each) => each.name === name);
  const address = unmanagedAddress(name, organizationId);
  objects.set(address, {
    address,
    type: name,
    pin: organizationId,
    attributes: {},
    ignore: [],
    owns: type === undefined ? [] : ownedBy(type),
    rank: 0,
  });
  return address;
}

/** What the report names as unreadable. The settings of the organization are never in a pulled layout. */
function reportedIn({ unknownKinds: unknownObjects, attribute }: Case): readonly string[] {
  if (attribute === undefined) return unknownObjects.slice(0, 1).map(labelOf);
  return isOfOrganization(attribute.type) ? [] : [`: ${attribute.name} of the `];
}

function labelOf(name: string): string {
  return registry.find((type) => type.name === name)?.label.many ?? name;
}

function readable(desired: DesiredWorld | undefined): DesiredWorld {
  if (desired === undefined) throw new Error("The layout that was pulled cannot be read.");
  return desired;
}
