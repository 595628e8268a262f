import type { ApplyEvent } from "../../engine/apply/apply-events.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Clock } from "../../util/clock.ts";
import { present } from "../../util/present.ts";
import { isPhase, type phases } from "../render/render-event.ts";

export interface RunState {
  readonly phase: "beginning" | "writing" | "waiting" | keyof typeof phases;
  /** The number of the plan's write calls that have ended, successful or not. */
  readonly finished: number;
  /** The number of the plan's write calls that will not be made, as far as that is known. */
  readonly notTried: number;
  readonly total: number;
  /** The nodes in flight, the oldest first. */
  readonly running: readonly string[];
  readonly elapsedMs: number;
  /** The rest of the wait. */
  readonly waitMs: number;
  /** Absent: unknown, or the run is about to stop. */
  readonly leftMs?: number;
}

/** Tracks a run through the events of apply. */
export interface RunProgress {
  onEvent(event: ApplyEvent): void;
  state(): RunState;
}

/** Tracks a run of the plan. After the signal, the run starts no more nodes. */
export function trackProgress(
  plan: Pick<Plan, "nodes" | "writeCalls">,
  clock: Pick<Clock, "now">,
  signal: AbortSignal,
): RunProgress {
  const callsOf = new Map<string, number>(plan.nodes.map(({ id, calls }) => [id, calls]));
  const underWay = new Set<string>();
  const beganAt = clock.now();
  let phase: RunState["phase"] = "beginning";
  let waitsUntilMs = 0;
  let firstWriteAt: number | undefined;
  let finished = 0;
  let notTried = 0;

  /** Ends a node, and returns its number of calls. The second time it returns 0. */
  const callsEndedWith = (node: string | undefined): number => {
    if (node === undefined) return 0;
    underWay.delete(node);
    const calls = callsOf.get(node) ?? 0;
    callsOf.delete(node);
    return calls;
  };
  return {
    onEvent(event) {
      if (isPhase(event)) {
        phase = event.kind;
        return;
      }
      switch (event.kind) {
        case "waiting":
          phase = event.kind;
          waitsUntilMs = clock.now() + event.waitMs;
          return;
        case "started":
          phase = "writing";
          firstWriteAt ??= clock.now();
          underWay.add(event.node);
          return;
        case "done":
        case "failed":
        case "unknown":
          finished += callsEndedWith(event.node);
          return;
        case "skipped":
          notTried += callsEndedWith(event.node);
          return;
        case "recovered":
        case "note":
          return;
      }
    },
    state() {
      const now = clock.now();
      const total = plan.writeCalls;
      const leftMs =
        phase === "writing" && firstWriteAt !== undefined && !signal.aborted
          ? timeLeft(now - firstWriteAt, finished, total - notTried)
          : undefined;
      return {
        phase,
        finished,
        notTried,
        total,
        running: [...underWay],
        elapsedMs: now - beganAt,
        waitMs: Math.max(waitsUntilMs - now, 0),
        ...present({ leftMs }),
      };
    },
  };
}

// The time of the first few calls does not predict the others.
const leastKnown = { calls: 3, ms: 2_000 };

function timeLeft(spentMs: number, finished: number, toTry: number): number | undefined {
  if (finished < leastKnown.calls || spentMs < leastKnown.ms) return undefined;
  return (spentMs / finished) * (toTry - finished);
}
