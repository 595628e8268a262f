import fc from "fast-check";
import type { Lock } from "../../../src/model/lock.ts";
import { type Kill, kill } from "../../support/storm.ts";
import type { Kind } from "./play.ts";
import { type Stage, wherever } from "./stage.ts";

interface Lost {
  readonly what: "journal" | "lock" | "both" | "newer lock";
  readonly kill: Kill | null;
  /** For how long reads show what was before a write. */
  readonly staleMs: number;
}

const former = new WeakMap<Stage, Lock | undefined>();

/** After a run that was killed or not, the journal, the lock, or both are not there; or the lock is one of before. */
export const lostFiles: Kind<Lost> = {
  name: "journals and locks lost separately",
  worlds: 1500,
  runs: 2,
  opening: wherever,
  strange: fc.record({
    what: fc.constantFrom("journal", "lock", "both", "newer lock"),
    kill,
    staleMs: fc.constantFrom(0, 0, 2000, 4000),
  }),
  before: (stage, { what, staleMs }, run) => {
    const { disk } = stage;
    if (run === 0) {
      former.set(stage, disk.lock);
      if (staleMs > 0)
        stage.service.emulator.faults.add({
          on: { method: "read" },
          fault: { kind: "stale-reads", ms: staleMs },
        });
      return;
    }
    if (what === "journal" || what === "both") disk.journal = [];
    if (what === "lock" || what === "both") disk.lock = undefined;
    if (what === "newer lock") disk.lock = former.get(stage);
  },
  kill: (strange, run) => (run === 0 ? strange.kill : null),
  // 21: without a journal nobody knows when a killed run ended: a person waits before trying again.
  waits: ({ what, staleMs }) => staleMs > 0 && (what === "journal" || what === "both"),
  meets: ["kills"],
};
