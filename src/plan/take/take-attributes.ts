import type { Address } from "../../model/address.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import type { LiveObject } from "../../model/live-world.ts";
import { changedIn } from "../decide/three-way.ts";
import type { AttributeChange } from "../plan.ts";
import { holdsText } from "../tell/secret-texts.ts";
import { type Deciding, differenceOf, entryOf, judged, type Who } from "./deciding.ts";

/** An attribute that is taken over. */
export interface TakenAttribute {
  readonly address: Address;
  readonly attribute: string;
}

/** Attributes that are live otherwise than they are declared. */
export function takeAttributes(deciding: Deciding): readonly TakenAttribute[] {
  return deciding.plan.steps.flatMap((step) => {
    if (step.action !== "patch" && step.action !== "replace") return [];
    const live = deciding.liveOf(step.address);
    if (live === undefined) return [];
    return step.changes.flatMap((change) => takeAttribute(deciding, step.address, live, change));
  });
}

function takeAttribute(
  deciding: Deciding,
  address: Address,
  live: LiveObject,
  { attribute, before, after, sensitive }: AttributeChange,
): readonly TakenAttribute[] {
  const who = whoChanged(deciding, address, live, attribute);
  if (who === "none") return [];
  const isSecret = sensitive === true || holdsText(live.attributes[attribute] ?? null, deciding.secrets);
  const shown = isSecret ? { before: null, after: null } : { before: after, after: before };
  const found = { ...differenceOf(deciding, address, live, "changed"), attribute, ...shown };
  if (isSecret) {
    if (who !== "layout") deciding.left.push({ ...found, why: "it is secret, and a layout holds none" });
    return [];
  }
  return judged(deciding, address, who, found) ? [{ address, attribute }] : [];
}

function whoChanged(deciding: Deciding, address: Address, live: LiveObject, name: string): Who | "none" {
  const { inputs, types, desired } = deciding;
  const entry = entryOf(deciding, address);
  const attribute = types.get(live.type).attributes[name];
  if (attribute === undefined) return "none";
  if (entry?.applied[name] === undefined) return entry === undefined ? "unknown" : "layout";
  return changedIn({
    attribute,
    name,
    desired: desired.get(address),
    live,
    entry,
    lockSalt: inputs.lock?.salt ?? "",
    hash: inputs.options.hash,
    idOf: (other) => deciding.liveOf(other)?.id,
    currentUser: inputs.live.currentUser,
  });
}

/** Objects that are live in another container than the declared one. */
export function takeContainers(deciding: Deciding): ReadonlySet<Address> {
  const moved = new Set<Address>();
  for (const object of deciding.desired.world.objects) {
    const live = deciding.liveOf(object.address);
    if (live === undefined || object.container === undefined) continue;
    const declared = containerId(deciding, object);
    const now = live.container?.id ?? null;
    if (declared === now) continue;
    const who = whoMoved(entryOf(deciding, object.address)?.container, declared, now);
    const found = {
      ...differenceOf(deciding, object.address, live, "moved"),
      before: declared ?? null,
      after: now,
    };
    if (judged(deciding, object.address, who, found)) moved.add(object.address);
  }
  return moved;
}

/** The id of what an object is declared to be in, also where that is gone; undefined where it never was on the service. */
function containerId(deciding: Deciding, { container }: DesiredObject): string | null | undefined {
  if (!isReference(container)) return container;
  return deciding.liveOf(container.$ref)?.id ?? entryOf(deciding, container.$ref)?.id;
}

function whoMoved(
  applied: string | null | undefined,
  declared: string | null | undefined,
  now: string | null,
): Who {
  if (applied === undefined) return "unknown";
  if (applied === now) return "layout";
  return applied === declared ? "live" : "both";
}

/** Where another sibling has become the default. */
export function takeDefaults(
  deciding: Deciding,
): readonly { readonly address: Address; readonly isDefault: boolean }[] {
  return deciding.desired.world.objects.flatMap((object) => {
    const live = deciding.liveOf(object.address);
    if (object.isDefault !== true || live === undefined || live.isDefault) return [];
    const entry = entryOf(deciding, object.address);
    const who: Who = entry === undefined ? "unknown" : entry.isDefault === true ? "live" : "layout";
    const found = {
      ...differenceOf(deciding, object.address, live, "changed"),
      attribute: "default",
      before: true,
      after: false,
    };
    if (!judged(deciding, object.address, who, found)) return [];
    const instead = defaultInstead(deciding, live);
    return [
      { address: object.address, isDefault: false },
      ...(instead === undefined ? [] : [{ address: instead, isDefault: true }]),
    ];
  });
}

/** The sibling of the layout that is the default now. */
function defaultInstead({ types, live, addressOf }: Deciding, former: LiveObject): Address | undefined {
  const within = types.get(former.type).defaultRole?.within;
  const isBeside = (other: LiveObject) =>
    other.scopeId === former.scopeId && (within === "scope" || other.container?.id === former.container?.id);
  const found = live.ofType(former.type).find((other) => other.isDefault && isBeside(other));
  return found && addressOf(found);
}
