import type { AcceptedValue, MergedValue } from "../../../model/accepted-edits.ts";
import type { Address } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import type { AttributeChange } from "../../../model/plan/plan.ts";
import { comparesAttributes } from "../../../model/plan/step-effects.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { present } from "../../../util/present.ts";
import { namesOfIds } from "../decide/known-names.ts";
import { titleOfGone } from "../decide/object-names.ts";
import type { Who } from "../decide/who-changed.ts";
import { acceptDifference, type Deciding, differenceOf, entryOf } from "./deciding.ts";

/** Accepts attributes whose live values differ from the declared ones. */
export function acceptAttributes(deciding: Deciding): readonly AcceptedValue[] {
  return deciding.plan.steps.flatMap((step) => {
    if (!comparesAttributes(step)) return [];
    const live = deciding.liveOf(step.address);
    if (live === undefined) return [];
    return step.changes.flatMap((change) => acceptAttribute(deciding, step.address, live, change));
  });
}

function acceptAttribute(
  deciding: Deciding,
  address: Address,
  live: LiveObject,
  { attribute, before, after, namesById, sensitive }: AttributeChange,
): readonly AcceptedValue[] {
  const who = whoChangedOf(deciding, address, live, attribute);
  if (who === "none") return [];
  const merged = mergedOf(deciding, address, who, attribute);
  const shown = sensitive
    ? { before: null, after: null }
    : { before: after, after: merged?.declared ?? before, ...present({ namesById }) };
  const found = { ...differenceOf(deciding, address, live, "changed"), attribute, ...shown };
  if (sensitive) {
    if (who !== "layout")
      deciding.remaining.push({ ...found, reason: "it is secret, and a layout contains no secrets" });
    return [];
  }
  if (who === "layout" && refersToDeleted(deciding, live, attribute)) {
    deciding.remaining.push({
      ...found,
      reason: "its live value refers to a deleted object, which apply corrects",
    });
    return [];
  }
  return acceptDifference(deciding, address, who, found)
    ? [{ address, attribute, ...present({ merged }) }]
    : [];
}

/** The value to accept if the layout keeps its own edits of other parts. Undefined: the live value. */
function mergedOf(
  { request, who }: Deciding,
  address: Address,
  changedBy: Who,
  attribute: string,
): MergedValue | undefined {
  const isWhole = request.changes === "everything" || (changedBy !== "live" && request.only === undefined);
  return isWhole ? undefined : who.merged(address, attribute);
}

/** Whether the value refers to an object that no longer exists. Another object may have replaced that one since. */
function refersToDeleted({ types, live }: Deciding, object: LiveObject, name: string): boolean {
  const reference = types.get(object.type).attributes[name]?.reference;
  const value = object.attributes[name];
  if (reference === undefined || typeof value !== "string") return false;
  return live.get(reference.type, value) === undefined && !live.isUnread(reference.type, object.scopeId);
}

/** Whether the layout manages the attribute. Attributes that the service clears as a side effect of other writes are not accepted. */
function isManaged(object: DesiredObject | undefined, name: string): boolean {
  return object?.attributes[name] !== undefined && !object.ignore.includes(name);
}

function whoChangedOf(deciding: Deciding, address: Address, live: LiveObject, name: string): Who {
  const { types, desired, who } = deciding;
  if (types.get(live.type).attributes[name] === undefined || !isManaged(desired.get(address), name))
    return "none";
  return who.attribute(address, name).changedBy;
}

/** Accepts objects that are live in another container than the declared one. */
export function acceptContainers(deciding: Deciding): ReadonlySet<Address> {
  const moved = new Set<Address>();
  for (const object of deciding.desired.world.objects) {
    const live = deciding.liveOf(object.address);
    if (live === undefined || object.container === undefined) continue;
    const declared = containerId(deciding, object);
    const now = live.container?.id ?? null;
    if (declared === now) continue;
    const containers = deciding.types.get(live.type).container?.types ?? [];
    const who = deciding.who.container(object.address);
    const found = {
      ...differenceOf(deciding, object.address, live, "moved"),
      before: declared ?? null,
      after: now,
      ...namesOfIds(deciding.nameOf, containers, [declared, now]),
    };
    if (acceptDifference(deciding, object.address, who, found)) moved.add(object.address);
  }
  return moved;
}

/** The id of the declared container, also if that no longer exists. Undefined: it was never on the service, or none is declared. */
function containerId(deciding: Deciding, { container }: DesiredObject): string | null | undefined {
  if (!isReference(container)) return container;
  return idNowOrLastApplied(deciding, container.$ref);
}

function idNowOrLastApplied(deciding: Deciding, address: Address): string | undefined {
  return deciding.liveOf(address)?.id ?? entryOf(deciding, address)?.id;
}

/** Accepts defaults that have changed to another sibling. `removed`: objects that leave the layout. */
export function acceptDefaults(
  deciding: Deciding,
  removed: ReadonlySet<Address>,
): readonly { readonly address: Address; readonly isDefault: boolean }[] {
  return deciding.desired.world.objects.flatMap((object) => {
    const { address, isDefault } = object;
    if (isDefault !== true || deciding.liveOf(address)?.isDefault === true || removed.has(address)) return [];
    const instead = defaultInstead(deciding, object);
    if (!acceptDefaultChange(deciding, object, instead)) return [];
    const other = instead && deciding.addressOf(instead);
    return [
      { address, isDefault: false },
      ...(other === undefined ? [] : [{ address: other, isDefault: true }]),
    ];
  });
}

function acceptDefaultChange(
  deciding: Deciding,
  { address, type }: DesiredObject,
  instead: LiveObject | undefined,
): boolean {
  const live = deciding.liveOf(address);
  const entry = entryOf(deciding, address);
  // An object that was never created has not been a default yet.
  if (live === undefined && (entry === undefined || instead === undefined)) return false;
  const who = deciding.who.isDefault(address);
  const named = live && differenceOf(deciding, address, live, "changed");
  const change = { attribute: "default", before: true, after: false };
  const unnamed = {
    address,
    type,
    title: titleOfGone(deciding, address, entry?.applied),
    change: "changed" as const,
  };
  return acceptDifference(deciding, address, who, { ...(named ?? unnamed), ...change });
}

function defaultInstead(
  { types, live, liveOf }: Deciding,
  { type, scope, container }: DesiredObject,
): LiveObject | undefined {
  const within = types.get(type).defaultRole?.within;
  const scopeId = scope === undefined ? undefined : liveOf(scope)?.id;
  const containerId = isReference(container) ? liveOf(container.$ref)?.id : (container ?? undefined);
  const isBeside = (other: LiveObject) =>
    other.scopeId === scopeId && (within === "scope" || other.container?.id === containerId);
  return live.ofType(type).find((other) => other.isDefault && isBeside(other));
}
