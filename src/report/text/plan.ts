import { count } from "../../model/count.ts";
import { groupBy } from "../../model/groups.ts";
import { present } from "../../model/present.ts";
import type { GuardRefusal, PlanNote } from "../../plan/plan.ts";
import type { PlanView } from "../view/plan-view.ts";
import type { StepView } from "../view/step-view.ts";
import { listOfAddresses, someAddresses } from "./address-list.ts";
import { columnsOf, wrapped } from "./columns.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { renderBody } from "./plan-body.ts";
import { renderDangers } from "./plan-dangers.ts";
import { renderSelection } from "./selection.ts";
import type { TextShape } from "./text-shape.ts";
import { countSteps, countTypes, countUndone, totalsByType } from "./totals.ts";

type Purpose = PlanView["purpose"];

/** A plan should fit on two screens. `--full` shows everything. */
const linesOfPlan = 100;
/** The minimum for the steps, however long the other parts are. */
const linesOfSteps = 12;

/**
 * A plan for review: the totals, the dangers, the steps in the structure of the organization, the unmanaged objects, and the refusals.
 * Lines fit the width. Deletes and replacements are all named, however little room there is. Other parts that do not fit are
 * counted.
 */
export function renderPlan(view: PlanView, shape: TextShape, palette: Palette): string {
  const { width, detail } = shape;
  const before = [
    heading(view, width, palette),
    renderSelection(view.selection, palette).flatMap(({ text, indent }) => wrapped(text, width, indent)),
    renderDangers(view.dangers, shape, palette),
  ];
  const after = [
    ofState(view, shape, palette),
    unmanaged(view, shape, palette),
    notes(view, shape, palette),
    guard(view, shape, palette),
    summary(view, width, palette),
  ];
  const room = Math.max(linesOfPlan - linesOf([...before, ...after]) - linesOfHint, linesOfSteps);
  const body = detail === "compact" ? noBody : renderBody(view, shape, palette, room);
  const blocks = [...before, body.lines, ...after, hint(view, shape, body.isWhole)];
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

function hint({ steps }: PlanView, { width, detail }: TextShape, isWhole: boolean): readonly string[] {
  const hidden = !isWhole || steps.some(({ summary }) => summary?.names === "some");
  if (detail === "full" || steps.length === 0 || !hidden) return [];
  return wrapped("Shortened: --full shows every step with all its details.", width);
}

const nothing = {
  apply: (organization) => `No changes: organization ${organization} matches the layout.`,
  destroy: (organization) =>
    `Nothing to delete: organization ${organization} has none of the declared objects.`,
} as const satisfies Record<Purpose, (organization: string) => string>;

/** `Acme (Qm3vT8xLz1)`, or the id if the title is unknown. */
export function nameOfOrganization({ organization }: Pick<PlanView, "organization">): string {
  const id = plainText(organization.id);
  const title = plainText(organization.title ?? "");
  return title === "" || title === id ? id : `${title} (${id})`;
}

function heading(view: PlanView, width: number, palette: Palette): readonly string[] {
  const { steps, service } = view;
  const organization = nameOfOrganization(view);
  if (steps.length === 0) return wrapped(palette.strong(nothingOf(view, organization)), width);
  const at = service === undefined ? "" : ` at ${plainText(service)}`;
  if (!view.isReliable)
    return wrapped(palette.strong(`${unreliablePlan(organization)} The unreliable plan was:`), width);
  const head = `Plan for organization ${organization}${at}`;
  const version = `${view.apiVersion} API version:`;
  const whole = `${head}, ${version}`;
  const lines = columnsOf(whole) <= width ? [whole] : [`${head},`, version];
  return [
    ...lines.flatMap((line) => wrapped(palette.strong(line), width)),
    ...totalsByType(steps, palette).flatMap((line) => wrapped(line, width, 2)),
  ];
}

function unreliablePlan(organization: string): string {
  return `The plan for organization ${organization} is not reliable: see below.`;
}

function nothingOf({ selection, unchanged, purpose, refusals }: PlanView, organization: string): string {
  // "No changes" would be wrong: a refusal may report an incomplete list.
  if (refusals.length > 0) return unreliablePlan(organization);
  if (selection !== undefined)
    return `No changes among the selected objects of organization ${organization}.`;
  if (purpose === "apply" && unchanged === 0)
    return `No changes: the layout declares nothing for organization ${organization}.`;
  return nothing[purpose](organization);
}

const mostNamed = 5;

/** Parts that change nothing on the service: steps of the state, and unchanged objects. */
function ofState(view: PlanView, { width, detail }: TextShape, palette: Palette): readonly string[] {
  const steps = detail === "full" ? [] : view.steps;
  const groups = groupBy(steps, ({ summary }) => summary?.heading);
  const lines = [
    ...[...groups].flatMap(([head, own]) => (head === undefined ? [] : [summaryLine(head, own)])),
    ...unchanged(view),
  ];
  return lines.flatMap((line) => wrapped(palette.faint(line), width));
}

function summaryLine(head: string, steps: readonly StepView[]): string {
  const [first] = steps;
  const marked = `${first?.action.symbol ?? ""} ${head}`;
  return first?.summary?.names === "all"
    ? `${marked} (${steps.length}): ${listOfAddresses(steps)}`
    : `${marked}: ${countTypes(steps)} (${someAddresses(steps, mostNamed)})`;
}

function unchanged({ unchanged: number, purpose, steps }: PlanView): readonly string[] {
  if (number === 0 || steps.length === 0 || purpose === "destroy") return [];
  return [`  Unchanged: ${count(number, "object")}`];
}

// A long list of unmanaged objects must not hide the steps.
const unmanagedShown = 10;

function unmanaged(
  { unmanaged: objects }: PlanView,
  { width, detail }: TextShape,
  palette: Palette,
): readonly string[] {
  if (objects.length === 0) return [];
  const head = `Not managed, left alone (${objects.length})`;
  if (detail === "compact") return [palette.faint(`${head}: ${countTypes(objects)}`)];
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

function notes(view: PlanView, { width, detail }: TextShape, palette: Palette): readonly string[] {
  const most = detail === "full" ? view.notes.length : detail === "compact" ? 0 : notesShown;
  const rest = groupBy(view.notes.slice(most), ({ code }) => code);
  const lines = [
    ...view.notes.slice(0, most).map((note) => renderNote(note, palette)),
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

function guard(view: PlanView, shape: TextShape, palette: Palette): readonly string[] {
  const { refusals, permittedBy } = view;
  if (refusals.length > 0) return refusals.flatMap((refusal) => renderRefusal(view, refusal, shape, palette));
  return permittedBy.length === 0
    ? []
    : wrapped(`Guard: permitted by ${permittedBy.join(", ")}.`, shape.width);
}

const refusedShown = 10;

/** The reason for a refusal, and the remedy: the flag that permits it, or another remedy if no flag does. */
function renderRefusal(
  view: PlanView,
  refusal: GuardRefusal,
  shape: TextShape,
  palette: Palette,
): readonly string[] {
  const { purpose, isRun } = view;
  const { width } = shape;
  const { message, code, remedy } = refusal;
  const refuses = palette.removed(isRun ? "Guard:" : `Guard: ${purpose} will refuse this plan.`);
  return [
    ...wrapped(`${refuses} ${plainText(message)} ${palette.faint(`[${code}]`)}`, width),
    ...wrapped(plainText(remedy), width, 2),
    ...refusedAddresses(view, refusal, shape).flatMap((line) => wrapped(line, width, 2)),
  ];
}

/** The addresses that neither the dangers nor the message name. */
function refusedAddresses(view: PlanView, refusal: GuardRefusal, { detail }: TextShape): readonly string[] {
  const deleted = view.steps.filter(({ action }) => action.deletes);
  const named = new Set(deleted.map(({ address }) => address));
  const addresses = refusal.addresses.filter(
    (address) => !named.has(address) && !isNamedIn(refusal.message, address),
  );
  if (addresses.length <= refusedShown || detail === "full") return addresses.map(plainText);
  const titles = new Map([...view.steps, ...view.unmanaged].map(({ address, title }) => [address, title]));
  const objects = addresses.map((address) => ({ address, ...present({ title: titles.get(address) }) }));
  return [someAddresses(objects, refusedShown)];
}

function isNamedIn(message: string, address: string): boolean {
  return message.split(/[\s,;:()]+/u).some((word) => word.replace(/[.]$/u, "") === address);
}

function summary(view: PlanView, width: number, palette: Palette): readonly string[] {
  const { steps, purpose, refusals, isRun, writeCalls } = view;
  if (steps.length === 0) return [];
  const run = `${purpose === "apply" ? "Apply" : "Destroy"} ${isRun && refusals.length > 0 ? "would" : "will"}`;
  const total = palette.strong(`${count(steps.length, "step")}: ${countSteps(steps)}.`);
  const undone = countUndone(view.undone);
  return wrapped(
    `${total} ${run} make ${count(writeCalls, "writing API call")}.${undone === "" ? "" : ` It undoes ${undone}.`}`,
    width,
  );
}
