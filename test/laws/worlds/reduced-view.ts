import fc from "fast-check";
import type { Fact } from "./facts.ts";
import { hide } from "./hidden-objects.ts";
import type { Kind } from "./play.ts";
import type { Stage } from "./stage.ts";

interface ReducedView {
  readonly which: readonly number[];
  /** Whether the contents of the objects are hidden, too. */
  readonly contents: boolean;
  readonly byId: "shown" | "gone" | "forbidden";
  /** The number of the first run with the reduced access. */
  readonly from: 0 | 1;
}

/** The token has less access than before: lists omit objects, and their counts do too. */
export const reducedView: Kind<ReducedView> = {
  name: "a token that sees less from one run to the next",
  worlds: 1500,
  runs: 2,
  disturbance: fc.record({
    which: fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }),
    contents: fc.boolean(),
    byId: fc.constantFrom("shown", "shown", "gone", "forbidden"),
    from: fc.constantFrom(0, 1),
  }),
  before: (stage, { which, contents, byId, from }, run) => {
    if (run < from) return;
    hide(stage, chosen(stage, which, contents), byId);
  },
  mustHappen: ["hide"],
};

function chosen({ changeLog }: Stage, which: readonly number[], contents: boolean): readonly Fact[] {
  const facts = [...changeLog.facts.values()];
  const picked = which.flatMap((index) => facts[index % Math.max(1, facts.length)] ?? []);
  const ids = new Set(picked.map(({ id }) => id));
  const inside = facts.filter(({ container }) => container !== null && ids.has(container));
  return contents ? [...picked, ...inside] : picked;
}
