import type { GuardRefusal } from "../../model/plan/plan.ts";
import { count } from "../../util/count.ts";
import { groupBy } from "../../util/groups.ts";
import type { DriftEntryView, DriftView } from "../view/drift-view.ts";
import { listOfAddresses } from "./address-list.ts";
import { wrapped } from "./columns.ts";
import { renderEffects } from "./effects-text.ts";
import { type Palette, plainPalette } from "./palette.ts";
import { renderMoved } from "./place-text.ts";
import { plainText } from "./plain-text.ts";
import { atItsAddress, objectName } from "./step-text.ts";
import { isWhole, type TextShape } from "./text-shape.ts";
import { renderChanged } from "./value-text.ts";

/** How to show a drift. */
export interface DriftShape extends TextShape {
  /** The service's host. */
  readonly service: string;
}

const linesOfDrift = 90;
/** The room of the entries, however long the other parts are. */
const leastLinesOfEntries = 12;

/**
 * What became different for readers and members. Then each difference, below a line that says where it was made, the dangerous ones first.
 * Of many differences, those that do not fit on two screens are counted, except for lost objects.
 */
export function renderDrift(view: DriftView, shape: DriftShape, palette: Palette): string {
  const { entries, gaps, leftOut = 0 } = view;
  const { width, service } = shape;
  const effects = renderEffects(view, "found", { shape, palette });
  const lines = linesOfEntries(entries, shape, palette, linesOfDrift - effects.blocks.flat().length);
  const total =
    view.neverApplied > 0 && entries.length === 0 ? "" : `${count(entries.length, "difference")}. `;
  const more = `${total}docsform plan shows what apply would do.`;
  const blocks = [
    [
      ...wrapped(palette.strong(heading(view, service)), width),
      ...gaps.flatMap((gap) => gapLines(gap, palette, width)),
    ],
    ...effects.blocks,
    lines,
    [
      ...(view.drifted ? wrapped(more, width) : []),
      ...(effects.isWhole ? [] : wrapped("Shortened: --full shows every effect.", width)),
      ...(leftOut === 0 ? [] : wrapped(`Not selected: ${count(leftOut, "more difference")}.`, width)),
    ],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

function gapLines({ message, code, remedy }: GuardRefusal, palette: Palette, width: number) {
  return [
    ...wrapped(`${plainText(message)} ${palette.faint(`[${code}]`)}`, width, 2),
    ...wrapped(plainText(remedy), width, 2),
  ];
}

function heading(view: DriftView, service: string): string {
  const { entries, drifted, neverApplied, leftOut, gaps } = view;
  const hasState = view.comparedWith === "state";
  const where = `Organization ${plainText(view.organization.id)} at ${plainText(service)}`;
  if (gaps.length > 0)
    return `${where} was not read completely: these differences are not reliable, and there may be more.`;
  const isEdited = entries.some(({ side }) => side.name === "layout");
  if (neverApplied > 0) {
    const rest = entries.length === 0 ? "." : ", and others differ from the layout:";
    return `${where}: never applied: ${count(neverApplied, "object")}${rest}`;
  }
  const before = hasState ? "the state" : "the layout (there is no state yet)";
  return drifted
    ? `${where} differs from ${before}:`
    : `No drift${leftOut === undefined ? "" : " among the selected objects"}: the service matches the ${hasState ? "state" : "layout"}.${isEdited ? " Only the layout has changed:" : ""}`;
}

function linesOfEntries(
  entries: readonly DriftEntryView[],
  shape: TextShape,
  palette: Palette,
  room: number,
): readonly string[] {
  const { width } = shape;
  const lines: string[] = [];
  const most = mostLinesOf(entries, shape, room);
  for (const [at, entry] of entries.entries()) {
    const isSameSide = entry.side.text === entries[at - 1]?.side.text;
    const heading = isSameSide ? [] : [...(at === 0 ? [] : [""]), headingOf(entry, palette)];
    const more = [...heading, ...wrapped(renderEntry(entry, palette, shape, entries), width, 2)];
    if (lines.length + more.length > most) return [...lines, ...inShort(entries.slice(at), palette, width)];
    lines.push(...more);
  }
  return lines;
}

function mostLinesOf(entries: readonly DriftEntryView[], shape: TextShape, room: number): number {
  if (isWhole(shape, entries)) return Number.POSITIVE_INFINITY;
  return shape.detail === "compact" ? 0 : Math.max(room, leastLinesOfEntries);
}

function headingOf({ side }: DriftEntryView, palette: Palette): string {
  return palette[side.tone](`Changed ${side.text}:`);
}

/** Addresses of the objects that are gone from the service, and numbers for the rest. */
function inShort(entries: readonly DriftEntryView[], palette: Palette, width: number): readonly string[] {
  return [...groupBy(entries, whatChanged)].flatMap(([name, own]) => {
    const names = own[0]?.isGone === true ? `: ${listOfAddresses(own)}` : " (--full shows them)";
    return wrapped(`${palette.removed(`… and ${own.length} more ${name}`)}${names}`, width, 2);
  });
}

/** A whole difference in words. */
export function entryText(entry: DriftEntryView): string {
  return `${objectName(entry)}${changeText(entry, plainPalette, Number.POSITIVE_INFINITY)}: ${whatChanged(entry)}`;
}

function renderEntry(
  entry: DriftEntryView,
  palette: Palette,
  shape: TextShape,
  all: readonly DriftEntryView[],
): string {
  const most = isWhole(shape, all) ? Number.POSITIVE_INFINITY : shape.width;
  const mark = isDangerous(entry) ? palette.removed("! ") : "";
  const { kind } = entry;
  const head = palette[kind.tone](`${kind.symbol} ${objectName(entry)}`);
  return `${mark}${head}${changeText(entry, palette, most)}${atItsAddress(entry, palette)}`;
}

function changeText(entry: DriftEntryView, palette: Palette, most: number): string {
  const { words, remarks, fate } = entry;
  const change = words.length > 0 ? words.map((each) => ` ${each}`).join("") : valueText(entry, most);
  const notes = [...(fate === undefined ? [] : [fate]), ...remarks].map((each) => ` (${plainText(each)})`);
  return `${change}${palette.faint(notes.join(""))}`;
}

function valueText({ attribute, values, places }: DriftEntryView, most: number): string {
  if (values !== undefined) return ` ${plainText(attribute ?? "")}: ${renderChanged(values, most)}`;
  return places === undefined ? "" : ` moved ${renderMoved(places)}`;
}

function isDangerous({ danger, isConflict }: DriftEntryView): boolean {
  return danger !== undefined || isConflict;
}

function whatChanged({ kind, side }: DriftEntryView): string {
  return `${kind.word} ${side.text}`;
}
