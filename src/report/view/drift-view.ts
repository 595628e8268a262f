import type { DriftEntry } from "../../engine/plan/drift/drift-entry.ts";
import type { Drift } from "../../engine/reconcile/reconciler.ts";
import type { Address } from "../../model/address.ts";
import type { Code } from "../../model/codes/code.ts";
import { type DangerKind, dangerMeanings, type GuardRefusal } from "../../model/plan/plan.ts";
import { headlineFor } from "../../model/resource-type/headline.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { present } from "../../util/present.ts";
import { plainText } from "../text/plain-text.ts";
import type { Tone } from "./actions.ts";
import { deleteKinds } from "./deletes-view.ts";
import { type Cause, type EffectViews, effectViews } from "./effects-view.ts";
import { changedValues } from "./field-view.ts";
import { type Label, type LabelOf, labelsOf } from "./label.ts";
import { quoted, titleBeside } from "./names-view.ts";
import { type PlaceChangeView, placeChangeView } from "./place-change-view.ts";
import type { ValueView } from "./value-view.ts";

/** A kind of difference as people and programs read it. */
export interface DriftKindView {
  readonly name: DriftEntry["change"];
  readonly word: string;
  readonly symbol: string;
  readonly tone: Tone;
  readonly rule: Code;
  readonly values: "none" | "values" | "places";
}

/** The kinds of differences. A new kind is a row here. */
const kinds = {
  changed: { word: "changed", symbol: "~", tone: "changed", rule: "drift/changed", values: "values" },
  added: { word: "added", symbol: "+", tone: "added", rule: "drift/added", values: "none" },
  removed: { word: "removed", symbol: "-", tone: "removed", rule: "drift/removed", values: "none" },
  moved: { word: "moved", symbol: ">", tone: "moved", rule: "drift/moved", values: "places" },
  renamed: { word: "renamed", symbol: "~", tone: "changed", rule: "drift/renamed", values: "values" },
} as const satisfies Record<DriftEntry["change"], Omit<DriftKindView, "name">>;

/** What a danger is, as a remark on the entry that causes it. */
const meanings: Readonly<Record<DangerKind, string>> = {
  ...dangerMeanings,
  delete: deleteKinds.delete.meaning,
};

/** Where a difference was made. */
export interface DriftSideView {
  readonly name: DriftEntry["changedIn"];
  readonly text: string;
  readonly tone: Tone;
}

const sides = {
  live: { text: "on the service", tone: "removed" },
  layout: { text: "in the layout", tone: "changed" },
  both: { text: "on the service, and differently in the layout", tone: "removed" },
} as const satisfies Record<DriftEntry["changedIn"], Omit<DriftSideView, "name">>;

/** One difference as people read it. It contains no secret. */
export interface DriftEntryView {
  readonly address: Address;
  readonly label: Label;
  /** The former title if it changed. Absent: the object has no name besides its address. */
  readonly title?: string;
  /** What its line says after the title: `renamed to "Manual"`. Empty: its values say it. */
  readonly words: readonly string[];
  /** Absent: the whole object was added, removed, moved or renamed. */
  readonly attribute?: string;
  readonly kind: DriftKindView;
  readonly side: DriftSideView;
  /** The values of an attribute, or the addresses of a renamed object. */
  readonly values?: { readonly before: ValueView; readonly after: ValueView };
  readonly places?: PlaceChangeView;
  /** What became of a removed object. */
  readonly fate?: string;
  readonly remarks: readonly string[];
  /** The worst danger that it causes. */
  readonly danger?: { readonly name: DangerKind; readonly meaning: string };
  /** The service and the layout changed it in different ways. */
  readonly isConflict: boolean;
  /** The object is no longer on the service. */
  readonly isGone: boolean;
  readonly level: "error" | "warning" | "note";
}

/** The drift as people read it. It contains no secret. */
export interface DriftView extends EffectViews {
  readonly entries: readonly DriftEntryView[];
  readonly drifted: boolean;
  /** The number of declared objects that no apply has created. */
  readonly neverApplied: number;
  /** Incomplete lists, which make the comparison unreliable. */
  readonly gaps: readonly GuardRefusal[];
  readonly comparedWith: Drift["comparedWith"];
  /** The number of differences that the selection excludes. Absent: there is no selection. */
  readonly leftOut?: number;
  readonly organization: { readonly id: string; readonly title: string };
}

export function driftView(drift: Drift, types: readonly ResourceType[]): DriftView {
  const { entries, drifted, gaps, comparedWith, leftOut, live } = drift;
  const labelOf = labelsOf(types);
  const headlines = new Map(types.map((type) => [type.name, headlineFor(type)]));
  const isName = ({ type, attribute = "" }: DriftEntry) => {
    const { names, path } = headlines.get(type) ?? { names: [] };
    return attribute !== path && names.includes(attribute);
  };
  const dangers = new Map<number, DangerKind>();
  for (const { kind, steps } of drift.dangers)
    for (const at of steps) if (!dangers.has(at)) dangers.set(at, kind);
  return {
    ...effectViews(drift, types, (at) => causeIn(entries[at] as DriftEntry)),
    entries: entries
      .map((entry, at) => driftEntryView(labelOf, entry, { isName: isName(entry), danger: dangers.get(at) }))
      .sort((one, other) => rankOf(one) - rankOf(other)),
    drifted,
    neverApplied: drift.neverApplied.length,
    gaps,
    comparedWith,
    ...present({ leftOut }),
    organization: live.organization,
  };
}

function causeIn({ address, attribute }: DriftEntry): Cause {
  return { address, ...present({ attribute }) };
}

/** The rank of an entry: by its side (both, live, layout), and dangerous entries before the others of a side. */
function rankOf({ side, danger, isConflict }: DriftEntryView): number {
  const isDangerous = danger !== undefined || isConflict;
  return sideNames.indexOf(side.name) * 2 + (isDangerous ? 0 : 1);
}

const sideNames: readonly string[] = ["both", "live", "layout"];

interface EntryFacts {
  /** The attribute names the object. */
  readonly isName: boolean;
  /** The worst danger that the entry causes. */
  readonly danger: DangerKind | undefined;
}

function driftEntryView(labelOf: LabelOf, entry: DriftEntry, { isName, danger }: EntryFacts): DriftEntryView {
  const { address, attribute, change, changedIn } = entry;
  const isGone = change === "removed" && changedIn !== "layout";
  const renamed = isName ? titlesIn(entry) : undefined;
  return {
    address,
    label: labelOf(entry.type),
    kind: { name: change, ...kinds[change] },
    side: sideOf(entry),
    remarks: remarksOn(entry),
    isConflict: changedIn === "both" && !isGone,
    isGone,
    level: levelOf(entry, danger !== undefined),
    words: wordsOn(entry, renamed),
    ...valuesOf(entry),
    ...present({
      title: renamed?.before ?? titleBeside(entry),
      attribute,
      fate: fateOf(entry),
      danger: danger && { name: danger, meaning: meanings[danger] },
    }),
  };
}

/** The title before and after. Undefined: it was or becomes something else, or is secret. */
function titlesIn({ before, after, sensitive }: DriftEntry): { before: string; after: string } | undefined {
  return sensitive !== true && typeof before === "string" && typeof after === "string"
    ? { before, after }
    : undefined;
}

function wordsOn({ change, before }: DriftEntry, renamed: ReturnType<typeof titlesIn>): readonly string[] {
  if (change === "renamed") return [`formerly ${plainText(before as Address)}`];
  return renamed === undefined ? [] : [`renamed to ${quoted(renamed.after)}`];
}

/** An object that was removed on both sides is not a conflict. */
function sideOf({ change, changedIn }: DriftEntry): DriftSideView {
  const side = { name: changedIn, ...sides[changedIn] };
  const isGoneFromBoth = change === "removed" && changedIn === "both";
  return isGoneFromBoth ? { ...side, text: "on the service and in the layout" } : side;
}

function remarksOn({ undeclared, isNote }: DriftEntry): readonly string[] {
  if (undeclared !== true) return [];
  return [isNote === true ? "not declared; not drift" : "not declared"];
}

function fateOf({ newId, transferredTo, trashed }: DriftEntry): string | undefined {
  if (newId !== undefined) return `recreated on the service as ${newId}, which docsform accept uses`;
  if (transferredTo !== undefined) return `transferred to the organization ${transferredTo}`;
  return trashed === true ? "in the trash: you can restore it in the app" : undefined;
}

function valuesOf(entry: DriftEntry): Pick<DriftEntryView, "values" | "places"> {
  const { values } = kinds[entry.change];
  if (entry.sensitive === true || values === "values") return { values: changedValues(entry) };
  return values === "places" ? { places: placeChangeView(entry) } : {};
}

/** A change that only the layout made is not drift, so it is a note. */
function levelOf({ changedIn, isNote }: DriftEntry, isDangerous: boolean): DriftEntryView["level"] {
  if (changedIn === "layout" || isNote === true) return "note";
  return isDangerous ? "error" : "warning";
}
