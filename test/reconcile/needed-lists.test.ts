import { describe, expect, test } from "vitest";
import { typeOfAddress } from "../../src/model/address.ts";
import type { DesiredObject, DesiredWorld } from "../../src/model/desired-world.ts";
import { contentsFields } from "../../src/model/layout-contents.ts";
import { type BulkRead, isMadeIn } from "../../src/model/resource-type/reads.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { groupBy } from "../../src/util/groups.ts";
import { apply, applyAndProve, type Fixture, newFixture, worldOf } from "../support/conform.ts";
import { type Declaration, declare, newDeclaration } from "../support/declare-type.ts";
import { reconcilerOf } from "../support/run-layout.ts";

const index = indexTypes(registry);
const lists = registry.flatMap(({ reads }) => reads).filter(({ of }) => of === undefined);
const created = registry.filter(({ creation }) => creation !== undefined);
/** docsform always reads the organization itself. */
const alwaysRead = registry.filter(
  ({ creation, deletion, scope }) => creation === undefined && deletion === undefined && scope === undefined,
);

/** An organization that has an object in each of its lists, and one of the type. */
async function fullFixture(name: string): Promise<Fixture> {
  const fixture = newFixture("current");
  const all = newDeclaration("current");
  for (const each of created.filter(({ scope }) => scope === undefined)) declare(all, each.name);
  declare(all, name);
  await applyAndProve(fixture, all);
  fixture.service.emulator.clearLog();
  return { ...fixture, disk: createMemoryDisk() };
}

/** The lists of the organization that docsform read, with repetitions. */
function listsRead({ service }: Fixture): readonly string[] {
  const operations = new Set(lists.map(({ endpoint }) => endpoint.operation));
  return service.emulator.log.map(({ operation }) => operation ?? "").filter((each) => operations.has(each));
}

function operationsOf(reads: readonly BulkRead[]): readonly string[] {
  return reads.map(({ endpoint }) => endpoint.operation).sort();
}

/** The lists that contain objects of these types, or the objects that own them. */
function listsOf(names: Iterable<string>): readonly string[] {
  const outer = (name: string): string => {
    const { scope } = index.get(name);
    return scope === undefined ? name : outer(scope);
  };
  const wanted = new Set([...names, ...alwaysRead.map(({ name }) => name)].map(outer));
  return operationsOf(lists.filter(({ finds }) => finds.some((name) => wanted.has(name))));
}

function typesIn({ objects }: Declaration): readonly string[] {
  return [...objects.values()].map(({ type }) => type);
}

/** The layout as people write it: an empty list of contents is omitted. */
function asPeopleWrite(declaration: Declaration): DesiredWorld {
  const world = worldOf(declaration);
  const isInside = (types: readonly string[], address: string) =>
    world.objects.some(({ scope, type }) => scope === address && types.includes(type));
  const owns = ({ type, address }: DesiredObject) =>
    contentsFields(registry, index.get(type)).flatMap(({ owned, types }) =>
      owned === true && isInside(types, address) ? types : [],
    );
  return { ...world, objects: world.objects.map((object) => ({ ...object, owns: owns(object) })) };
}

/** The number of lists inside objects that contain declared objects. */
function contentLists({ objects }: DesiredWorld): number {
  const inside = groupBy(objects, ({ scope }) => scope);
  const reads = registry.flatMap((type) => type.reads).filter((read) => isMadeIn(read, "current"));
  return [...inside].flatMap(([scope, declared]) =>
    scope === undefined
      ? []
      : reads.filter(
          ({ of, finds }) => of === typeOfAddress(scope) && declared.some(({ type }) => finds.includes(type)),
        ),
  ).length;
}

describe.each(created.map((type) => ({ type, name: type.name })))("a layout of $name alone", ({ type }) => {
  const small = newDeclaration("current");
  declare(small, type.name);

  test("a plan reads the lists of the declared types, each once, and no other", async () => {
    const fixture = await fullFixture(type.name);
    const desired = asPeopleWrite(small);
    const planned = await reconcilerOf(fixture.service, fixture.disk).plan(desired);
    expect(planned.plan).toBeDefined();
    expect([...listsRead(fixture)].sort()).toEqual(listsOf(typesIn(small)));
    expect(fixture.service.emulator.log.length - listsRead(fixture).length).toBe(contentLists(desired));
  });

  test("apply reads no other list", async () => {
    const fixture = newFixture("current");
    await apply(fixture, worldOf(small));
    expect([...new Set(listsRead(fixture))].sort()).toEqual(listsOf(typesIn(small)));
  });
});

describe("other needs for a list", () => {
  const [first, ...others] = created.filter(({ scope, container }) => scope === undefined && !container);
  const small = newDeclaration("current");
  declare(small, first?.name ?? "");
  const read = async (desired: DesiredWorld, fixture: Fixture, isDestroy = false) => {
    fixture.service.emulator.clearLog();
    const reconciler = reconcilerOf(fixture.service, fixture.disk);
    await (isDestroy
      ? reconciler.planDestroy(desired, { organizationId: desired.organizationId })
      : reconciler.plan(desired));
    return [...new Set(listsRead(fixture))].sort();
  };

  test.each(others.map(({ name }) => ({ name })))("the state, if it has a $name", async ({ name }) => {
    const fixture = newFixture("current");
    const before = newDeclaration("current");
    declare(before, first?.name ?? "");
    declare(before, name);
    await apply(fixture, worldOf(before));
    expect(await read(worldOf(small), fixture)).toEqual(listsOf(typesIn(before)));
  });

  const deletable = created.filter(({ scope, deletion }) => scope === undefined && deletion !== undefined);
  test.each(deletable.map(({ name }) => ({ name })))(
    "prune: $name, with its contents and references",
    async ({ name }) => {
      const fixture = await fullFixture(name);
      const found = await read(worldOf(small, [name]), fixture);
      const inside = index.contentTypes(name).map((each) => each.name);
      const referring = registry.filter(({ attributes }) =>
        Object.values(attributes).some(({ reference }) => reference?.type === name),
      );
      const needed = [...typesIn(small), name, ...inside, ...referring.map((each) => each.name)];
      expect(found).toEqual(expect.arrayContaining([...listsOf(needed)]));
    },
  );

  test("a delete: references to it are found, although no object of that type is declared", async () => {
    const pairs = registry.flatMap((type) =>
      Object.values(type.attributes).flatMap(({ reference }) =>
        reference === undefined || index.get(reference.type).scope !== undefined
          ? []
          : [[reference.type, type.name]],
      ),
    );
    expect(pairs.length).toBeGreaterThan(0);
    for (const [target = "", referrer = ""] of pairs) {
      const fixture = newFixture("current");
      const both = newDeclaration("current");
      declare(both, target);
      const wanted = newDeclaration("current");
      declare(wanted, target);
      await apply(fixture, worldOf(both));
      expect(await read(worldOf(wanted), fixture, true)).toEqual(
        expect.arrayContaining([...listsOf([target, referrer])]),
      );
    }
  });
});
