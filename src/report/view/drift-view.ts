import type { Address } from "../../model/address.ts";
import type { Code } from "../../model/codes/code.ts";
import { present } from "../../model/present.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { GuardRefusal } from "../../plan/plan.ts";
import type { DriftEntry } from "../../plan/report/drift-entry.ts";
import type { Drift } from "../../reconcile/reconciler.ts";
import type { Tone } from "./actions.ts";
import { type DangerKindView, dangerKindView } from "./dangers.ts";
import { changedValues } from "./field-view.ts";
import { type Label, labelOf } from "./label.ts";
import { type PlaceChangeView, placeChangeView } from "./place-change-view.ts";
import { titleBeside } from "./step-view.ts";
import type { ValueView } from "./value-view.ts";

/** A kind of difference as people and programs read it. */
export interface DriftKindView {
  readonly name: DriftEntry["change"];
  readonly word: string;
  readonly tone: Tone;
  readonly rule: Code;
  readonly values: "none" | "values" | "places";
}

/** The kinds of differences. A new kind is a row here. */
const kinds = {
  changed: { word: "changed", tone: "changed", rule: "drift/changed", values: "values" },
  added: { word: "added", tone: "added", rule: "drift/added", values: "none" },
  removed: { word: "removed", tone: "removed", rule: "drift/removed", values: "none" },
  moved: { word: "moved", tone: "moved", rule: "drift/moved", values: "places" },
  renamed: { word: "renamed", tone: "changed", rule: "drift/renamed", values: "values" },
} as const satisfies Record<DriftEntry["change"], Omit<DriftKindView, "name">>;

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
  /** Absent: the object has no name besides its address. */
  readonly title?: string;
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
  readonly danger?: DangerKindView;
  /** The service and the layout changed it in different ways. */
  readonly isConflict: boolean;
  /** The object is no longer on the service. */
  readonly isGone: boolean;
  readonly level: "error" | "warning" | "note";
}

/** The drift as people read it. It contains no secret. */
export interface DriftView {
  readonly entries: readonly DriftEntryView[];
  readonly drifted: boolean;
  /** Incomplete lists, which make the comparison unreliable. */
  readonly gaps: readonly GuardRefusal[];
  readonly comparedWith: Drift["comparedWith"];
  /** The number of differences that the selection excludes. Absent: there is no selection. */
  readonly leftOut?: number;
  readonly organization: { readonly id: string; readonly title: string };
}

export function driftView(drift: Drift, types: readonly ResourceType[]): DriftView {
  const { entries, drifted, gaps, comparedWith, leftOut, live } = drift;
  return {
    entries: entries.map((entry) => driftEntryView(types, entry)),
    drifted,
    gaps,
    comparedWith,
    ...present({ leftOut }),
    organization: live.organization,
  };
}

function driftEntryView(types: readonly ResourceType[], entry: DriftEntry): DriftEntryView {
  const { address, attribute, change, changedIn, danger } = entry;
  const isGone = change === "removed" && changedIn !== "layout";
  return {
    address,
    label: labelOf(types, entry.type),
    kind: { name: change, ...kinds[change] },
    side: sideOf(entry),
    remarks: remarksOn(entry),
    isConflict: changedIn === "both" && !isGone,
    isGone,
    level: levelOf(entry),
    ...valuesOf(entry),
    ...present({
      title: titleBeside(entry),
      attribute,
      fate: fateOf(entry),
      danger: danger && dangerKindView(danger),
    }),
  };
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
function levelOf({ changedIn, danger, isNote }: DriftEntry): DriftEntryView["level"] {
  if (changedIn === "layout" || isNote === true) return "note";
  return danger === undefined ? "warning" : "error";
}
