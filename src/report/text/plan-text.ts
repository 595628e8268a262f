import { adviceIn } from "../../engine/plan/guard/permit.ts";
import type { GuardRefusal, PlanNote } from "../../model/plan/plan.ts";
import { count } from "../../util/count.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import { capital } from "../../util/with-article.ts";
import { noteText } from "../view/named-in.ts";
import { permitView, unnamedAddresses } from "../view/permit-view.ts";
import type { PlanView, SavedView } from "../view/plan-view.ts";
import type { StepView } from "../view/step-view.ts";
import { listOfAddresses, someAddresses } from "./address-list.ts";
import { columnsOf, wrapped } from "./columns.ts";
import { renderPlanEffects } from "./effects-text.ts";
import type { Palette } from "./palette.ts";
import { renderPermit, unlessRenamed } from "./permit-text.ts";
import { plainText } from "./plain-text.ts";
import { renderBody } from "./plan-body.ts";
import { renderSelection } from "./selection-text.ts";
import type { TextShape } from "./text-shape.ts";
import { countSteps, countTypes, countUndone, totalsByType } from "./totals.ts";

type Purpose = PlanView["purpose"];

/** Two screens. `--full` shows everything. */
const mostLines = 100;
/** The room of the steps, however long the other parts are. */
const leastLinesOfSteps = 12;

/**
 * A plan for review: the totals, the dangers, what else becomes different for readers and members, what it undoes, the rest in the
 * structure of the organization, the unmanaged objects, and last the refusals with the line that permits them. Lines fit the width.
 * Deletes and replacements are all named, however little room there is. Other parts of a large plan that do not fit are counted.
 */
export function renderPlan(view: PlanView, shape: TextShape, palette: Palette): string {
  const { width } = shape;
  const effects = renderPlanEffects(view, shape, palette);
  const before = [
    heading(view, width, palette),
    renderSelection(view.selection, palette).flatMap(({ text, indent }) => wrapped(text, width, indent)),
    ...effects.blocks,
  ];
  const after = [
    stateAndUnchanged(view, shape, palette),
    unmanaged(view, shape, palette),
    notes(view, shape, palette),
    permitted(view, width),
    summary(view, shape, palette),
  ];
  const refused = refusals(view, shape, palette);
  const room = mostLines - linesOf([...before, ...after, ...refused]) - linesOfHint;
  const body = renderEntries(view, shape, palette, Math.max(room, leastLinesOfSteps));
  const blocks = [
    ...before,
    ...body.blocks,
    ...after,
    hint(view, shape, body.isWhole && effects.isWhole),
    ...refused,
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

interface Entries {
  readonly blocks: readonly (readonly string[])[];
  readonly isWhole: boolean;
}

/** What the plan undoes, and then the rest. Each of them gets at least half of the room if it needs it. */
function renderEntries(view: PlanView, shape: TextShape, palette: Palette, room: number): Entries {
  if (shape.detail === "compact") return { blocks: [], isWhole: false };
  const { undoing, rest, ofState } = view.entries;
  const others = shape.detail === "full" ? [...rest, ...ofState] : rest;
  const half = others.length === 0 ? room : Math.floor(room / 2);
  const first = renderBody(undoing, view, { shape, palette, lines: half });
  const lines = Math.max(room - first.lines.length, half);
  const second = renderBody(others, view, { shape, palette, lines });
  const title = palette.strong(`Undoes ${countUndone(view.undone)}:`);
  const undone = undoing.length === 0 ? [] : [title, ...first.lines.map((line) => `  ${line}`)];
  return { blocks: [undone, second.lines], isWhole: first.isWhole && second.isWhole };
}

/** The hint and the blank line before it. */
const linesOfHint = 3;

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
  { selection, unchanged, purpose, refusals, isReliable }: PlanView,
  organization: string,
): string {
  if (!isReliable) return unreliablePlan(organization);
  if (refusals.length > 0) return `The plan for organization ${organization} has no steps, and is refused.`;
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

function unmanaged({ unmanaged: objects }: PlanView, shape: TextShape, palette: Palette): readonly string[] {
  // Objects without a layout come first.
  const owners = [...groupBy(objects, ({ layout }) => layout)].sort(([one = ""], [other = ""]) =>
    one < other ? -1 : 1,
  );
  return owners.flatMap(([layout, own]) =>
    leftAlone(unmanagedTitle(own.length, layout), own, shape, palette),
  );
}

/** What a plan says of objects that it does not touch. `layout`: the other layout that manages them. */
function unmanagedTitle(number: number, layout: string | undefined): string {
  const who = layout === undefined ? "Not managed" : `Managed by the layout ${plainText(layout)}`;
  return `${who}, left alone (${number})`;
}

function leftAlone(
  title: string,
  objects: PlanView["unmanaged"],
  { width, detail }: TextShape,
  palette: Palette,
): readonly string[] {
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
  return `Note: ${plainText(noteText(note))} ${palette.faint(`[${note.code}]`)}`;
}

function permitted(view: PlanView, width: number): readonly string[] {
  const { refusals, permittedBy, skipped, confirmed } = view;
  const permit = permittedBy.length === 0 ? "" : `Permitted by ${permittedBy.join(", ")}.`;
  const records = confirmed === 0 ? "" : `Records: ${count(confirmed, "object")} confirmed.`;
  const words = [records, skippedWords({ skipped }), refusals.length > 0 ? "" : permit].filter(
    (each) => each !== "",
  );
  return words.flatMap((each) => wrapped(each, width));
}

/** The steps that `--skip-deletes` skips, as a sentence. Empty: there are none. */
export function skippedWords({ skipped }: Pick<PlanView, "skipped">): string {
  if (skipped.length === 0) return "";
  return `Skipped by --skip-deletes: ${count(skipped.length, "step")} (${someAddresses(skipped, mostRefusedAddresses)}).`;
}

/** Why the plan is refused, and the line that permits all of it. A run reports that line with its result. */
function refusals(view: PlanView, shape: TextShape, palette: Palette): readonly (readonly string[])[] {
  const { refusals: refused, purpose, isRun, saved } = view;
  if (refused.length === 0) return [];
  const verdict = isRun ? "Not permitted:" : `${capital(purpose)} will refuse this plan:`;
  const reasons = refused.flatMap((refusal) => renderRefusal(view, refusal, shape, palette));
  const permit = renderPermit(permitView(refused, saved !== undefined));
  return [[palette.strong(palette.removed(verdict)), ...reasons], isRun ? [] : wrapped(permit, shape.width)];
}

const mostRefusedAddresses = 10;

/** The reason for a refusal, and what else a person can do. The last line names the flags that permit it. */
function renderRefusal(
  view: PlanView,
  refusal: GuardRefusal,
  shape: TextShape,
  palette: Palette,
): readonly string[] {
  const { width } = shape;
  const { message, code } = refusal;
  const advice = adviceIn(refusal);
  return [
    ...wrapped(`${plainText(message)} ${palette.faint(`[${code}]`)}`, width, 2),
    ...(advice === "" ? [] : wrapped(plainText(advice), width, 4)),
    ...refusedAddresses(view, refusal, shape).flatMap((line) => wrapped(line, width, 4)),
  ];
}

/** The addresses that nothing else names. */
function refusedAddresses(view: PlanView, refusal: GuardRefusal, { detail }: TextShape): readonly string[] {
  const isWhole = detail === "full";
  const addresses = unnamedAddresses(view, refusal, isWhole);
  if (addresses.length <= mostRefusedAddresses || isWhole) return addresses.map(plainText);
  const titles = new Map([...view.steps, ...view.unmanaged].map(({ address, title }) => [address, title]));
  const objects = addresses.map((address) => ({ address, ...present({ title: titles.get(address) }) }));
  return [someAddresses(objects, mostRefusedAddresses)];
}

function summary(view: PlanView, { width, detail }: TextShape, palette: Palette): readonly string[] {
  const { steps, purpose, refusals: refused, saved, writeCalls } = view;
  if (steps.length === 0) return [];
  const total = palette.strong(`${count(steps.length, "step")}: ${countSteps(steps)}.`);
  const verb = refused.length > 0 ? "would" : "will";
  const calls = `${capital(purpose)} ${verb} make ${count(writeCalls, "writing API call")}.`;
  // The other texts list what the plan undoes.
  const undone = detail === "compact" ? countUndone(view.undone) : "";
  const words = `${total} ${calls}${undone === "" ? "" : ` It undoes ${undone}.`}`;
  return [...wrapped(words, width), ...(saved === undefined ? [] : [savedAs(saved, view)])];
}

/** The whole command, so that it can be copied: with the flags that permit the plan, given or not. */
function savedAs({ path, hash }: SavedView, { refusals: refused, permittedBy, skipped }: PlanView): string {
  const { never, whenPlanned, renamed, flags: missing } = permitView(refused, true);
  const flags = [...(skipped.length === 0 ? [] : ["--skip-deletes"]), ...permittedBy, ...missing];
  if (never.length > 0 || whenPlanned.length > 0) return `Saved to ${path}. docsform apply will refuse it.`;
  const command = ["docsform apply", path, "--expect", hash, ...flags].join(" ");
  return `Saved to ${path}. ${unlessRenamed(renamed, "To apply exactly this plan")}: ${command}`;
}
