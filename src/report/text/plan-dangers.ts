import { groupBy } from "../../model/groups.ts";
import type { DangerKindView, DangerView } from "../view/dangers.ts";
import { listOfAddresses } from "./address-list.ts";
import { wrapped } from "./columns.ts";
import { type Palette, plainPalette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { markedHeadline, markOf, renderField, stepHeadline } from "./step.ts";
import type { TextShape } from "./text-shape.ts";
import { countLabeled } from "./totals.ts";

/** The maximum number of dangers of a kind that each get a line. If there are more, some or all share lines. */
const mostLines = 20;

/** The dangers, before everything else. Deletes and replacements are all named, however many there are. */
export function renderDangers(
  dangers: readonly DangerView[],
  shape: TextShape,
  palette: Palette,
): readonly string[] {
  if (dangers.length === 0) return [];
  return [
    palette.strong(palette.removed(`Dangerous, check these first (${dangers.length}):`)),
    ...[...groupBy(dangers, ({ kind }) => kind.name).values()].flatMap((own) => ofKind(own, shape, palette)),
  ];
}

function ofKind(dangers: readonly DangerView[], shape: TextShape, palette: Palette): readonly string[] {
  const linesOf = (danger: DangerView) => wrapped(lineOf(danger, palette), shape.width, 2);
  if (dangers.length <= mostLines || shape.detail === "full") return dangers.flatMap(linesOf);
  const isWhole = dangers.every(({ attribute }) => attribute === undefined);
  if (isWhole) return inLists(dangers, shape, palette);
  const rest = dangers.slice(mostLines / 2);
  return [
    ...dangers.slice(0, mostLines / 2).flatMap(linesOf),
    ...wrapped(
      `${palette.removed("!")} and ${rest.length} more, ${meaningOf(rest)}: ${listOfAddresses(rest.map(({ step }) => step))}`,
      shape.width,
      2,
    ),
  ];
}

function meaningOf(alike: readonly { readonly kind: DangerKindView }[]): string {
  return alike[0]?.kind.meaning ?? "";
}

function lineOf(danger: DangerView, palette: Palette): string {
  if (danger.attribute !== undefined) return `${palette.removed("!")} ${dangerText(danger, palette)}`;
  return `${markedHeadline(danger.step, palette)}${formerUrl(danger, palette)}`;
}

/** A dangerous step and its meaning for people. */
export function dangerText(danger: DangerView, palette: Palette = plainPalette): string {
  const { step, attribute, kind } = danger;
  const change = attribute === undefined ? "" : ` ${changeOf(danger, attribute)}`;
  const head = palette.removed(stepHeadline(step));
  return `${head}${change}, ${kind.meaning}${formerUrl(danger, palette)}`;
}

/** The meaning of a danger, for use beside its step. */
export function dangerMeaning(danger: DangerView): string {
  const { attribute, kind } = danger;
  const what = attribute === undefined ? "" : `${plainText(attribute)}: `;
  return `${what}${kind.meaning}${formerUrl(danger, plainPalette)}`;
}

function formerUrl({ url }: DangerView, palette: Palette): string {
  return url === undefined ? "" : palette.faint(` (was at ${plainText(url)})`);
}

function changeOf({ change }: DangerView, attribute: string): string {
  return change === undefined ? plainText(attribute) : renderField(change);
}

/** Only addresses, by action and type. */
function inLists(dangers: readonly DangerView[], { width }: TextShape, palette: Palette): readonly string[] {
  const byType = groupBy(
    dangers.map(({ step }) => step),
    ({ type }) => type,
  );
  return [...byType.values()].flatMap((own) => {
    const head = own.slice(0, 1).map(({ action }) => `${markOf(action, palette)} ${action.word}`);
    return wrapped(`${head.join("")} ${countLabeled(own)}: ${listOfAddresses(own)}`, width, 2);
  });
}
