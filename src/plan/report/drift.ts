import { type Address, typeOfAddress } from "../../model/address.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Json } from "../../model/json.ts";
import { present } from "../../model/present.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import { containsText, isSecretValue } from "../../model/secret-value.ts";
import type { LiveObject, ObjectName } from "../../model/snapshot.ts";
import { lastKnown, type State, type StateEntry } from "../../model/state.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { indexTypes } from "../../model/type-index.ts";
import { isEditorial, undeclaredChanges, undeclaredIn } from "../decide/undeclared.ts";
import type { Who } from "../decide/who-changed.ts";
import { indexDesired } from "../desired-index.ts";
import { namesOfIds } from "../known-names.ts";
import { indexLive } from "../live-index.ts";
import { matchObjects } from "../match/match-objects.ts";
import { defaultName, titleOfLive } from "../names.ts";
import { type GuardRefusal, gapsIn, type Plan, type PlanValue } from "../plan.ts";
import type { PlanInputs } from "../plan-changes.ts";
import { planChanges } from "../plan-changes.ts";
import { namedBySelection } from "../select/selection.ts";
import { surroundings } from "../select/surroundings.ts";
import { unknownIn } from "../select/unknown-address.ts";
import { dangersOfChange } from "./dangers.ts";
import { deadPins, withoutDead } from "./dead-pins.ts";
import { comparedIn, type DriftEntry, type DriftInputs } from "./drift-entry.ts";
import { movesIn, movesInState } from "./drift-places.ts";
import { renames } from "./renamed.ts";
import { secretTextsOf, withoutIn, withoutSecretNames } from "./secret-texts.ts";

export type { DriftEntry } from "./drift-entry.ts";

export interface DriftReport {
  readonly entries: readonly DriftEntry[];
  /** Whether the service changed after the last apply. Edits of the layout do not count. */
  readonly drifted: boolean;
  /** Number of differences outside the selection. Absent: there is no selection. */
  readonly leftOut?: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Why the report is unreliable: the incomplete lists. Empty: it is reliable. */
  readonly gaps: readonly GuardRefusal[];
  /** The plan of an apply. Absent: no plan is possible. */
  readonly plan?: Plan;
}

/** Compares the service with what was last applied, or with the layout if there is no state. */
export function findDrift(inputs: PlanInputs): DriftReport {
  const types = indexTypes(inputs.types);
  const found = selectedDrift(inputs, compareDrift({ ...inputs, selection: undefined }));
  const report = { ...found, entries: found.entries.map((entry) => withDanger(types, entry)) };
  const texts = secretTextsOf(inputs);
  return texts.length === 0
    ? report
    : { ...report, entries: report.entries.map((entry) => withoutSecrets(entry, texts)) };
}

/** Selects a part of the drift. It ignores needs, because a report does nothing. */
function selectedDrift(inputs: PlanInputs, report: DriftReport): DriftReport {
  const { desired, state, selection } = inputs;
  if (selection === undefined) return report;
  const known = new Set([
    ...desired.objects.map(({ address }) => address),
    ...Object.keys(state?.objects ?? {}),
    ...report.entries.map(({ address }) => address),
  ]);
  const unknown = unknownIn(selection, known);
  if (unknown.length > 0) return { ...nothingCompared, diagnostics: unknown };
  const isChosen = namedBySelection(selection, surroundingsOf(inputs));
  const entries = report.entries.filter(({ address }) => isChosen(address));
  const leftOut = report.entries.length - entries.length;
  const selected = planChanges(inputs).plan;
  const gaps = selected === undefined ? report.gaps : gapsIn(selected.guard.refusals);
  return { ...report, entries, leftOut, drifted: hasDrifted(entries), gaps };
}

function surroundingsOf(inputs: PlanInputs): (address: Address) => readonly Address[] {
  const types = indexTypes(inputs.types);
  const { state, recovered } = inputs;
  const desired = indexDesired(inputs.desired);
  const live = indexLive(inputs.live, types);
  const matches = matchObjects({ types, desired, live, state, recovered });
  return surroundings({ types, desired, live, state: matches.state, matches });
}

/** Adds the danger of a change on the service: the same that docsform's own step would have. */
function withDanger(types: TypeIndex, entry: DriftEntry): DriftEntry {
  const { change, changedIn, type, attribute, before, after } = entry;
  if (changedIn === "layout") return entry;
  if (change === "removed") return { ...entry, danger: "delete" };
  if (change !== "changed" || attribute === undefined) return entry;
  const [danger] = dangersOfChange(types.get(type), attribute, before, after);
  return danger === undefined ? entry : { ...entry, danger };
}

function withoutSecrets(entry: DriftEntry, texts: readonly string[]): DriftEntry {
  const redacted = withoutSecretNames(withoutIn(entry, ["title"], texts), texts);
  const hasSecret = containsText(entry.before, texts) || containsText(entry.after, texts);
  return hasSecret ? { ...redacted, before: null, after: null, sensitive: true } : redacted;
}

function compareDrift(inputs: PlanInputs): DriftReport {
  const { plan, diagnostics } = planChanges(inputs);
  if (!plan) return driftBesideDeadPins(inputs) ?? { ...nothingCompared, diagnostics };
  const compared = comparedIn(inputs, plan);
  const { state } = compared.matches;
  const entries = state ? driftFromState(compared, state) : plannedDrift(compared);
  return {
    entries,
    drifted: hasDrifted(entries),
    diagnostics,
    gaps: gapsIn(plan.guard.refusals),
    plan,
  };
}

const nothingCompared = { entries: [], drifted: false, gaps: [] } as const;

function hasDrifted(entries: readonly DriftEntry[]): boolean {
  return entries.some(({ changedIn, isNote }) => changedIn !== "layout" && isNote !== true);
}

/** Drift with pins to deleted objects. Each counts as deleted on the service, and must not hide other drift. */
function driftBesideDeadPins(inputs: PlanInputs): DriftReport | undefined {
  const dead = deadPins(inputs.desired, indexLive(inputs.live, indexTypes(inputs.types)));
  if (dead.length === 0) return undefined;
  const rest = compareDrift({ ...inputs, desired: withoutDead(inputs.desired, dead) });
  const removed = dead.map(
    ({ address, type, pin = null }): DriftEntry => ({
      address,
      type,
      title: address,
      change: "removed",
      changedIn: "live",
      before: inputs.state?.objects[address]?.applied ?? pin,
      after: null,
      ...(pin === null ? {} : whereabouts(inputs, type, pin)),
    }),
  );
  const reported = new Set(dead.map(({ address }) => address));
  const others = rest.entries.filter(({ address }) => !reported.has(address));
  return { ...rest, entries: [...removed, ...others], drifted: true };
}

/** The place of an object that is no longer in the organization's lists. The refresh has read it by its id. */
function whereabouts(
  { live }: PlanInputs,
  type: string,
  id: string,
): Pick<DriftEntry, "transferredTo" | "trashed"> {
  const isIt = (object: ObjectName) => object.type === type && object.id === id;
  const transferredTo = live.transferredObjects?.find(isIt)?.organizationId;
  return { ...present({ transferredTo }), ...(live.trashed?.some(isIt) ? { trashed: true } : {}) };
}

/** If there is no state, everything that an apply would write counts as drift. */
function plannedDrift(compared: DriftInputs): readonly DriftEntry[] {
  return compared.plan.steps.flatMap((step): readonly DriftEntry[] => {
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
        return movesIn(compared, [step], () => "live");
      case "import":
      case "forget":
        return [];
    }
  });
}

function driftFromState(compared: DriftInputs, state: State): readonly DriftEntry[] {
  return [
    ...renamedInLayout(compared),
    ...Object.entries(state.objects).flatMap(([address, entry]) =>
      objectDriftFromState(compared, address, entry),
    ),
    ...appeared(compared),
    ...movesIn(compared, compared.plan.steps, sideOf),
  ];
}

function renamedInLayout({ types, desired, matches }: DriftInputs): readonly DriftEntry[] {
  return renames({ desired, matches }).flatMap(([address, before]): readonly DriftEntry[] => {
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
  compared: DriftInputs,
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
        title: address,
        change: "removed",
        changedIn,
        before: entry.applied,
        after: null,
        ...present({ newId: compared.matches.byAddress.get(address)?.live.id }),
        ...whereabouts(compared.inputs, typeName, entry.id),
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
  compared: DriftInputs,
  entry: StateEntry,
  object: LiveObject,
  base: Base,
): readonly DriftEntry[] {
  const { types, who } = compared;
  const { address } = base;
  const desired = compared.desired.get(address);
  const type = types.get(object.type);
  const names = new Set([...Object.keys(entry.applied), ...Object.keys(desired?.attributes ?? {})]);
  const { apiVersion } = compared.inputs.live;
  for (const [name] of desired === undefined ? [] : undeclaredIn(type, desired, apiVersion))
    names.delete(name);
  return [...names].flatMap((name) => {
    const attribute = type.attributes[name];
    if (attribute === undefined || isLeftAlone(attribute, name, object, desired)) return [];
    const changedIn = who.attribute(address, name);
    if (changedIn === "none" || changedIn === "unknown" || isConverged(compared, address, name)) return [];
    const shown = shownValues(attribute, lastKnown(entry, name) ?? null, object.attributes[name] ?? null);
    const after =
      changedIn === "layout" && shown.sensitive !== true ? declaredValue(compared, address, name) : undefined;
    return [
      {
        ...base,
        change: "changed" as const,
        attribute: name,
        changedIn,
        ...shown,
        ...present({ after }),
        ...namesOfReferences(compared, attribute, [shown.before, after ?? shown.after]),
      },
    ];
  });
}

/** Drift of undeclared attributes that decide who sees an object. */
function undeclaredDrift(
  { types, inputs, desired, who }: DriftInputs,
  entry: StateEntry,
  object: LiveObject,
  base: Base,
): readonly DriftEntry[] {
  const declared = desired.get(base.address);
  const { apiVersion } = inputs.live;
  if (declared === undefined) return [];
  return undeclaredChanges(types.get(object.type), declared, object, { entry, apiVersion, who }).map(
    ({ name, attribute, before, after }) => ({
      ...base,
      change: "changed" as const,
      attribute: name,
      changedIn: "live" as const,
      ...shownValues(attribute, before, after),
      undeclared: true as const,
      ...(isEditorial(attribute) && { isNote: true as const }),
    }),
  );
}

function isLeftAlone(
  { onlyAtCreate }: Attribute,
  name: string,
  { unreadAttributes = [] }: LiveObject,
  desired: DesiredObject | undefined,
): boolean {
  return onlyAtCreate === true || unreadAttributes.includes(name) || desired?.ignore.includes(name) === true;
}

function namesOfReferences(
  { nameOf }: DriftInputs,
  { reference }: Attribute,
  values: readonly PlanValue[],
): Pick<DriftEntry, "namesById"> {
  return reference === undefined ? {} : namesOfIds(nameOf, [reference.type], values);
}

/** The value that the plan would write, without secrets. */
function declaredValue({ plan }: DriftInputs, address: Address, name: string): PlanValue | undefined {
  for (const step of plan.steps) {
    if (step.address !== address || (step.action !== "patch" && step.action !== "replace")) continue;
    const change = step.changes.find(({ attribute }) => attribute === name);
    if (change !== undefined) return change.after;
  }
  return undefined;
}

function shownValues(
  attribute: Attribute,
  before: Json,
  after: Json,
): Pick<DriftEntry, "before" | "after" | "sensitive"> {
  const hidden =
    [before, after].some((value) => isSecretValue(attribute, value)) ||
    JSON.stringify(before).includes('"$hash"');
  return hidden ? { before, after: null, sensitive: true } : { before, after };
}

/** Whether the live and the declared value changed to the same value, so that nothing is left to do. */
function isConverged(compared: DriftInputs, address: Address, name: string): boolean {
  const declares = compared.desired.get(address)?.attributes[name] !== undefined;
  return (
    declares &&
    !compared.plan.steps.some(
      (step) =>
        step.address === address &&
        (step.action === "patch" || step.action === "replace") &&
        step.changes.some((change) => change.attribute === name),
    )
  );
}

/**
 * Drift of the default. If a person chose another default, the entry is about the former one, and otherwise about the one that the layout
 * declares.
 */
function defaultDrift({ types, who }: DriftInputs, base: Base): readonly DriftEntry[] {
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

/** Objects that an apply would delete: the layout no longer declares them, or another person created them and the state has no entry. */
function appeared({ plan, live, who }: DriftInputs): readonly DriftEntry[] {
  return plan.steps.flatMap((step): readonly DriftEntry[] => {
    if (step.action !== "delete") return [];
    const base = { address: step.address, type: step.type, title: step.title };
    const object = live.get(step.type, step.id);
    return object !== undefined && who.presence(object) === "live"
      ? [{ ...base, change: "added", changedIn: "live", before: null, after: step.id }]
      : [{ ...base, change: "removed", changedIn: "layout", before: step.id, after: null }];
  });
}
