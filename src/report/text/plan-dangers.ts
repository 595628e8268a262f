import type { Danger, DangerKind, Plan, PlanStep } from "../../plan/plan.ts";
import { listOfAddresses } from "./address-list.ts";
import { wrapped } from "./columns.ts";
import { type Palette, plainPalette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import type { PlanView } from "./plan-view.ts";
import { type DeletedIds, deletedIn, markedHeadline, markOf, renderChange, stepHeadline } from "./step.ts";
import { labelOf } from "./totals.ts";
import { count } from "./value.ts";

/** The meaning of a danger for readers and owners. */
export const dangerMeanings = {
  delete: "deleted",
  replace: "deleted and created again",
  unpublish: "readers can no longer see it",
  visibility: "more people can see it",
  access: "more people get access, or some get more rights",
  address: "its URL for readers changes",
} as const satisfies Record<DangerKind, string>;

/** The maximum number of dangers of a kind that each get a line. If there are more, some or all share lines. */
const mostLines = 20;

/** The dangers, before everything else. Deletes and replacements are all named, however many there are. */
export function renderDangers(view: PlanView, palette: Palette): readonly string[] {
  const { dangers } = view.plan;
  if (dangers.length === 0) return [];
  const kinds = [...new Set(dangers.map(({ kind }) => kind))];
  return [
    palette.strong(palette.removed(`Dangerous, check these first (${dangers.length}):`)),
    ...kinds.flatMap((kind) =>
      ofKind(
        view,
        kind,
        dangers.filter((danger) => danger.kind === kind),
        palette,
      ),
    ),
  ];
}

function ofKind(
  view: PlanView,
  kind: DangerKind,
  dangers: readonly Danger[],
  palette: Palette,
): readonly string[] {
  const isWhole = kind === "delete" || kind === "replace";
  const deleted = deletedIn(view.plan.steps);
  const linesOf = (danger: Danger) => wrapped(lineOf(view, danger, palette, deleted), view.width, 2);
  if (dangers.length <= mostLines || view.detail === "full") return dangers.flatMap(linesOf);
  if (isWhole) return inLists(view, dangers, palette);
  const rest = dangers.slice(mostLines / 2);
  return [
    ...dangers.slice(0, mostLines / 2).flatMap(linesOf),
    ...wrapped(
      `${palette.removed("!")} and ${rest.length} more, ${dangerMeanings[kind]}: ${listOfAddresses(rest.map((danger) => dangerStep(view, danger)))}`,
      view.width,
      2,
    ),
  ];
}

function lineOf({ plan }: PlanView, danger: Danger, palette: Palette, deleted: DeletedIds): string {
  if (danger.attribute !== undefined) return `${palette.removed("!")} ${dangerText(plan, danger, palette)}`;
  return `${markedHeadline(plan.steps[danger.step] as PlanStep, palette, deleted)}${formerUrl(danger, palette)}`;
}

/** A dangerous step and its meaning for people. */
export function dangerText({ steps }: Plan, danger: Danger, palette: Palette = plainPalette): string {
  const step = steps[danger.step] as PlanStep;
  const change = danger.attribute === undefined ? "" : ` ${changeOf(step, danger.attribute)}`;
  const head = palette.removed(stepHeadline(step));
  return `${head}${change}, ${dangerMeanings[danger.kind]}${formerUrl(danger, palette)}`;
}

/** The meaning of a danger, for use beside its step. */
export function dangerMeaning(danger: Danger): string {
  const what = danger.attribute === undefined ? "" : `${plainText(danger.attribute)}: `;
  return `${what}${dangerMeanings[danger.kind]}${formerUrl(danger, plainPalette)}`;
}

function formerUrl({ url }: Danger, palette: Palette): string {
  return url === undefined ? "" : palette.faint(` (was at ${plainText(url)})`);
}

function changeOf(step: PlanStep, attribute: string): string {
  const changes = step.action === "patch" ? step.changes : [];
  const change = changes.find((each) => each.attribute === attribute);
  return change === undefined ? plainText(attribute) : renderChange(change);
}

function dangerStep({ plan }: PlanView, { step }: Danger): PlanStep {
  return plan.steps[step] as PlanStep;
}

/** Only addresses, by action and type. */
function inLists(view: PlanView, dangers: readonly Danger[], palette: Palette): readonly string[] {
  const steps = dangers.map((danger) => dangerStep(view, danger));
  const types = [...new Set(steps.map(({ type }) => type))];
  return types.flatMap((type) => {
    const own = steps.filter((step) => step.type === type);
    const action = (own[0] as PlanStep).action;
    const head = `${markOf(action, palette)} ${action} ${count(own.length, ...labelOf(view.types, type))}`;
    return wrapped(`${head}: ${listOfAddresses(own)}`, view.width, 2);
  });
}
