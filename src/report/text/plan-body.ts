import { type EntryView, stepsOf } from "../view/entries.ts";
import { type EntryBranch, type EntryForest, forestOf } from "../view/entry-forest.ts";
import type { FieldView } from "../view/field-view.ts";
import type { PlanView } from "../view/plan-view.ts";
import type { StepView } from "../view/step-view.ts";
import { columnsOf } from "./columns.ts";
import { type IndentedLine, type OutlinePart, outlined } from "./outline.ts";
import type { Palette } from "./palette.ts";
import { entryLine, fieldWithin, renderField, unchangedObject, wholeFields } from "./step-text.ts";
import { isWhole, type TextShape } from "./text-shape.ts";
import { countInShort } from "./totals.ts";

/** Lines, and whether they contain everything. */
interface Body {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

interface Drawing {
  readonly shape: TextShape;
  readonly palette: Palette;
  /** The room for entries that need not be whole. */
  readonly lines: number;
}

/** Entries in the structure of the organization: all, or as many as fit. */
export function renderBody(
  entries: readonly EntryView[],
  view: PlanView,
  { shape, palette, lines }: Drawing,
): Body {
  const { width } = shape;
  const forest = forestOf(entries, view.places);
  const mustBeWhole = isWhole(shape, view.steps);
  if (mustBeWhole || entries.length <= lines) {
    const outline = wholeOutline(forest, (entry) => entryLines(entry, palette, width), view, palette);
    const all = outlined(outline, { width, lines: Number.POSITIVE_INFINITY });
    if (mustBeWhole || all.length <= lines) return { lines: all, isWhole: true };
  }
  const short = shortOutline(forest, inOneLine(width, palette), view, palette);
  return { lines: outlined(short, { width, lines }), isWhole: false };
}

/** Renders an entry as lines with their indents. */
type RenderEntry = (entry: EntryView) => readonly IndentedLine[];

const indentOfFields = 4;
/** The columns that a change in one line needs besides its text, at the usual depth. */
const margin = 12;

/** An entry with its whole fields. */
export function entryLines(
  entry: EntryView,
  palette: Palette,
  width: number,
  more?: string,
): readonly IndentedLine[] {
  return [
    { text: entryLine(entry, palette, more), indent: 0 },
    ...wholeFields(entry, width - margin).map(({ text, indent }) => ({
      text,
      indent: indent + indentOfFields,
    })),
  ];
}

/** One line per entry. Values of changes appear if they fit. */
function inOneLine(width: number, palette: Palette): RenderEntry {
  return (entry) => {
    const fields = entry.action.hasShortFields ? entry.fields : [];
    const line = entryLine(entry, palette);
    if (fields.length === 0) return [{ text: line, indent: 0 }];
    const most = Math.floor(width / 3);
    const room = width - 8 - columnsOf(line);
    if (room < 20)
      return [
        { text: line, indent: 0 },
        { text: fieldsWithin(fields, most, width - margin), indent: indentOfFields },
      ];
    return [{ text: entryLine(entry, palette, ` ${fieldsWithin(fields, most, room)}`), indent: 0 }];
  };
}

function fieldsWithin(fields: readonly FieldView[], most: number, room: number): string {
  const all = fields.map((field) => renderField(field, most)).join(", ");
  const [first, ...others] = fields;
  if (first === undefined || columnsOf(all) <= room) return all;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${fieldWithin(first, most, Math.max(room - more.length, 8))}${more}`;
}

type Short = (steps: readonly StepView[]) => string;

function wholeOutline(
  { trees, rest }: EntryForest,
  renderEntry: RenderEntry,
  view: PlanView,
  palette: Palette,
): OutlinePart {
  const others = [...rest.values()].flat().map((entry) => leaf(() => renderEntry(entry)));
  const short = shortWith(palette);
  return {
    own: () => [],
    parts: [...trees.map((tree) => partOf(tree, short, renderEntry, view, palette).part), ...others],
    inShort: () => "",
  };
}

/** The entries outside trees are below the name of their type, so that a number can replace them. */
function shortOutline(
  { trees, rest }: EntryForest,
  renderEntry: RenderEntry,
  view: PlanView,
  palette: Palette,
): OutlinePart {
  const short = shortWith(palette);
  const parts = [
    ...trees.map((tree) => partOf(tree, short, renderEntry, view, palette)),
    ...[...rest.values()].map((entries) => partOfType(entries, short, renderEntry)),
  ];
  return { own: () => [], parts: parts.map(({ part }) => part), inShort: inShortOf(parts, short) };
}

function shortWith(palette: Palette): Short {
  return (steps) => `… ${countInShort(steps, palette)}`;
}

/** A part with all of its steps. */
interface Counted {
  readonly part: OutlinePart;
  readonly steps: readonly StepView[];
}

function partOf(
  branch: EntryBranch,
  short: Short,
  renderEntry: RenderEntry,
  view: PlanView,
  palette: Palette,
): Counted {
  const { entries, branches, address } = branch;
  const inside = branches.map((each) => partOf(each, short, renderEntry, view, palette));
  const own = () =>
    entries.length > 0
      ? entries.flatMap(renderEntry)
      : [{ text: palette.faint(unchangedObject(address, view.names)), indent: 0 }];
  const part = { own, parts: inside.map(({ part }) => part), inShort: inShortOf(inside, short) };
  return { part, steps: [...entries.flatMap(stepsOf), ...inside.flatMap(({ steps }) => steps)] };
}

function partOfType(entries: readonly EntryView[], short: Short, renderEntry: RenderEntry): Counted {
  const many = entries[0]?.label.many ?? "";
  const inside = entries.map((entry) => ({ part: leaf(() => renderEntry(entry)), steps: stepsOf(entry) }));
  const own = () => [{ text: `${many.charAt(0).toUpperCase()}${many.slice(1)}`, indent: 0 }];
  return {
    // Readers see the trees, and only what the trees show of the objects outside them.
    part: { own, parts: inside.map(({ part }) => part), inShort: inShortOf(inside, short), isLast: true },
    steps: entries.flatMap(stepsOf),
  };
}

function leaf(own: OutlinePart["own"]): OutlinePart {
  return { own, parts: [], inShort: () => "" };
}

function inShortOf(inside: readonly Counted[], short: Short): OutlinePart["inShort"] {
  return (from) => short(inside.slice(from).flatMap(({ steps }) => steps));
}
