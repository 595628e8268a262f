import type { AcceptedEdits } from "../model/accepted-edits.ts";
import { type Address, typeOfAddress } from "../model/address.ts";
import { rememberedValue } from "../model/attribute-value.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../model/desired-world.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { objectKey } from "../model/object-key.ts";
import { present } from "../model/present.ts";
import { containsText } from "../model/secret-value.ts";
import type { LiveObject, ObjectName, Snapshot } from "../model/snapshot.ts";
import type { State, StateEntry } from "../model/state.ts";
import { indexTypes } from "../model/type-index.ts";
import type { AcceptDecision, AcceptRequest } from "../plan/accept/accept-request.ts";
import { decideAccept } from "../plan/accept/decide-accept.ts";
import { isRequested } from "../plan/accept/deciding.ts";
import { containsSecret, resolveValue } from "../plan/decide/compare.ts";
import { rememberedValues, undeclaredIn } from "../plan/decide/undeclared.ts";
import { type DesiredIndex, indexDesired } from "../plan/desired-index.ts";
import { isOfState, type PlanStep } from "../plan/plan.ts";
import { planChanges } from "../plan/plan-changes.ts";
import { secretTextsOf } from "../plan/report/secret-texts.ts";
import type { Lock } from "./disk/disk.ts";
import { isSameState } from "./disk/same-state.ts";
import { fail } from "./fail.ts";
import { hashSecret } from "./hash-secret.ts";
import type { RunInputs } from "./read-inputs.ts";
import { refuseOtherLayouts } from "./refuse-other-layouts.ts";
import { saveNext } from "./save-state.ts";
import type { Setup } from "./setup.ts";

/** The changes that a layout accepts from the service, and what they were decided from. */
export interface AcceptPlan extends AcceptDecision {
  readonly live: Snapshot;
  readonly inputs: RunInputs;
  readonly request: AcceptRequest;
}

/** A layout with the accepted changes. */
export interface AcceptedLayout {
  readonly desired: DesiredWorld;
  /** The accepted edits, as they were made in the layout. */
  readonly made: AcceptedEdits;
  /** The id and the former address of each address. */
  readonly addresses: ReadonlyMap<Address, { readonly id?: string; readonly former?: Address }>;
}

export function planAccept(inputs: RunInputs, request: AcceptRequest): AcceptPlan {
  return { ...decideAccept(inputs, request), live: inputs.live, inputs, request };
}

/**
 * Returns the state that belongs to the new layout. Throws if a plan of that layout would do anything that a plan of the former one would
 * not do.
 */
export function stateAfter(setup: Setup, accepting: AcceptPlan, accepted: AcceptedLayout): State | undefined {
  const { inputs } = accepting;
  const former = formerState(setup, accepting);
  const state = former === undefined ? undefined : nextState(accepting, accepted, former);
  const { plan, diagnostics } = planChanges({
    ...inputs,
    desired: accepted.desired,
    state,
    recovered: undefined,
  });
  const known = new Set((accepting.steps ?? []).flatMap(namesOf));
  const formerOf = (address: Address) => accepted.addresses.get(address)?.former ?? address;
  const acceptedPatches = new Set(
    accepted.made.values.map(({ address, attribute }) => `patch ${address} ${attribute}`),
  );
  const steps = plan?.steps ?? [];
  const further = steps
    .flatMap((step) => namesOf({ ...step, address: formerOf(step.address) }))
    .filter((name) => !known.has(name) || acceptedPatches.has(name));
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const left = [...errors, ...further];
  if (plan !== undefined && left.length === 0) {
    refuseOtherLayouts(setup, inputs, newlyManaged(inputs, accepted));
    return state;
  }
  throw fail("accept/does-not-match", { differences: left.join("; ") });
}

/** Objects that the state does not have at their addresses. */
function newlyManaged({ state }: RunInputs, { addresses }: AcceptedLayout): readonly ObjectName[] {
  return [...addresses].flatMap(([address, { id, former = address }]) =>
    id === undefined || state?.objects[former]?.id === id ? [] : [{ type: typeOfAddress(address), id }],
  );
}

/** Names of what a step does, one for each change. Moves have none, because sorting siblings may need other moves than before. */
function namesOf(step: PlanStep): readonly string[] {
  if (isOfState(step) || step.action === "move") return [];
  if (step.action !== "patch") return [`${step.action} ${step.address}`];
  return step.changes.map(({ attribute }) => `patch ${step.address} ${attribute}`);
}

/** The former state. If there is none and the request accepts everything, it is an empty state as after a pull. */
function formerState(setup: Setup, { inputs, request, state }: AcceptPlan): State | undefined {
  if (inputs.state !== undefined || request.changes === "drift" || !inputs.remembered.keepsState)
    return state ?? inputs.state;
  const { organizationId } = inputs.desired;
  return {
    docsformState: 2,
    organization: organizationId,
    salt: setup.random.hex(16),
    pulled: true,
    objects: {},
  };
}

function nextState(accepting: AcceptPlan, accepted: AcceptedLayout, former: State): State {
  const { inputs } = accepting;
  const kept = new Map(Object.entries(former.objects));
  for (const { address } of inputs.desired.objects) kept.delete(address);
  const entries: Record<Address, StateEntry> = {};
  const context = acceptContextOf(accepting, accepted, former);
  for (const object of accepted.desired.objects) {
    const { id, former: address } = accepted.addresses.get(object.address) ?? {};
    if (address !== undefined) kept.delete(address);
    const before = address === undefined ? undefined : former.objects[address];
    // An object that no longer exists but stays in the layout keeps its entry. Otherwise it would look as if it had never existed.
    const entry = id === undefined ? before : entryAfter(context, object, address, id, before);
    if (entry !== undefined) entries[object.address] = entry;
  }
  return { ...former, objects: { ...Object.fromEntries(kept), ...entries } };
}

interface AcceptContext {
  readonly accepting: AcceptPlan;
  /** The layout before the accept. */
  readonly desired: DesiredIndex;
  readonly accepted: AcceptedLayout;
  readonly salt: string;
  readonly isSecret: (value: Json) => boolean;
  readonly liveOf: (type: string, id: string) => LiveObject | undefined;
  /** Former addresses with the accepted attributes. */
  readonly values: ReadonlySet<string>;
  /** Names of what a plan of the former layout would do. */
  readonly differing: ReadonlySet<string>;
  /** Former addresses of moved objects and of the items of accepted lists. */
  readonly placed: ReadonlySet<Address>;
  /** Former addresses of objects that became defaults or are no longer defaults. */
  readonly defaults: ReadonlySet<Address>;
}

function acceptContextOf(accepting: AcceptPlan, accepted: AcceptedLayout, { salt }: State): AcceptContext {
  const { made } = accepted;
  const texts = secretTextsOf(accepting.inputs);
  const objects = new Map(
    accepting.live.objects.map((object) => [objectKey(object.type, object.id), object]),
  );
  const listed = made.lists.flatMap(({ items }) => items.filter((item) => typeof item === "string"));
  return {
    accepting,
    desired: indexDesired(accepting.inputs.desired),
    accepted,
    salt,
    isSecret: (value) => containsText(value, texts),
    liveOf: (type, id) => objects.get(objectKey(type, id)),
    values: new Set(made.values.map(({ address, attribute }) => `${address} ${attribute}`)),
    differing: new Set((accepting.steps ?? []).flatMap(namesOf)),
    placed: new Set([...listed, ...made.containers]),
    defaults: new Set(made.defaults.map(({ address }) => address)),
  };
}

function entryAfter(
  context: AcceptContext,
  object: DesiredObject,
  former: Address | undefined,
  id: string,
  before: StateEntry | undefined,
): StateEntry | undefined {
  const { accepting } = context;
  const live = context.liveOf(object.type, id);
  const isOther = isOtherObject(context, former, id, before);
  const isAll = former === undefined || accepting.request.changes === "everything" || isOther;
  if (live === undefined || (before === undefined && !isAll)) return before;
  const values = valuesAfter(context, object, live, { former, before, isAll });
  const now = acceptedPlace(context, object, live);
  const place = isAll ? now : placeAfter(context, former, now, before);
  const { container: _, isDefault: __, rank: ___, undeclared: ____, ...others } = before ?? { id };
  return {
    ...others,
    ...newId(context, former, id),
    ...originAfter(isOther ? undefined : before, isAll),
    ...place,
    // A recreated object keeps its former rank, unless its place was accepted.
    ...(isOther && !isPlaced(context, former) ? present({ rank: before?.rank }) : {}),
    ...values,
    ...present({ scopeId: live.scopeId }),
  };
}

interface FormerEntry {
  readonly former: Address | undefined;
  readonly before: StateEntry | undefined;
  readonly isAll: boolean;
}

/** The values for the state: declared ones as applied, and undeclared ones that decide who sees the object. */
function valuesAfter(
  context: AcceptContext,
  object: DesiredObject,
  live: LiveObject,
  formerEntry: FormerEntry,
): Pick<StateEntry, "applied" | "undeclared"> {
  const { former, before } = formerEntry;
  const known = before?.id === live.id ? before : undefined;
  const { request } = context.accepting;
  const isAsked = former === undefined || isRequested({ request, desired: context.desired }, former);
  const undeclaredValues = isAsked ? undeclaredNow(context, object, live, known) : {};
  const applied = without(appliedAfter(context, object, formerEntry), undeclaredValues);
  const undeclared = without({ ...known?.undeclared, ...undeclaredValues }, applied);
  const isKept = known?.undeclared !== undefined || Object.keys(undeclared).length > 0;
  return { applied, ...(isKept && { undeclared }) };
}

function undeclaredNow(
  { accepting: { inputs }, salt, isSecret }: AcceptContext,
  object: DesiredObject,
  live: LiveObject,
  entry: StateEntry | undefined,
): JsonObject {
  const type = indexTypes(inputs.types).get(object.type);
  const undeclared = undeclaredIn(type, object, inputs.live.apiVersion);
  return rememberedValues(undeclared, live, entry, { isSecret, salt, hash: hashSecret });
}

function without(values: JsonObject, others: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !(name in others)));
}

/** The origin after the accept. An object that is accepted as a whole counts as imported, because a person asked for it. */
function originAfter(before: StateEntry | undefined, isAll: boolean): Pick<StateEntry, "origin"> {
  return present({ origin: before?.origin ?? (isAll ? ("imported" as const) : undefined) });
}

/** The applied values for the state: the accepted ones, and the former ones of all other attributes. */
function appliedAfter(
  context: AcceptContext,
  object: DesiredObject,
  { former, before, isAll }: FormerEntry,
): StateEntry["applied"] {
  const isAccepted = (name: string) => context.values.has(`${former} ${name}`);
  const isLeft = (name: string) => isLeftAsItWas(context, former, name, before);
  const names = Object.keys(object.attributes).filter((name) => isAccepted(name) || (isAll && !isLeft(name)));
  const acceptedEntries = names.flatMap((name) => {
    const value = rememberedAttribute(context, object, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const rest = Object.entries(before?.applied ?? {}).filter(
    ([name]) => object.attributes[name] !== undefined || !isAccepted(name),
  );
  return { ...Object.fromEntries(rest), ...Object.fromEntries(acceptedEntries) };
}

/** Whether the live value differs and was not accepted. Then the former applied value remains the only known one. */
function isLeftAsItWas(
  { accepting, differing }: AcceptContext,
  former: Address | undefined,
  name: string,
  before: StateEntry | undefined,
): boolean {
  if (former === undefined || before?.id !== accepting.ids?.get(former)) return false;
  return before?.applied[name] !== undefined && differing.has(`patch ${former} ${name}`);
}

/**
 * Whether the request includes the address, and the address now means another object than in the state. Then the former entry is useless
 * for it.
 */
function isOtherObject(
  context: AcceptContext,
  former: Address | undefined,
  id: string,
  before: StateEntry | undefined,
): boolean {
  return before !== undefined && before.id !== id && newId(context, former, id).id !== undefined;
}

/** The id for the state. Empty if the request does not include the address. */
function newId(
  { accepting: { request }, desired }: AcceptContext,
  former: Address | undefined,
  id: string,
): Partial<StateEntry> {
  return former === undefined || isRequested({ request, desired }, former) ? { id } : {};
}

type StatePlace = Pick<StateEntry, "container" | "isDefault" | "rank">;

function isPlaced({ placed }: AcceptContext, former: Address | undefined): boolean {
  return former !== undefined && placed.has(former);
}

/** The place for the state: the present one if it was accepted, or else the former one. */
function placeAfter(
  context: AcceptContext,
  former: Address | undefined,
  now: StatePlace,
  before: StateEntry | undefined,
): StatePlace {
  if (isPlaced(context, former)) return now;
  const isDefaultNow = former !== undefined && context.defaults.has(former);
  const { isDefault } = isDefaultNow ? now : (before ?? {});
  return present({ container: before?.container, isDefault, rank: before?.rank });
}

/** The present place, as far as the layout declares it. If the place was not accepted, the layout still declares another one. */
function acceptedPlace(
  { accepting, accepted }: AcceptContext,
  { container, isDefault, type }: DesiredObject,
  live: LiveObject,
): StatePlace {
  const { order } = indexTypes(accepting.inputs.types).get(type);
  const declared = isReference(container) ? accepted.addresses.get(container.$ref)?.id : container;
  return {
    ...(container === undefined
      ? {}
      : { container: declared === undefined ? (live.container?.id ?? null) : declared }),
    ...(isDefault === true && live.isDefault ? { isDefault: true as const } : {}),
    ...(order === undefined ? {} : { rank: live.rank }),
  };
}

function rememberedAttribute(
  { accepting, accepted, salt }: AcceptContext,
  object: DesiredObject,
  name: string,
): Json | undefined {
  const attribute = indexTypes(accepting.inputs.types).get(object.type).attributes[name];
  const declared = object.attributes[name];
  if (attribute === undefined || declared === undefined || object.ignore.includes(name)) return undefined;
  const clear = resolveValue(declared, (address) => accepted.addresses.get(address)?.id);
  return clear === undefined
    ? undefined
    : rememberedValue(attribute, clear, containsSecret(declared), { salt, hash: hashSecret });
}

/** Saves the state that belongs to the layout, unless it is unchanged. */
export async function saveAccepted(
  lock: Lock,
  accepting: AcceptPlan,
  state: State | undefined,
): Promise<void> {
  const { state: read } = accepting.inputs.remembered;
  if (state !== undefined && !isSameState(state, read)) await saveNext(lock, state, read);
}
