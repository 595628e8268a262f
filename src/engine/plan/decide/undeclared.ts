import { isKnownTo } from "../../../model/api-version-marks.ts";
import { asDeclared, isHashed, rememberedValue } from "../../../model/attribute-value.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { ApiVersion } from "../../../model/endpoint.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import { decidesAccess } from "../../../model/resource-type/opens.ts";
import { defaultValue } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { lastKnown, type StateEntry } from "../../../model/state.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Hash } from "../world/compare.ts";
import type { WhoChanged } from "./who-changed.ts";

export type NamedAttribute = readonly [name: string, attribute: Attribute];

/** Attributes that decide who sees an object, and that the layout neither declares nor ignores. */
export function undeclaredIn(
  type: ResourceType,
  { attributes, ignore }: Pick<DesiredObject, "attributes" | "ignore">,
  apiVersion: ApiVersion,
): readonly NamedAttribute[] {
  return decidingOf(type, apiVersion).filter(
    ([name]) => attributes[name] === undefined && !ignore.includes(name),
  );
}

/** Attributes of a type that decide who sees its objects, in an API version. Cached, because each object asks for them. */
function decidingOf(type: ResourceType, apiVersion: ApiVersion): readonly NamedAttribute[] {
  const found = deciding.get(type)?.get(apiVersion);
  if (found !== undefined) return found;
  const made = Object.entries(type.attributes).filter(
    ([, attribute]) =>
      decidesAccess(attribute.opens) &&
      attribute.sensitive !== true &&
      isKnownTo(attribute.schema, apiVersion),
  );
  deciding.set(type, new Map(deciding.get(type)).set(apiVersion, made));
  return made;
}

const deciding = new WeakMap<ResourceType, ReadonlyMap<ApiVersion, readonly NamedAttribute[]>>();

/** Options for remembering undeclared values. */
export interface RememberOptions {
  readonly isSecret: (value: Json) => boolean;
  /** Salt of the state. */
  readonly salt: string;
  readonly hash: Hash;
}

/**
 * Values of undeclared attributes as the state remembers them. An attribute that this run did not read keeps its last known value. `entry`:
 * the object in the state.
 */
export function rememberedValues(
  undeclared: readonly NamedAttribute[],
  { attributes, unreadAttributes = [] }: Pick<LiveObject, "attributes" | "unreadAttributes">,
  entry: StateEntry | undefined,
  remembering: RememberOptions,
): JsonObject {
  const remembered: Record<string, Json> = {};
  for (const [name, attribute] of undeclared) {
    const known = entry && lastKnown(entry, name);
    const live = attributes[name] ?? null;
    const value = unreadAttributes.includes(name)
      ? known
      : valueToRemember(attribute, live, known, remembering);
    if (value !== undefined) remembered[name] = value;
  }
  return remembered;
}

/** A value that was last known as a secret stays a secret. */
function valueToRemember(
  attribute: Attribute,
  live: Json,
  known: Json | undefined,
  remembering: RememberOptions,
): Json {
  const hides = (known !== undefined && isHashed(known)) || remembering.isSecret(live);
  return rememberedValue(attribute, asDeclared(attribute, live), hides, remembering);
}

/** The value that the service gives a new object if the layout declares none. Undefined: only a read shows it. */
export function initialValue(type: ResourceType, name: string): Json | undefined {
  if (type.details?.some(({ attribute }) => attribute === name) === true) return undefined;
  return defaultValue(type, name) ?? (type.attributes[name]?.derived === true ? undefined : null);
}

/** An undeclared value that has changed since the last run that read it. */
export interface UndeclaredChange {
  readonly name: string;
  readonly attribute: Attribute;
  /** The value in the state; a hash if it is a secret. */
  readonly before: Json;
  readonly after: Json;
}

export function undeclaredChanges(
  type: ResourceType,
  object: Pick<DesiredObject, "address" | "attributes" | "ignore">,
  { attributes, unreadAttributes = [] }: LiveObject,
  { entry, apiVersion, who }: SinceRemembered,
): readonly UndeclaredChange[] {
  if (entry === undefined) return [];
  return undeclaredIn(type, object, apiVersion).flatMap(([name, attribute]) => {
    const before = lastKnown(entry, name);
    if (before === undefined || unreadAttributes.includes(name)) return [];
    const after = asDeclared(attribute, attributes[name] ?? null);
    // Most values are unchanged, and finding out who changed one costs more.
    if (after === before) return [];
    // A value carried over to a successor counts as declared, and is the live value.
    if (!["live", "both"].includes(who.attribute(object.address, name).changedBy)) return [];
    return [{ name, attribute, before, after }];
  });
}

interface SinceRemembered {
  readonly entry: StateEntry | undefined;
  readonly apiVersion: ApiVersion;
  readonly who: WhoChanged;
}
