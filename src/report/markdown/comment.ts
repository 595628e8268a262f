import { adviceIn } from "../../engine/plan/guard/permit.ts";
import type { GuardRefusal } from "../../model/plan/plan.ts";
import { count } from "../../util/count.ts";
import { type EffectLine, effectLines, formerUrl } from "../text/effects-text.ts";
import { plainPalette } from "../text/palette.ts";
import { renderPermit } from "../text/permit-text.ts";
import { plainText } from "../text/plain-text.ts";
import { skippedWords } from "../text/plan-text.ts";
import { renderLeftOut } from "../text/selection-text.ts";
import { atItsAddress, unchangedObject } from "../text/step-text.ts";
import { countSteps, countUndone } from "../text/totals.ts";
import { formerUrls, nestedEntries } from "../view/deletes-view.ts";
import { type EntryView, stepsOf } from "../view/entries.ts";
import { forestOf, placedEntries } from "../view/entry-forest.ts";
import { noteText } from "../view/named-in.ts";
import { permitView, unnamedAddresses } from "../view/permit-view.ts";
import type { PlanView } from "../view/plan-view.ts";
import { diffEntry } from "./comment-step.ts";

/** What identifies a comment, and its maximum length. */
export interface CommentOptions {
  /** The path of the layout's first file. It distinguishes the comment from those of other layouts. */
  readonly layout: string;
  /** The maximum length in UTF-16 code units. A text never has more characters than code units. */
  readonly limit: number;
}

/**
 * The plan as Markdown for a comment on a pull request, never longer than the limit. Its first line is invisible and the same for each plan
 * of the layout, so that a program can find the earlier comment. If the entries do not fit, the comment omits whole entries and counts
 * their steps. Deletes and replaces come first, so it omits them last. All text from the service or a layout is in code blocks, and cannot end them.
 */
export function renderComment(view: PlanView, { layout, limit }: CommentOptions): string {
  const { undoing, rest, ofState } = view.entries;
  const sections = [
    deletedSection(view),
    ...effectSections(view),
    entrySection(`Undoes ${countUndone(view.undone)}`, undoing, view),
    entrySection(
      `Changes: ${count([...rest, ...ofState].flatMap(stepsOf).length, "step")}`,
      [...rest, ...ofState],
      view,
    ),
    selectionSection(view),
    noteSection(view),
    unmanagedSection(view),
    refusalSection(view),
  ];
  const ending = permitLine(view);
  const fence = fenceFor(sections);
  let text = `${marker(view, layout)}\n${heading(view)}\n\n${verdict(view)}\n${savedPlanLine(view.saved?.hash)}`;
  for (const [at, section] of sections.entries()) {
    const reserved = sections.slice(at + 1).reduce((sum, later) => sum + omission(later, 0).length, 0);
    text += fitted(
      section,
      fence,
      Math.min(limit - text.length - reserved - ending.length, limit * section.share),
    );
  }
  return `${text}${ending}`;
}

/** A part of the comment. The lines of an item stay together, and the most important items come first. */
interface Section {
  readonly title: string;
  readonly language: "diff" | "text";
  readonly isOpen: boolean;
  readonly items: readonly string[];
  /** What a comment says of the items from this one on, if they do not fit. */
  readonly summaryFrom: (first: number) => string;
  /** The maximum share of the whole comment. */
  readonly share: number;
}

function marker({ organization }: PlanView, layout: string): string {
  return `<!-- docsform plan ${markerWord(organization.id)} ${markerWord(layout)} -->`;
}

// Two hyphens in a row could end an HTML comment.
function markerWord(text: string): string {
  return shortened(text.replace(/[^\w./-]+/gu, "_").replace(/-{2,}/gu, "-"), longestLine);
}

function heading({ steps, refusals, isReliable }: PlanView): string {
  if (!isReliable) return "### docsform plan: not reliable";
  const none = refusals.length === 0 ? "nothing to do" : "refused";
  return `### docsform plan: ${steps.length === 0 ? none : countSteps(steps)}`;
}

function verdict(view: PlanView): string {
  const { refusals, steps, permittedBy } = view;
  if (!view.isReliable)
    return "**This plan is not reliable**: it needs a list that the service returned incompletely. Apply will refuse it.";
  if (refusals.length > 0)
    return `**Apply will refuse this plan**, for ${count(refusals.length, "reason")}. It would make ${callsOf(view)}.`;
  if (steps.length === 0)
    return view.selection === undefined
      ? "The service matches the layout."
      : "The selected objects match the layout.";
  const permitted =
    permittedBy.length === 0 ? "No guard refuses it." : `Permitted by ${permittedBy.join(", ")}.`;
  return [`Apply will make ${callsOf(view)}.`, skippedWords(view), permitted]
    .filter((each) => each !== "")
    .join(" ");
}

function savedPlanLine(hash: string | undefined): string {
  return hash === undefined ? "" : `\nSaved as \`${hash}\`.\n`;
}

function callsOf(view: PlanView): string {
  const undone = countUndone(view.undone);
  return `${count(view.writeCalls, "writing API call")}${undone === "" ? "" : `; it undoes ${undone}`}`;
}

function refusalSection(view: PlanView): Section {
  const { refusals } = view;
  return {
    title: "Why apply will refuse",
    language: "text",
    isOpen: true,
    items: refusals.map((refusal) => refusalItem(view, refusal)),
    summaryFrom: (first) => count(refusals.length - first, "reason"),
    share: 1 / 4,
  };
}

const mostAddresses = 20;

function refusalItem(view: PlanView, refusal: GuardRefusal): string {
  const { message, code } = refusal;
  const addresses = unnamedAddresses(view, refusal, false);
  const advice = adviceIn(refusal);
  const omitted = addresses.length - mostAddresses;
  return item([
    `  ${message} [${code}]`,
    ...(advice === "" ? [] : [`    ${advice}`]),
    ...addresses.slice(0, mostAddresses).map((address) => `    ${address}`),
    ...(omitted > 0 ? [`    and ${omitted} more`] : []),
  ]);
}

/** What permits the plan, in docsform's own words. */
function permitLine({ refusals, saved }: PlanView): string {
  if (refusals.length === 0) return "";
  const { never, ...flags } = permitView(refusals, saved !== undefined);
  return `\n${renderPermit({ ...flags, never: never.length === 0 ? [] : ["some of these reasons"] })}\n`;
}

/** A run skips all deletes or none. */
function deletedSection({ entries, deletes, places, skipped }: PlanView): Section {
  const urls = formerUrls(deletes);
  const nested = nestedEntries(entries.deleted, places);
  return {
    title: `${skipped.length > 0 ? "Skipped" : "Dangerous, check these first"}: ${countSteps(entries.deleted)}`,
    language: "diff",
    isOpen: skipped.length === 0,
    items: nested.map(({ entry, depth }) =>
      item(diffEntry(entry, depth, formerUrl(urls.get(entry.address), plainPalette))),
    ),
    summaryFrom: (first) => countedSteps(nested.slice(first).map(({ entry }) => entry)),
    share: 1,
  };
}

/** The dangers other than deletes and replacements, and what else becomes different for readers and members. */
function effectSections(view: PlanView): readonly Section[] {
  const { dangers, effects } = effectLines(view, "planned", false);
  return [
    effectSection(`Dangerous, check these first: ${view.dangers.length}`, dangers),
    effectSection(`For readers and members: ${view.effects.length}`, effects),
  ];
}

function effectSection(title: string, lines: readonly EffectLine[]): Section {
  return {
    title,
    language: "text",
    isOpen: true,
    items: lines.map(({ text, isDanger, address }) =>
      item([
        `${isDanger ? "" : "  "}${text}${address === undefined ? "" : atItsAddress({ address }, plainPalette)}`,
      ]),
    ),
    summaryFrom: (first) => count(lines.length - first, lines[0]?.isDanger === true ? "danger" : "effect"),
    share: 1 / 4,
  };
}

/** Entries in the structure of the organization. */
function entrySection(title: string, entries: readonly EntryView[], { places, names }: PlanView): Section {
  const placed = placedEntries(forestOf(entries, places));
  return {
    title,
    language: "diff",
    isOpen: true,
    items: placed.map(({ entry, depth, around }) =>
      item([
        ...around.map((each) => `  ${"  ".repeat(each.depth)}${unchangedObject(each.address, names)}`),
        ...diffEntry(entry, depth),
      ]),
    ),
    summaryFrom: (first) => countedSteps(placed.slice(first).map(({ entry }) => entry)),
    share: 1,
  };
}

/** `2 steps (1 to create, 1 to move)`. */
function countedSteps(entries: readonly EntryView[]): string {
  const steps = entries.flatMap(stepsOf);
  return `${count(steps.length, "step")} (${countSteps(steps)})`;
}

function selectionSection({ selection }: PlanView): Section {
  const unselected = selection?.leftOut ?? [];
  return {
    title: `Not selected: ${count(unselected.length, "step")}`,
    language: "text",
    isOpen: true,
    items: unselected.map((step) => item([`  ${renderLeftOut(step)}`])),
    summaryFrom: (first) => count(unselected.length - first, "unselected step"),
    share: 1 / 4,
  };
}

function noteSection({ notes }: PlanView): Section {
  return {
    title: count(notes.length, "note"),
    language: "text",
    isOpen: true,
    items: notes.map((note) => item([`  ${noteText(note)} [${note.code}]`])),
    summaryFrom: (first) => count(notes.length - first, "note"),
    share: 1,
  };
}

function unmanagedSection({ unmanaged }: PlanView): Section {
  return {
    title: `Not managed by this layout, left alone: ${unmanaged.length}`,
    language: "text",
    isOpen: false,
    items: unmanaged.map(({ address, title, layout }) =>
      item([
        `  ${address} ${JSON.stringify(title)}${layout === undefined ? "" : `, managed by the layout ${layout}`}`,
      ]),
    ),
    summaryFrom: (first) => count(unmanaged.length - first, "unmanaged object"),
    share: 1,
  };
}

const longestLine = 500;

/**
 * The text of an item, without control characters and with shortened long lines. Each line begins with a mark or a blank, so that none is a
 * command to the platform.
 */
function item(lines: readonly string[]): string {
  return lines.map((line) => `${shortened(plainText(line), longestLine)}\n`).join("");
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // The cut must not split a surrogate pair.
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/u, "")}…`;
}

/** The fence of a code block: one more backtick than the longest run in any section, because a shorter fence could end the block. */
function fenceFor(sections: readonly Section[]): string {
  const runs = sections.flatMap(({ items }) => items.flatMap((text) => text.match(/`+/gu) ?? []));
  return "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
}

/** The section with the items that fit in the room, and a line about the others. */
function fitted(section: Section, fence: string, room: number): string {
  const { items } = section;
  const roomForItems = room - framed(section, fence, "").length - omission(section, 0).length;
  const included = countWithin(items, roomForItems);
  const code = items.slice(0, included).join("");
  return `${included === 0 ? "" : framed(section, fence, code)}${omission(section, included)}`;
}

/** The number of items, from the first one on, whose texts fit in the room. */
function countWithin(items: readonly string[], room: number): number {
  let roomLeft = room;
  const firstTooLong = items.findIndex((text) => {
    roomLeft -= text.length;
    return roomLeft < 0;
  });
  return firstTooLong === -1 ? items.length : firstTooLong;
}

function framed({ title, language, isOpen }: Section, fence: string, code: string): string {
  const opened = `<details${isOpen ? " open" : ""}><summary>${title}</summary>`;
  return `\n${opened}\n\n${fence}${language}\n${code}${fence}\n\n</details>\n`;
}

/** The line about the omitted items. Empty if there are none. */
function omission({ items, summaryFrom }: Section, firstOmitted: number): string {
  return firstOmitted === items.length
    ? ""
    : `\nOmitted to keep the comment short: ${summaryFrom(firstOmitted)}.\n`;
}
