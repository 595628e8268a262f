import fc from "fast-check";
import type { Address } from "../../../src/model/address.ts";
import {
  type DesiredObject,
  type DesiredValue,
  type DesiredWorld,
  isReference,
} from "../../../src/model/desired-world.ts";
import { attributesIn } from "../../../src/model/key-field.ts";
import { writerOf } from "../../../src/model/resource-type/writes.ts";
import { registry } from "../../../src/resources/registry.ts";
import { creatable, typeNamed } from "../../support/declare-type.ts";
import type { Kind } from "./play.ts";
import { opening } from "./stage.ts";

export interface Renaming {
  readonly which: number;
  readonly key: boolean;
  readonly title: string | null;
  /** The new place. null: the same place. "root": the top level. A number selects one of the possible containers. */
  readonly place: "root" | number | null;
  /** Whether `was:` has the right former key, that of another object of the layout, one that nothing had, or none. */
  readonly was: "right" | "another's" | "wrong" | null;
  /** Whether `was:` has the right former place, a wrong one, or none. */
  readonly wasIn: "right" | "wrong" | null;
}

const renaming: fc.Arbitrary<Renaming> = fc.record({
  which: fc.nat(20),
  key: fc.boolean(),
  title: fc.constantFrom("Alpha", "Beta", "Gamma", "Delta", "New", null),
  place: fc.constantFrom("root" as const, 0, 1, 2, null, null),
  was: fc.constantFrom("right", "another's", "wrong", null, null),
  wasIn: fc.constantFrom("right", "wrong", null, null),
});

/** The layout was edited after its apply: keys, titles, places and `was:`, in any combination. */
export const renames: Kind<readonly Renaming[]> = {
  name: "renames of key, title and parent, with and without `was:` and a state",
  worlds: 1500,
  runs: 1,
  opening: opening.chain((given) =>
    fc.boolean().map((hasState) => ({
      ...given,
      history: hasState ? ("same" as const) : ("new" as const),
      wanted: given.live,
    })),
  ),
  disturbance: fc.array(renaming, { minLength: 1, maxLength: 3 }),
  before: (stage, renamings) => {
    for (const each of renamings) stage.desired = renamed(stage.desired, each);
  },
  mustHappen: ["we changed something"],
};

/** The attribute that names an object of the type and can be changed, by type. */
const names: ReadonlyMap<string, string> = new Map(
  creatable
    .filter(({ layout }) => layout.kind === "map")
    .flatMap((type) => {
      const { key } = type.identity;
      const name = attributesIn(key).find((each) => writerOf(type, each) !== undefined);
      return name === undefined || type.attributes[name]?.reference ? [] : [[type.name, name] as const];
    }),
);

/** Types whose keys are a part of other addresses: a new key of such an object changes all of these. */
const scopes = new Set(registry.map(({ scope }) => scope));

function renamed(desired: DesiredWorld, renaming: Renaming): DesiredWorld {
  const candidates = desired.objects.filter(({ type }) => names.has(type));
  const object = candidates[renaming.which % Math.max(1, candidates.length)];
  const name = names.get(object?.type ?? "");
  if (object === undefined || name === undefined) return desired;
  const before = object.attributes[name] as string;
  const hasNewKey = renaming.key && !scopes.has(object.type);
  const address = hasNewKey ? `${object.type}.k${renaming.which}` : object.address;
  const next: DesiredObject = {
    ...object,
    address,
    attributes: { ...object.attributes, [name]: renaming.title ?? before },
    ...placed(desired, object, renaming),
    ...formerPlace(desired, object, renaming),
    ...formerName(candidates, object, renaming),
  };
  if (isUsed(desired, object, next)) return desired;
  const objects = desired.objects.map((each) => (each === object ? next : each));
  return { ...desired, objects: objects.map((each) => pointing(each, object.address, address)) };
}

function placed(desired: DesiredWorld, object: DesiredObject, { place }: Renaming): Partial<DesiredObject> {
  if (object.container === undefined || place === null) return {};
  if (place === "root") return { container: null };
  const into = chosen(placesFor(desired, object), place);
  return into === undefined ? {} : { container: { $ref: into } };
}

function formerName(
  all: readonly DesiredObject[],
  object: DesiredObject,
  { was, which }: Renaming,
): Partial<DesiredObject> {
  if (was === null) return {};
  const others = all.filter((each) => each !== object && each.type === object.type);
  const named = { right: object, "another's": others[which % Math.max(1, others.length)], wrong: undefined }[
    was
  ];
  return { was: { [names.get(object.type) ?? ""]: (named && nameOf(named)) ?? "Never" } };
}

function formerPlace(
  desired: DesiredWorld,
  object: DesiredObject,
  { wasIn, which }: Renaming,
): Partial<DesiredObject> {
  if (object.container === undefined || wasIn === null) return {};
  if (wasIn === "right") return { wasIn: object.container };
  const other = chosen(placesFor(desired, object), which);
  return { wasIn: other === undefined ? null : { $ref: other } };
}

function chosen(places: readonly Address[], choice: number): Address | undefined {
  return places[choice % Math.max(1, places.length)];
}

/** The containers that the object can move to. A container of its own type must be declared before it, so that no cycle can result. */
function placesFor(desired: DesiredWorld, object: DesiredObject): readonly Address[] {
  const types = typeNamed(object.type).container?.types ?? [];
  const places = desired.objects.filter(({ type }) => types.includes(type));
  const before = types.includes(object.type) ? places.slice(0, places.indexOf(object)) : places;
  return before.map(({ address }) => address);
}

/** Whether another object of the layout has the address or the title. */
function isUsed({ objects }: DesiredWorld, object: DesiredObject, next: DesiredObject): boolean {
  return objects.some(
    (other) =>
      other !== object &&
      other.type === next.type &&
      (other.address === next.address || nameOf(other) === nameOf(next)),
  );
}

function nameOf({ type, attributes }: DesiredObject): DesiredValue | undefined {
  return attributes[names.get(type) ?? ""];
}

/** The object with its references to an address replaced. */
function pointing(object: DesiredObject, from: string, to: string): DesiredObject {
  const moved = <T>(value: T): T => (isReference(value) && value.$ref === from ? ({ $ref: to } as T) : value);
  const attributes = Object.fromEntries(
    Object.entries(object.attributes).map(([name, value]): [string, DesiredValue] => [name, moved(value)]),
  );
  return {
    ...object,
    attributes,
    ...(object.container !== undefined && { container: moved(object.container) }),
    ...(object.wasIn !== undefined && { wasIn: moved(object.wasIn) }),
  };
}
