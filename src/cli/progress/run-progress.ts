import type { ApplyEvent } from "../../apply/events.ts";
import type { Clock } from "../../model/clock.ts";
import { present } from "../../model/present.ts";
import type { Plan } from "../../plan/plan.ts";

/** How far a run is. */
export interface RunState {
  readonly phase: "beginning" | "checking-plan" | "writing" | "rereading" | "verifying";
  /** Of the writing calls of the plan, those that are over, done or not. */
  readonly finished: number;
  /** Of the writing calls of the plan, those that will not be made any more, as far as that is known. */
  readonly notTried: number;
  readonly total: number;
  /** The nodes that were begun and are not over, the oldest first. */
  readonly running: readonly string[];
  readonly elapsedMs: number;
  /** Absent: nobody can say yet, or it is about to stop. */
  readonly leftMs?: number;
}

/** A run as it goes on, by what apply tells of it. */
export interface RunProgress {
  onEvent(event: ApplyEvent): void;
  state(): RunState;
}

/** Follows a run of the plan, which begins nothing more once the signal is given. */
export function trackProgress(
  plan: Pick<Plan, "nodes" | "writeCalls">,
  clock: Pick<Clock, "now">,
  signal: AbortSignal,
): RunProgress {
  const callsOf = new Map<string, number>(plan.nodes.map(({ id, calls }) => [id, calls]));
  const underWay = new Set<string>();
  const beganAt = clock.now();
  let phase: RunState["phase"] = "beginning";
  let firstWriteAt: number | undefined;
  let finished = 0;
  let notTried = 0;

  /** Ends a node, and gives its number of calls: 0 the second time. */
  const callsEndedWith = (node: string | undefined): number => {
    if (node === undefined) return 0;
    underWay.delete(node);
    const calls = callsOf.get(node) ?? 0;
    callsOf.delete(node);
    return calls;
  };
  return {
    onEvent(event) {
      switch (event.kind) {
        case "checking-plan":
        case "rereading":
        case "verifying":
          phase = event.kind;
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
        ...present({ leftMs }),
      };
    },
  };
}

// What the first calls took says little about the others.
const leastKnown = { calls: 3, ms: 2_000 };

function timeLeft(spentMs: number, finished: number, toTry: number): number | undefined {
  if (finished < leastKnown.calls || spentMs < leastKnown.ms) return undefined;
  return (spentMs / finished) * (toTry - finished);
}
