import { type Address, typeOfAddress } from "../../../model/address.ts";
import { asDeclared, managedPart } from "../../../model/attribute-value.ts";
import type { DesiredObject, DesiredWorld } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { GuardRefusal, PlanStep } from "../../../model/plan/plan.ts";
import { namedBySelection } from "../../../model/plan/selection.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import { isEditorial } from "../../../model/resource-type/opens.ts";
import { containsText } from "../../../model/secret-value.ts";
import type { LiveObject, ObjectName, Snapshot } from "../../../model/snapshot.ts";
import { lastKnown, type State, type StateEntry } from "../../../model/state.ts";
import type { Json } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import type { Doing } from "../audience/planned-worlds.ts";
import { decideLayout } from "../decide/decide-layout.ts";
import type { Deleted } from "../decide/decisions.ts";
import { namesOfIds } from "../decide/known-names.ts";
import { defaultName, titleOfGone, titleOfLive } from "../decide/object-names.ts";
import { undeclaredChanges, undeclaredIn } from "../decide/undeclared.ts";
import type { Who } from "../decide/who-changed.ts";
import { gapsOf } from "../guard/judge.ts";
import { type MatchedLayout, matchWithoutDead } from "../match/match-layout.ts";
import type { PlanInputs } from "../pipeline.ts";
import { selectLayout } from "../select/select-layout.ts";
import { surroundings } from "../select/surroundings.ts";
import { type OrderedLayout, orderLayout } from "../steps/order-layout.ts";
import { renames } from "../steps/renamed.ts";
import { indexDesired } from "../world/desired-index.ts";
import {
  describedWithout,
  messagesWithout,
  secretTextsOf,
  withoutIn,
  withoutSecretNames,
} from "../world/secret-texts.ts";
import { unknownIn } from "../world/unknown-address.ts";
import { type DriftEffects, effectsOfDrift } from "./drift-effects.ts";
import { type ComparedLayout, comparedIn, type DriftEntry } from "./drift-entry.ts";
import { moveDrift, movesInState } from "./drift-places.ts";

export type { DriftEntry } from "./drift-entry.ts";

export interface DriftReport extends DriftEffects {
  readonly entries: readonly DriftEntry[];
  /** Whether the service changed after the last apply. Edits of the layout do not count. */
  readonly drifted: boolean;
  /** Declared objects that no apply has created: the layout has no state yet. */
  readonly neverApplied: readonly Address[];
  /** Number of differences outside the selection. Absent: there is no selection. */
  readonly leftOut?: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Why the report is unreliable: the incomplete lists. Empty: it is reliable. */
  readonly gaps: readonly GuardRefusal[];
  /** What an apply would do. Absent: no plan is possible. */
  readonly plan?: Doing;
}

/** Compares the service with what was last applied, or with the layout if there is no state. */
export function findDrift(inputs: PlanInputs): DriftReport {
  const { matched, dead } = matchWithoutDead(inputs);
  const ordered = orderLayout(decideLayout(matched, inputs));
  const whole = { ...matched, dead, layout: inputs.desired, selection: inputs.selection };
  const report = selectedDrift(whole, ordered, withRemoved(whole, driftOf(ordered)));
  const { entries, gaps, diagnostics } = report;
  const { dangers, effects } =
    ordered.whole === undefined || report.plan === undefined
      ? noEffects
      : effectsOfDrift(ordered.whole, entries);
  const texts = secretTextsOf(inputs);
  return {
    ...report,
    dangers: dangers.map((danger) => describedWithout(danger, texts)),
    effects: effects.map((effect) => describedWithout(effect, texts)),
    entries: texts.length === 0 ? entries : entries.map((entry) => withoutSecrets(entry, texts)),
    gaps: messagesWithout(gaps, texts),
    diagnostics: messagesWithout(diagnostics, texts),
  };
}

/** A layout without its dead objects. A dead object is pinned to an id whose object was deleted. */
interface DriftInputs extends MatchedLayout, Pick<PlanInputs, "selection"> {
  readonly dead: readonly DesiredObject[];
  /** The layout with its dead objects. */
  readonly layout: DesiredWorld;
}

/** Selects a part of the drift. Unlike a plan, it adds nothing that the selected objects need, because a report does nothing. */
function selectedDrift(inputs: DriftInputs, ordered: OrderedLayout, report: DriftReport): DriftReport {
  const { layout, matches, selection } = inputs;
  if (selection === undefined) return report;
  const known = new Set([
    ...layout.objects.map(({ address }) => address),
    ...Object.keys(inputs.state?.objects ?? {}),
    ...report.entries.map(({ address }) => address),
    ...report.neverApplied,
  ]);
  const unknown = unknownIn(selection, known);
  if (unknown.length > 0) return { ...nothingCompared, diagnostics: unknown };
  const isChosen = namedBySelection(
    selection,
    surroundings({ ...inputs, desired: indexDesired(layout), state: matches.state }),
  );
  const entries = report.entries.filter(({ address }) => isChosen(address));
  const leftOut = report.entries.length - entries.length;
  const neverApplied = report.neverApplied.filter(isChosen);
  const { part } = selectLayout(ordered, selection);
  const gaps = part === undefined ? report.gaps : gapsOf(part.context, part.steps, part.isSelected);
  const drifted = hasDrifted(entries) || neverApplied.length > 0;
  return { ...report, entries, neverApplied, leftOut, drifted, gaps };
}

function withoutSecrets(entry: DriftEntry, texts: readonly string[]): DriftEntry {
  const redacted = withoutSecretNames(withoutIn(entry, ["title"], texts), texts);
  const hasSecret = containsText(entry.before, texts) || containsText(entry.after, texts);
  return hasSecret ? { ...redacted, before: null, after: null, sensitive: true } : redacted;
}

/** The drift of the whole layout, without its dead objects. */
function driftOf(ordered: OrderedLayout): DriftReport {
  const { part, diagnostics } = selectLayout(ordered, undefined);
  if (part === undefined) return { ...nothingCompared, diagnostics };
  const { context, nodes, existing, apiVersion, steps, isSelected } = part;
  const compared = comparedIn(part);
  const { state } = compared;
  const entries = state ? driftFromState(compared, state) : driftFromLayout(compared, steps);
  const neverApplied = state
    ? []
    : steps.flatMap((step) => (isNeverApplied(compared, step) ? [step.address] : []));
  return {
    entries,
    neverApplied,
    ...noEffects,
    drifted: hasDrifted(entries) || neverApplied.length > 0,
    diagnostics,
    gaps: gapsOf(context, steps, isSelected),
    plan: { nodes, existing, apiVersion },
  };
}

const noEffects = { dangers: [], effects: [] } as const;
const nothingCompared = { entries: [], neverApplied: [], ...noEffects, drifted: false, gaps: [] } as const;

function hasDrifted(entries: readonly DriftEntry[]): boolean {
  return entries.some(({ changedIn, isNote }) => changedIn !== "layout" && isNote !== true);
}

/** Adds the dead objects. Each counts as deleted on the service, and must not hide other drift. */
function withRemoved(inputs: DriftInputs, rest: DriftReport): DriftReport {
  const { dead, state, live } = inputs;
  if (dead.length === 0) return rest;
  const removed = dead.map(
    ({ address, type, pin = null, attributes }): DriftEntry => ({
      address,
      type,
      title: titleOfGone(inputs, address, { ...attributes, ...state?.objects[address]?.applied }),
      change: "removed",
      changedIn: "live",
      before: state?.objects[address]?.applied ?? pin,
      after: null,
      ...(pin === null ? {} : whereabouts(live.world, type, pin)),
    }),
  );
  const reported = new Set(dead.map(({ address }) => address));
  const others = rest.entries.filter(({ address }) => !reported.has(address));
  return { ...rest, entries: [...removed, ...others], drifted: true };
}

/** The place of an object that is no longer in the organization's lists. The refresh has read it by its id. */
function whereabouts(
  live: Snapshot,
  type: string,
  id: string,
): Pick<DriftEntry, "transferredTo" | "trashed"> {
  const isSame = (object: ObjectName) => object.type === type && object.id === id;
  const transferredTo = live.transferredObjects?.find(isSame)?.organizationId;
  return { ...present({ transferredTo }), ...(live.trashed?.some(isSame) ? { trashed: true } : {}) };
}

/** Whether a step creates an object that no apply of a layout that keeps a state has created. */
function isNeverApplied({ keepsState }: ComparedLayout, { action }: PlanStep): boolean {
  return keepsState && action === "create";
}

/** If there is no state, everything else that an apply would write counts as drift. */
function driftFromLayout(compared: ComparedLayout, steps: readonly PlanStep[]): readonly DriftEntry[] {
  return steps.flatMap((step): readonly DriftEntry[] => {
    if (isNeverApplied(compared, step)) return [];
    const base = { address: step.address, type: step.type, title: step.title, changedIn: "live" as const };
    switch (step.action) {
      case "create":
        return [{ ...base, change: "removed", before: step.attributes, after: null }];
      case "delete":
        return [{ ...base, change: "added", before: null, after: step.id }];
      case "patch":
      case "replace":
        return step.changes.map(({ attribute, before, after, namesById, sensitive }) => ({
          ...base,
          change: "changed",
          attribute,
          before: after,
          after: before,
          ...present({ namesById, sensitive }),
        }));
      case "move":
        return moveDrift(compared, step.address, () => "live");
      case "import":
      case "record":
      case "forget":
        return [];
    }
  });
}

function driftFromState(compared: ComparedLayout, state: State): readonly DriftEntry[] {
  return [
    ...renamedInLayout(compared),
    ...Object.entries(state.objects).flatMap(([address, entry]) =>
      objectDriftFromState(compared, address, entry),
    ),
    ...undeclaredObjects(compared),
    ...[...compared.moves.keys()].flatMap((address) => moveDrift(compared, address, sideOf)),
  ];
}

function renamedInLayout({ types, declared, matches }: ComparedLayout): readonly DriftEntry[] {
  return renames({ desired: declared, matches }).flatMap(([address, before]): readonly DriftEntry[] => {
    const live = matches.byAddress.get(address)?.live;
    if (live === undefined) return [];
    const title = titleOfLive(types, live);
    return [
      { address, type: live.type, title, change: "renamed", changedIn: "layout", before, after: address },
    ];
  });
}

/** An unknown change counts as a change of the layout. */
function sideOf(who: Who): DriftEntry["changedIn"] | undefined {
  if (who === "none") return undefined;
  return who === "unknown" ? "layout" : who;
}

function objectDriftFromState(
  compared: ComparedLayout,
  address: Address,
  entry: StateEntry,
): readonly DriftEntry[] {
  const { types, live, who } = compared;
  const typeName = typeOfAddress(address);
  if (types.find(typeName) === undefined) return [];
  const object = live.get(typeName, entry.id);
  if (object === undefined) {
    const changedIn = sideOf(who.absence(address));
    if (changedIn === undefined) return [];
    return [
      {
        address,
        type: typeName,
        title: titleOfGone(compared, address, entry.applied),
        change: "removed",
        changedIn,
        before: entry.applied,
        after: null,
        ...present({ newId: compared.matches.byAddress.get(address)?.live.id }),
        ...whereabouts(live.world, typeName, entry.id),
      },
    ];
  }
  const base = { address, type: typeName, title: titleOfLive(types, object) };
  return [
    ...attributeDrift(compared, entry, object, base),
    ...undeclaredDrift(compared, entry, object, base),
    ...movesInState(compared, entry, object, base),
    ...defaultDrift(compared, base),
  ];
}

type Base = Pick<DriftEntry, "address" | "type" | "title">;

function attributeDrift(
  compared: ComparedLayout,
  entry: StateEntry,
  object: LiveObject,
  base: Base,
): readonly DriftEntry[] {
  const { types, declared, live, values, nameOf } = compared;
  const declaredObject = declared.get(base.address);
  const type = types.get(object.type);
  const names = new Set([...Object.keys(entry.applied), ...Object.keys(declaredObject?.attributes ?? {})]);
  const undeclared =
    declaredObject === undefined ? [] : undeclaredIn(type, declaredObject, live.world.apiVersion);
  for (const [name] of undeclared) names.delete(name);
  return [...names].flatMap((name) => {
    const attribute = type.attributes[name];
    if (attribute === undefined || isNotCompared(attribute, name, object, declaredObject)) return [];
    const changedIn = whoChangedAttribute(compared, declaredObject, base.address, name);
    if (changedIn === "none" || changedIn === "unknown") return [];
    const applied = lastKnown(entry, name) ?? null;
    const shown = shownValues(compared, attribute, applied, object.attributes[name] ?? null);
    // After a change of the layout, the report shows the declared value.
    const isDeclaredShown =
      declaredObject !== undefined && changedIn === "layout" && shown.sensitive !== true;
    const after = isDeclaredShown ? values.declared(type, declaredObject, [name])[name] : undefined;
    return [
      {
        ...base,
        change: "changed" as const,
        attribute: name,
        changedIn,
        ...shown,
        ...present({ after }),
        ...namesOfIds(nameOf, [attribute.reference?.type], [shown.before, after ?? shown.after]),
      },
    ];
  });
}

/** Who changed an attribute. If both sides have changed a declared attribute to the same value, it does not differ. */
function whoChangedAttribute(
  { changes, who }: ComparedLayout,
  declaredObject: DesiredObject | undefined,
  address: Address,
  name: string,
): Who {
  if (declaredObject?.attributes[name] === undefined) return who.attribute(address, name).changedBy;
  const { attributes = [] } = changes.changed.get(address) ?? {};
  return attributes.find((changed) => changed.name === name)?.changedBy ?? "none";
}

/** Drift of undeclared attributes that decide who sees an object. */
function undeclaredDrift(
  compared: ComparedLayout,
  entry: StateEntry,
  object: LiveObject,
  base: Base,
): readonly DriftEntry[] {
  const { types, live, declared, who } = compared;
  const declaredObject = declared.get(base.address);
  const { apiVersion } = live.world;
  if (declaredObject === undefined) return [];
  return undeclaredChanges(types.get(object.type), declaredObject, object, { entry, apiVersion, who }).map(
    ({ name, attribute, before, after }) => ({
      ...base,
      change: "changed" as const,
      attribute: name,
      changedIn: "live" as const,
      ...shownValues(compared, attribute, before, after),
      undeclared: true as const,
      ...(isEditorial(attribute.opens) && { isNote: true as const }),
    }),
  );
}

/** Whether docsform does not compare an attribute. */
function isNotCompared(
  { onlyAtCreate }: Attribute,
  name: string,
  { unreadAttributes = [] }: LiveObject,
  desired: DesiredObject | undefined,
): boolean {
  return onlyAtCreate === true || unreadAttributes.includes(name) || desired?.ignore.includes(name) === true;
}

function shownValues(
  { live, values }: ComparedLayout,
  attribute: Attribute,
  before: Json,
  after: Json,
): Pick<DriftEntry, "before" | "after" | "sensitive"> {
  if ([before, after].some((value) => values.isSecret(attribute, value)))
    return { before, after: null, sensitive: true };
  return {
    before,
    after: asDeclared(attribute, managedPart(attribute, before, after, live.world.currentUser), before),
  };
}

/**
 * Drift of the default. If a person chose another default, the entry is about the former one, and otherwise about the one that the layout
 * declares.
 */
function defaultDrift({ types, who }: ComparedLayout, base: Base): readonly DriftEntry[] {
  const attribute = defaultName(types, base.type);
  const lost = { change: "changed" as const, attribute, before: true, after: false };
  switch (who.isDefault(base.address)) {
    case "live":
      return [{ ...base, ...lost, changedIn: "live" }];
    case "both": {
      const address = who.formerDefault(base.address) ?? base.address;
      return [{ ...base, address, title: address, ...lost, changedIn: "both" }];
    }
    case "layout":
      return [{ ...base, ...lost, changedIn: "layout", before: false, after: true }];
    case "none":
    case "unknown":
      return [];
  }
}

/** Objects that an apply would delete. Either a person created them on the service, or the layout no longer declares them. */
function undeclaredObjects({ types, decisions, changes }: ComparedLayout): readonly DriftEntry[] {
  return [...changes.undeclared].flatMap(([key, addedBy]): readonly DriftEntry[] => {
    const { live, address } = decisions.deleted.get(key) as Deleted;
    const base = { address, type: live.type, title: titleOfLive(types, live) };
    return addedBy === "live"
      ? [{ ...base, change: "added", changedIn: "live", before: null, after: live.id }]
      : [{ ...base, change: "removed", changedIn: "layout", before: live.id, after: null }];
  });
}
