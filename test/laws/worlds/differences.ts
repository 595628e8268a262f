import { type DesiredObject, type DesiredWorld, isReference } from "../../../src/model/desired-world.ts";
import { registry } from "../../../src/resources/registry.ts";
import type { Meanings } from "./declared.ts";
import { type Fact, type Facts, nameOf, printedFact } from "./facts.ts";

interface Comparing {
  readonly desired: DesiredWorld;
  readonly meanings: Meanings;
  /** The objects that the run could see. */
  readonly visible: Facts;
  readonly all: Facts;
  /** Whether the run had to delete the objects that `prune` covers. */
  readonly prunes: boolean;
}

/** The differences between the layout and the service. */
export function notAsDeclared({ desired, meanings, visible, all, prunes }: Comparing): readonly string[] {
  const found = assigned(desired, meanings);
  const broken = desired.objects
    .filter((object) => !found.has(object))
    .map((object) => `${object.address} is not as declared${near(object, meanings, all)}`);
  if (broken.length > 0) return broken;
  return [
    ...surplusObjects(desired, meanings, visible, all),
    ...(prunes ? unprunedObjects(desired, visible) : []),
    ...wrongOrders(desired, found),
  ];
}

/**
 * The live object of each declared object. Each live object is assigned once: an earlier assignment changes if a later object has no other
 * candidate.
 */
function assigned({ objects }: DesiredWorld, meanings: Meanings): ReadonlyMap<DesiredObject, Fact> {
  const holders = new Map<string, DesiredObject>();
  const found = new Map<DesiredObject, Fact>();
  const assign = (object: DesiredObject, tried: Set<string>): boolean =>
    meanings.asDeclared(object).some((fact) => {
      const name = nameOf(fact);
      if (tried.has(name)) return false;
      tried.add(name);
      const holder = holders.get(name);
      if (holder !== undefined && !assign(holder, tried)) return false;
      holders.set(name, object);
      found.set(object, fact);
      return true;
    });
  for (const object of objects) assign(object, new Set());
  return found;
}

function near(object: DesiredObject, meanings: Meanings, facts: Facts): string {
  const there = meanings.ids(object.address).map((id) => facts.get(nameOf({ type: object.type, id })));
  const shown = there.map((fact) => (fact === undefined ? "nothing" : printedFact(fact)));
  return `: ${JSON.stringify(object.attributes)}, there is ${shown.join(", ") || "nothing"}`;
}

/** 6: an owned place contains more objects than the layout declares. Objects that the run could not see may be among the declared ones. */
function surplusObjects(
  desired: DesiredWorld,
  meanings: Meanings,
  visible: Facts,
  all: Facts,
): readonly string[] {
  const owners = desired.objects.filter(({ scope, owns }) => scope === undefined && owns.length > 0);
  return owners.flatMap(({ address, owns }) => {
    const isIn = (fact: Fact) => owns.includes(fact.type) && meanings.ids(address).includes(fact.scope ?? "");
    const [seen, there] = [[...visible.values()].filter(isIn), [...all.values()].filter(isIn)];
    const wanted = desired.objects.filter(
      ({ scope, type }) => scope === address && owns.includes(type),
    ).length;
    return seen.length <= wanted && wanted <= there.length
      ? []
      : [`${address} holds ${there.length} things and not ${wanted}: ${there.map(printedFact).join(", ")}`];
  });
}

/** 6, 7: `prune` covers these undeclared objects, and the run had the permission to delete them. */
function unprunedObjects({ prune, objects }: DesiredWorld, facts: Facts): readonly string[] {
  return prune.flatMap((type) => {
    const there = [...facts.values()].filter((fact) => fact.type === type);
    const declared = objects.filter((object) => object.type === type).length;
    return there.length <= declared ? [] : [`${there.length} of ${type} are there, not ${declared}`];
  });
}

/** 13: siblings in an owned place have another order than in the layout. */
function wrongOrders({ objects }: DesiredWorld, found: ReadonlyMap<DesiredObject, Fact>): readonly string[] {
  const ordered = objects.filter(
    ({ type, scope }) =>
      scope !== undefined && registry.some(({ name, order }) => name === type && order !== undefined),
  );
  const levels = new Map<string, DesiredObject[]>();
  for (const object of ordered) {
    const set = registry.find(({ name }) => name === object.type)?.order?.siblingSet;
    const inside = isReference(object.container) ? object.container.$ref : String(object.container);
    const level = `${object.scope} ${inside} ${set}`;
    levels.set(level, [...(levels.get(level) ?? []), object]);
  }
  return [...levels].flatMap(([level, siblings]) => {
    const ranks = [...siblings].sort((a, b) => a.rank - b.rank).map((object) => found.get(object)?.rank ?? 0);
    return ranks.every((rank, index) => index === 0 || rank >= (ranks[index - 1] ?? 0))
      ? []
      : [`the order of ${level} is another: ${ranks.join(" ")}`];
  });
}
