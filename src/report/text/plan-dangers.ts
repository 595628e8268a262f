import { groupBy } from "../../util/groups.ts";
import { type DangerKindView, type DangerView, formerUrls, nestedEntries } from "../view/dangers.ts";
import type { EntryView } from "../view/entries.ts";
import type { PlanView } from "../view/plan-view.ts";
import { listOfAddresses } from "./address-list.ts";
import { wrapped } from "./columns.ts";
import { type Palette, plainPalette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { entryLines } from "./plan-body.ts";
import { atItsAddress, markOf, objectName, renderField } from "./step.ts";
import { isWhole, type TextShape } from "./text-shape.ts";
import { countLabeled } from "./totals.ts";

/** The maximum number of dangers of a kind that each get a line in a large plan. If there are more, some or all share lines. */
const mostLines = 20;

/** The dangers, before everything else. Deletes and replacements are all named, however many there are, and nowhere else. */
export function renderDangers(view: PlanView, shape: TextShape, palette: Palette): readonly string[] {
  const { dangers } = view;
  if (dangers.length === 0) return [];
  const ofAttributes = dangers.filter(({ attribute }) => attribute !== undefined);
  const kinds = groupBy(ofAttributes, ({ kind }) => kind.name);
  return [
    palette.strong(palette.removed(`Dangerous, check these first (${dangers.length}):`)),
    ...renderDeleted(view, shape, palette),
    ...[...kinds.values()].flatMap((own) => ofKind(own, view, shape, palette)),
  ];
}

const indentOfDangers = 2;

/** Deleted and replaced objects with their whole fields, each below such an object around it. Many of them share lines. */
function renderDeleted(view: PlanView, shape: TextShape, palette: Palette): readonly string[] {
  const { dangers, entries, places, steps } = view;
  const { deleted } = entries;
  const { width } = shape;
  if (deleted.length > mostLines && !isWhole(shape, steps)) return inLists(deleted, width, palette);
  const urls = formerUrls(dangers);
  return nestedEntries(deleted, places).flatMap(({ entry, depth }) =>
    entryLines(entry, palette, width, formerUrl(urls.get(entry.address), palette)).flatMap(
      ({ text, indent }) => wrapped(text, width, indent + (depth + 1) * indentOfDangers),
    ),
  );
}

function ofKind(
  dangers: readonly DangerView[],
  { steps }: PlanView,
  shape: TextShape,
  palette: Palette,
): readonly string[] {
  const lineOf = (danger: DangerView) =>
    wrapped(
      `${palette.removed(`! ${objectName(danger.step)}`)}${dangerousChange(danger, palette)}${atItsAddress(danger.step, palette)}`,
      shape.width,
      indentOfDangers,
    );
  if (dangers.length <= mostLines || isWhole(shape, steps)) return dangers.flatMap(lineOf);
  const rest = dangers.slice(mostLines / 2);
  return [
    ...dangers.slice(0, mostLines / 2).flatMap(lineOf),
    ...wrapped(
      `${palette.removed("!")} and ${rest.length} more, ${meaningOf(rest)}: ${listOfAddresses(rest.map(({ step }) => step))}`,
      shape.width,
      indentOfDangers,
    ),
  ];
}

function meaningOf(alike: readonly { readonly kind: DangerKindView }[]): string {
  return alike[0]?.kind.meaning ?? "";
}

/** A danger in words: `section "Guides" path: "guides" → "handbook", its URL for readers changes`. */
export function dangerText(danger: DangerView): string {
  return `${objectName(danger.step)}${dangerousChange(danger, plainPalette)}`;
}

function dangerousChange(danger: DangerView, palette: Palette): string {
  const { attribute, kind } = danger;
  const change = attribute === undefined ? ":" : ` ${changeOf(danger, attribute)},`;
  return `${change} ${kind.meaning}${formerUrl(danger.url, palette)}`;
}

/** The meaning of a danger, for use beside its step. */
export function dangerMeaning(danger: DangerView): string {
  const { attribute, kind } = danger;
  const what = attribute === undefined ? "" : `${plainText(attribute)}: `;
  return `${what}${kind.meaning}${formerUrl(danger.url, plainPalette)}`;
}

export function formerUrl(url: string | undefined, palette: Palette): string {
  return url === undefined ? "" : palette.faint(` (was at ${plainText(url)})`);
}

function changeOf({ change }: DangerView, attribute: string): string {
  return change === undefined ? plainText(attribute) : renderField(change);
}

/** Only addresses, by action and type. */
function inLists(entries: readonly EntryView[], width: number, palette: Palette): readonly string[] {
  return [...groupBy(entries, ({ action, type }) => `${action.name} ${type}`).values()].flatMap((own) => {
    const mark = own.slice(0, 1).map(({ action }) => markOf(action, palette));
    const list = `${mark.join("")} ${countLabeled(own)}: ${listOfAddresses(own)}`;
    return wrapped(list, width, indentOfDangers);
  });
}
