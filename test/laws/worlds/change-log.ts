import type { Emulator } from "../../../src/emulator/new-emulator.ts";
import { canonicalJson } from "../../../src/util/json.ts";
import { type Fact, type Facts, factsOf } from "./facts.ts";

/** The actor of a change: the runs of docsform, or other users. */
export type Actor = "ours" | "others";

/** An object that was created, deleted or changed. */
export interface Change {
  readonly by: Actor;
  readonly name: string;
  readonly before: Fact | undefined;
  readonly after: Fact | undefined;
}

/** A record of who changed what. It compares snapshots of the emulator's store, and does not use what runs report. */
export interface ChangeLog {
  /** The present objects. */
  readonly facts: Facts;
  /** Who created the object. Undefined: it was created before the record began. */
  creatorOf(name: string): Actor | undefined;
  /** Takes a snapshot: this actor made all changes since the last one. Returns these changes. */
  snapshot(by: Actor): readonly Change[];
  readonly changes: readonly Change[];
  /** The objects at the beginning and at each snapshot since. */
  readonly moments: readonly Facts[];
}

export function openChangeLog(emulator: Emulator): ChangeLog {
  let facts = factsOf(emulator.dump());
  const makers = new Map<string, Actor>([...facts.keys()].map((name) => [name, "others"]));
  const changes: Change[] = [];
  const moments = [facts];
  return {
    get facts() {
      return facts;
    },
    creatorOf: (name) => makers.get(name),
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

/** Fields that change without a change of the object, or with a change of its siblings. */
const incidental = new Set(["updatedAt", "rank", "default", "revision"]);

function isSame(one: Fact, other: Fact): boolean {
  return one.record === other.record || essence(one) === essence(other);
}

function essence({ record }: Fact): string {
  return canonicalJson(Object.fromEntries(Object.entries(record).filter(([name]) => !incidental.has(name))));
}
