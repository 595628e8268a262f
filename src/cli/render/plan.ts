import { permissions } from "../../plan/permissions.ts";
import type { GuardRefusal, Plan, PlanNote, Step, UnmanagedObject } from "../../plan/plan.ts";
import type { PlannedRun } from "../../reconcile/planned.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { renderSelection } from "./selection.ts";
import { renderStep } from "./step.ts";
import { count } from "./value.ts";

/** What a plan is for. */
type Purpose = PlannedRun["purpose"];

/** The whole plan as a person reviews it. `refusals` are those that the given permissions leave standing. */
export function renderPlan(
  plan: Plan,
  refusals: readonly GuardRefusal[],
  palette: Palette,
  purpose: Purpose = "apply",
): string {
  const blocks = [
    heading(plan, palette, purpose),
    renderSelection(plan.selection, palette),
    plan.steps.map((step) => renderStep(step, palette)).join("\n"),
    unmanaged(plan.unmanaged, palette),
    plan.notes.map((note) => renderNote(note, palette)).join("\n"),
    guard(plan, refusals, palette, purpose),
    summary(plan, palette, purpose),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

const nothing = {
  apply: (organization) => `No changes: organization ${organization} is as declared.`,
  destroy: (organization) => `Nothing to delete: organization ${organization} has nothing that is declared.`,
} as const satisfies Record<Purpose, (organization: string) => string>;

function heading(plan: Plan, palette: Palette, purpose: Purpose): string {
  const organization = plainText(plan.organizationId);
  if (plan.steps.length === 0 && plan.selection !== undefined)
    return palette.strong(`No changes in what was selected of organization ${organization}.`);
  return plan.steps.length === 0
    ? palette.strong(nothing[purpose](organization))
    : palette.strong(`Plan for organization ${organization} (${plan.generation} generation):`);
}

// A long list of what is left alone must not hide what is to be done.
const unmanagedShown = 20;

function unmanaged(objects: readonly UnmanagedObject[], palette: Palette): string {
  if (objects.length === 0) return "";
  const shown = objects
    .slice(0, unmanagedShown)
    .map(({ address, title }) => `  ${plainText(address)} ${JSON.stringify(plainText(title))}`);
  const rest = objects.length - shown.length;
  const lines = rest > 0 ? [...shown, `  and ${rest} more`] : shown;
  return palette.faint([`Not managed, left alone (${objects.length}):`, ...lines].join("\n"));
}

function renderNote(note: PlanNote, palette: Palette): string {
  const where = note.address === undefined ? "" : `${plainText(note.address)}: `;
  return `Note: ${where}${plainText(note.message)} ${palette.faint(`[${note.code}]`)}`;
}

function guard(plan: Plan, refusals: readonly GuardRefusal[], palette: Palette, purpose: Purpose): string {
  if (refusals.length > 0)
    return refusals.map((refusal) => renderRefusal(refusal, palette, purpose)).join("\n");
  const given = plan.guard.refusals.map(({ permittedBy }) => permittedBy);
  // That destroy may delete nobody has to say.
  const flags = new Set(given.filter((flag) => purpose === "apply" || flag !== permissions.deletes.flag));
  return flags.size === 0 ? "" : `Guard: permitted by ${[...flags].join(", ")}.`;
}

/** Why a run will not go on, what to do, and which flag permits it. */
function renderRefusal(refusal: GuardRefusal, palette: Palette, purpose: Purpose): string {
  const permitted = refusal.permittedBy === undefined ? "" : ` (${refusal.permittedBy} permits it)`;
  return [
    `${palette.removed(`Guard: ${purpose} will refuse this plan.`)} ${plainText(refusal.message)} ${palette.faint(`[${refusal.code}]`)}`,
    `  ${plainText(refusal.remedy)}${permitted}`,
    ...refusal.addresses.map((address) => `  ${plainText(address)}`),
  ].join("\n");
}

const counted = [
  ["create", "to create"],
  ["patch", "to change"],
  ["move", "to move"],
  ["replace", "to replace"],
  ["delete", "to delete"],
  ["adopt", "to adopt"],
  ["forget", "to forget"],
] as const satisfies readonly (readonly [Step["action"], string])[];

/** `2 to create, 1 to delete`; empty where there is no step. */
export function countSteps(steps: readonly Step[]): string {
  return counted
    .map(([action, text]) => [steps.filter((step) => step.action === action).length, text] as const)
    .filter(([number]) => number > 0)
    .map(([number, text]) => `${number} ${text}`)
    .join(", ");
}

function summary(plan: Plan, palette: Palette, purpose: Purpose): string {
  if (plan.steps.length === 0) return "";
  const run = purpose === "apply" ? "Apply" : "Destroy";
  return `${palette.strong(`${count(plan.steps.length, "step")}: ${countSteps(plan.steps)}.`)} ${run} will make ${count(plan.writeCalls, "writing API call")}.`;
}
