import { type Address, typeOfAddress, unmanagedAddress } from "../../model/address.ts";
import { type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { ManagedObject, PlanValue } from "../../model/plan/plan.ts";
import type { PlanIndex } from "../../model/plan/plan-index.ts";
import { deletesObject, endsManagement } from "../../model/plan/step-effects.ts";
import {
  forgottenIn,
  isOfRun,
  type Origin,
  type State,
  type StateEntry,
  stateVersion,
} from "../../model/state.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { withKeptRanks } from "./kept-ranks.ts";
import { type PlanSecret, planValueContainsSecret, secretIn } from "./resolve-values.ts";

/** A plan, and what the run of it knows at its end. */
export interface StateInputs {
  readonly planIndex: PlanIndex;
  readonly previous: State | undefined;
  readonly idOf: (address: Address) => string | undefined;
  readonly scopeIdOf: (address: Address) => string | undefined;
  /** The origin of an object that the run created. Undefined: the run did not create it. */
  readonly createdAs: (address: Address) => Origin | undefined;
  /** Whether the run has hidden an object that existed, and has not shown it again. */
  readonly isHidden: (address: Address) => boolean;
  /** Whether the plan has nothing left to do for the address. */
  readonly isDone: (address: Address) => boolean;
  /** Live values of an object from the last read of the run. Absent: the run read none. */
  readonly liveValuesOf?: (address: Address) => JsonObject | undefined;
  /** Returns an applied value, given in clear, as the state records it. */
  readonly remember: (address: Address, attribute: string, value: AppliedValue, salt: string) => Json;
  /** Returns the text of a secret in the plan. Throws if it can no longer be read. */
  readonly reveal: (secret: PlanSecret) => Promise<string>;
}

interface EntryInputs extends StateInputs {
  /** The previous entries, by object. Of several for one object, the one whose address the plan does not have. */
  readonly entryOfObject: ReadonlyMap<ObjectKey, StateEntry>;
  /** The objects that addresses of the plan have now. */
  readonly managed: ReadonlySet<ObjectKey>;
  /** The objects that the run created for addresses of the plan. */
  readonly created: ReadonlySet<ObjectKey>;
}

/** A value in clear, and whether it contains a secret. */
export interface AppliedValue {
  readonly clear: Json;
  readonly isSecret: boolean;
}

/**
 * Returns the state after a run. An object with unfinished changes keeps its former entry. A new object that is unfinished gets an entry
 * with its id and no applied values, so that the next run recognizes it and finishes it.
 */
export async function nextState(stateInputs: StateInputs): Promise<State> {
  const { planIndex, previous } = stateInputs;
  const { plan } = planIndex;
  const addresses = Object.keys(plan.managed);
  const inputs: EntryInputs = {
    ...stateInputs,
    entryOfObject: entryOfObject(stateInputs),
    managed: objectsOf(stateInputs, addresses),
    created: objectsOf(
      stateInputs,
      addresses.filter((address) => stateInputs.createdAs(address) !== undefined),
    ),
  };
  const salt = previous?.salt ?? plan.salt;
  const objects = remainingEntries(inputs);
  for (const address of Object.keys(plan.managed)) {
    const managed = plan.managed[address] as ManagedObject;
    const entry = await entryOf(inputs, address, managed, salt);
    if (entry === undefined) delete objects[address];
    else objects[address] = entry;
  }
  const next = ranked(inputs, withoutFormerEntries(inputs, objects));
  return {
    docsformState: stateVersion,
    organization: plan.organizationId,
    knownApiVersion: plan.apiVersion,
    ...present({ serial: previous?.serial }),
    salt,
    ...forgottenIn(previous, next, isDeletedBy(inputs)),
    objects: next,
  };
}

/** Whether the run deleted an object, or found that it is gone. */
function isDeletedBy({ planIndex: { plan }, isDone }: StateInputs): (unmanaged: Address) => boolean {
  const gone = plan.steps.filter(
    (step) => deletesObject(step) || (step.action === "forget" && step.reason === "gone"),
  );
  const addresses = new Set(
    gone.flatMap((step) =>
      "id" in step && isDone(step.address) ? [unmanagedAddress(step.type, step.id)] : [],
    ),
  );
  return (unmanaged) => addresses.has(unmanaged);
}

/** The previous entries without those of objects that the run deleted or forgot. */
function remainingEntries({
  planIndex: { plan },
  previous,
  isDone,
  entryOfObject,
}: EntryInputs): Record<Address, StateEntry> {
  const objects: Record<Address, StateEntry> = { ...previous?.objects };
  for (const step of plan.steps) {
    if (!endsManagement(step) || plan.managed[step.address] !== undefined) continue;
    const entry = entryOfObject.get(keyOf(step.address, step.id));
    if (isDone(step.address)) delete objects[step.address];
    // If its former address means another object, the state has it by its id until it is deleted.
    else if (entry !== undefined && step.action === "delete") objects[step.address] = entry;
  }
  return objects;
}

/**
 * After a complete run, entries keep their former ranks where these give the new order. After any other run, unfinished objects have
 * ranks of the former order and finished ones of the new order, so this cannot be decided.
 */
function ranked(
  { planIndex: { plan }, previous, isDone }: StateInputs,
  objects: Readonly<Record<Address, StateEntry>>,
): Readonly<Record<Address, StateEntry>> {
  return Object.keys(plan.managed).every(isDone) ? withKeptRanks(objects, previous) : objects;
}

/** Removes the former entries of objects that now have another address or were deleted. */
function withoutFormerEntries(
  inputs: StateInputs,
  objects: Readonly<Record<Address, StateEntry>>,
): Record<Address, StateEntry> {
  const { plan } = inputs.planIndex;
  const movedOrDeleted = new Set(
    Object.keys(plan.managed).map((address) => keyOf(address, objects[address]?.id ?? "")),
  );
  for (const step of plan.steps)
    if (deletesObject(step) && inputs.isDone(step.address)) movedOrDeleted.add(keyOf(step.address, step.id));
  const isFormer = (address: Address, entry: StateEntry) =>
    plan.managed[address] === undefined && movedOrDeleted.has(keyOf(address, entry.id));
  return Object.fromEntries(Object.entries(objects).filter(([address, entry]) => !isFormer(address, entry)));
}

function keyOf(address: Address, id: string): ObjectKey {
  return objectKey(typeOfAddress(address), id);
}

/** The next entry of an address. Undefined: it has no object. */
async function entryOf(
  inputs: EntryInputs,
  address: Address,
  managed: ManagedObject,
  salt: string,
): Promise<StateEntry | undefined> {
  const id = inputs.idOf(address);
  const former = formerEntry(inputs, address, id);
  if (id === undefined) return former;
  if (inputs.isDone(address)) return await doneEntry(inputs, address, managed, id, salt);
  const origin = originOf(inputs, address, managed);
  if (former?.id === id) {
    const { was: _, ...kept } = former;
    const isHidden = kept.createdHidden ?? (inputs.isHidden(address) ? (true as const) : undefined);
    return { ...kept, ...present({ origin, was: managed.was, createdHidden: isHidden }) };
  }
  return {
    id,
    ...present({ origin, scopeId: inputs.scopeIdOf(address) }),
    applied: {},
    ...(isOfRun(origin) && { unfinished: true as const }),
    ...(isCreatedHidden(inputs, address) && { createdHidden: true as const }),
    ...present({ replaces: replacedId(inputs, address), was: managed.was }),
  };
}

/** The id of the object that this one replaces, if this run had to delete that one. Undefined: a new object already has that id. */
function replacedId({ planIndex, previous, created }: EntryInputs, address: Address): string | undefined {
  const { id, replaces } = previous?.objects[address] ?? {};
  const type = typeOfAddress(address);
  const replaced = [id, replaces].find((each) => each !== undefined && planIndex.isDeleted(type, each));
  return replaced === undefined || created.has(objectKey(type, replaced)) ? undefined : replaced;
}

function objectsOf({ idOf }: StateInputs, addresses: readonly Address[]): ReadonlySet<ObjectKey> {
  return new Set(addresses.map((address) => keyOf(address, idOf(address) ?? "")));
}

function isCreatedHidden({ planIndex }: StateInputs, address: Address): boolean {
  const create = planIndex.createOf(address);
  return create?.address === address && create.shownBy !== undefined;
}

function originOf(inputs: StateInputs, address: Address, managed: ManagedObject): Origin | undefined {
  return inputs.createdAs(address) ?? managed.origin;
}

/** The former entry of the object, or else of its address, unless another address has the object of that entry now. */
function formerEntry(
  { previous, entryOfObject, managed, createdAs }: EntryInputs,
  address: Address,
  id: string | undefined,
): StateEntry | undefined {
  const entry = previous?.objects[address];
  if (entry === undefined || entry.id !== id) {
    // A new object can have the id of one that the run deleted.
    const own =
      id === undefined || createdAs(address) !== undefined
        ? undefined
        : entryOfObject.get(keyOf(address, id));
    if (own !== undefined) return own;
    if (entry !== undefined && managed.has(keyOf(address, entry.id))) return undefined;
  }
  return entry;
}

function entryOfObject({ previous, planIndex }: StateInputs): EntryInputs["entryOfObject"] {
  const { managed } = planIndex.plan;
  const entries = Object.entries(previous?.objects ?? {});
  const isManaged = ([address]: readonly [Address, StateEntry]) => managed[address] !== undefined;
  const lastOutside = [...entries.filter(isManaged), ...entries.filter((each) => !isManaged(each))];
  return new Map(lastOutside.map(([address, entry]) => [keyOf(address, entry.id), entry]));
}

async function doneEntry(
  inputs: EntryInputs,
  address: Address,
  managed: ManagedObject,
  id: string,
  salt: string,
): Promise<StateEntry> {
  const applied = await appliedValues(inputs, address, managed, salt);
  const container = managed.container === undefined ? undefined : await clearValue(inputs, managed.container);
  return {
    id,
    ...present({ origin: originOf(inputs, address, managed), scopeId: inputs.scopeIdOf(address) }),
    applied,
    ...undeclaredField(inputs, address, managed, salt),
    ...(typeof container === "string" || container === null ? { container } : {}),
    ...(managed.isDefault === undefined ? {} : { isDefault: true as const }),
    ...present({ rank: managed.rank }),
    ...(managed.protect === undefined ? {} : { protect: true as const }),
    ...present({ was: managed.was }),
  };
}

/** Values that were unknown until the object was created. The state records them as the run read them afterwards. */
function undeclaredField(
  { liveValuesOf, remember }: StateInputs,
  address: Address,
  { undeclared, unknown = [] }: ManagedObject,
  salt: string,
): Pick<StateEntry, "undeclared"> {
  if (undeclared === undefined) return {};
  const liveValues = liveValuesOf?.(address) ?? {};
  const readValues = unknown.flatMap((name) => {
    const clear = liveValues[name];
    return clear === undefined ? [] : [[name, remember(address, name, { clear, isSecret: false }, salt)]];
  });
  return { undeclared: { ...undeclared, ...(Object.fromEntries(readValues) as JsonObject) } };
}

async function appliedValues(
  inputs: EntryInputs,
  address: Address,
  managed: ManagedObject,
  salt: string,
): Promise<Record<string, Json>> {
  const former = formerEntry(inputs, address, inputs.idOf(address))?.applied ?? {};
  const applied: Record<string, Json> = {};
  for (const name of Object.keys(managed.attributes)) {
    const value = managed.attributes[name] as PlanValue;
    const clear = await clearValue(inputs, value);
    // If a secret can no longer be read, this run did not write it either, so the former value stays valid.
    if (clear !== undefined)
      applied[name] = inputs.remember(
        address,
        name,
        { clear, isSecret: planValueContainsSecret(value) },
        salt,
      );
    else if (former[name] !== undefined) applied[name] = former[name];
  }
  return applied;
}

/** A value with ids for references and text for secrets. Undefined: a secret in it can no longer be read. */
async function clearValue(inputs: StateInputs, value: PlanValue): Promise<Json | undefined> {
  if (typeof value !== "object" || value === null) return value;
  if (!isJsonObject(value)) return await clearList(inputs, value as readonly Json[]);
  const reference = value["$ref"];
  if (typeof reference === "string") return inputs.idOf(reference) ?? null;
  const secret = secretIn(value);
  if (secret !== undefined) return await inputs.reveal(secret).catch(() => undefined);
  if (typeof value["$hash"] === "string") return undefined;
  const fields: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const item = await clearValue(inputs, value[key] as Json);
    if (item === undefined) return undefined;
    fields[key] = item;
  }
  return fields;
}

async function clearList(inputs: StateInputs, values: readonly Json[]): Promise<Json | undefined> {
  const items: Json[] = [];
  for (const value of values) {
    const item = await clearValue(inputs, value);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}
