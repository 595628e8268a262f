import type { ApplyEvent } from "../../engine/apply/apply-events.ts";
import type { PlannedRun } from "../../engine/reconcile/planned.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import { failureOf } from "../failure.ts";
import type { EffectView, EffectViews } from "../view/effects-view.ts";
import type { PlanView } from "../view/plan-view.ts";
import type { ResultView } from "../view/result-view.ts";
import type { Emit, RunEvent } from "./events.ts";

/** Reports the recovered objects of an interrupted run, the plan, and the guards that refuse it. */
export function emitPlanned(emit: Emit, view: PlanView, recovered: PlannedRun["recovered"]): void {
  const { purpose, steps, found, writeCalls, guards, refusals } = view;
  for (const [address, id] of Object.entries(recovered?.matches ?? {}))
    emit({ kind: "recovered", address, id, ...present({ origin: recovered?.origins[address] }) });
  const counts = countsBy(steps, ({ action }) => action.name);
  emit({ kind: "planned", purpose, steps: counts, found, writeCalls, ...effectCounts(view) });
  const open = new Set(refusals);
  for (const refusal of guards) emit({ kind: "guard", ...refusal, permitted: !open.has(refusal) });
}

/** The number of effects for each kind. */
export function effectCounts({ dangers, effects }: EffectViews): {
  readonly dangers: Readonly<Record<string, number>>;
  readonly effects: Readonly<Record<string, number>>;
} {
  const count = (views: readonly EffectView[]) => countsBy(views, ({ kind }) => kind.name);
  return { dangers: count(dangers), effects: count(effects) };
}

function countsBy<T>(items: readonly T[], name: (item: T) => string): Readonly<Record<string, number>> {
  return Object.fromEntries([...groupBy(items, name)].map(([key, own]) => [key, own.length]));
}

/** Reports the result of a run, for each step and as a whole. */
export function emitResult(emit: Emit, { steps, outcome, finalRead, remaining }: ResultView): void {
  for (const [step, each] of steps.entries()) emit({ kind: "step-ended", step, ...each });
  emit({ kind: "applied", outcome, finalRead, remaining: remaining.length });
}

/** Events of apply that are events of `--events` too. */
const sharedKinds = [
  "checking-plan",
  "rereading",
  "waiting",
  "verifying",
  "checking-duplicates",
  "note",
] as const satisfies readonly ApplyEvent["kind"][];

type SharedEvent = Extract<ApplyEvent, { readonly kind: (typeof sharedKinds)[number] }>;

function isShared(event: ApplyEvent): event is SharedEvent {
  return sharedKinds.some((kind) => kind === event.kind);
}

/** Converts an event of apply to one of `--events`. */
export function eventOfApply(event: ApplyEvent): RunEvent {
  if (isShared(event)) return event;
  switch (event.kind) {
    case "started":
      return { kind: "node-started", ...nodeOf(event) };
    case "done":
      return { kind: "node-done", ...nodeOf(event), id: event.id };
    case "recovered":
      return { kind: "node-found", ...nodeOf(event), id: event.id, origin: event.origin };
    case "failed": {
      const { step, address, node, error } = event;
      return { kind: "node-failed", step, address, ...present({ node }), error: failureOf(error) };
    }
    case "unknown":
      return { kind: "node-unknown", ...nodeOf(event), error: failureOf(event.error) };
    case "skipped":
      return { kind: "node-skipped", ...nodeOf(event), reason: event.reason };
  }
}

type OfNode = Extract<ApplyEvent, { readonly kind: "started" }>;

function nodeOf({ node, step, address }: Omit<OfNode, "kind">): Omit<OfNode, "kind"> {
  return { node, step, address };
}
