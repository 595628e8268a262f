import { isOfState, type PlanStep } from "../../plan/plan.ts";
import { columnsOf, cutTo } from "./columns.ts";
import { type IndentedLine, type OutlinePart, outlined } from "./outline.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { forestOf, type PlanForest, type StepBranch } from "./plan-forest.ts";
import type { PlanView } from "./plan-view.ts";
import { deletedIn, markedHeadline, stepDetails } from "./step.ts";
import { countInShort, labelOf } from "./totals.ts";

/** Lines, and whether they contain everything. */
interface Body {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

/** The steps in the structure of the organization, in as many lines as fit, or all of them. */
export function renderBody(view: PlanView, palette: Palette, lines: number): Body {
  const { plan, detail } = view;
  const isFull = detail === "full";
  // The dangers already name all deletes.
  const steps = plan.steps.filter((step) => isFull || !(isOfState(step) || step.action === "delete"));
  const forest = forestOf(plan, steps, view);
  const renderStep = isFull ? whole(view, palette) : withFields(view, palette);
  if (isFull || steps.length <= lines) {
    const all = outlined(outlineOf(view, forest, palette, renderStep), {
      ...view,
      lines: Number.POSITIVE_INFINITY,
    });
    if (isFull || all.length <= lines) return { lines: all, isWhole: true };
  }
  const short = outlineOf(view, forest, palette, inOneLine(view, palette));
  return { lines: outlined(short, { ...view, lines }), isWhole: false };
}

/** Renders a step as lines with their indents. */
type RenderStep = (step: PlanStep) => readonly IndentedLine[];

const indentOfFields = 4;

function whole({ plan }: PlanView, palette: Palette): RenderStep {
  const deleted = deletedIn(plan.steps);
  return (step) => withDetails(markedHeadline(step, palette, deleted), step, Number.POSITIVE_INFINITY);
}

function withFields({ plan, width }: PlanView, palette: Palette): RenderStep {
  const deleted = deletedIn(plan.steps);
  return (step) => withDetails(markedHeadline(step, palette, deleted), step, Math.max(width - 20, 20));
}

function withDetails(headline: string, step: PlanStep, most: number): readonly IndentedLine[] {
  return [
    { text: headline, indent: 0 },
    ...stepDetails(step, most).map((text) => ({ text, indent: indentOfFields })),
  ];
}

/** One line per step. The layout contains the values of new objects. Values of changes appear if they fit. */
function inOneLine({ plan, width }: PlanView, palette: Palette): RenderStep {
  const deleted = deletedIn(plan.steps);
  return (step) => {
    const headline = markedHeadline(step, palette, deleted);
    const fields = step.action === "create" ? [] : stepDetails(step, Math.floor(width / 3));
    if (fields.length === 0) return [{ text: headline, indent: 0 }];
    const room = width - 8 - columnsOf(headline);
    if (step.action === "move") return withPlaces(headline, fields, room);
    const shown = room < 20 ? [] : [` ${fieldsWithin(fields, room)}`];
    const below = room < 20 ? [{ text: fieldsWithin(fields, width - 12), indent: indentOfFields }] : [];
    return [{ text: `${headline}${shown.join("")}`, indent: 0 }, ...below];
  };
}

/** The two places are the point of a move, so they are never cut. */
function withPlaces(headline: string, places: readonly string[], room: number): readonly IndentedLine[] {
  const text = places.join(", ");
  if (columnsOf(text) <= room) return [{ text: `${headline} ${text}`, indent: 0 }];
  return [
    { text: headline, indent: 0 },
    { text, indent: indentOfFields },
  ];
}

function fieldsWithin(fields: readonly string[], room: number): string {
  const [first = "", ...others] = fields;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const all = fields.join(", ");
  return columnsOf(all) <= room ? all : `${cutTo(first, Math.max(room - more.length, 8))}${more}`;
}

function outlineOf(
  view: PlanView,
  { trees, rest }: PlanForest,
  palette: Palette,
  renderStep: RenderStep,
): OutlinePart {
  const short = shortOf(view, palette);
  const parts = [
    ...trees.map((tree) => partOf(tree, short, renderStep, palette)),
    ...[...rest].map(([type, steps]) => partOfType(view, type, steps, short, renderStep)),
  ].filter(({ steps }) => steps.length > 0);
  return { own: () => [], parts: parts.map(({ part }) => part), inShort: inShortOf(parts, short) };
}

type Short = (steps: readonly PlanStep[]) => string;

function shortOf({ types }: PlanView, palette: Palette): Short {
  return (steps) => `… ${countInShort(steps, types, palette)}`;
}

/** A part with all of its steps. */
interface Counted {
  readonly part: OutlinePart;
  readonly steps: readonly PlanStep[];
}

function partOf(branch: StepBranch, short: Short, renderStep: RenderStep, palette: Palette): Counted {
  const inside = branch.branches.map((each) => partOf(each, short, renderStep, palette));
  const own = () =>
    branch.steps.length > 0
      ? branch.steps.flatMap(renderStep)
      : [{ text: palette.faint(plainText(branch.address)), indent: 0 }];
  const part = { own, parts: inside.map(({ part }) => part), inShort: inShortOf(inside, short) };
  return { part, steps: [...branch.steps, ...inside.flatMap(({ steps }) => steps)] };
}

function partOfType(
  { types }: PlanView,
  type: string,
  steps: readonly PlanStep[],
  short: Short,
  renderStep: RenderStep,
): Counted {
  const [, many] = labelOf(types, type);
  const inside = steps.map((step) => ({ part: leaf(() => renderStep(step)), steps: [step] }));
  const own = () => [{ text: `${many.charAt(0).toUpperCase()}${many.slice(1)}`, indent: 0 }];
  return {
    part: { own, parts: inside.map(({ part }) => part), inShort: inShortOf(inside, short) },
    steps,
  };
}

function leaf(own: OutlinePart["own"]): OutlinePart {
  return { own, parts: [], inShort: () => "" };
}

function inShortOf(inside: readonly Counted[], short: Short): OutlinePart["inShort"] {
  return (from) => short(inside.slice(from).flatMap(({ steps }) => steps));
}
