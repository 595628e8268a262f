import type { ApplyResult, Outcome, StepResult, StepStatus } from "../../engine/apply/apply-events.ts";
import type { Address } from "../../model/address.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { Purpose } from "../../model/plan/plan.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import { type CommandFailure, failureOf } from "../failure.ts";
import { kindOfError } from "../kind-of-error.ts";
import type { Names } from "./names-view.ts";
import { type StepView, stepView } from "./step-view.ts";

/** The result of a run, for text, JSON and events. Its errors are data, without a stack trace. */
export interface ResultView extends Omit<ApplyResult, "steps" | "error"> {
  readonly purpose: Purpose;
  /** The run did not compare the rest of the layout. */
  readonly isPart: boolean;
  /** Number of API calls of the refresh. */
  readonly readCalls: number;
  readonly steps: readonly StepResultView[];
  /** The steps that failed, or whose result is unknown. Those that failed alike are together. Empty: the run tried no step. */
  readonly failures: readonly FailureView[];
  /** The steps of `remaining`, as in a plan. */
  readonly left: readonly StepView[];
  /** The number of steps for each status. */
  readonly counts: ReadonlyMap<StepStatus, number>;
  /** Whether the run ended well. */
  readonly isGood: boolean;
  /** Whether the run ended before its first write. */
  readonly isUntouched: boolean;
  readonly error?: CommandFailure;
}

export interface StepResultView extends Omit<StepResult, "error"> {
  readonly error?: CommandFailure;
}

/** Steps with one status and one reason. */
export interface FailureView {
  readonly status: StepStatus;
  readonly error: CommandFailure;
  /** How many steps failed so. A move and a change of one object are two steps. */
  readonly times: number;
  readonly addresses: readonly Address[];
}

/** Facts of a run that its result does not have. */
interface RunFacts extends Pick<ResultView, "purpose" | "isPart" | "readCalls"> {}

/** `names`: those of the plan's objects. */
export function resultView(result: ApplyResult, facts: RunFacts, names: Names): ResultView {
  const { steps, error, outcome, remaining, ...rest } = result;
  return {
    ...rest,
    ...facts,
    outcome,
    remaining,
    steps: steps.map(withFailure),
    failures: withoutTries.includes(outcome) ? [] : failureGroups(steps),
    left: remaining.map((step) => stepView(names, step)),
    counts: new Map([...groupBy(steps, ({ status }) => status)].map(([status, own]) => [status, own.length])),
    isGood: outcome === "done" || outcome === "nothing",
    isUntouched: outcome === "nothing" || withoutTries.includes(outcome),
    ...present({ error: error && failureOf(error) }),
  };
}

/** Outcomes without a tried step. */
const withoutTries: readonly Outcome[] = ["refused", "stale"];

function withFailure({ address, status, error }: StepResult): StepResultView {
  return { address, status, ...present({ error: error && failureOf(error) }) };
}

function failureGroups(steps: readonly StepResult[]): readonly FailureView[] {
  const alike = groupBy(steps.filter(isFailed), ({ status, error }) => `${status} ${kindOfError(error)}`);
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const addresses = [...new Set(group.map(({ address }) => address))];
    return [{ status: first.status, error: failureOf(first.error), times: group.length, addresses }];
  });
}

function isFailed(step: StepResult): step is StepResult & { readonly error: DocsformError } {
  return step.error !== undefined;
}
