import type { Address } from "../../../model/address.ts";
import { canonicalValue } from "../../../model/attribute-value.ts";
import type { DesiredObject, DesiredWorld } from "../../../model/desired-world.ts";
import { type ObjectKey, objectKey } from "../../../model/object-key.ts";
import { isSecretValue } from "../../../model/secret-value.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { groupBy } from "../../../util/groups.ts";
import { type Json, jsonEquals } from "../../../util/json.ts";

/** A layout, and its live objects in one organization. */
export interface MatchedLayout {
  readonly desired: DesiredWorld;
  readonly live: ReadonlyMap<Address, LiveObject>;
}

/** One difference between two organizations. Both values are live values. null: there is none. */
export interface LiveDifference {
  readonly address: Address;
  /** Absent: the object exists in only one of them. */
  readonly attribute?: string;
  readonly values: readonly [Json, Json];
  /** The values are secret, so the difference does not contain them. */
  readonly sensitive?: true;
}

/** Finds the differences between two organizations in what the layouts declare: objects, their places and their attributes. */
export function differencesBetween(
  types: TypeIndex,
  one: MatchedLayout,
  other: MatchedLayout,
): readonly LiveDifference[] {
  const declared = new Map<Address, DesiredObject[]>();
  for (const object of [...one.desired.objects, ...other.desired.objects])
    declared.set(object.address, [...(declared.get(object.address) ?? []), object]);
  const sides = [sideOf(one), sideOf(other)] as const;
  return [
    ...[...declared].flatMap(([address, objects]) => differencesOf(types, sides, address, objects)),
    ...orderDifferences(types, sides),
  ];
}

/** An organization, and the addresses of its objects. */
interface Side {
  readonly live: MatchedLayout["live"];
  readonly nameOf: (type: string, id: string) => Address | undefined;
}

type Sides = readonly [Side, Side];

function sideOf({ live }: MatchedLayout): Side {
  const names = new Map<ObjectKey, Address>();
  for (const [address, { type, id }] of live) names.set(objectKey(type, id), address);
  return { live, nameOf: (type, id) => names.get(objectKey(type, id)) };
}

function differencesOf(
  types: TypeIndex,
  sides: Sides,
  address: Address,
  objects: readonly DesiredObject[],
): readonly LiveDifference[] {
  const [one, other] = [sides[0].live.get(address), sides[1].live.get(address)];
  if (one === undefined && other === undefined) return [];
  if (one === undefined || other === undefined)
    return [{ address, values: [one?.id ?? null, other?.id ?? null] }];
  const names = new Set(
    objects.flatMap(({ attributes, ignore }) =>
      Object.keys(attributes).filter((name) => !ignore.includes(name)),
    ),
  );
  return [
    ...[...names].flatMap((name) => attributeDifference(types, sides, address, [one, other], name)),
    ...placeDifference(sides, address, [one, other]),
  ];
}

function attributeDifference(
  types: TypeIndex,
  sides: Sides,
  address: Address,
  found: readonly [LiveObject, LiveObject],
  name: string,
): readonly LiveDifference[] {
  const attribute = types.get(found[0].type).attributes[name];
  if (attribute === undefined || found.some(({ unreadAttributes }) => unreadAttributes?.includes(name)))
    return [];
  const shown = (at: 0 | 1): Json => {
    const value = found[at].attributes[name] ?? null;
    const { reference } = attribute;
    if (reference === undefined || typeof value !== "string") return canonicalValue(attribute, value);
    return sides[at].nameOf(reference.type, value) ?? value;
  };
  const values = [shown(0), shown(1)] as const;
  if (jsonEquals(values[0], values[1])) return [];
  return values.some((value) => isSecretValue(attribute, value))
    ? [{ address, attribute: name, values: [null, null], sensitive: true }]
    : [{ address, attribute: name, values }];
}

function placeDifference(
  sides: Sides,
  address: Address,
  found: readonly [LiveObject, LiveObject],
): readonly LiveDifference[] {
  const place = (at: 0 | 1) => {
    const { container } = found[at];
    return container && (sides[at].nameOf(container.type, container.id) ?? container.id);
  };
  const differences: LiveDifference[] = [];
  if (place(0) !== place(1)) differences.push({ address, attribute: "in", values: [place(0), place(1)] });
  if (found[0].isDefault !== found[1].isDefault)
    differences.push({ address, attribute: "default", values: [found[0].isDefault, found[1].isDefault] });
  return differences;
}

/** Siblings that both organizations have in a different order. */
function orderDifferences(types: TypeIndex, sides: Sides): readonly LiveDifference[] {
  const common = new Set([...sides[0].live.keys()].filter((address) => sides[1].live.has(address)));
  const [one, other] = sides.map((side) => ordersIn(types, side, common)) as [Orders, Orders];
  return [...one].flatMap(([around, siblings]) => {
    const there = (other.get(around) ?? []).filter((address) => siblings.includes(address));
    const here = siblings.filter((address) => there.includes(address));
    return jsonEquals(here, there)
      ? []
      : [{ address: around, attribute: "order", values: [here, there] as const }];
  });
}

type Orders = ReadonlyMap<Address, readonly Address[]>;

function ordersIn(types: TypeIndex, { live, nameOf }: Side, common: ReadonlySet<Address>): Orders {
  const ordered = [...live].filter(
    ([address, { type }]) => common.has(address) && types.get(type).order !== undefined,
  );
  const groups = groupBy(ordered, ([, { type, container, scopeId }]) =>
    container ? nameOf(container.type, container.id) : nameOf(types.get(type).scope ?? "", scopeId ?? ""),
  );
  return new Map(
    [...groups].flatMap(([around, siblings]) =>
      around === undefined
        ? []
        : [[around, siblings.sort(([, a], [, b]) => a.rank - b.rank).map(([address]) => address)] as const],
    ),
  );
}
