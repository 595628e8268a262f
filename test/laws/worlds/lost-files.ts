import fc from "fast-check";
import type { State } from "../../../src/model/state.ts";
import { type Kill, kill } from "../../support/random-faults.ts";
import type { Kind } from "./play.ts";
import { anyOpening, type Stage } from "./stage.ts";

interface Lost {
  readonly what: "journal" | "state" | "both" | "newer state";
  readonly kill: Kill | null;
  /** How long reads show old values after a write. */
  readonly staleMs: number;
}

const former = new WeakMap<Stage, State | undefined>();

/** After a run, which may have been killed, the journal, the state or both are lost, or the state is an older one. */
export const lostFiles: Kind<Lost> = {
  name: "journals and states lost separately",
  worlds: 1500,
  runs: 2,
  opening: anyOpening,
  disturbance: fc.record({
    what: fc.constantFrom("journal", "state", "both", "newer state"),
    kill,
    staleMs: fc.constantFrom(0, 0, 2000, 4000),
  }),
  before: (stage, { what, staleMs }, run) => {
    const { disk } = stage;
    if (run === 0) {
      former.set(stage, disk.state);
      if (staleMs > 0)
        stage.service.emulator.faults.add({
          on: { method: "read" },
          fault: { kind: "stale-reads", ms: staleMs },
        });
      return;
    }
    if (what === "journal" || what === "both") disk.journal = [];
    if (what === "state" || what === "both") disk.state = undefined;
    if (what === "newer state") disk.state = former.get(stage);
  },
  kill: (disturbance, run) => (run === 0 ? disturbance.kill : null),
  // 21: without a journal, the next run does not know when the killed run ended. So a person waits before the next run.
  waits: ({ what, staleMs }) => staleMs > 0 && (what === "journal" || what === "both"),
  mustHappen: ["kills"],
};
