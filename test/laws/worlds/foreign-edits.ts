import fc from "fast-check";
import { type Act, act, perform } from "./acts.ts";
import type { Kind } from "./play.ts";

interface Edits {
  readonly edits: readonly { readonly at: number; readonly act: Act }[];
}

/** Other users change something between any two requests of a run. */
export const foreignEdits: Kind<Edits> = {
  name: "foreign edits between any two calls",
  worlds: 1500,
  runs: 2,
  disturbance: fc.record({
    edits: fc.array(fc.record({ at: fc.integer({ min: 1, max: 60 }), act }), { minLength: 1, maxLength: 4 }),
  }),
  before: (stage, { edits }, run) => {
    stage.atRequest = (request) => {
      for (const { at, act: each } of edits) if (run === 0 && at === request) perform(stage, each);
    };
  },
  everyActMustHappen: true,
  mustHappen: ["others changed something"],
};
