import fc from "fast-check";
import { type Act, act, creatingAct, perform } from "./acts.ts";
import type { Kind } from "./play.ts";

interface OtherUsers {
  readonly made: readonly Act[];
  readonly done: readonly Act[];
}

/** Other users have objects with the layout's names, in its places and in other places, and have changed some objects. */
export const otherUsers: Kind<OtherUsers> = {
  name: "others' objects with our names, in our places and elsewhere",
  worlds: 1500,
  runs: 1,
  disturbance: fc.record({
    made: fc.array(creatingAct, { minLength: 1, maxLength: 3 }),
    done: fc.array(act, { maxLength: 2 }),
  }),
  before: (stage, { made, done }) => {
    for (const each of [...made, ...done]) perform(stage, each);
  },
  everyActMustHappen: true,
  mustHappen: ["others changed something", "we changed something"],
};
