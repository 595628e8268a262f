import fc from "fast-check";
import type { Address } from "../../../src/model/address.ts";
import {
  type DesiredObject,
  type DesiredValue,
  type DesiredWorld,
  isReference,
} from "../../../src/model/desired-world.ts";
import type { Kind } from "./play.ts";
import { opening } from "./stage.ts";

interface Renaming {
  readonly which: number;
  readonly key: boolean;
  readonly title: string | null;
  /** Another place: null leaves it, "root" or one of the collections. */
  readonly place: "root" | number | null;
  readonly was: "right" | "wrong" | null;
  /** What `was:` says of its former place. */
  readonly wasIn: "right" | "wrong" | null;
}

const renaming: fc.Arbitrary<Renaming> = fc.record({
  which: fc.nat(20),
  key: fc.boolean(),
  title: fc.constantFrom("Alpha", "Beta", "Gamma", "Delta", "New", null),
  place: fc.constantFrom("root" as const, 0, 1, 2, null, null),
  was: fc.constantFrom("right", "wrong", null, null),
  wasIn: fc.constantFrom("right", "wrong", null, null),
});

/** The layout was edited since it was applied: keys, titles, places and `was:`, in any combination. */
export const renames: Kind<readonly Renaming[]> = {
  name: "renames of key, title and parent, with and without `was:` and a lock",
  worlds: 1500,
  runs: 1,
  opening: opening.chain((given) =>
    fc.boolean().map((hasLock) => ({
      ...given,
      history: hasLock ? ("same" as const) : ("new" as const),
      wanted: given.live,
    })),
  ),
  strange: fc.array(renaming, { minLength: 1, maxLength: 3 }),
  before: (stage, renamings) => {
    for (const each of renamings) stage.desired = renamed(stage.desired, each);
  },
  meets: ["we changed something"],
};

const renamable = ["collection", "space", "team"];

function renamed(desired: DesiredWorld, renaming: Renaming): DesiredWorld {
  const candidates = desired.objects.filter(({ type }) => renamable.includes(type));
  const object = candidates[renaming.which % Math.max(1, candidates.length)];
  if (object === undefined) return desired;
  const title = renaming.title ?? (object.attributes["title"] as string);
  const address = renaming.key ? `${object.type}.k${renaming.which}` : object.address;
  const next: DesiredObject = {
    ...object,
    address,
    attributes: { ...object.attributes, title },
    ...placed(desired, object, renaming),
    ...formerPlace(desired, object, renaming),
    ...(renaming.was !== null && {
      was: { title: renaming.was === "right" ? (object.attributes["title"] as string) : "Never" },
    }),
  };
  if (isTaken(desired, object, next)) return desired;
  const objects = desired.objects.map((each) => (each === object ? next : each));
  return { ...desired, objects: objects.map((each) => pointing(each, object.address, address)) };
}

function placed(desired: DesiredWorld, object: DesiredObject, { place }: Renaming): Partial<DesiredObject> {
  if (object.container === undefined || place === null) return {};
  if (place === "root") return { container: null };
  const into = chosen(placesFor(desired, object), place);
  return into === undefined ? {} : { container: { $ref: into } };
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

/** A collection goes only into one that is declared before it, so that there is no ring. */
function placesFor(desired: DesiredWorld, object: DesiredObject): readonly Address[] {
  const collections = desired.objects.filter(({ type }) => type === "collection");
  const before =
    object.type === "collection" ? collections.slice(0, collections.indexOf(object)) : collections;
  return before.map(({ address }) => address);
}

/** Keys are unique in a layout, addresses and titles. */
function isTaken({ objects }: DesiredWorld, object: DesiredObject, next: DesiredObject): boolean {
  return objects.some(
    (other) =>
      other !== object &&
      other.type === next.type &&
      (other.address === next.address || other.attributes["title"] === next.attributes["title"]),
  );
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
