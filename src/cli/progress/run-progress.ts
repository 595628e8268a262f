import type { ApplyEvent } from "../../apply/events.ts";
import type { Clock } from "../../model/clock.ts";
import type { Plan } from "../../plan/plan.ts";

/** How far a run is. */
export interface RunState {
  readonly phase: "beginning" | "verifying" | "writing" | "settling" | "deciding-again";
  /** Of the writing calls of the plan, those that were made, or that will not be made any more. */
  readonly finished: number;
  readonly total: number;
  /** The nodes that were begun and are not over, the oldest first. */
  readonly underWay: readonly string[];
  readonly elapsedMs: number;
  /** Absent: nobody can say yet. */
  readonly leftMs?: number;
}

/** A run as it goes on, by what apply tells of it. */
export interface RunProgress {
  hear(event: ApplyEvent): void;
  state(): RunState;
}

export function followRun(plan: Pick<Plan, "nodes" | "writeCalls">, clock: Pick<Clock, "now">): RunProgress {
  const callsOf = new Map<string, number>(plan.nodes.map(({ id, calls }) => [id, calls]));
  const underWay = new Set<string>();
  const beganAt = clock.now();
  let phase: RunState["phase"] = "beginning";
  let firstWriteAt: number | undefined;
  let finished = 0;

  const finish = (node: string | undefined): void => {
    if (node === undefined) return;
    underWay.delete(node);
    finished += callsOf.get(node) ?? 0;
    callsOf.delete(node);
  };
  return {
    hear(event) {
      switch (event.kind) {
        case "verifying":
        case "settling":
        case "deciding-again":
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
        case "skipped":
          finish(event.node);
          return;
        case "adopted":
        case "note":
          return;
      }
    },
    state() {
      const now = clock.now();
      const total = plan.writeCalls;
      const leftMs =
        phase === "writing" && firstWriteAt !== undefined
          ? timeLeft(now - firstWriteAt, finished, total)
          : undefined;
      return {
        phase,
        finished,
        total,
        underWay: [...underWay],
        elapsedMs: now - beganAt,
        ...(leftMs !== undefined && { leftMs }),
      };
    },
  };
}

// What the first calls took says little about the others.
const leastKnown = { calls: 3, ms: 2_000 };

function timeLeft(spentMs: number, finished: number, total: number): number | undefined {
  if (finished < leastKnown.calls || spentMs < leastKnown.ms) return undefined;
  return (spentMs / finished) * (total - finished);
}
