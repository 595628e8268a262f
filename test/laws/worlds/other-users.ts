import fc from "fast-check";
import { type Act, act, making, perform } from "./acts.ts";
import type { Kind } from "./play.ts";

interface Others {
  readonly made: readonly Act[];
  readonly done: readonly Act[];
}

/** Other users have objects with the layout's names, in its places and in other places, and have changed some objects. */
export const others: Kind<Others> = {
  name: "others' objects with our names, in our places and elsewhere",
  worlds: 1500,
  runs: 1,
  strange: fc.record({
    made: fc.array(making, { minLength: 1, maxLength: 3 }),
    done: fc.array(act, { maxLength: 2 }),
  }),
  before: (stage, { made, done }) => {
    for (const each of [...made, ...done]) perform(stage, each);
  },
  meetsEveryAct: true,
  meets: ["others changed something", "we changed something"],
};
