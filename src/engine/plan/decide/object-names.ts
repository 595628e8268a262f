import { type Address, typeOfAddress, unmanagedAddress } from "../../../model/address.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import { isReference } from "../../../model/desired-world.ts";
import { keyOf } from "../../../model/object-key.ts";
import { headlineFor, nameAttributes } from "../../../model/resource-type/headline.ts";
import type { UniqueRule } from "../../../model/resource-type/identity.ts";
import type { FoundObject, LiveObject } from "../../../model/snapshot.ts";
import { parentOf, type TypeIndex } from "../../../model/type-index.ts";
import type { Matches } from "../match/match-objects.ts";
import type { LiveIndex } from "../world/live-index.ts";
import type { Decisions } from "./decisions.ts";

/** Addresses by which a plan names objects and their parents. */
export interface Names {
  /** Returns the address of an object on the service. */
  ofLive(object: { readonly type: string; readonly id: string }): Address;
  /** Returns the address of a live object's scope, which the object's calls name. */
  scopeOf(live: LiveObject): Address | undefined;
  /** Returns the address of a live object's container; null at the root. */
  containerOf(live: LiveObject): Address | null;
  /** Returns the address of a live object's parent: its container, or at the root its scope. */
  parentOf(live: LiveObject): Address | undefined;
  /** Returns the address of a desired object's container; null at the root, undefined if the layout does not manage it. */
  desiredContainerOf(object: DesiredObject): Address | null | undefined;
  /** Returns the address of a desired object's parent: its container, or at the root its scope. */
  desiredParentOf(object: DesiredObject): Address | undefined;
  /** Returns the address within which a live object's unique value is unique; empty for the organization. */
  withinOf(rule: UniqueRule, live: LiveObject): string;
  /** Returns the address within which a desired object's unique value is unique; empty for the organization. */
  desiredWithinOf(rule: UniqueRule, object: DesiredObject): string;
}

interface NamedObjects {
  readonly types: TypeIndex;
  readonly live: LiveIndex;
  readonly matches: Matches;
  readonly decisions: Pick<Decisions, "deleted">;
}

export function nameObjects({ types, live, matches, decisions }: NamedObjects): Names {
  const ofLive: Names["ofLive"] = (object) => {
    const key = keyOf(object);
    const deleted = decisions.deleted.get(key);
    if (deleted) return deleted.address;
    return matches.byLive.get(key)?.desired.address ?? unmanagedAddress(object.type, object.id);
  };
  const scopeOf: Names["scopeOf"] = (object) => {
    const scope = types.get(object.type).scope;
    return scope === undefined || object.scopeId === undefined
      ? undefined
      : ofLive({ type: scope, id: object.scopeId });
  };
  const containerOf: Names["containerOf"] = ({ container }) => container && ofLive(container);
  const nameOfParent: Names["parentOf"] = (object) => {
    const parent = parentOf(types, object);
    return parent && ofLive(parent);
  };
  const desiredContainerOf: Names["desiredContainerOf"] = ({ type, container }) => {
    if (container === undefined || container === null) return container;
    if (isReference(container)) return container.$ref;
    const candidates = types.get(type).container?.types ?? [];
    const found = candidates.find((each) => live.get(each, container));
    return found === undefined
      ? unmanagedAddress(candidates[0] ?? type, container)
      : ofLive({ type: found, id: container });
  };
  const desiredParentOf: Names["desiredParentOf"] = (object) => desiredContainerOf(object) ?? object.scope;
  return {
    ofLive,
    scopeOf,
    containerOf,
    parentOf: nameOfParent,
    desiredContainerOf,
    desiredParentOf,
    withinOf({ within }, object) {
      if (within === "organization") return "";
      return (within === "container" ? nameOfParent(object) : scopeOf(object)) ?? "";
    },
    desiredWithinOf({ within }, object) {
      if (within === "organization") return "";
      return (within === "scope" ? object.scope : desiredParentOf(object)) ?? "";
    },
  };
}

/** Returns the field that marks the default among siblings in the layout. */
export function defaultName(types: TypeIndex, type: string): string {
  const { layout } = types.get(type);
  return (layout.kind === "item" ? layout.defaultField : undefined) ?? "default";
}

/** A name for people: title, label or key, or else the id. */
export function titleOfLive(types: TypeIndex, live: FoundObject): string {
  const computedTitle = live.computed?.["title"];
  return (
    titleFrom(types, live.type, ownOf(live)) ?? (typeof computedTitle === "string" ? computedTitle : live.id)
  );
}

/** An object's own attributes. Many objects can inherit the same value from one object, so an inherited value names none of them. */
function ownOf({ attributes, inherited }: FoundObject): FoundObject["attributes"] {
  if (inherited === undefined) return attributes;
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !inherited.includes(name)));
}

/** A name for people of an object that the service no longer has: from its last applied values, or else the object that it showed. */
export function titleOfGone(
  { types, live }: { readonly types: TypeIndex; readonly live: LiveIndex },
  address: Address,
  values: Readonly<Record<string, unknown>> = {},
): string {
  const type = types.get(typeOfAddress(address));
  const { shows = "" } = headlineFor(type);
  const [shown, reference] = [values[shows], type.attributes[shows]?.reference];
  const object = typeof shown === "string" && reference ? live.get(reference.type, shown) : undefined;
  return titleFrom(types, type.name, values) ?? (object && titleOfLive(types, object)) ?? address;
}

/** A name for people, if one of the values can be one. */
export function titleFrom(
  types: TypeIndex,
  type: string,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const name = nameAttributes(types.get(type)).find((each) => typeof values[each] === "string");
  return name === undefined ? undefined : String(values[name]);
}
