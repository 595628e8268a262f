import type { Address } from "../../../model/address.ts";
import { isKnownTo } from "../../../model/api-version-marks.ts";
import { isHashed } from "../../../model/attribute-value.ts";
import { type DesiredObject, type DesiredValue, isReference } from "../../../model/desired-world.ts";
import { keyOf, objectKey } from "../../../model/object-key.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import type { FirstChildRule } from "../../../model/resource-type/creation.ts";
import { opensMore } from "../../../model/resource-type/opens.ts";
import { clearedBy, writerOf } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { containsText, isSecretValue } from "../../../model/secret-value.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { addressesInState } from "../../../model/state.ts";
import { type Json, jsonEquals } from "../../../util/json.ts";
import { once } from "../../../util/once.ts";
import type { Match } from "../match/match-objects.ts";
import { originsOf } from "../match/origins.ts";
import { rivalry } from "../world/desired-index.ts";
import { secretTextsOf } from "../world/secret-texts.ts";
import type { Carried, Created, DecideInputs } from "./decisions.ts";
import { hiddenFirst } from "./hidden-first.ts";
import { mayBeInDefault, staysAmongRivals } from "./in-default.ts";
import { type IsValueInUse, valuesInUse } from "./values-in-use.ts";

/** An object that replaces a live one. */
interface Successor {
  readonly desired: DesiredObject;
  readonly from: LiveObject;
  /** The existing object that replaces it. Absent: the object is yet to be created. */
  readonly to?: LiveObject;
  /** The rule by which the creating call of the parent creates this object too. Absent: the object has a creating call of its own. */
  readonly madeBy?: FirstChildRule | undefined;
}

/**
 * Reasons not to carry a value over: another object has the value; the value repeats a secret, which no plan contains in clear; the
 * successor was not created as a replacement, and has a value of its own; or another user may have created the successor, and the value
 * would give more people access to it.
 */
interface Limits {
  readonly isValueInUse: IsValueInUse;
  readonly isMadeFor: (live: LiveObject) => boolean;
  readonly isConfirmed: (live: LiveObject) => boolean;
  readonly secretTexts: () => readonly string[];
}

/** Gives successors the live values that the layout does not declare. */
export interface CarryingOver {
  toExisting(match: Match): Match;
  toCreated(created: Created): Created;
  readonly carried: ReadonlyMap<Address, Carried>;
}

/** If two successors want the same unique value, the first one gets it. */
export function carryOver(inputs: DecideInputs): CarryingOver {
  const limits: Limits = {
    isValueInUse: valuesInUse(inputs),
    secretTexts: once(() => secretTextsIn(inputs)),
    isMadeFor: madeFor(inputs),
    isConfirmed: confirmed(inputs),
  };
  const carried = new Map<Address, Carried>();
  const staysDefault = defaultsThatStay(inputs);
  const asDefault = (desired: DesiredObject, from: LiveObject): DesiredObject => {
    if (!staysDefault(desired, from)) return desired;
    carried.set(desired.address, { ...(carried.get(desired.address) as Carried), isDefault: true });
    return { ...desired, isDefault: true };
  };
  const carry = (successor: Successor): DesiredObject => {
    const { desired, ...rest } = carriedTo(inputs, limits, successor);
    carried.set(desired.address, rest);
    return desired;
  };
  return {
    carried,
    toExisting(match) {
      const { desired, live } = match;
      const from = inputs.superseded?.get(desired.address);
      const whole = from === undefined ? desired : asDefault(carry({ desired, from, to: live }), from);
      const shown = shownAtLast(inputs, { ...match, desired: whole });
      if (shown === undefined) return from === undefined ? match : { ...match, desired: whole };
      const names = [...(carried.get(desired.address)?.names ?? []), ...Object.keys(shown)];
      carried.set(desired.address, { lostAttributes: [], ...carried.get(desired.address), names });
      return { ...match, desired: { ...whole, attributes: { ...whole.attributes, ...shown } } };
    },
    toCreated(created) {
      const { desired, replaces, createdWith } = created;
      const from = replaces?.live ?? asRemembered(inputs, desired);
      if (from === undefined) return created;
      const parent = createdWith === undefined ? undefined : inputs.desired.get(createdWith);
      const madeBy = parent && inputs.types.get(parent.type).firstChild;
      const whole = carry({ desired, from, madeBy });
      return { ...created, desired: asDefault(whole, from) };
    },
  };
}

/**
 * An object that a person deleted on the service, with the undeclared values that the state remembers. The plan puts it back with these
 * values: a draft comes back as a draft.
 */
function asRemembered(
  { state, live }: DecideInputs,
  { address, type }: DesiredObject,
): LiveObject | undefined {
  const entry = state?.objects[address];
  if (entry?.undeclared === undefined) return undefined;
  if (live.get(type, entry.id) !== undefined || live.isUnread(type, entry.scopeId)) return undefined;
  const { id, undeclared: attributes } = entry;
  return { type, id, attributes: { ...attributes }, container: null, isDefault: false, rank: 0 };
}

/**
 * Whether the live object may have been created for the declared one. An object that the state has under another address existed
 * independently.
 */
function madeFor({ state, desired: layout }: DecideInputs): (live: LiveObject) => boolean {
  const addresses = once(() => addressesInState(state));
  return (live) => {
    const address = addresses().get(keyOf(live));
    return address === undefined || layout.get(address) !== undefined;
  };
}

/**
 * Whether a run or a person confirmed that this layout manages the object. The contents of a scope count as confirmed: the scope itself
 * decides who sees them, and a draft that an interrupted run left must not stay a draft.
 */
function confirmed({ types, state, recovered, desired: { world } }: DecideInputs): Limits["isConfirmed"] {
  const origins = once(() => originsOf({ types, desired: world, state, recovered }));
  return (live) => types.get(live.type).scope !== undefined || origins().isConfirmed(live);
}

function secretTextsIn({ types, desired, live, state }: DecideInputs): readonly string[] {
  return secretTextsOf({ types: types.all, desired: desired.world, live: live.world, state });
}

/** Whether the successor of a default is the default too: it is in the same place, and the layout declares no other default. */
function defaultsThatStay(inputs: DecideInputs): (desired: DesiredObject, from: LiveObject) => boolean {
  const withDeclaredDefault = once(() => {
    const defaults = inputs.desired.world.objects.filter(({ isDefault }) => isDefault === true);
    return new Set(defaults.map((each) => rivalry(inputs.types, each)));
  });
  return (desired, from) =>
    from.isDefault &&
    staysAmongRivals(inputs, desired, from) &&
    !withDeclaredDefault().has(rivalry(inputs.types, desired));
}

/** Shows readers an object that an interrupted run created hidden or hid, unless the layout declares the attribute. */
function shownAtLast(
  { state, recovered, types, live: { world } }: DecideInputs,
  { desired, live }: Match,
): Readonly<Record<string, DesiredValue>> | undefined {
  const { address } = desired;
  const entry = state?.objects[address];
  const isHidden =
    recovered?.hidden?.includes(address) === true || (entry?.createdHidden === true && entry.id === live.id);
  const hiding = isHidden ? hiddenFirst(types.get(desired.type), world.apiVersion) : undefined;
  if (hiding === undefined || desired.attributes[hiding.attribute] !== undefined) return undefined;
  return { [hiding.attribute]: hiding.shown };
}

function carriedTo(
  inputs: DecideInputs,
  limits: Limits,
  successor: Successor,
): Carried & { readonly desired: DesiredObject } {
  const { desired, from, to } = successor;
  const type = inputs.types.get(desired.type);
  const keepsItsOwn = to !== undefined && !limits.isMadeFor(to);
  const attributes = declaredIn(desired);
  const names: string[] = [];
  const lostAttributes: string[] = [];
  for (const [name, attribute] of Object.entries(type.attributes)) {
    if (name in attributes || !hasOwnValue(inputs, attribute, name, successor)) continue;
    if (!keepsItsOwn && canCarry(inputs, limits, type, name, successor)) names.push(name);
    else lostAttributes.push(name);
  }
  for (const name of names)
    attributes[name] = layoutValueOf(
      inputs,
      type.attributes[name] as Attribute,
      from.attributes[name] ?? null,
    );
  const ignore = desired.ignore.filter((name) => attributes[name] === undefined);
  return { desired: { ...desired, attributes, ignore }, from, names, lostAttributes };
}

/** The attributes that the layout declares and does not ignore. */
function declaredIn({ attributes, ignore }: DesiredObject): Record<string, DesiredValue> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !ignore.includes(name)));
}

/** Whether the live object has a value that its successor would not get by itself. */
function hasOwnValue(
  { live: { world } }: DecideInputs,
  { default: usual, derived, nullable, onlyAtCreate, schema }: Attribute,
  name: string,
  { from, to }: Successor,
): boolean {
  const value = from.attributes[name];
  const others = [from.unreadAttributes, from.inherited].flatMap((names = []) => names);
  if (value === undefined || onlyAtCreate === true || others.includes(name)) return false;
  if (!isKnownTo(schema, world.apiVersion)) return false;
  const byItself = to === undefined ? usual : (to.attributes[name] ?? null);
  if (byItself !== undefined && jsonEquals(value, byItself)) return false;
  return value !== null || (nullable === true && derived === true);
}

function canCarry(
  inputs: DecideInputs,
  limits: Limits,
  type: ResourceType,
  name: string,
  successor: Successor,
): boolean {
  const { desired, from } = successor;
  const rule = type.attributes[name] as Attribute;
  const value = from.attributes[name] ?? null;
  if (!isSettable(type, name, successor)) return false;
  if (isSecretValue(rule, value) || isHashed(value) || containsText(value, limits.secretTexts()))
    return false;
  if (isRefusedThere(inputs, rule, desired, value)) return false;
  if (rule.belongsTo !== undefined && !stays(inputs, desired, from, rule.belongsTo)) return false;
  if (clearedBy(type, declaredIn(desired)).includes(name)) return false;
  if (opensUnconfirmed(limits, rule, name, successor)) return false;
  return !limits.isValueInUse(desired, name, from);
}

/** Whether a call can give the value to the successor: a writer, or the call that creates it. */
function isSettable(type: ResourceType, name: string, { to, madeBy }: Successor): boolean {
  if (writerOf(type, name) !== undefined) return true;
  const isInCall =
    madeBy === undefined ? type.attributes[name]?.atCreate !== "no" : madeBy.carries.includes(name);
  return isInCall && to === undefined;
}

/** Whether the value would give more people access to an existing object that is not confirmed as the layout's. */
function opensUnconfirmed(
  { isConfirmed }: Limits,
  rule: Attribute,
  name: string,
  { from, to }: Successor,
): boolean {
  if (to === undefined || isConfirmed(to)) return false;
  return opensMore(rule.opens, to.attributes[name] ?? null, from.attributes[name] ?? null);
}

/** Whether the service refuses the value in the place where the new object may be. */
function isRefusedThere(
  inputs: DecideInputs,
  { notInDefault }: Attribute,
  desired: DesiredObject,
  value: Json | undefined,
): boolean {
  return notInDefault !== undefined && value === notInDefault && mayBeInDefault(inputs, desired);
}

/** Whether an attribute of the new object has the value of the old one. */
function stays({ matches }: DecideInputs, desired: DesiredObject, from: LiveObject, name: string): boolean {
  const declared = declaredIn(desired)[name];
  const live = from.attributes[name] ?? null;
  if (declared === undefined) return true;
  const id = isReference(declared) ? matches.byAddress.get(declared.$ref)?.live.id : declared;
  return id !== undefined && jsonEquals(id as Json, live);
}

/** The live value as a layout declares it. An id becomes the address of its object, which may be another object after the run. */
function layoutValueOf(
  { matches }: DecideInputs,
  { reference, toLayout }: Attribute,
  live: Json,
): DesiredValue {
  if (reference === undefined || typeof live !== "string")
    return live !== null && toLayout !== undefined ? toLayout(live) : live;
  const address: Address | undefined = matches.byLive.get(objectKey(reference.type, live))?.desired.address;
  return address === undefined ? live : { $ref: address };
}
