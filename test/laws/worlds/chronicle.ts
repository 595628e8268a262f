import type { Emulator } from "../../../src/emulator/emulator.ts";
import { canonicalJson } from "../../../src/model/json.ts";
import { type Fact, type Facts, factsOf } from "./facts.ts";

/** Whose doing something is. */
export type Hand = "ours" | "others";

/** Something that came, went, or is not what it was. */
export interface Change {
  readonly by: Hand;
  readonly name: string;
  readonly before: Fact | undefined;
  readonly after: Fact | undefined;
}

/** Who did what in a world, seen from the store alone. */
export interface Chronicle {
  /** What is there now. */
  readonly facts: Facts;
  /** Who made it; undefined for what nobody saw come. */
  maker(name: string): Hand | undefined;
  /** Everything that has changed since the last look was done by this hand. Gives those changes. */
  snapshot(by: Hand): readonly Change[];
  /** All changes so far. */
  readonly changes: readonly Change[];
  /** What was there at the beginning, and at each look since. */
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

/** What changes by itself, or with its siblings, is no change of the object. */
const incidental = new Set(["updatedAt", "rank", "default", "revision"]);

function isSame(one: Fact, other: Fact): boolean {
  return one.record === other.record || essence(one) === essence(other);
}

function essence({ record }: Fact): string {
  return canonicalJson(Object.fromEntries(Object.entries(record).filter(([name]) => !incidental.has(name))));
}
