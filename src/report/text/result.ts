import type { ApplyResult, StepResult, StepStatus } from "../../apply/events.ts";
import type { DocsformError } from "../../model/errors.ts";
import { append } from "../../model/groups.ts";
import type { Duplicate } from "../../plan/report/duplicates.ts";
import type { PlannedRun } from "../../reconcile/planned.ts";
import { type CommandFailure, failureOf } from "../failure.ts";
import { kindOfError } from "../kind-of-error.ts";
import { stepView } from "../view/step-view.ts";
import { someAddresses } from "./address-list.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { stepHeadline } from "./step.ts";
import { count } from "./value.ts";

/** The result of an apply as JSON. */
export interface ResultJson {
  readonly outcome: ApplyResult["outcome"];
  readonly steps: readonly {
    readonly address: string;
    readonly status: StepStatus;
    readonly error?: CommandFailure;
  }[];
  readonly created: Readonly<Record<string, string>>;
  readonly conflicts: ApplyResult["conflicts"];
  readonly finalRead: boolean;
  readonly remaining: ApplyResult["remaining"];
  readonly duplicates: ApplyResult["duplicates"];
  readonly checkedForDuplicates: boolean;
  readonly calls: ApplyResult["calls"];
  readonly error?: CommandFailure;
}

/** Converts a result to JSON. Errors have a message, a remedy and a code. */
export function resultJson(result: ApplyResult): ResultJson {
  const {
    outcome,
    steps,
    created,
    conflicts,
    finalRead,
    remaining,
    duplicates,
    checkedForDuplicates,
    calls,
    error,
  } = result;
  return {
    outcome,
    steps: steps.map((step) => ({
      address: step.address,
      status: step.status,
      ...(step.error === undefined ? {} : { error: failureOf(step.error) }),
    })),
    created,
    conflicts,
    finalRead,
    remaining,
    duplicates,
    checkedForDuplicates,
    calls,
    ...(error === undefined ? {} : { error: failureOf(error) }),
  };
}

type Purpose = PlannedRun["purpose"];

const headlines = {
  differs: (purpose) =>
    purpose === "destroy"
      ? "Every step succeeded, but some objects still exist."
      : "Every step succeeded, but the service does not match the layout.",
  nothing: () => "Nothing to do.",
  partial: (purpose) => `Partly done. Run ${purpose} again to continue.`,
  refused: () => "Refused. Nothing was written.",
  stale: () => "The service has changed since the plan was made. Nothing was written. Plan again.",
  interrupted: (purpose) => `Interrupted. Run ${purpose} again to continue.`,
  failed: () => "Failed.",
} as const satisfies Record<Exclude<ApplyResult["outcome"], "done">, (purpose: Purpose) => string>;

/** Claims no more than docsform has verified. */
function headlineOf(result: ApplyResult, purpose: Purpose, isPart: boolean): string {
  if (result.outcome === "differs" && !result.finalRead) return "Every step succeeded.";
  const done = result.steps.filter(({ status }) => status === "done").length;
  // A write was sent, and its outcome may be unknown.
  if (result.outcome === "partial" && done === 0) return `Not done. Run ${purpose} again to continue.`;
  if (result.outcome !== "done") return headlines[result.outcome](purpose);
  if (!result.finalRead) return `${count(done, "step")} done.`;
  if (done < result.steps.length) return "Done, except for the steps that you excluded.";
  if (purpose === "destroy") return "Done: every listed object is deleted.";
  return isPart ? "Done: the selected objects match the layout." : "Done: the service matches the layout.";
}

/**
 * The result as text: done steps, failures with reasons, and the number of calls. `isPart`: the run did not compare the rest of the layout.
 * `readCalls`: the calls of the refresh.
 */
export function renderResult(
  result: ApplyResult,
  purpose: Purpose,
  palette: Palette,
  { isPart = false, readCalls }: { readonly isPart?: boolean; readonly readCalls: number },
): string {
  const good = result.outcome === "done" || result.outcome === "nothing";
  const headline = (good ? palette.added : palette.removed)(headlineOf(result, purpose, isPart));
  return [
    headline,
    ...result.conflicts.map(({ message, code }) => `  ${plainText(message)} ${palette.faint(`[${code}]`)}`),
    ...(untouched.includes(result.outcome) ? [] : failures(result.steps, palette)),
    ...result.remaining.map((step) => `  ${palette.changed("left")} ${stepHeadline(stepView([], step))}`),
    ...result.duplicates.flatMap((duplicate) => renderDuplicate(duplicate, palette)),
    ...(good || result.checkedForDuplicates ? [] : notCheckedForDuplicates),
    ...(result.error === undefined ? [] : reason(result.error, palette)),
    `${statusCounts(result)}${callCounts(result, readCalls)}`,
    "",
  ].join("\n");
}

const notCheckedForDuplicates = [
  "  docsform did not check for duplicates that another run may have created.",
  "  The next plan lists objects that the layout does not declare.",
];

function renderDuplicate(
  { address, title, id, duplicateId }: Duplicate,
  palette: Palette,
): readonly string[] {
  const made = `${plainText(address)} ${JSON.stringify(plainText(title))}`;
  return [
    `  ${palette.removed("duplicate")} ${made}: this run created ${plainText(id)}, and another user created ${plainText(duplicateId)}, which looks the same.`,
    "  Find out who else applies this layout, and delete the extra object.",
  ];
}

/** Outcomes without a tried step, so that no step needs a line. */
const untouched: readonly ApplyResult["outcome"][] = ["refused", "stale"];

/** The failures, grouped by reason. Steps that were not tried because of a failure are counted below. */
function failures(steps: readonly StepResult[], palette: Palette): readonly string[] {
  const groups = new Map<string, Failed[]>();
  for (const step of steps) {
    if (isFailed(step)) append(groups, `${step.status} ${kindOfError(step.error)}`, step);
  }
  return [...groups.values()].flatMap((alike) => renderAlike(alike, palette));
}

type Failed = StepResult & { readonly error: DocsformError };

function isFailed(step: StepResult): step is Failed {
  return step.error !== undefined;
}

const failuresNamed = 10;

function renderAlike(alike: readonly Failed[], palette: Palette): readonly string[] {
  const [first] = alike;
  if (first === undefined) return [];
  // A move and a change of one object are two steps.
  const objects = [...new Set(alike.map(({ address }) => address))].map((address) => ({
    address,
    title: "",
  }));
  const often = alike.length === 1 ? "" : ` ${alike.length} times`;
  return [
    `  ${palette.removed(`${first.status}${often}`)} ${someAddresses(objects, failuresNamed)}:`,
    ...reason(first.error, palette).map((text) => `  ${text}`),
  ];
}

function reason(error: unknown, palette: Palette): readonly string[] {
  const { message, code, remedy } = failureOf(error);
  const sentence = `  ${plainText(message)} ${palette.faint(`[${code}]`)}`;
  return remedy === undefined ? [sentence] : [sentence, `  ${plainText(remedy)}`];
}

const statuses = [
  "done",
  "failed",
  "unknown",
  "not-tried",
  "skipped",
] as const satisfies readonly StepStatus[];

function statusCounts({ steps }: ApplyResult): string {
  const counts = statuses
    .map((status) => [status, steps.filter((step) => step.status === status).length] as const)
    .filter(([, number]) => number > 0)
    .map(([status, number]) => `${number} ${status === "not-tried" ? "not tried" : status}`);
  return counts.length === 0 ? "" : `${count(steps.length, "step")}: ${counts.join(", ")}. `;
}

function callCounts({ calls, outcome }: ApplyResult, readCalls: number): string {
  if (untouched.includes(outcome) || outcome === "nothing")
    return `Read the service in ${count(readCalls + calls.made, "API call")}, wrote nothing.`;
  const waited = calls.waitedMs > 0 ? `, waited ${(calls.waitedMs / 1000).toFixed(1)} s` : "";
  return `Made ${count(calls.made, "API call")}${repeated(calls.retried)}${waited}.`;
}

function repeated(retried: number): string {
  return retried === 0 ? "" : `, ${retried} of them ${retried === 1 ? "a retry" : "retries"}`;
}
