import { type RecoveredObject, stepStatuses } from "../../engine/apply/apply-events.ts";
import type { Duplicate } from "../../engine/plan/drift/duplicates.ts";
import type { Purpose } from "../../model/plan/plan.ts";
import { count } from "../../util/count.ts";
import type { CommandFailure } from "../failure.ts";
import type { FailureView, ResultView } from "../view/result-view.ts";
import { someAddresses } from "./address-list.ts";
import { type Palette, plainPalette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { entryLine } from "./step-text.ts";

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
} as const satisfies Record<Exclude<ResultView["outcome"], "done">, (purpose: Purpose) => string>;

/** Claims no more than docsform has verified. */
function headlineOf({ outcome, finalRead, counts, steps, purpose, isPart }: ResultView): string {
  if (outcome === "differs" && !finalRead) return "Every step succeeded.";
  const done = counts.get("done") ?? 0;
  // A write was sent, and its outcome may be unknown.
  if (outcome === "partial" && done === 0) return `Not done. Run ${purpose} again to continue.`;
  if (outcome !== "done") return headlines[outcome](purpose);
  if (!finalRead) return `${count(done, "step")} done.`;
  if (done < steps.length) return "Done, except for the steps that you excluded.";
  if (purpose === "destroy") return "Done: every listed object is deleted.";
  return isPart ? "Done: the selected objects match the layout." : "Done: the service matches the layout.";
}

/** The result as text: done steps, failures with reasons, and the number of calls. */
export function renderResult(result: ResultView, palette: Palette): string {
  const { isGood, conflicts, failures, left, recovered, duplicates, checkedForDuplicates, error } = result;
  return [
    (isGood ? palette.added : palette.removed)(headlineOf(result)),
    ...conflicts.map(({ message, code }) => `  ${plainText(message)} ${palette.faint(`[${code}]`)}`),
    ...failures.flatMap((failure) => renderFailure(failure, palette)),
    ...left.map((step) => `  ${palette.changed("left")} ${entryLine(step, plainPalette)}`),
    ...recovered.flatMap((object) => renderRecovered(object, palette)),
    ...duplicates.flatMap((duplicate) => renderDuplicate(duplicate, palette)),
    ...(isGood || checkedForDuplicates ? [] : notCheckedForDuplicates),
    ...(error === undefined ? [] : reason(error, palette)),
    `${statusCounts(result)}${callCounts(result)}`,
    "",
  ].join("\n");
}

const notCheckedForDuplicates = [
  "  docsform did not check for duplicates that another run may have created.",
  "  The next plan lists objects that the layout does not declare.",
];

function renderRecovered({ address, id, origin }: RecoveredObject, palette: Palette): readonly string[] {
  const [where, which] = [plainText(address), plainText(id)];
  const found = `  ${palette.changed("recovered")} ${where} ${which}: the response to its create was lost.`;
  const unproven = "Nothing shows that docsform created it, so it neither opens nor deletes it yet.";
  return origin === "recovered"
    ? [found, `  ${unproven} Confirm it with docsform import ${where} ${which}.`]
    : [found];
}

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

const failuresNamed = 10;

function renderFailure(
  { status, error, times, addresses }: FailureView,
  palette: Palette,
): readonly string[] {
  const often = times === 1 ? "" : ` ${times} times`;
  const objects = addresses.map((address) => ({ address, title: "" }));
  return [
    `  ${palette.removed(`${status}${often}`)} ${someAddresses(objects, failuresNamed)}:`,
    ...reason(error, palette).map((text) => `  ${text}`),
  ];
}

function reason({ message, code, remedy }: CommandFailure, palette: Palette): readonly string[] {
  const sentence = `  ${plainText(message)} ${palette.faint(`[${code}]`)}`;
  return remedy === undefined ? [sentence] : [sentence, `  ${plainText(remedy)}`];
}

function statusCounts({ steps, counts }: ResultView): string {
  const parts = stepStatuses.flatMap((status) => {
    const number = counts.get(status);
    return number === undefined ? [] : [`${number} ${status === "not-tried" ? "not tried" : status}`];
  });
  return parts.length === 0 ? "" : `${count(steps.length, "step")}: ${parts.join(", ")}. `;
}

function callCounts({ calls, isUntouched, readCalls }: ResultView): string {
  if (isUntouched) return `Read the service in ${count(readCalls + calls.made, "API call")}, wrote nothing.`;
  const waited = calls.waitedMs > 0 ? `, waited ${(calls.waitedMs / 1000).toFixed(1)} s` : "";
  const kinds = `${calls.writes} writing, ${calls.made - calls.writes} reading`;
  return `Made ${count(calls.made, "API call")} (${kinds})${repeated(calls.retried)}${waited}.`;
}

function repeated(retried: number): string {
  return retried === 0 ? "" : `, ${retried} of them ${retried === 1 ? "a retry" : "retries"}`;
}
