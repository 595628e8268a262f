import type { AcceptedValue } from "../../../model/accepted-edits.ts";
import { type Address, unmanagedAddress } from "../../../model/address.ts";
import { type DesiredObject, isReference, ownerOf } from "../../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import { containsText } from "../../../model/secret-value.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { titleOfGone } from "../decide/object-names.ts";
import type { Who } from "../decide/who-changed.ts";
import { isRemembered } from "../world/compare.ts";
import type { AcceptedDifference } from "./accept-request.ts";
import { acceptDifference, type Deciding, differenceOf, entryOf } from "./deciding.ts";

/** References that end with this accept: those of accepted attributes, and those of objects that have moved. */
interface EndedReferences {
  readonly values: readonly AcceptedValue[];
  readonly moved: ReadonlySet<Address>;
}

/** Accepts the removal of objects that the service no longer has, if no remaining object of the layout refers to them. */
export function acceptRemoved(deciding: Deciding, { values, moved }: EndedReferences): ReadonlySet<Address> {
  const gone = deletedObjects(deciding).filter((object) => {
    const { address, type, attributes } = object;
    const title = titleOfGone(deciding, address, { ...attributes, ...entryOf(deciding, address)?.applied });
    const found = { address, type, title, change: "removed" as const, before: null, after: null };
    return acceptDifference(deciding, address, whoRemoved(deciding, object), found);
  });
  const removed = new Set(gone.map(({ address }) => address));
  const acceptedValues = new Set(values.map(({ address, attribute }) => `${address} ${attribute}`));
  for (let before = -1; before !== removed.size; ) {
    before = removed.size;
    for (const address of removed) {
      const referring = referringTo(deciding, address, removed, { accepted: acceptedValues, moved });
      const outer = deletedOwnerOf(deciding, address, removed);
      const why = referring === undefined ? outer && `${outer} is not accepted` : `${referring} refers to it`;
      if (why === undefined) continue;
      removed.delete(address);
      leaveInstead(deciding, address, "removed", why);
    }
  }
  return removed;
}

/** The object around this one in the layout, if the service no longer has it and its entry remains in the layout. */
function deletedOwnerOf(
  { desired, liveOf }: Deciding,
  address: Address,
  removed: ReadonlySet<Address>,
): Address | undefined {
  const object = desired.get(address);
  const outer = object === undefined ? undefined : ownerOf(object);
  return outer === undefined || removed.has(outer) || liveOf(outer) !== undefined ? undefined : outer;
}

function leaveInstead(
  { accepted, remaining }: Deciding,
  address: Address,
  what: AcceptedDifference["change"],
  reason: string,
): void {
  const at = accepted.findIndex((found) => found.address === address && found.change === what);
  const [found] = at === -1 ? [] : accepted.splice(at, 1);
  if (found !== undefined) remaining.push({ ...found, reason });
}

function deletedObjects({ desired, live, dead, liveOf, inputs }: Deciding): readonly DesiredObject[] {
  return desired.world.objects.filter(({ address, type }) => {
    if (dead.has(address)) return true;
    const entry = inputs.state?.objects[address];
    if (entry === undefined || liveOf(address) !== undefined) return false;
    return live.get(type, entry.id) === undefined && !live.isUnread(type, entry.scopeId);
  });
}

function whoRemoved(deciding: Deciding, object: DesiredObject): Who {
  const { inputs, types, liveOf } = deciding;
  const entry = entryOf(deciding, object.address);
  if (entry === undefined) return "live";
  const { state, options } = inputs;
  const isEdited = Object.entries(object.attributes).some(([name, declared]) => {
    const attribute = types.get(object.type).attributes[name];
    const applied = entry.applied[name];
    if (attribute === undefined || isReference(declared) || object.ignore.includes(name)) return false;
    const remembering = {
      idOf: (other: Address) => liveOf(other)?.id,
      salt: state?.salt ?? "",
      hash: options.hash,
    };
    return applied === undefined || !isRemembered(attribute, declared, applied, remembering);
  });
  // If a person deleted the object and the layout has edited it since, accept keeps the edits.
  return isEdited ? "both" : deciding.who.absence(object.address);
}

/** The remaining object that refers to this one. */
function referringTo(
  { desired }: Deciding,
  address: Address,
  removed: ReadonlySet<Address>,
  { accepted, moved }: { readonly accepted: ReadonlySet<string>; readonly moved: ReadonlySet<Address> },
): Address | undefined {
  return desired.world.objects.find((other) => {
    if (removed.has(other.address)) return false;
    const { scope, container } = other;
    const isInside = scope === undefined && isReference(container) && container.$ref === address;
    if (isInside && !moved.has(other.address)) return true;
    return Object.entries(other.attributes).some(
      ([name, value]) =>
        isReference(value) && value.$ref === address && !accepted.has(`${other.address} ${name}`),
    );
  })?.address;
}

/** Live objects that the layout gets: as entries of their own, or inside other entries. */
export interface Added {
  readonly entries: readonly LiveObject[];
  readonly inside: ReadonlySet<ObjectKey>;
}

/** Accepts live objects that the layout does not declare, in places whose contents it owns. */
export function acceptAdded(deciding: Deciding): Added {
  const entries: LiveObject[] = [];
  const inside = new Set<ObjectKey>();
  for (const live of undeclared(deciding)) {
    const isInside = deciding.types.get(live.type).scope !== undefined;
    const address = unmanagedAddress(live.type, live.id);
    const found = { ...differenceOf(deciding, address, live, "added"), before: null, after: live.id };
    if (!acceptAddedObject(deciding, live, address, found)) continue;
    if (containsText(live.attributes, deciding.secrets)) {
      leaveInstead(
        deciding,
        address,
        "added",
        "it repeats a secret of the layout, and a layout contains no secrets",
      );
      continue;
    }
    if (isInside) inside.add(keyOf(live));
    else entries.push(live);
  }
  return { entries, inside };
}

function acceptAddedObject(
  deciding: Deciding,
  live: LiveObject,
  address: Address,
  found: Parameters<typeof acceptDifference>[3],
): boolean {
  const { request } = deciding;
  const who = deciding.who.presence(live);
  if (request.only === undefined) return acceptDifference(deciding, address, who, found);
  // The layout does not declare the object, so the request names it by its own id or by the object around it.
  if (!request.only.includes(address))
    return acceptDifference(deciding, around(deciding, live) ?? address, who, found);
  return acceptDifference(
    { ...deciding, request: { changes: request.changes } },
    address,
    who === "unknown" ? "live" : who,
    found,
  );
}

/** The address of the declared object around a live one. */
function around(
  { types, addressOf }: Deciding,
  { type, container, scopeId }: LiveObject,
): Address | undefined {
  const { scope } = types.get(type);
  const inContainer = container === null ? undefined : addressOf(container);
  if (inContainer !== undefined || scope === undefined || scopeId === undefined) return inContainer;
  return addressOf({ type: scope, id: scopeId });
}

function undeclared({ plan, live, request, types, addressOf }: Deciding): readonly LiveObject[] {
  const deleted = plan.steps.flatMap((step) => {
    const object = step.action === "delete" ? live.get(step.type, step.id) : undefined;
    return object === undefined ? [] : [object];
  });
  if (request.changes === "drift") return deleted;
  const known = new Set(deleted.map(keyOf));
  const others = live.world.objects.filter(
    (object) =>
      !known.has(keyOf(object)) &&
      addressOf(object) === undefined &&
      types.get(object.type).creation !== undefined &&
      !replacedIds(plan).has(objectKey(object.type, object.id)),
  );
  return [...deleted, ...others];
}

function replacedIds({ steps }: Deciding["plan"]): ReadonlySet<ObjectKey> {
  return new Set(steps.flatMap((step) => (step.action === "replace" ? [objectKey(step.type, step.id)] : [])));
}
