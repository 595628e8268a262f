import type { Address } from "../../model/address.ts";
import type { GuardRefusal } from "../../plan/plan.ts";
import type { DriftEntry } from "../../plan/report/drift.ts";
import { listOfAddresses } from "./address-list.ts";
import { wrapped } from "./columns.ts";
import { type Palette, plainPalette } from "./palette.ts";
import { renderMoved } from "./place.ts";
import { plainText } from "./plain-text.ts";
import type { Detail } from "./plan-view.ts";
import { count, renderChanged } from "./value.ts";

/** The drift, and the way to show it. */
export interface DriftView {
  readonly entries: readonly DriftEntry[];
  readonly drifted: boolean;
  /** Incomplete lists, which make the comparison unreliable. */
  readonly gaps: readonly GuardRefusal[];
  /** Whether a state shows where each change was made. */
  readonly hasState: boolean;
  /** The number of differences that the selection excludes. Absent: there is no selection. */
  readonly leftOut?: number;
  /** The service's host. */
  readonly service: string;
  readonly organization: string;
  /** In columns. */
  readonly width: number;
  readonly detail: Detail;
}

const changedInStyles = {
  live: { text: "on the service", tone: "removed" },
  layout: { text: "in the layout", tone: "changed" },
  both: { text: "on the service, and differently in the layout", tone: "removed" },
} as const satisfies Record<DriftEntry["changedIn"], { text: string; tone: keyof Palette }>;

const linesOfDrift = 90;

/**
 * Each difference, and where it was made, the dangerous ones first. Differences that do not fit on two screens are counted, except for lost
 * objects.
 */
export function renderDrift(view: DriftView, palette: Palette): string {
  const { entries, drifted, gaps, width, leftOut = 0 } = view;
  const lines = linesOfEntries(view, palette);
  const total = `${count(entries.length, "difference")}. docsform plan shows what apply would do.`;
  const blocks = [
    [
      ...wrapped(palette.strong(heading(view)), width),
      ...gaps.flatMap((gap) => gapLines(gap, palette, width)),
      ...lines,
    ],
    [
      ...(drifted ? wrapped(total, width) : []),
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

function heading({ entries, drifted, hasState, leftOut, organization, service, gaps }: DriftView): string {
  if (gaps.length > 0)
    return `Organization ${plainText(organization)} at ${plainText(service)} was not read completely: these differences are not reliable, and there may be more.`;
  const isEdited = entries.some(({ changedIn }) => changedIn === "layout");
  const before = hasState ? "the last apply" : "the layout (there is no state yet)";
  return drifted
    ? `Organization ${plainText(organization)} at ${plainText(service)} differs from ${before}:`
    : `No drift${leftOut === undefined ? "" : " among the selected objects"}: the service matches the ${hasState ? "last apply" : "layout"}.${isEdited ? " The layout has changed since then:" : ""}`;
}

function linesOfEntries(view: DriftView, palette: Palette): readonly string[] {
  const { entries, detail, width } = view;
  const ordered = [...entries.filter(isDangerous), ...entries.filter((entry) => !isDangerous(entry))];
  const most = detail === "full" ? Number.POSITIVE_INFINITY : detail === "compact" ? 0 : linesOfDrift;
  const lines: string[] = [];
  for (const [at, entry] of ordered.entries()) {
    const more = wrapped(renderEntry(entry, palette, width, detail), width, 2);
    if (lines.length + more.length > most) return [...lines, ...inShort(ordered.slice(at), palette, width)];
    lines.push(...more);
  }
  return lines;
}

function isDangerous({ danger }: DriftEntry): boolean {
  return danger !== undefined;
}

/** Addresses of the objects that are gone from the service, and numbers for the rest. */
function inShort(entries: readonly DriftEntry[], palette: Palette, width: number): readonly string[] {
  const groups = new Map<string, DriftEntry[]>();
  for (const entry of entries) {
    const name = whatChanged(entry);
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return [...groups].flatMap(([name, own]) => {
    const isGone = own[0]?.change === "removed" && own[0].changedIn !== "layout";
    const names = isGone ? `: ${listOfAddresses(own)}` : " (--full shows them)";
    return wrapped(`${palette.removed(`… and ${own.length} more ${name}`)}${names}`, width, 2);
  });
}

/** A whole difference in words. */
export function entryText(entry: DriftEntry): string {
  return renderEntry(entry, plainPalette, Number.POSITIVE_INFINITY, "full");
}

function renderEntry(entry: DriftEntry, palette: Palette, width: number, detail: Detail): string {
  const { tone } = changedInStyles[entry.changedIn];
  const most = detail === "full" ? Number.POSITIVE_INFINITY : width;
  const mark = isDangerous(entry) ? palette.removed("! ") : "";
  const title = titleOf(entry);
  return `${mark}${palette[tone](`${whatChanged(entry)}:`)} ${driftEntryName(entry)}${palette.faint(title)}${values(entry, most)}${undeclared(entry)}`;
}

/** An object that was removed on both sides is not a conflict. */
function whatChanged({ change, changedIn }: DriftEntry): string {
  const isGoneFromBoth = change === "removed" && changedIn === "both";
  return `${change} ${isGoneFromBoth ? "on the service and in the layout" : changedInStyles[changedIn].text}`;
}

function driftEntryName({ address, attribute }: Pick<DriftEntry, "address" | "attribute">): Address {
  return `${plainText(address)}${attribute === undefined ? "" : `.${plainText(attribute)}`}`;
}

function undeclared({ undeclared: isUndeclared, isNote }: DriftEntry): string {
  if (isUndeclared !== true) return "";
  return isNote === true ? " (not declared; not drift)" : " (not declared)";
}

function titleOf({ title, address }: DriftEntry): string {
  return title === "" || title === address ? "" : ` ${JSON.stringify(plainText(title))}`;
}

function values(entry: DriftEntry, most: number): string {
  const { change, sensitive, newId, transferredTo, trashed } = entry;
  if (newId !== undefined)
    return `; recreated on the service as ${plainText(newId)}, which docsform accept uses`;
  if (transferredTo !== undefined) return `; transferred to the organization ${plainText(transferredTo)}`;
  if (trashed === true) return "; in the trash: you can restore it in the app";
  if (sensitive === true) return ": (secret) → (secret)";
  switch (change) {
    case "changed":
    case "renamed":
      return `: ${renderChanged(entry, most)}`;
    case "moved":
      return `: ${renderMoved(entry)}`;
    case "added":
    case "removed":
      return "";
  }
}
