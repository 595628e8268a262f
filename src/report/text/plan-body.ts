import type { PlanView } from "../view/plan-view.ts";
import type { StepView } from "../view/step-view.ts";
import { columnsOf, cutTo } from "./columns.ts";
import { type IndentedLine, type OutlinePart, outlined } from "./outline.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { markedHeadline, stepDetails } from "./step.ts";
import { forestOf, type StepBranch, type StepForest } from "./step-forest.ts";
import type { TextShape } from "./text-shape.ts";
import { countInShort } from "./totals.ts";

/** Lines, and whether they contain everything. */
interface Body {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

/** The steps in the structure of the organization, in as many lines as fit, or all of them. */
export function renderBody(view: PlanView, shape: TextShape, palette: Palette, lines: number): Body {
  const { width } = shape;
  const isFull = shape.detail === "full";
  const steps = view.steps.filter(({ action }) => isFull || action.listedIn === "structure");
  const forest = forestOf(steps, view.places);
  const renderStep = whole(palette, isFull ? Number.POSITIVE_INFINITY : Math.max(width - 20, 20));
  if (isFull || steps.length <= lines) {
    const all = outlined(outlineOf(forest, palette, renderStep), { width, lines: Number.POSITIVE_INFINITY });
    if (isFull || all.length <= lines) return { lines: all, isWhole: true };
  }
  const short = outlineOf(forest, palette, inOneLine(width, palette));
  return { lines: outlined(short, { width, lines }), isWhole: false };
}

/** Renders a step as lines with their indents. */
type RenderStep = (step: StepView) => readonly IndentedLine[];

const indentOfFields = 4;

/** A step with its details. Values longer than `most` characters are cut. */
function whole(palette: Palette, most: number): RenderStep {
  return (step) => [
    { text: markedHeadline(step, palette), indent: 0 },
    ...stepDetails(step, most).map((text) => ({ text, indent: indentOfFields })),
  ];
}

/** One line per step. Values of changes appear if they fit. */
function inOneLine(width: number, palette: Palette): RenderStep {
  return (step) => {
    const headline = markedHeadline(step, palette);
    const { shortDetails } = step.action;
    const fields = shortDetails === "none" ? [] : stepDetails(step, Math.floor(width / 3));
    if (fields.length === 0) return [{ text: headline, indent: 0 }];
    const room = width - 8 - columnsOf(headline);
    if (shortDetails === "places") return withPlaces(headline, fields, room);
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

function outlineOf({ trees, rest }: StepForest, palette: Palette, renderStep: RenderStep): OutlinePart {
  const short: Short = (steps) => `… ${countInShort(steps, palette)}`;
  const parts = [
    ...trees.map((tree) => partOf(tree, short, renderStep, palette)),
    ...[...rest.values()].map((steps) => partOfType(steps, short, renderStep)),
  ].filter(({ steps }) => steps.length > 0);
  return { own: () => [], parts: parts.map(({ part }) => part), inShort: inShortOf(parts, short) };
}

type Short = (steps: readonly StepView[]) => string;

/** A part with all of its steps. */
interface Counted {
  readonly part: OutlinePart;
  readonly steps: readonly StepView[];
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

function partOfType(steps: readonly StepView[], short: Short, renderStep: RenderStep): Counted {
  const many = steps[0]?.label.many ?? "";
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
