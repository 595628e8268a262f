import { type Address, typeOfAddress } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Json } from "../../model/json.ts";
import type { LiveObject, ObjectName } from "../../model/live-world.ts";
import type { Lock, LockEntry } from "../../model/lock.ts";
import { present } from "../../model/present.ts";
import type { Attribute } from "../../model/resource-type.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { indexTypes } from "../../model/type-index.ts";
import { changedIn, idsSinceApplied, type ThreeWay } from "../decide/three-way.ts";
import type { DesiredIndex } from "../desired-index.ts";
import { indexDesired } from "../desired-index.ts";
import { calledIn, type KnownName, knownNames } from "../known-names.ts";
import type { LiveIndex } from "../live-index.ts";
import { indexLive } from "../live-index.ts";
import { titleOfLive } from "../names.ts";
import type { Pairing } from "../pair/pair.ts";
import { pairObjects } from "../pair/pair.ts";
import type { Called, DangerKind, Plan, PlanValue } from "../plan.ts";
import type { PlanInputs } from "../plan-changes.ts";
import { planChanges } from "../plan-changes.ts";
import { namedBySelection } from "../select/selection.ts";
import { surroundings } from "../select/surroundings.ts";
import { unknownIn } from "../select/unknown-address.ts";
import { dangersOfChange } from "./dangers.ts";
import { deadPins, withoutDead } from "./dead-pins.ts";
import { callingNoSecret, holdsText, secretTextsOf, withoutIn } from "./secret-texts.ts";

/** One difference, and where it was made. */
export interface DriftEntry {
  readonly address: Address;
  readonly type: string;
  readonly title: string;
  /** Absent: the object itself came, went or was moved. */
  readonly attribute?: string;
  readonly what: "changed" | "added" | "removed" | "moved";
  /** `live`: somebody edited the service. `layout`: the layout was edited. `both`: each, differently. */
  readonly changedIn: "live" | "layout" | "both";
  /** As last applied, or as declared where there is no lock. */
  readonly before: PlanValue;
  /** As it is live; where the layout alone was edited, as it declares. */
  readonly after: PlanValue;
  /** For people: what the ids among these values are called, by address or else title. */
  readonly called?: Called;
  readonly sensitive?: true;
  /** Id of the object that somebody made in its place, which the address means from now on. */
  readonly instead?: string;
  /** The organization that it was handed to. */
  readonly handedTo?: string;
  /** It is in the trash, and can be restored in the app. */
  readonly trashed?: true;
  /** What a person must not miss about it. */
  readonly danger?: DangerKind;
}

export interface DriftReport {
  readonly entries: readonly DriftEntry[];
  /** Whether the service moved away from what was applied; the layout's own edits do not count. */
  readonly drifted: boolean;
  /** How many differences were not selected. Absent: all were asked for. */
  readonly leftOut?: number;
  readonly diagnostics: readonly Diagnostic[];
  /** What apply would do. Absent where no plan can be made. */
  readonly plan?: Plan;
}

/** Compares live with last applied; without a lock, with the layout. */
export function findDrift(inputs: PlanInputs): DriftReport {
  const types = indexTypes(inputs.types);
  const found = selectedDrift(inputs, compareDrift({ ...inputs, selection: undefined }));
  const report = { ...found, entries: found.entries.map((entry) => withDanger(types, entry)) };
  const texts = secretTextsOf(inputs);
  return texts.length === 0
    ? report
    : { ...report, entries: report.entries.map((entry) => withoutSecrets(entry, texts)) };
}

/** What of it was selected. What that needs is not asked for: nothing is done. */
function selectedDrift(inputs: PlanInputs, report: DriftReport): DriftReport {
  const { desired, lock, selection } = inputs;
  if (selection === undefined) return report;
  const known = new Set([
    ...desired.objects.map(({ address }) => address),
    ...Object.keys(lock?.objects ?? {}),
    ...report.entries.map(({ address }) => address),
  ]);
  const unknown = unknownIn(selection, known);
  if (unknown.length > 0) return { entries: [], drifted: false, diagnostics: unknown };
  const isChosen = namedBySelection(selection, surroundingsOf(inputs));
  const entries = report.entries.filter(({ address }) => isChosen(address));
  const leftOut = report.entries.length - entries.length;
  return { ...report, entries, leftOut, drifted: hasDrifted(entries) };
}

function surroundingsOf(inputs: PlanInputs): (address: Address) => readonly Address[] {
  const types = indexTypes(inputs.types);
  const { lock, recovered } = inputs;
  const desired = indexDesired(inputs.desired);
  const live = indexLive(inputs.live, types);
  const pairing = pairObjects({ types, desired, live, lock, recovered });
  return surroundings({ types, desired, live, lock, pairing });
}

/** What somebody did on the service counts as what docsform would do there. */
function withDanger(types: TypeIndex, entry: DriftEntry): DriftEntry {
  const { what, changedIn, type, attribute, before, after } = entry;
  if (changedIn === "layout") return entry;
  if (what === "removed") return { ...entry, danger: "delete" };
  if (what !== "changed" || attribute === undefined) return entry;
  const [danger] = dangersOfChange(types.get(type), attribute, before, after);
  return danger === undefined ? entry : { ...entry, danger };
}

function withoutSecrets(entry: DriftEntry, texts: readonly string[]): DriftEntry {
  const told = callingNoSecret(withoutIn(entry, ["title"], texts), texts);
  const isOpen = holdsText(entry.before, texts) || holdsText(entry.after, texts);
  return isOpen ? { ...told, before: null, after: null, sensitive: true } : told;
}

function compareDrift(inputs: PlanInputs): DriftReport {
  const { plan, diagnostics } = planChanges(inputs);
  if (!plan) return driftBesideDeadPins(inputs) ?? { entries: [], drifted: false, diagnostics };
  const entries = inputs.lock ? lockedDrift(inputs, inputs.lock, plan) : plannedDrift(plan);
  return { entries, drifted: hasDrifted(entries), diagnostics, plan };
}

function hasDrifted(entries: readonly DriftEntry[]): boolean {
  return entries.some((entry) => entry.changedIn !== "layout");
}

/** What is pinned and gone was deleted on the service; it must not hide what else has moved. */
function driftBesideDeadPins(inputs: PlanInputs): DriftReport | undefined {
  const dead = deadPins(inputs.desired, indexLive(inputs.live, indexTypes(inputs.types)));
  if (dead.length === 0) return undefined;
  const rest = compareDrift({ ...inputs, desired: withoutDead(inputs.desired, dead) });
  const removed = dead.map(
    ({ address, type, pin = null }): DriftEntry => ({
      address,
      type,
      title: address,
      what: "removed",
      changedIn: "live",
      before: inputs.lock?.objects[address]?.applied ?? pin,
      after: null,
      ...(pin === null ? {} : whereabouts(inputs, type, pin)),
    }),
  );
  const told = new Set(dead.map(({ address }) => address));
  const others = rest.entries.filter(({ address }) => !told.has(address));
  return { ...rest, entries: [...removed, ...others], drifted: true };
}

/** Where an object is that has left the organization's lists, as asking by its id has shown. */
function whereabouts(
  { live }: PlanInputs,
  type: string,
  id: string,
): Pick<DriftEntry, "handedTo" | "trashed"> {
  const isIt = (object: ObjectName) => object.type === type && object.id === id;
  const handedTo = live.elsewhere?.find(isIt)?.organizationId;
  return { ...present({ handedTo }), ...(live.trashed?.some(isIt) ? { trashed: true } : {}) };
}

/** Without a lock everything that apply would write counts as drift. */
function plannedDrift(plan: Plan): readonly DriftEntry[] {
  return plan.steps.flatMap((step): readonly DriftEntry[] => {
    const base = { address: step.address, type: step.type, title: step.title, changedIn: "live" as const };
    switch (step.action) {
      case "create":
        return [{ ...base, what: "removed", before: step.attributes, after: null }];
      case "delete":
        return [{ ...base, what: "added", before: null, after: step.id }];
      case "patch":
      case "replace":
        return step.changes.map(({ attribute, before, after, called, sensitive }) => ({
          ...base,
          what: "changed",
          attribute,
          before: after,
          after: before,
          ...present({ called, sensitive }),
        }));
      case "move":
        return [{ ...base, what: "moved", before: step.to, after: step.from }];
      case "adopt":
      case "forget":
        return [];
    }
  });
}

interface Compared {
  readonly inputs: PlanInputs;
  readonly lock: Lock;
  readonly plan: Plan;
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly pairing: Pairing;
  readonly nameOf: KnownName;
}

function lockedDrift(inputs: PlanInputs, lock: Lock, plan: Plan): readonly DriftEntry[] {
  const types = indexTypes(inputs.types);
  const desired = indexDesired(inputs.desired);
  const live = indexLive(inputs.live, types);
  const pairing = pairObjects({ types, desired, live, lock, recovered: inputs.recovered });
  const nameOf = knownNames({ types, live, pairing, lock });
  const compared: Compared = { inputs, lock, plan, types, desired, live, pairing, nameOf };
  return [
    ...Object.keys(lock.objects).flatMap((address) => lockedObjectDrift(compared, address)),
    ...appeared(compared),
    ...movedSiblings(compared),
  ];
}

function lockedObjectDrift(compared: Compared, address: Address): readonly DriftEntry[] {
  const { types, lock, live } = compared;
  const entry = lock.objects[address];
  const typeName = typeOfAddress(address);
  if (entry === undefined || types.find(typeName) === undefined) return [];
  const object = live.get(typeName, entry.id);
  const desired = compared.desired.get(address);
  if (object === undefined) {
    if (live.isUnread(typeName, entry.scopeId)) return [];
    return [
      {
        address,
        type: typeName,
        title: address,
        what: "removed",
        changedIn: desired ? "live" : "both",
        before: entry.applied,
        after: null,
        ...present({ instead: compared.pairing.byAddress.get(address)?.live.id }),
        ...whereabouts(compared.inputs, typeName, entry.id),
      },
    ];
  }
  const base = { address, type: typeName, title: titleOfLive(types, object) };
  return [...attributeDrift(compared, address, object, base), ...placeDrift(compared, address, object, base)];
}

type Base = Pick<DriftEntry, "address" | "type" | "title">;

function attributeDrift(
  compared: Compared,
  address: Address,
  object: LiveObject,
  base: Base,
): readonly DriftEntry[] {
  const { types, lock, inputs } = compared;
  const entry = lock.objects[address];
  if (entry === undefined) return [];
  const desired = compared.desired.get(address);
  const idOf = idsSinceApplied(compared.pairing, lock);
  const names = new Set([...Object.keys(entry.applied), ...Object.keys(desired?.attributes ?? {})]);
  return [...names].flatMap((name) => {
    const attribute = types.get(object.type).attributes[name];
    if (attribute === undefined || object.unread?.includes(name) || desired?.ignore.includes(name)) return [];
    if (attribute.onlyMakes === true) return [];
    const way = {
      attribute,
      name,
      desired,
      live: object,
      entry,
      lockSalt: lock.salt,
      hash: inputs.options.hash,
      idOf,
      currentUser: inputs.live.currentUser,
    };
    const where = changedIn(way);
    if (where === "none" || isConverged(compared, address, name)) return [];
    const shown = shownValues(way);
    const after =
      where === "layout" && shown.sensitive !== true ? declaredValue(compared, address, name) : undefined;
    return [
      {
        ...base,
        what: "changed" as const,
        attribute: name,
        changedIn: where,
        ...shown,
        ...present({ after }),
        ...calledBy(compared, attribute, [shown.before, after ?? shown.after]),
      },
    ];
  });
}

function calledBy(
  { nameOf }: Compared,
  { reference }: Attribute,
  values: readonly PlanValue[],
): Pick<DriftEntry, "called"> {
  return reference === undefined ? {} : calledIn(nameOf, [reference.type], values);
}

/** What the plan would write, which is told without a secret. */
function declaredValue({ plan }: Compared, address: Address, name: string): PlanValue | undefined {
  for (const step of plan.steps) {
    if (step.address !== address || (step.action !== "patch" && step.action !== "replace")) continue;
    const change = step.changes.find(({ attribute }) => attribute === name);
    if (change !== undefined) return change.after;
  }
  return undefined;
}

function shownValues({
  attribute,
  name,
  entry,
  live,
}: ThreeWay): Pick<DriftEntry, "before" | "after" | "sensitive"> {
  const before: Json = entry.applied[name] ?? null;
  const hidden = attribute.sensitive === true || JSON.stringify(before).includes('"$hash"');
  return hidden ? { before, after: null, sensitive: true } : { before, after: live.attributes[name] ?? null };
}

/** Live and layout moved to the same value: nobody has anything left to do. */
function isConverged(compared: Compared, address: Address, name: string): boolean {
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

function placeDrift(
  compared: Compared,
  address: Address,
  object: LiveObject,
  base: Base,
): readonly DriftEntry[] {
  const entry = compared.lock.objects[address];
  const result: DriftEntry[] = [...containerDrift(compared, entry, object, base)];
  if (entry?.isDefault && !object.isDefault && compared.desired.get(address)?.isDefault)
    result.push({
      ...base,
      what: "changed",
      attribute: "default",
      changedIn: "live",
      before: true,
      after: false,
    });
  return result;
}

function containerDrift(
  { types, nameOf }: Compared,
  entry: LockEntry | undefined,
  { type, container }: LiveObject,
  base: Base,
): readonly DriftEntry[] {
  const [before, after] = [entry?.container, container?.id ?? null];
  if (before === undefined || before === after) return [];
  const called = calledIn(nameOf, types.get(type).container?.types ?? [], [before, after]);
  return [{ ...base, what: "moved", changedIn: "live", before, after, ...called }];
}

/** What apply would delete: the layout let it go, or, where no lock entry knows it, somebody else made it. */
function appeared(compared: Compared): readonly DriftEntry[] {
  const known = new Set(Object.values(compared.lock.objects).map((entry) => entry.id));
  return compared.plan.steps.flatMap((step): readonly DriftEntry[] => {
    if (step.action !== "delete") return [];
    const base = { address: step.address, type: step.type, title: step.title };
    return known.has(step.id)
      ? [{ ...base, what: "removed", changedIn: "layout", before: step.id, after: null }]
      : [{ ...base, what: "added", changedIn: "live", before: null, after: step.id }];
  });
}

/** A sibling that is out of the declared order: the layout's doing where the applied ranks are still live, else somebody's. */
function movedSiblings(compared: Compared): readonly DriftEntry[] {
  return compared.plan.steps.flatMap((step) => {
    if (step.action !== "move") return [];
    const entry = compared.lock.objects[step.address];
    const sameContainer =
      entry === undefined || entry.container === undefined || entry.container === step.expects.container;
    if (!sameContainer) return [];
    const ranks = new Map(Object.values(compared.lock.objects).map((each) => [each.id, each.rank]));
    const applied = step.expects.siblings.map((id) => ranks.get(id)).filter((rank) => rank !== undefined);
    const asApplied = applied.every((rank, at) => at === 0 || (applied[at - 1] as number) <= rank);
    const [changedIn, before, after] = asApplied
      ? (["layout", step.from, step.to] as const)
      : (["live", step.to, step.from] as const);
    const { address, type, title } = step;
    return [{ address, type, title, what: "moved" as const, changedIn, before, after }];
  });
}
