import { type Address, typeOfAddress } from "../model/address.ts";
import { rememberedValue } from "../model/attribute-value.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../model/desired-world.ts";
import { DocsformError } from "../model/errors.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { LiveObject, LiveWorld, ObjectName } from "../model/live-world.ts";
import { objectKey } from "../model/object-key.ts";
import { present } from "../model/present.ts";
import type { State, StateEntry } from "../model/state.ts";
import type { TakeOver } from "../model/take-over.ts";
import { indexTypes } from "../model/type-index.ts";
import { holdsSecret, resolveValue } from "../plan/decide/compare.ts";
import { seenValues, undeclaredIn } from "../plan/decide/undeclared.ts";
import { type DesiredIndex, indexDesired } from "../plan/desired-index.ts";
import { isOfState, type Step } from "../plan/plan.ts";
import { planChanges } from "../plan/plan-changes.ts";
import type { Asked, Decided } from "../plan/take/asked.ts";
import { decideTakeOver } from "../plan/take/decide-take-over.ts";
import { isAskedFor } from "../plan/take/deciding.ts";
import { holdsText, secretTextsOf } from "../plan/tell/secret-texts.ts";
import type { Lock } from "./disk/disk.ts";
import { isSameState } from "./disk/same-state.ts";
import { hashSecret } from "./hash-secret.ts";
import type { RunInputs } from "./read-inputs.ts";
import { refuseOtherLayouts } from "./refuse-other-layouts.ts";
import { saveNext } from "./save-state.ts";
import type { Setup } from "./setup.ts";

/** What a layout is to take over from the service, and what it was decided from. */
export interface TakingOver extends Decided {
  readonly live: LiveWorld;
  readonly inputs: RunInputs;
  readonly asked: Asked;
}

/** A layout that has taken over what it could. */
export interface TookOver {
  readonly desired: DesiredWorld;
  /** What was made of the decision. */
  readonly made: TakeOver;
  /** Which object each address is, and what it was called before. */
  readonly addresses: ReadonlyMap<Address, { readonly id?: string; readonly former?: Address }>;
}

export function takingOver(inputs: RunInputs, asked: Asked): TakingOver {
  return { ...decideTakeOver(inputs, asked), live: inputs.live, inputs, asked };
}

/** The state that goes with the layout now. Throws where a plan of it does anything that a plan of the former one did not. */
export function stateAfter(setup: Setup, taking: TakingOver, took: TookOver): State | undefined {
  const { inputs } = taking;
  const former = formerState(setup, taking);
  const state = former === undefined ? undefined : nextState(taking, took, former);
  const { plan, diagnostics } = planChanges({
    ...inputs,
    desired: took.desired,
    state,
    recovered: undefined,
  });
  const known = new Set((taking.steps ?? []).flatMap(namesOf));
  const formerOf = (address: Address) => took.addresses.get(address)?.former ?? address;
  const takenOver = new Set(
    took.made.values.map(({ address, attribute }) => `patch ${address} ${attribute}`),
  );
  const steps = plan?.steps ?? [];
  const further = steps
    .flatMap((step) => namesOf({ ...step, address: formerOf(step.address) }))
    .filter((name) => !known.has(name) || takenOver.has(name));
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const left = [...errors, ...further];
  if (plan !== undefined && left.length === 0) {
    refuseOtherLayouts(setup, inputs, newlyTaken(inputs, took));
    return state;
  }
  throw new DocsformError(
    "accept/not-as-live",
    `The changed layout would not match the service: ${left.join("; ")}. Nothing was written.`,
    { remedy: "This is a bug in docsform. Report it, and change the layout by hand." },
  );
}

/** Objects that the state at hand does not have at their address. */
function newlyTaken({ state }: RunInputs, { addresses }: TookOver): readonly ObjectName[] {
  return [...addresses].flatMap(([address, { id, former = address }]) =>
    id === undefined || state?.objects[former]?.id === id ? [] : [{ type: typeOfAddress(address), id }],
  );
}

/** What a step does, in a word for each thing. To order siblings may take other moves than before. */
function namesOf(step: Step): readonly string[] {
  if (isOfState(step) || step.action === "move") return [];
  if (step.action !== "patch") return [`${step.action} ${step.address}`];
  return step.changes.map(({ attribute }) => `patch ${step.address} ${attribute}`);
}

/** Without a state there is none to bring up to date, unless everything is taken over: then it is as after a pull. */
function formerState(setup: Setup, { inputs, asked, state }: TakingOver): State | undefined {
  if (inputs.state !== undefined || asked.what === "drift" || !inputs.remembered.keepsState)
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

function nextState(taking: TakingOver, took: TookOver, former: State): State {
  const { inputs } = taking;
  const kept = new Map(Object.entries(former.objects));
  for (const { address } of inputs.desired.objects) kept.delete(address);
  const entries: Record<Address, StateEntry> = {};
  const remembering = rememberingOf(taking, took, former);
  for (const object of took.desired.objects) {
    const { id, former: address } = took.addresses.get(object.address) ?? {};
    if (address !== undefined) kept.delete(address);
    const before = address === undefined ? undefined : former.objects[address];
    // An object that is gone but stays in the layout keeps its entry: it must not look as if it had never existed.
    const entry = id === undefined ? before : entryAfter(remembering, object, address, id, before);
    if (entry !== undefined) entries[object.address] = entry;
  }
  return { ...former, objects: { ...Object.fromEntries(kept), ...entries } };
}

interface Remembering {
  readonly taking: TakingOver;
  /** As it was before. */
  readonly desired: DesiredIndex;
  readonly took: TookOver;
  readonly salt: string;
  readonly isSecret: (value: Json) => boolean;
  readonly liveOf: (type: string, id: string) => LiveObject | undefined;
  /** Former addresses and attributes that were taken over. */
  readonly values: ReadonlySet<string>;
  /** What a plan of the layout as it was does. */
  readonly differing: ReadonlySet<string>;
  /** Former addresses of members of a list that was taken over, and of objects that were moved. */
  readonly placed: ReadonlySet<Address>;
  /** Former addresses of what became or ceased to be a default. */
  readonly defaults: ReadonlySet<Address>;
}

function rememberingOf(taking: TakingOver, took: TookOver, { salt }: State): Remembering {
  const { made } = took;
  const texts = secretTextsOf(taking.inputs);
  const objects = new Map(taking.live.objects.map((object) => [objectKey(object.type, object.id), object]));
  const listed = made.lists.flatMap(({ items }) => items.filter((item) => typeof item === "string"));
  return {
    taking,
    desired: indexDesired(taking.inputs.desired),
    took,
    salt,
    isSecret: (value) => holdsText(value, texts),
    liveOf: (type, id) => objects.get(objectKey(type, id)),
    values: new Set(made.values.map(({ address, attribute }) => `${address} ${attribute}`)),
    differing: new Set((taking.steps ?? []).flatMap(namesOf)),
    placed: new Set([...listed, ...made.containers]),
    defaults: new Set(made.defaults.map(({ address }) => address)),
  };
}

function entryAfter(
  remembering: Remembering,
  object: DesiredObject,
  former: Address | undefined,
  id: string,
  before: StateEntry | undefined,
): StateEntry | undefined {
  const { taking } = remembering;
  const live = remembering.liveOf(object.type, id);
  const isAnew = isMadeAnew(remembering, former, id, before);
  const isAll = former === undefined || taking.asked.what === "everything" || isAnew;
  if (live === undefined || (before === undefined && !isAll)) return before;
  const values = valuesAfter(remembering, object, live, { former, before, isAll });
  const now = placeOf(remembering, object, live);
  const place = isAll ? now : placeAfter(remembering, former, now, before);
  const { container: _, isDefault: __, rank: ___, undeclared: ____, ...others } = before ?? { id };
  return {
    ...others,
    ...newId(remembering, former, id),
    ...originAfter(isAnew ? undefined : before, isAll),
    ...place,
    // A recreated object keeps the remembered rank, unless its place was taken over.
    ...(isAnew && !isPlaced(remembering, former) ? present({ rank: before?.rank }) : {}),
    ...values,
    ...present({ scopeId: live.scopeId }),
  };
}

interface Taken {
  readonly former: Address | undefined;
  readonly before: StateEntry | undefined;
  readonly isAll: boolean;
}

/** The values to remember: what the layout declares as it was applied, and of the rest who sees the object. */
function valuesAfter(
  remembering: Remembering,
  object: DesiredObject,
  live: LiveObject,
  taken: Taken,
): Pick<StateEntry, "applied" | "undeclared"> {
  const { former, before } = taken;
  const known = before?.id === live.id ? before : undefined;
  const { asked } = remembering.taking;
  const isAsked = former === undefined || isAskedFor({ asked, desired: remembering.desired }, former);
  const seen = isAsked ? seenNow(remembering, object, live, known) : {};
  const applied = without(appliedAfter(remembering, object, taken), seen);
  const undeclared = without({ ...known?.undeclared, ...seen }, applied);
  const isKept = known?.undeclared !== undefined || Object.keys(undeclared).length > 0;
  return { applied, ...(isKept && { undeclared }) };
}

function seenNow(
  { taking: { inputs }, salt, isSecret }: Remembering,
  object: DesiredObject,
  live: LiveObject,
  entry: StateEntry | undefined,
): JsonObject {
  const type = indexTypes(inputs.types).get(object.type);
  const undeclared = undeclaredIn(type, object, inputs.live.apiVersion);
  return seenValues(undeclared, live, entry, { isSecret, salt, hash: hashSecret });
}

function without(values: JsonObject, others: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !(name in others)));
}

/** What the layout takes over as a whole, somebody has asked for. */
function originAfter(before: StateEntry | undefined, isAll: boolean): Pick<StateEntry, "origin"> {
  return present({ origin: before?.origin ?? (isAll ? ("imported" as const) : undefined) });
}

/** The values that are remembered as applied: those that were taken over, and the former ones of the rest. */
function appliedAfter(
  remembering: Remembering,
  object: DesiredObject,
  { former, before, isAll }: Taken,
): StateEntry["applied"] {
  const isTaken = (name: string) => remembering.values.has(`${former} ${name}`);
  const isLeft = (name: string) => isLeftAsItWas(remembering, former, name, before);
  const names = Object.keys(object.attributes).filter((name) => isTaken(name) || (isAll && !isLeft(name)));
  const taken = names.flatMap((name) => {
    const value = rememberedAttribute(remembering, object, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const rest = Object.entries(before?.applied ?? {}).filter(
    ([name]) => object.attributes[name] !== undefined || !isTaken(name),
  );
  return { ...Object.fromEntries(rest), ...Object.fromEntries(taken) };
}

/** The service has another value, which could not be taken over: what was applied before is still all that is known of it. */
function isLeftAsItWas(
  { taking, differing }: Remembering,
  former: Address | undefined,
  name: string,
  before: StateEntry | undefined,
): boolean {
  if (former === undefined || before?.id !== taking.ids?.get(former)) return false;
  return before?.applied[name] !== undefined && differing.has(`patch ${former} ${name}`);
}

/** The address is asked for and means another object than the state has: nothing that is remembered is about that one. */
function isMadeAnew(
  remembering: Remembering,
  former: Address | undefined,
  id: string,
  before: StateEntry | undefined,
): boolean {
  return before !== undefined && before.id !== id && newId(remembering, former, id).id !== undefined;
}

/** The id to remember, unless only other addresses were asked for. */
function newId(
  { taking: { asked }, desired }: Remembering,
  former: Address | undefined,
  id: string,
): Partial<StateEntry> {
  return former === undefined || isAskedFor({ asked, desired }, former) ? { id } : {};
}

type Place = Pick<StateEntry, "container" | "isDefault" | "rank">;

function isPlaced({ placed }: Remembering, former: Address | undefined): boolean {
  return former !== undefined && placed.has(former);
}

/** The place to remember: the present one as far as it was taken over, else the former one. */
function placeAfter(
  remembering: Remembering,
  former: Address | undefined,
  now: Place,
  before: StateEntry | undefined,
): Place {
  if (isPlaced(remembering, former)) return now;
  const isDefaultNow = former !== undefined && remembering.defaults.has(former);
  const { isDefault } = isDefaultNow ? now : (before ?? {});
  return present({ container: before?.container, isDefault, rank: before?.rank });
}

/** Where it is now, of what the layout says of that: where that could not be taken over, the layout still says another place. */
function placeOf(
  { taking, took }: Remembering,
  { container, isDefault, type }: DesiredObject,
  live: LiveObject,
): Place {
  const { order } = indexTypes(taking.inputs.types).get(type);
  const declared = isReference(container) ? took.addresses.get(container.$ref)?.id : container;
  return {
    ...(container === undefined
      ? {}
      : { container: declared === undefined ? (live.container?.id ?? null) : declared }),
    ...(isDefault === true && live.isDefault ? { isDefault: true as const } : {}),
    ...(order === undefined ? {} : { rank: live.rank }),
  };
}

function rememberedAttribute(
  { taking, took, salt }: Remembering,
  object: DesiredObject,
  name: string,
): Json | undefined {
  const attribute = indexTypes(taking.inputs.types).get(object.type).attributes[name];
  const declared = object.attributes[name];
  if (attribute === undefined || declared === undefined || object.ignore.includes(name)) return undefined;
  const clear = resolveValue(declared, (address) => took.addresses.get(address)?.id);
  return clear === undefined
    ? undefined
    : rememberedValue(attribute, clear, holdsSecret(declared), { salt, hash: hashSecret });
}

/** Saves the state that goes with the layout, unless it is as it was. */
export async function saveTakenOver(lock: Lock, taking: TakingOver, state: State | undefined): Promise<void> {
  const { state: read } = taking.inputs.remembered;
  if (state !== undefined && !isSameState(state, read)) await saveNext(lock, state, read);
}
