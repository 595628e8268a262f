import type { Address } from "../../model/address.ts";
import { groupBy } from "../../util/groups.ts";
import { formerUrls, nestedEntries } from "../view/deletes-view.ts";
import { type AlikeEffects, alikeEffects, type EffectView, type EffectViews } from "../view/effects-view.ts";
import type { EntryView } from "../view/entries.ts";
import type { PlanView } from "../view/plan-view.ts";
import { listOfAddresses } from "./address-list.ts";
import { wrapped } from "./columns.ts";
import { type EffectTime, effectSentence } from "./effect-sentence.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { entryLines } from "./plan-body.ts";
import { atItsAddress, markOf } from "./step-text.ts";
import { isWhole, type TextShape } from "./text-shape.ts";
import { countLabeled } from "./totals.ts";

/** The maximum number of sentences, and of deletes in a large plan that each get a line. If there are more, some share lines. */
const mostLines = 20;

/** One sentence. */
export interface EffectLine {
  readonly text: string;
  readonly isDanger: boolean;
  /** Absent: it is about several objects. */
  readonly address?: Address;
}

interface EffectLines {
  readonly dangers: readonly EffectLine[];
  readonly effects: readonly EffectLine[];
  /** Whether each effect has a line of its own. */
  readonly isWhole: boolean;
}

/** One sentence for each effect, or at most twenty for all of them. */
export function effectLines(views: EffectViews, time: EffectTime, isFull: boolean): EffectLines {
  const linesOf = isFull ? lineForEach : linesWithin;
  const dangers = linesOf(views.dangers, time, mostLines);
  const effects = linesOf(views.effects, time, Math.max(mostLines - dangers.length, 1));
  const isWhole = dangers.length === views.dangers.length && effects.length === views.effects.length;
  return { dangers, effects, isWhole };
}

function lineForEach(views: readonly EffectView[], time: EffectTime): readonly EffectLine[] {
  return views.map((view) => lineOf([view], time));
}

/** Effects with one cause share a line. If there are still too many lines, those with several causes do too. */
function linesWithin(views: readonly EffectView[], time: EffectTime, most: number): readonly EffectLine[] {
  const ofOneCause = alikeEffects(views, true);
  const groups = ofOneCause.length <= most ? ofOneCause : alikeEffects(views, false);
  if (groups.length <= most) return groups.map((alike) => lineOf(alike, time));
  const rest = groups.slice(most - 1).flat();
  const counts = [...groupBy(rest, ({ kind }) => kind.meaning)].map(
    ([meaning, { length }]) => `${meaning} (${length})`,
  );
  const isDanger = rest.some(({ kind }) => kind.isDanger);
  const last = { text: `${markIf(isDanger)}and ${rest.length} more: ${counts.join(", ")}`, isDanger };
  return [...groups.slice(0, most - 1).map((alike) => lineOf(alike, time)), last];
}

function lineOf(alike: AlikeEffects, time: EffectTime): EffectLine {
  const [{ kind, object }] = alike;
  return {
    text: `${markIf(kind.isDanger)}${effectSentence(alike, time)}`,
    isDanger: kind.isDanger,
    ...(alike.length === 1 && { address: object.address }),
  };
}

function markIf(isDanger: boolean): string {
  return isDanger ? "! " : "";
}

interface Drawing {
  readonly shape: TextShape;
  readonly palette: Palette;
  /** The number of deletes, and the lines about them. */
  readonly deletes?: { readonly number: number; readonly lines: readonly string[] };
}

interface EffectBlocks extends Pick<EffectLines, "isWhole"> {
  readonly blocks: readonly (readonly string[])[];
}

/** The dangers, and what else becomes different for readers and members. */
export function renderEffects(
  views: EffectViews,
  time: EffectTime,
  { shape, palette, deletes = { number: 0, lines: [] } }: Drawing,
): EffectBlocks {
  const { width, detail } = shape;
  const { dangers, effects, isWhole } = effectLines(views, time, detail === "full");
  const drawn = (lines: readonly EffectLine[]) =>
    lines.flatMap(({ text, isDanger, address }) => {
      const end = address === undefined ? "" : atItsAddress({ address }, palette);
      return wrapped(`${isDanger ? palette.removed(text) : text}${end}`, width, indentOfEffects);
    });
  const number = deletes.number + views.dangers.length;
  const title = palette.strong(palette.removed(`Dangerous, check these first (${number}):`));
  const others = detail === "compact" ? [] : drawn(effects);
  return {
    blocks: [
      number === 0 ? [] : [title, ...deletes.lines, ...drawn(dangers)],
      others.length === 0 ? [] : [palette.strong("For readers and members:"), ...others],
    ],
    isWhole,
  };
}

const indentOfEffects = 2;

/** The effects of a plan. Deletes and replacements are all named, however many there are, and nowhere else. */
export function renderPlanEffects(view: PlanView, shape: TextShape, palette: Palette): EffectBlocks {
  const deletes = { number: view.deletes.length, lines: renderDeleted(view, shape, palette) };
  return renderEffects(view, "planned", { shape, palette, deletes });
}

/** Deleted and replaced objects with their whole fields, each below such an object around it. Many of them share lines. */
function renderDeleted(view: PlanView, shape: TextShape, palette: Palette): readonly string[] {
  const { deletes, entries, places, steps } = view;
  if (deletes.length === 0) return [];
  const { deleted } = entries;
  const { width } = shape;
  if (deleted.length > mostLines && !isWhole(shape, steps)) return inLists(deleted, width, palette);
  const urls = formerUrls(deletes);
  return nestedEntries(deleted, places).flatMap(({ entry, depth }) =>
    entryLines(entry, palette, width, formerUrl(urls.get(entry.address), palette)).flatMap(
      ({ text, indent }) => wrapped(text, width, indent + (depth + 1) * indentOfEffects),
    ),
  );
}

export function formerUrl(url: string | undefined, palette: Palette): string {
  return url === undefined ? "" : palette.faint(` (was at ${plainText(url)})`);
}

/** Only addresses, by action and type. */
function inLists(entries: readonly EntryView[], width: number, palette: Palette): readonly string[] {
  return [...groupBy(entries, ({ action, type }) => `${action.name} ${type}`).values()].flatMap((own) => {
    const mark = own.slice(0, 1).map(({ action }) => markOf(action, palette));
    const list = `${mark.join("")} ${countLabeled(own)}: ${listOfAddresses(own)}`;
    return wrapped(list, width, indentOfEffects);
  });
}
