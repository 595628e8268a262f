import { type Address, unmanagedAddress } from "../model/address.ts";
import type { DesiredObject } from "../model/desired-world.ts";
import { isReference } from "../model/desired-world.ts";
import { attributesIn } from "../model/key-field.ts";
import { keyOf } from "../model/object-key.ts";
import type { UniqueRule } from "../model/resource-type.ts";
import type { LiveObject } from "../model/snapshot.ts";
import { parentOf, type TypeIndex } from "../model/type-index.ts";
import type { Decisions } from "./decide/decisions.ts";
import type { LiveIndex } from "./live-index.ts";
import type { Pairing } from "./match/match-objects.ts";

/** The addresses by which a plan names objects and what they are inside of. */
export interface Names {
  /** Of an object on the service. */
  ofLive(object: { readonly type: string; readonly id: string }): Address;
  /** Of a live object's scope, by which its calls are addressed. */
  scopeOf(live: LiveObject): Address | undefined;
  /** Of a live object's container; null at the root. */
  containerOf(live: LiveObject): Address | null;
  /** Of a live object's parent: its container, or at the root its scope. */
  parentOf(live: LiveObject): Address | undefined;
  /** Of a desired object's container; null for the root, undefined when not managed. */
  desiredContainerOf(object: DesiredObject): Address | null | undefined;
  /** Of a desired object's parent: its container, or at the root its scope. */
  desiredParentOf(object: DesiredObject): Address | undefined;
  /** Among whom a live object's unique value is unique. */
  withinOf(rule: UniqueRule, live: LiveObject): string;
  /** Among whom a desired object's unique value is unique. */
  desiredWithinOf(rule: UniqueRule, object: DesiredObject): string;
}

interface NamedObjects {
  readonly types: TypeIndex;
  readonly live: LiveIndex;
  readonly matches: Pairing;
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

/** What the layout calls the mark of the default among siblings. */
export function defaultName(types: TypeIndex, type: string): string {
  const { layout } = types.get(type);
  return (layout.kind === "item" ? layout.defaultField : undefined) ?? "default";
}

/** A name for people: title, label or key, else the id. */
export function titleOfLive(types: TypeIndex, live: LiveObject): string {
  const reported = live.computed?.["title"];
  return titleFrom(types, live.type, ownOf(live)) ?? (typeof reported === "string" ? reported : live.id);
}

/** What many may have from one object names none of them. */
function ownOf({ attributes, inherited }: LiveObject): LiveObject["attributes"] {
  if (inherited === undefined) return attributes;
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !inherited.includes(name)));
}

/** A name for people, if the values hold one. */
export function titleFrom(
  types: TypeIndex,
  type: string,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const { attributes, identity } = types.get(type);
  const isName = (name: string) =>
    typeof values[name] === "string" && attributes[name]?.reference === undefined;
  const name = ["title", "label", ...attributesIn(identity.key)].find(isName);
  return name === undefined ? undefined : String(values[name]);
}
