import type { CallWindow } from "../../../contract/http/service-clock.ts";
import { canonicalValue } from "../../../model/attribute-value.ts";
import { fieldOfText, type KeyField } from "../../../model/key-field.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import { defaultValue } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { FoundObject } from "../../../model/snapshot.ts";
import type { Origin } from "../../../model/state.ts";
import { serviceClockToleranceMs } from "../../../model/time-limits.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { jsonEquals } from "../../../util/json.ts";
import type { CreateLine, RecordedValues } from "./attempts.ts";
import { isLikeSource, isShownAsSent, keysOfFound } from "./create-key.ts";

/** Values of a creating call. */
export interface CallValues {
  readonly fields: readonly KeyField[];
  /** Whether the call contains these values of the fields. */
  readonly has: (values: string) => boolean;
}

/** An attempted create of unknown outcome, and how to recognize its object. */
export interface UnknownCreate<T extends FoundObject = FoundObject> {
  readonly type: ResourceType;
  readonly createKey: CallValues;
  /** Everything that the call contains and that a read shows. */
  readonly sent: CallValues;
  /** Id of the object that it copies. */
  readonly source?: string | undefined;
  /** When the call can take effect. Undefined: the service's clock is not usable. */
  readonly window: CallWindow | undefined;
  /** Whether an object existed before the call, or is known to be another one. */
  readonly isOther: (object: T) => boolean;
}

/** The origin of an object whose create had no response: `created` if the service shows that the call created it. */
export type FoundOrigin = Extract<Origin, "created" | "recovered">;

/**
 * The object of an attempted create. `several`: a person must choose. `unclaimed`: these may be its object, but also another person's, and
 * nothing shows which.
 */
export type Resolution<T> =
  | { readonly kind: "found"; readonly object: T; readonly origin: FoundOrigin }
  | { readonly kind: "several" | "unclaimed"; readonly ids: readonly string[] }
  | { readonly kind: "none" };

/**
 * Decides which of the found objects an attempted create made. `alike`: how many open attempts of earlier processes sent the same. They
 * explain as many objects, and which attempt made which of them does not matter.
 */
export function resolve<T extends FoundObject>(
  index: TypeIndex,
  attempt: UnknownCreate<T>,
  found: readonly T[],
  alike = 1,
): Resolution<T> {
  const lookAlikes = lookAlikesAmong(index, attempt, found);
  const sent = lookAlikes.filter(hasValues(index, attempt.type, attempt.sent, found));
  const proven = sent.filter((object) => isInWindow(attempt, object) === true).sort(byCreation);
  const candidates = proven.length > 0 ? proven : sent;
  if (candidates.length > alike) return { kind: "several", ids: idsOf(candidates) };
  const [object] = candidates;
  if (proven.length === 0 && (object === undefined || !isNew(attempt, object, found)))
    return lookAlikes.length === 0 ? { kind: "none" } : { kind: "unclaimed", ids: idsOf(lookAlikes) };
  // The contents of a scope are confirmed with their scope.
  const isCertain = proven.length > 0 || attempt.type.scope !== undefined;
  return { kind: "found", object: object as T, origin: isCertain ? "created" : "recovered" };
}

/** The attempt that a line records. `hash`: the hash of its run. */
export function recordedCreate<T extends FoundObject>(
  type: ResourceType,
  { fields, key, sent, source, window, run, knownIds }: CreateLine,
  hash: (text: string, salt: string) => string,
  isOther: (object: T) => boolean,
): UnknownCreate<T> {
  const known = new Set(knownIds);
  const valuesOf = (recorded: RecordedValues): CallValues => ({
    fields: recorded.fields.map(fieldOfText),
    has: (values) => hash(values, run) === recorded.key,
  });
  return {
    type,
    createKey: valuesOf({ fields, key }),
    sent: valuesOf(sent ?? { fields, key }),
    source,
    window,
    isOther: (object) => known.has(object.id) || isOther(object),
  };
}

/** Objects with the same create key that the call may have made. */
function lookAlikesAmong<T extends FoundObject>(
  index: TypeIndex,
  attempt: UnknownCreate<T>,
  found: readonly T[],
): readonly T[] {
  const { type, createKey, source, isOther } = attempt;
  const hasKey = hasValues(index, type, createKey, found);
  const isAlike = source === undefined ? () => true : isLikeSource(index, type, source, found);
  return found.filter(
    (object) =>
      object.type === type.name &&
      !isOther(object) &&
      isAlike(object) &&
      isInWindow(attempt, object) !== false &&
      hasKey(object),
  );
}

function hasValues<T extends FoundObject>(
  index: TypeIndex,
  type: ResourceType,
  { fields, has }: CallValues,
  found: readonly T[],
): (object: T) => boolean {
  const valuesOf = keysOfFound(index, type, fields, found);
  return (object) => has(valuesOf(object));
}

/** Whether the service created the object when the call can have taken effect. Undefined: that is not known. */
function isInWindow({ window }: Pick<UnknownCreate, "window">, object: FoundObject): boolean | undefined {
  const createdAt = createdAtOf(object);
  if (window === undefined || Number.isNaN(createdAt)) return undefined;
  const { from, until } = window;
  return from - serviceClockToleranceMs <= createdAt && createdAt <= until + serviceClockToleranceMs;
}

/** When the service created the object, in milliseconds since the epoch. NaN: the service does not show it. */
function createdAtOf({ computed }: FoundObject): number {
  const createdAt = computed?.["createdAt"];
  return typeof createdAt === "string" ? Date.parse(createdAt) : Number.NaN;
}

function byCreation(one: FoundObject, other: FoundObject): number {
  return createdAtOf(one) - createdAtOf(other);
}

/** Whether the object is as a call creates it: it has nothing that the call did not contain. A copy has the values of its source. */
function isNew<T extends FoundObject>(
  { type, sent, source }: UnknownCreate<T>,
  { id, attributes, inherited = [] }: T,
  found: readonly T[],
): boolean {
  const copied = found.find((object) => object.type === type.name && object.id === source)?.attributes;
  const isUsual = (name: string, attribute: Attribute) => {
    const value = attributes[name] ?? null;
    const usual = copied === undefined ? defaultValue(type, name) : (copied[name] ?? null);
    if (usual === undefined) return attribute.derived === true || value === null;
    return jsonEquals(canonicalValue(attribute, value), canonicalValue(attribute, usual));
  };
  const hasOwnValues = Object.entries(type.attributes).some(
    ([name, attribute]) =>
      !sent.fields.includes(name) &&
      !inherited.includes(name) &&
      isShownAsSent(type, name) &&
      !isUsual(name, attribute),
  );
  const contents = found.filter(({ container }) => container?.type === type.name && container.id === id);
  return !hasOwnValues && contents.length <= (type.firstChild === undefined ? 0 : 1);
}

function idsOf(objects: readonly FoundObject[]): readonly string[] {
  return objects.map(({ id }) => id);
}
