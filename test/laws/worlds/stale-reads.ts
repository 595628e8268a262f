import fc from "fast-check";
import { permissions } from "../../../src/model/plan/permission-flags.ts";
import { consistencyWindowMs } from "../../support/run-layout.ts";
import { nameOf, withUnmanagedContents } from "./facts.ts";
import type { Kind } from "./play.ts";
import { anyOpening, type Stage } from "./stage.ts";

interface StaleReads {
  readonly ms: number;
  readonly waits: boolean;
}

/** Reads show old values for longer than docsform waits. */
export const staleReads: Kind<StaleReads> = {
  name: "reads that lag beyond the consistency window",
  worlds: 1000,
  runs: 3,
  // 33: the object may exist although reads do not show it, and a create may duplicate it. Only a person can decide that.
  opening: anyOpening.map((given) => ({
    ...given,
    permitted: given.permitted.filter((each) => (permissions[each].flag as string) !== "--allow-recreate"),
  })),
  disturbance: fc.record({ ms: fc.constantFrom(3000, 7000, 20_000, 3_600_000), waits: fc.boolean() }),
  before: (stage, { ms }, run) => {
    if (run === 0)
      stage.service.emulator.faults.add({ on: { method: "read" }, fault: { kind: "stale-reads", ms } });
    if (ms <= consistencyWindowMs) return;
    stage.readsAreOld = true;
    stage.hidden = recreatableObjects(stage);
  },
  waits: ({ waits }) => waits,
  mustHappen: ["stale-reads"],
};

/** 33: if no read shows an object that docsform created and that has only declared values, docsform recreates it without permission. */
function recreatableObjects({ changeLog }: Stage): ReadonlySet<string> {
  const isNew = (name: string) => changeLog.creatorOf(name) === "ours";
  const plain = [...changeLog.facts.values()].filter(({ type }) => !withUnmanagedContents.has(type));
  return new Set(plain.map(nameOf).filter(isNew));
}
