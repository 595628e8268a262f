import type { Emulator } from "../../../src/emulator/emulator.ts";
import { canonicalJson } from "../../../src/model/json.ts";
import { type Fact, type Facts, factsOf } from "./facts.ts";

/** Who did something. */
export type Hand = "ours" | "others";

/** An object that appeared, disappeared or changed. */
export interface Change {
  readonly by: Hand;
  readonly name: string;
  readonly before: Fact | undefined;
  readonly after: Fact | undefined;
}

/** Who did what in a world, by the store alone. */
export interface Chronicle {
  /** The present objects. */
  readonly facts: Facts;
  /** Who created it. Undefined: it appeared unobserved. */
  maker(name: string): Hand | undefined;
  /** This actor made every change since the last call. Returns the changes. */
  snapshot(by: Hand): readonly Change[];
  /** All changes so far. */
  readonly changes: readonly Change[];
  /** The objects at the beginning, and at each call since. */
  readonly moments: readonly Facts[];
}

export function openChronicle(emulator: Emulator): Chronicle {
  let facts = factsOf(emulator.dump());
  const makers = new Map<string, Hand>([...facts.keys()].map((name) => [name, "others"]));
  const changes: Change[] = [];
  const moments = [facts];
  return {
    get facts() {
      return facts;
    },
    maker: (name) => makers.get(name),
    snapshot: (by) => {
      const before = facts;
      facts = factsOf(emulator.dump());
      const seen = changesBetween(before, facts).map((change) => ({ ...change, by }));
      for (const { name, before: was } of seen) if (was === undefined) makers.set(name, by);
      changes.push(...seen);
      moments.push(facts);
      return seen;
    },
    changes,
    moments,
  };
}

export function changesBetween(before: Facts, after: Facts): readonly Omit<Change, "by">[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    return was !== undefined && is !== undefined && isSame(was, is) ? [] : [{ name, before: was, after: is }];
  });
}

/** Values that change by themselves or with siblings are no change of the object. */
const incidental = new Set(["updatedAt", "rank", "default", "revision"]);

function isSame(one: Fact, other: Fact): boolean {
  return one.record === other.record || essence(one) === essence(other);
}

function essence({ record }: Fact): string {
  return canonicalJson(Object.fromEntries(Object.entries(record).filter(([name]) => !incidental.has(name))));
}
