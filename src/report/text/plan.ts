import { groupBy } from "../../model/groups.ts";
import { permissions } from "../../plan/permissions.ts";
import { type GuardRefusal, gapsIn, type PlanNote, type PlanStep } from "../../plan/plan.ts";
import type { PlannedRun } from "../../reconcile/planned.ts";
import { listOfAddresses, someAddresses } from "./address-list.ts";
import { columnsOf, wrapped } from "./columns.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { renderBody } from "./plan-body.ts";
import { renderDangers } from "./plan-dangers.ts";
import { nameOfOrganization, type PlanView } from "./plan-view.ts";
import { renderSelection } from "./selection.ts";
import { countSteps, countTypes, countUndone, totalsByType } from "./totals.ts";
import { count } from "./value.ts";

type Purpose = PlannedRun["purpose"];

/** A plan should fit on two screens. `--full` shows everything. */
const linesOfPlan = 100;
/** The minimum for the steps, however long the other parts are. */
const linesOfSteps = 12;

/**
 * A plan for review: the totals, the dangers, the steps in the structure of the organization, the unmanaged objects, and the refusals.
 * Lines fit the width of the view. Deletes and replacements are all named, however little room there is. Other parts that do not fit are
 * counted.
 */
export function renderPlan(view: PlanView, palette: Palette): string {
  const before = [
    heading(view, palette),
    renderSelection(view.plan.selection, palette).flatMap(({ text, indent }) =>
      wrapped(text, view.width, indent),
    ),
    renderDangers(view, palette),
  ];
  const after = [
    ofState(view, palette),
    unmanaged(view, palette),
    notes(view, palette),
    guard(view, palette),
    summary(view, palette),
  ];
  const room = Math.max(linesOfPlan - linesOf([...before, ...after]) - linesOfHint, linesOfSteps);
  const body = view.detail === "compact" ? noBody : renderBody(view, palette, room);
  const blocks = [...before, body.lines, ...after, hint(view, body.isWhole)];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

/** With the blank line before it. */
const linesOfHint = 3;

const noBody = { lines: [], isWhole: false };

/** With the blank lines between them. */
function linesOf(blocks: readonly (readonly string[])[]): number {
  return blocks.reduce((sum, block) => sum + (block.length > 0 ? block.length + 1 : 0), 0);
}

function hint({ plan, detail, width }: PlanView, isWhole: boolean): readonly string[] {
  const hidden = !isWhole || plan.steps.some(({ action }) => action === "import");
  if (detail === "full" || plan.steps.length === 0 || !hidden) return [];
  return wrapped("Shortened: --full shows every step with all its details.", width);
}

const nothing = {
  apply: (organization) => `No changes: organization ${organization} matches the layout.`,
  destroy: (organization) =>
    `Nothing to delete: organization ${organization} has none of the declared objects.`,
} as const satisfies Record<Purpose, (organization: string) => string>;

function heading(view: PlanView, palette: Palette): readonly string[] {
  const { plan, service, width, types } = view;
  const organization = nameOfOrganization(view);
  if (plan.steps.length === 0) return wrapped(palette.strong(nothingOf(view, organization)), width);
  const at = service === undefined ? "" : ` at ${plainText(service)}`;
  if (gapsIn(view.refusals).length > 0)
    return wrapped(palette.strong(`${unreliablePlan(organization)} The unreliable plan was:`), width);
  const head = `Plan for organization ${organization}${at}`;
  const version = `${plan.apiVersion} API version:`;
  const whole = `${head}, ${version}`;
  const lines = columnsOf(whole) <= width ? [whole] : [`${head},`, version];
  return [
    ...lines.flatMap((line) => wrapped(palette.strong(line), width)),
    ...totalsByType(plan.steps, types, palette).flatMap((line) => wrapped(line, width, 2)),
  ];
}

function unreliablePlan(organization: string): string {
  return `The plan for organization ${organization} is not reliable: see below.`;
}

function nothingOf({ plan, purpose, refusals }: PlanView, organization: string): string {
  // "No changes" would be wrong: a refusal may report an incomplete list.
  if (refusals.length > 0) return unreliablePlan(organization);
  if (plan.selection !== undefined)
    return `No changes among the selected objects of organization ${organization}.`;
  if (purpose === "apply" && Object.keys(plan.managed).length === 0)
    return `No changes: the layout declares nothing for organization ${organization}.`;
  return nothing[purpose](organization);
}

const mostNamed = 5;

/** Parts that change nothing on the service: imported, forgotten and unchanged objects. */
function ofState(view: PlanView, palette: Palette): readonly string[] {
  const { plan, width, types, detail } = view;
  const all = detail === "full";
  const imported = plan.steps.filter(({ action }) => action === "import");
  const forgotten = plan.steps.filter((step) => step.action === "forget");
  const lines = [
    ...(imported.length === 0 || all
      ? []
      : [
          `= To import, as the layout asks: ${countTypes(imported, types)} (${someAddresses(imported, mostNamed)})`,
        ]),
    ...(forgotten.length === 0 || all ? [] : forgottenLines(forgotten)),
    ...unchanged(view),
  ];
  return lines.flatMap((line) => wrapped(palette.faint(line), width));
}

// docsform no longer manages a forgotten object. The user may not have meant that, so each is named.
function forgottenLines(steps: readonly Extract<PlanStep, { action: "forget" }>[]): readonly string[] {
  const texts = {
    gone: "Forgotten, because they are gone from the service",
    undeclared: "Forgotten and left on the service, because the layout no longer declares them",
  };
  return [...groupBy(steps, ({ reason }) => reason)].map(
    ([reason, own]) => `. ${texts[reason]} (${own.length}): ${listOfAddresses(own)}`,
  );
}

function unchanged({ plan, purpose }: PlanView): readonly string[] {
  const changed = new Set(plan.steps.map(({ address }) => address));
  const number = Object.keys(plan.managed).filter((address) => !changed.has(address)).length;
  if (number === 0 || plan.steps.length === 0 || purpose === "destroy") return [];
  return [`  Unchanged: ${count(number, "object")}`];
}

// A long list of unmanaged objects must not hide the steps.
const unmanagedShown = 10;

function unmanaged({ plan, width, detail, types }: PlanView, palette: Palette): readonly string[] {
  const objects = plan.unmanaged;
  if (objects.length === 0) return [];
  const head = `Not managed, left alone (${objects.length})`;
  if (detail === "compact") return [palette.faint(`${head}: ${countTypes(objects, types)}`)];
  const most = detail === "full" ? objects.length : unmanagedShown;
  const shown = objects
    .slice(0, most)
    .map(({ address, title }) => `${plainText(address)} ${JSON.stringify(plainText(title))}`);
  const rest = objects.length - shown.length;
  return [
    palette.faint(`${head}:`),
    ...[...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].flatMap((line) =>
      wrapped(palette.faint(line), width, 2),
    ),
  ];
}

const notesShown = 10;

function notes({ plan, width, detail }: PlanView, palette: Palette): readonly string[] {
  const most = detail === "full" ? plan.notes.length : detail === "compact" ? 0 : notesShown;
  const rest = groupBy(plan.notes.slice(most), ({ code }) => code);
  const lines = [
    ...plan.notes.slice(0, most).map((note) => renderNote(note, palette)),
    ...[...rest].map(
      ([code, own]) => `Note: ${count(own.length, "more note")} ${palette.faint(`[${code}]`)}`,
    ),
  ];
  return lines.flatMap((line) => wrapped(line, width));
}

function renderNote(note: PlanNote, palette: Palette): string {
  const where = note.address === undefined ? "" : `${plainText(note.address)}: `;
  return `Note: ${where}${plainText(note.message)} ${palette.faint(`[${note.code}]`)}`;
}

function guard(view: PlanView, palette: Palette): readonly string[] {
  const { plan, refusals, purpose, width } = view;
  if (refusals.length > 0) return refusals.flatMap((refusal) => renderRefusal(view, refusal, palette));
  const given = plan.guard.refusals.map(({ permittedBy }) => permittedBy);
  // destroy needs no permission to delete.
  const flags = new Set(given.filter((flag) => purpose === "apply" || flag !== permissions.deletes.flag));
  return flags.size === 0 ? [] : wrapped(`Guard: permitted by ${[...flags].join(", ")}.`, width);
}

const refusedShown = 10;

/** The reason for a refusal, and the remedy: the flag that permits it, or another remedy if no flag does. */
function renderRefusal(view: PlanView, refusal: GuardRefusal, palette: Palette): readonly string[] {
  const { purpose, width, isRun } = view;
  const { message, code, remedy } = refusal;
  const refuses = palette.removed(isRun ? "Guard:" : `Guard: ${purpose} will refuse this plan.`);
  return [
    ...wrapped(`${refuses} ${plainText(message)} ${palette.faint(`[${code}]`)}`, width),
    ...wrapped(plainText(remedy), width, 2),
    ...refusedAddresses(view, refusal).flatMap((line) => wrapped(line, width, 2)),
  ];
}

/** The addresses that neither the dangers nor the message name. */
function refusedAddresses({ plan, detail }: PlanView, refusal: GuardRefusal): readonly string[] {
  const deleted = plan.steps.filter(({ action }) => action === "delete" || action === "replace");
  const named = new Set(deleted.map(({ address }) => address));
  const addresses = refusal.addresses.filter(
    (address) => !named.has(address) && !isNamedIn(refusal.message, address),
  );
  if (addresses.length <= refusedShown || detail === "full") return addresses.map(plainText);
  const titles = new Map([...plan.steps, ...plan.unmanaged].map(({ address, title }) => [address, title]));
  const objects = addresses.map((address) => ({ address, title: titles.get(address) ?? "" }));
  return [someAddresses(objects, refusedShown)];
}

function isNamedIn(message: string, address: string): boolean {
  return message.split(/[\s,;:()]+/u).some((word) => word.replace(/[.]$/u, "") === address);
}

function summary(
  { plan, purpose, width, refusals, isRun = false }: PlanView,
  palette: Palette,
): readonly string[] {
  if (plan.steps.length === 0) return [];
  const run = `${purpose === "apply" ? "Apply" : "Destroy"} ${isRun && refusals.length > 0 ? "would" : "will"}`;
  const total = palette.strong(`${count(plan.steps.length, "step")}: ${countSteps(plan.steps)}.`);
  const undone = countUndone(plan.steps);
  return wrapped(
    `${total} ${run} make ${count(plan.writeCalls, "writing API call")}.${undone === "" ? "" : ` It undoes ${undone}.`}`,
    width,
  );
}
