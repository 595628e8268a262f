import type { AcceptedEdits, AcceptedValue } from "../../model/accepted-edits.ts";
import { type Address, typeOfAddress } from "../../model/address.ts";
import { rememberedValue } from "../../model/attribute-value.ts";
import { fail } from "../../model/codes/plan-words.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../../model/desired-world.ts";
import { objectKey } from "../../model/object-key.ts";
import type { PlanStep } from "../../model/plan/plan.ts";
import { isOfState } from "../../model/plan/step-effects.ts";
import { containsText } from "../../model/secret-value.ts";
import type { LiveObject, ObjectName, Snapshot } from "../../model/snapshot.ts";
import { isCertain, type State, type StateEntry, stateVersion } from "../../model/state.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { Lock } from "../../state/disk.ts";
import { isSameState } from "../../state/same-state.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { AcceptDecision, AcceptRequest } from "../plan/accept/accept-request.ts";
import { decideAccept } from "../plan/accept/decide-accept.ts";
import { isRequested } from "../plan/accept/deciding.ts";
import { rememberedValues, undeclaredIn } from "../plan/decide/undeclared.ts";
import { planChanges } from "../plan/pipeline.ts";
import { undoneIn } from "../plan/steps/undone-changes.ts";
import { containsSecret, resolveValue } from "../plan/world/compare.ts";
import { type DesiredIndex, indexDesired } from "../plan/world/desired-index.ts";
import { secretTextsOf } from "../plan/world/secret-texts.ts";
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
export function checkAccepted(
  setup: Setup,
  accepting: AcceptPlan,
  accepted: AcceptedLayout,
): State | undefined {
  const { inputs } = accepting;
  const formerState = formerStateOf(setup, accepting);
  const state = formerState && nextState(accepting, accepted, formerState);
  const { plan, diagnostics } = planChanges({
    ...inputs,
    desired: accepted.desired,
    state,
    recovered: undefined,
  });
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const differences = [...errors, ...wrongChanges(accepting, accepted, plan?.steps ?? [])];
  if (plan === undefined || differences.length > 0) throw fail("accept/does-not-match", { differences });
  refuseOtherLayouts(setup, inputs, newlyManaged(inputs, accepted));
  return state;
}

/** Changes that a plan of the new layout contains and should not: new ones, and ones that the accept should have made needless. */
function wrongChanges(
  { steps: formerSteps = [] }: AcceptPlan,
  { addresses, made }: AcceptedLayout,
  steps: readonly PlanStep[],
): readonly string[] {
  const formerChanges = new Set(formerSteps.flatMap(changesOf));
  const acceptedChanges = new Set(
    made.values.map(({ address, attribute, merged }) =>
      merged === undefined ? patchOf(address, attribute) : undoOf(address, attribute),
    ),
  );
  const formerAddressOf = (address: Address) => addresses.get(address)?.former ?? address;
  const stepsNow = steps.map((step) => ({ ...step, address: formerAddressOf(step.address) }));
  return [
    ...stepsNow
      .flatMap(changesOf)
      .filter((change) => !formerChanges.has(change) || acceptedChanges.has(change)),
    // A plan of a merged value still has the layout's own edit, and undoes nothing.
    ...stepsNow.flatMap(undosOf).filter((change) => acceptedChanges.has(change)),
  ];
}

/** What a step does, as texts. Moves have none, because sorting siblings may need other moves than before. */
function changesOf(step: PlanStep): readonly string[] {
  if (isOfState(step) || step.action === "move") return [];
  if (step.action !== "patch") return [`${step.action} ${step.address}`];
  return step.changes.map(({ attribute }) => patchOf(step.address, attribute));
}

function undosOf(step: PlanStep): readonly string[] {
  return undoneIn(step).map(({ address, what }) => undoOf(address, what));
}

function undoOf(address: Address, attribute: string): string {
  return `undo ${attribute} of ${address}`;
}

function patchOf(address: Address, attribute: string): string {
  return `patch ${address} ${attribute}`;
}

/** Objects that the state does not have at their addresses. */
function newlyManaged({ state }: RunInputs, { addresses }: AcceptedLayout): readonly ObjectName[] {
  return [...addresses].flatMap(([address, { id, former = address }]) =>
    id === undefined || state?.objects[former]?.id === id ? [] : [{ type: typeOfAddress(address), id }],
  );
}

/** The former state. If there is none and the request accepts everything, it is an empty state as after a pull. */
function formerStateOf(setup: Setup, { inputs, request, state }: AcceptPlan): State | undefined {
  const startsState =
    inputs.state === undefined && request.changes === "everything" && inputs.remembered.keepsState;
  if (!startsState) return state ?? inputs.state;
  return {
    docsformState: stateVersion,
    organization: inputs.desired.organizationId,
    salt: setup.random.hex(16),
    pulled: true,
    objects: {},
  };
}

function nextState(accepting: AcceptPlan, accepted: AcceptedLayout, formerState: State): State {
  const kept = new Map(Object.entries(formerState.objects));
  for (const { address } of accepting.inputs.desired.objects) kept.delete(address);
  const entries: Record<Address, StateEntry> = {};
  const context = acceptContextOf(accepting, accepted, formerState);
  for (const object of accepted.desired.objects) {
    const { id, former: formerAddress } = accepted.addresses.get(object.address) ?? {};
    if (formerAddress !== undefined) kept.delete(formerAddress);
    const formerEntry = formerAddress === undefined ? undefined : formerState.objects[formerAddress];
    // An object that no longer exists but stays in the layout keeps its entry. Otherwise it would look as if it had never existed.
    const entry =
      id === undefined ? formerEntry : entryAfter(context, { object, id, formerAddress, formerEntry });
    if (entry !== undefined) entries[object.address] = entry;
  }
  return { ...formerState, objects: { ...Object.fromEntries(kept), ...entries } };
}

interface AcceptContext {
  readonly accepting: AcceptPlan;
  /** The layout before the accept. */
  readonly desired: DesiredIndex;
  readonly accepted: AcceptedLayout;
  readonly salt: string;
  readonly isSecret: (value: Json) => boolean;
  readonly liveOf: (type: string, id: string) => LiveObject | undefined;
  /** What a plan of the former layout would do. */
  readonly formerChanges: ReadonlySet<string>;
  /** Accepted attributes, by their patches with the former addresses of their objects. */
  readonly acceptedPatches: ReadonlyMap<string, AcceptedValue>;
  /** Former addresses of moved objects and of the items of accepted lists. */
  readonly movedObjects: ReadonlySet<Address>;
  /** Former addresses of objects that became defaults or are no longer defaults. */
  readonly changedDefaults: ReadonlySet<Address>;
}

function acceptContextOf(accepting: AcceptPlan, accepted: AcceptedLayout, { salt }: State): AcceptContext {
  const { made } = accepted;
  const secretTexts = secretTextsOf(accepting.inputs);
  const liveObjects = new Map(
    accepting.live.objects.map((object) => [objectKey(object.type, object.id), object]),
  );
  const listItems = made.lists.flatMap(({ items }) => items.filter((item) => typeof item === "string"));
  return {
    accepting,
    desired: indexDesired(accepting.inputs.desired),
    accepted,
    salt,
    isSecret: (value) => containsText(value, secretTexts),
    liveOf: (type, id) => liveObjects.get(objectKey(type, id)),
    formerChanges: new Set((accepting.steps ?? []).flatMap(changesOf)),
    acceptedPatches: new Map(made.values.map((value) => [patchOf(value.address, value.attribute), value])),
    movedObjects: new Set([...listItems, ...made.containers]),
    changedDefaults: new Set(made.defaults.map(({ address }) => address)),
  };
}

/** An object of the new layout that exists on the service, and what it was before the accept. */
interface AcceptedObject {
  readonly object: DesiredObject;
  /** Id of the live object. */
  readonly id: string;
  /** Undefined: the former layout does not declare it. */
  readonly formerAddress: Address | undefined;
  /** Undefined: the former state does not have it. */
  readonly formerEntry: StateEntry | undefined;
}

function entryAfter(context: AcceptContext, accepted: AcceptedObject): StateEntry | undefined {
  const { object, id, formerAddress, formerEntry } = accepted;
  const live = context.liveOf(object.type, id);
  const hasNewId = isOtherObject(context, accepted);
  const isWhole =
    formerAddress === undefined || context.accepting.request.changes === "everything" || hasNewId;
  if (live === undefined || (formerEntry === undefined && !isWhole)) return formerEntry;
  const { container: _, isDefault: __, rank: ___, undeclared: ____, ...others } = formerEntry ?? { id };
  return {
    ...others,
    ...(isInRequest(context, formerAddress) && { id }),
    ...originAfter(hasNewId ? undefined : formerEntry, isWhole),
    ...placeAfter(context, accepted, live, isWhole),
    ...valuesAfter(context, accepted, live, isWhole),
    ...present({ scopeId: live.scopeId }),
  };
}

/** Whether the request includes the object and the former entry has another id. The values of that entry do not apply to the object. */
function isOtherObject(context: AcceptContext, { id, formerAddress, formerEntry }: AcceptedObject): boolean {
  return formerEntry !== undefined && formerEntry.id !== id && isInRequest(context, formerAddress);
}

/** Whether the request includes the object. It includes every object that the former layout does not declare. */
function isInRequest(
  { accepting: { request }, desired }: AcceptContext,
  formerAddress: Address | undefined,
): boolean {
  return formerAddress === undefined || isRequested({ request, desired }, formerAddress);
}

/** The origin after the accept. An object that is accepted as a whole counts as imported, because a person asked for it. */
function originAfter(formerEntry: StateEntry | undefined, isWhole: boolean): Pick<StateEntry, "origin"> {
  const origin = formerEntry?.origin;
  return present({ origin: isWhole && !isCertain(origin) ? ("imported" as const) : origin });
}

type StatePlace = Pick<StateEntry, "container" | "isDefault" | "rank">;

/** The place for the state: the declared one as far as it was accepted, or else the former one. */
function placeAfter(
  context: AcceptContext,
  accepted: AcceptedObject,
  live: LiveObject,
  isWhole: boolean,
): StatePlace {
  const { object, formerAddress, formerEntry } = accepted;
  const declared = declaredPlace(context, object, live);
  if (formerAddress !== undefined && context.movedObjects.has(formerAddress)) return declared;
  const hasNewId = isOtherObject(context, accepted);
  if (isWhole) return { ...declared, ...(hasNewId && present({ rank: formerEntry?.rank })) };
  const isChangedDefault = formerAddress !== undefined && context.changedDefaults.has(formerAddress);
  const { isDefault } = isChangedDefault ? declared : (formerEntry ?? {});
  return present({ container: formerEntry?.container, isDefault, rank: formerEntry?.rank });
}

/** The place in the new layout. If the live parent was not accepted, the layout still declares another one. */
function declaredPlace(
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

/** The values for the state: declared ones as applied, and undeclared ones that decide who sees the object. */
function valuesAfter(
  context: AcceptContext,
  accepted: AcceptedObject,
  live: LiveObject,
  isWhole: boolean,
): Pick<StateEntry, "applied" | "undeclared"> {
  const { object, formerAddress, formerEntry } = accepted;
  const sameEntry = formerEntry?.id === live.id ? formerEntry : undefined;
  const liveUndeclared = isInRequest(context, formerAddress)
    ? undeclaredNow(context, object, live, sameEntry)
    : {};
  const applied = without(appliedAfter(context, accepted, isWhole), liveUndeclared);
  const undeclared = without({ ...sameEntry?.undeclared, ...liveUndeclared }, applied);
  const recordsUndeclared = sameEntry?.undeclared !== undefined || Object.keys(undeclared).length > 0;
  return { applied, ...(recordsUndeclared && { undeclared }) };
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

/** The applied values for the state: the accepted ones, and the former ones of all other attributes. */
function appliedAfter(
  context: AcceptContext,
  accepted: AcceptedObject,
  isWhole: boolean,
): StateEntry["applied"] {
  const { object, formerAddress, formerEntry } = accepted;
  const isAccepted = (name: string) =>
    formerAddress !== undefined && context.acceptedPatches.has(patchOf(formerAddress, name));
  const differs = (name: string) => differedBefore(context, accepted, name);
  const names = Object.keys(object.attributes).filter(
    (name) => isAccepted(name) || (isWhole && !differs(name)),
  );
  const mergedOf = (name: string) =>
    formerAddress === undefined
      ? undefined
      : context.acceptedPatches.get(patchOf(formerAddress, name))?.merged;
  const acceptedValues = names.flatMap((name) => {
    const value = rememberedAttribute(context, object, name, mergedOf(name)?.applied);
    return value === undefined ? [] : [[name, value] as const];
  });
  const formerValues = Object.entries(formerEntry?.applied ?? {}).filter(
    ([name]) => object.attributes[name] !== undefined || !isAccepted(name),
  );
  return { ...Object.fromEntries(formerValues), ...Object.fromEntries(acceptedValues) };
}

/** Whether the live value differed from the former layout. If it was not accepted, only the former applied value is known. */
function differedBefore(
  { accepting, formerChanges }: AcceptContext,
  { formerAddress, formerEntry }: AcceptedObject,
  name: string,
): boolean {
  if (formerAddress === undefined || formerEntry?.id !== accepting.ids?.get(formerAddress)) return false;
  return formerEntry?.applied[name] !== undefined && formerChanges.has(patchOf(formerAddress, name));
}

/** `applied`: the value to remember if it is not the declared one, because the layout has edits of its own. */
function rememberedAttribute(
  { accepting, accepted, salt }: AcceptContext,
  object: DesiredObject,
  name: string,
  applied: Json | undefined,
): Json | undefined {
  const attribute = indexTypes(accepting.inputs.types).get(object.type).attributes[name];
  const declared = object.attributes[name];
  if (attribute === undefined || declared === undefined || object.ignore.includes(name)) return undefined;
  const clear = applied ?? resolveValue(declared, (address) => accepted.addresses.get(address)?.id);
  return clear === undefined
    ? undefined
    : rememberedValue(attribute, clear, containsSecret(declared), { salt, hash: hashSecret });
}

/** Saves the state that belongs to the new layout, unless it is unchanged. */
export async function saveAccepted(
  lock: Lock,
  accepting: AcceptPlan,
  state: State | undefined,
): Promise<void> {
  const { state: savedState } = accepting.inputs.remembered;
  if (state !== undefined && !isSameState(state, savedState)) await saveNext(lock, state, savedState);
}
