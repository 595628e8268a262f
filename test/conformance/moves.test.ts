import { describe, expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import { isSortable } from "../../src/model/resource-type/place.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { present } from "../../src/util/present.ts";
import {
  applyAndProve,
  contextOf,
  type Fixture,
  idOf,
  newFixture,
  othersThan,
  readOf,
  type TypeCase,
  typeCases,
} from "../support/conform.ts";
import { changed, type Declaration, declare, newDeclaration, typeNamed } from "../support/declare-type.ts";

const cases = typeCases((type, apiVersion) => type.creation === undefined || isCreatable(type, apiVersion));

interface Journey extends TypeCase {
  /** The first and the second place: the index of a container, or the root. */
  readonly from: 0 | 1 | "root";
  readonly to: 0 | 1 | "root";
  readonly container: string;
}

const journeys: readonly Journey[] = cases.flatMap((each) => {
  const rule = each.type.container;
  return (rule?.types ?? []).flatMap((container) => {
    const between = {
      ...each,
      container,
      from: 0,
      to: 1,
      title: `${each.title}, from one ${container} to another`,
    } as const;
    // Children that are created with their container are always inside containers, or always at the root of their scope, never both.
    if (rule?.rootAllowed !== true || typeNamed(container).firstChild?.type === each.type.name)
      return [between];
    return [
      between,
      {
        ...each,
        container,
        from: "root",
        to: 1,
        title: `${each.title}, from the root into a ${container}`,
      } as const,
      {
        ...each,
        container,
        from: 1,
        to: "root",
        title: `${each.title}, from a ${container} to the root`,
      } as const,
    ];
  });
});

describe("a change of container", () => {
  test.each(journeys)("$title", async ({ type, apiVersion, container, from, to }) => {
    const declaration = newDeclaration(apiVersion);
    const at = (end: Journey["from"]) =>
      end === "root" ? undefined : declare(declaration, container, { which: end });
    const [start, target] = [at(from), at(to)];
    const address = declare(declaration, type.name, present({ container: start }));
    const fixture = newFixture(apiVersion);
    await applyAndProve(fixture, declaration);
    const id = idOf(fixture, address);
    const others = othersThan(fixture, [id]);
    const moved = changed(declaration, address, {
      container: target === undefined ? null : { $ref: target },
    });
    const { plan, writes } = await applyAndProve(fixture, moved);
    const how = type.container?.change[apiVersion];
    expect(plan.steps.filter((step) => step.address === address).map((step) => step.action)).toEqual([how]);
    expect(plan.steps).toHaveLength(1);
    expect(idOf(fixture, address) === id).toBe(how === "move");
    expect(missing(others, othersThan(fixture, [id, idOf(fixture, address)]))).toEqual([]);
    const ends = [start, target].map((end) => (end === undefined ? null : idOf(fixture, end)));
    const calls =
      type.container?.moveInto?.(contextOf(fixture, address), id, ends[0] ?? null, ends[1] ?? null) ?? [];
    expect(writes.map((write) => write.method).slice(0, calls.length)).toEqual(
      calls.map((call) => call.endpoint.method),
    );
  });
});

/** Ids of records that no longer exist. */
function missing(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.keys(before).filter((id) => after[id] === undefined);
}

/** Types with two siblings, at the root and in each type of container. */
const siblings = cases.flatMap((each) =>
  [undefined, ...(each.type.container?.types ?? [])].map((container) => ({
    ...each,
    container,
    title: `${each.title} in ${container === undefined ? "the root" : `a ${container}`}`,
  })),
);

function declareSiblings(
  apiVersion: ApiVersion,
  type: ResourceType,
  container: string | undefined,
): { readonly declaration: Declaration; readonly addresses: readonly [Address, Address] } {
  const declaration = newDeclaration(apiVersion);
  const inside = container === undefined ? {} : { container: declare(declaration, container, { which: 1 }) };
  const addresses = [
    declare(declaration, type.name, { ...inside, which: 0 }),
    declare(declaration, type.name, { ...inside, which: 1 }),
  ] as const;
  return { declaration, addresses };
}

describe("siblings", () => {
  const ordered = siblings.filter(({ type, apiVersion }) => isSortable(type, apiVersion));
  test.each(ordered)("change their order in one call: $title", async ({ type, apiVersion, container }) => {
    const { declaration, addresses } = declareSiblings(apiVersion, type, container);
    const fixture = newFixture(apiVersion);
    await applyAndProve(fixture, declaration);
    const others = othersThan(fixture, []);
    const [first, second] = addresses.map((address) => declaration.objects.get(address));
    const swapped = changed(changed(declaration, addresses[0], { rank: second?.rank ?? 0 }), addresses[1], {
      rank: first?.rank ?? 0,
    });
    expect(await ranks(fixture, addresses)).toEqual(addresses);
    const { plan, writes } = await applyAndProve(fixture, swapped);
    expect(plan.steps.map((step) => step.action)).toEqual(["move"]);
    expect(writes).toHaveLength(1);
    expect(await ranks(fixture, addresses)).toEqual(addresses.toReversed());
    expect(Object.keys(othersThan(fixture, [])).sort()).toEqual(Object.keys(others).sort());
  });

  const defaults = siblings.filter(({ type }) => type.defaultRole !== undefined);
  test.each(defaults)("change their default in one call: $title", async ({ type, apiVersion, container }) => {
    const { declaration, addresses } = declareSiblings(apiVersion, type, container);
    const fixture = newFixture(apiVersion);
    await applyAndProve(fixture, changed(declaration, addresses[1], { isDefault: true }));
    expect((await readOf(fixture, addresses[0])).isDefault).toBe(false);
    const { plan, writes } = await applyAndProve(
      fixture,
      changed(declaration, addresses[0], { isDefault: true }),
    );
    const holder = declaration.objects.get(addresses[0])?.container;
    const call = type.defaultRole?.setDefault(
      contextOf(fixture, addresses[0]),
      idOf(fixture, addresses[0]),
      holder === null ? null : { type: container ?? "", id: "id1" },
    );
    expect(writes.map((write) => write.operation)).toEqual([call?.endpoint.operation]);
    expect(plan.nodes.map((node) => node.kind)).toEqual(["set-default"]);
    expect((await readOf(fixture, addresses[1])).isDefault).toBe(false);
  });
});

async function ranks(fixture: Fixture, addresses: readonly Address[]): Promise<readonly Address[]> {
  const found = await Promise.all(
    addresses.map(async (address) => ({ address, rank: (await readOf(fixture, address)).rank })),
  );
  return found.sort((a, b) => a.rank - b.rank).map(({ address }) => address);
}
