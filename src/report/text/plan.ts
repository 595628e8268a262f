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

/** Two screens. `--full` shows everything. */
const mostLines = 100;
/** The room of the steps, however long the other parts are. */
const leastLinesOfSteps = 12;

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
    stateAndUnchanged(view, shape, palette),
    unmanaged(view, shape, palette),
    notes(view, shape, palette),
    guard(view, shape, palette),
    summary(view, width, palette),
  ];
  const room = Math.max(mostLines - linesOf([...before, ...after]) - linesOfHint, leastLinesOfSteps);
  const body = detail === "compact" ? noBody : renderBody(view, shape, palette, room);
  const blocks = [...before, body.lines, ...after, hint(view, shape, body.isWhole)];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

/** The hint and the blank line before it. */
const linesOfHint = 3;

const noBody = { lines: [], isWhole: false };

/** The number of lines, with the blank line between two blocks. */
function linesOf(blocks: readonly (readonly string[])[]): number {
  return blocks.reduce((sum, block) => sum + (block.length > 0 ? block.length + 1 : 0), 0);
}

function hint({ steps }: PlanView, { width, detail }: TextShape, isWhole: boolean): readonly string[] {
  const isShortened = !isWhole || steps.some(({ summary }) => summary?.names === "some");
  if (detail === "full" || steps.length === 0 || !isShortened) return [];
  return wrapped("Shortened: --full shows every step with all its details.", width);
}

const noChanges = {
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
  if (steps.length === 0) return wrapped(palette.strong(headingWithoutSteps(view, organization)), width);
  const at = service === undefined ? "" : ` at ${plainText(service)}`;
  if (!view.isReliable)
    return wrapped(palette.strong(`${unreliablePlan(organization)} The unreliable plan was:`), width);
  const subject = `Plan for organization ${organization}${at},`;
  const version = `${view.apiVersion} API version:`;
  const oneLine = `${subject} ${version}`;
  const lines = columnsOf(oneLine) <= width ? [oneLine] : [subject, version];
  return [
    ...lines.flatMap((line) => wrapped(palette.strong(line), width)),
    ...totalsByType(steps, palette).flatMap((line) => wrapped(line, width, 2)),
  ];
}

function unreliablePlan(organization: string): string {
  return `The plan for organization ${organization} is not reliable: see below.`;
}

function headingWithoutSteps(
  { selection, unchanged, purpose, refusals }: PlanView,
  organization: string,
): string {
  // "No changes" would be wrong: a refusal may report an incomplete list.
  if (refusals.length > 0) return unreliablePlan(organization);
  if (selection !== undefined)
    return `No changes among the selected objects of organization ${organization}.`;
  if (purpose === "apply" && unchanged === 0)
    return `No changes: the layout declares nothing for organization ${organization}.`;
  return noChanges[purpose](organization);
}

/** What does not change on the service: the objects of steps that change only the state, and unchanged objects. */
function stateAndUnchanged(
  view: PlanView,
  { width, detail }: TextShape,
  palette: Palette,
): readonly string[] {
  const steps = detail === "full" ? [] : view.steps;
  const groups = groupBy(steps, ({ summary }) => summary?.heading);
  const lines = [
    ...[...groups].flatMap(([title, members]) => (title === undefined ? [] : [summaryLine(title, members)])),
    ...unchangedLine(view),
  ];
  return lines.flatMap((line) => wrapped(palette.faint(line), width));
}

const mostNamed = 5;

function summaryLine(title: string, steps: readonly StepView[]): string {
  const [first] = steps;
  const titleWithSymbol = `${first?.action.symbol ?? ""} ${title}`;
  return first?.summary?.names === "all"
    ? `${titleWithSymbol} (${steps.length}): ${listOfAddresses(steps)}`
    : `${titleWithSymbol}: ${countTypes(steps)} (${someAddresses(steps, mostNamed)})`;
}

function unchangedLine({ unchanged, purpose, steps }: PlanView): readonly string[] {
  if (unchanged === 0 || steps.length === 0 || purpose === "destroy") return [];
  return [`  Unchanged: ${count(unchanged, "object")}`];
}

// A long list of unmanaged objects must not hide the steps.
const mostUnmanaged = 10;

function unmanaged(
  { unmanaged: objects }: PlanView,
  { width, detail }: TextShape,
  palette: Palette,
): readonly string[] {
  if (objects.length === 0) return [];
  const title = `Not managed, left alone (${objects.length})`;
  if (detail === "compact") return [palette.faint(`${title}: ${countTypes(objects)}`)];
  const listed = detail === "full" ? objects : objects.slice(0, mostUnmanaged);
  const omitted = objects.length - listed.length;
  const lines = [
    ...listed.map((object) => `${plainText(object.address)} ${JSON.stringify(plainText(object.title))}`),
    ...(omitted > 0 ? [`and ${omitted} more`] : []),
  ];
  return [palette.faint(`${title}:`), ...lines.flatMap((line) => wrapped(palette.faint(line), width, 2))];
}

const mostNotes = { full: Number.POSITIVE_INFINITY, usual: 10, compact: 0 } as const;

function notes(view: PlanView, { width, detail }: TextShape, palette: Palette): readonly string[] {
  const most = mostNotes[detail];
  const omitted = groupBy(view.notes.slice(most), ({ code }) => code);
  const lines = [
    ...view.notes.slice(0, most).map((note) => renderNote(note, palette)),
    ...[...omitted].map(
      ([code, { length }]) => `Note: ${count(length, "more note")} ${palette.faint(`[${code}]`)}`,
    ),
  ];
  return lines.flatMap((line) => wrapped(line, width));
}

function renderNote(note: PlanNote, palette: Palette): string {
  const subject = note.address === undefined ? "" : `${plainText(note.address)}: `;
  return `Note: ${subject}${plainText(note.message)} ${palette.faint(`[${note.code}]`)}`;
}

function guard(view: PlanView, shape: TextShape, palette: Palette): readonly string[] {
  const { refusals, permittedBy } = view;
  if (refusals.length > 0) return refusals.flatMap((refusal) => renderRefusal(view, refusal, shape, palette));
  return permittedBy.length === 0
    ? []
    : wrapped(`Guard: permitted by ${permittedBy.join(", ")}.`, shape.width);
}

const mostRefusedAddresses = 10;

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
  const verdict = palette.removed(isRun ? "Guard:" : `Guard: ${purpose} will refuse this plan.`);
  return [
    ...wrapped(`${verdict} ${plainText(message)} ${palette.faint(`[${code}]`)}`, width),
    ...wrapped(plainText(remedy), width, 2),
    ...refusedAddresses(view, refusal, shape).flatMap((line) => wrapped(line, width, 2)),
  ];
}

/** The addresses that neither the dangers nor the message name. */
function refusedAddresses(view: PlanView, refusal: GuardRefusal, { detail }: TextShape): readonly string[] {
  const deleted = view.steps.filter(({ action }) => action.deletes);
  const namedByDangers = new Set(deleted.map(({ address }) => address));
  const addresses = refusal.addresses.filter(
    (address) => !namedByDangers.has(address) && !isNamedIn(refusal.message, address),
  );
  if (addresses.length <= mostRefusedAddresses || detail === "full") return addresses.map(plainText);
  const titles = new Map([...view.steps, ...view.unmanaged].map(({ address, title }) => [address, title]));
  const objects = addresses.map((address) => ({ address, ...present({ title: titles.get(address) }) }));
  return [someAddresses(objects, mostRefusedAddresses)];
}

function isNamedIn(message: string, address: string): boolean {
  return message.split(/[\s,;:()]+/u).some((word) => word.replace(/[.]$/u, "") === address);
}

function summary(view: PlanView, width: number, palette: Palette): readonly string[] {
  const { steps, purpose, refusals, isRun, writeCalls } = view;
  if (steps.length === 0) return [];
  const total = palette.strong(`${count(steps.length, "step")}: ${countSteps(steps)}.`);
  const command = purpose === "apply" ? "Apply" : "Destroy";
  const verb = isRun && refusals.length > 0 ? "would" : "will";
  const calls = `${command} ${verb} make ${count(writeCalls, "writing API call")}.`;
  const undone = countUndone(view.undone);
  return wrapped(`${total} ${calls}${undone === "" ? "" : ` It undoes ${undone}.`}`, width);
}
