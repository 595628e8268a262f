import { fieldOfText, type KeyField } from "../../../model/key-field.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { FoundObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { CreateLine } from "./attempts.ts";
import { isLikeSource, keysOfFound } from "./create-key.ts";

/** An attempted create of unknown outcome, and how to recognize its object. */
export interface UnknownCreate<T extends FoundObject = FoundObject> {
  readonly type: ResourceType;
  /** The fields of the create key that the call contains. */
  readonly fields: readonly KeyField[];
  /** Id of the object that it copies. */
  readonly source?: string | undefined;
  /** Whether the call contains this create key. */
  readonly hasKey: (key: string) => boolean;
  /** Whether an object existed before the call, or is known to be another one. */
  readonly isOther: (object: T) => boolean;
}

/** The object of an attempted create. `several`: a person must choose. */
export type Resolution<T> =
  | { readonly kind: "found"; readonly object: T }
  | { readonly kind: "several"; readonly ids: readonly string[] }
  | { readonly kind: "none" };

/**
 * Decides which of the found objects an attempted create made. `alike`: how many open attempts of earlier processes have the same create
 * key. They explain as many objects, and which attempt made which of them does not matter.
 */
export function resolve<T extends FoundObject>(
  index: TypeIndex,
  attempt: UnknownCreate<T>,
  found: readonly T[],
  alike = 1,
): Resolution<T> {
  const candidates = candidatesAmong(index, attempt, found);
  const object = candidates[0];
  if (object === undefined) return { kind: "none" };
  if (candidates.length > alike) return { kind: "several", ids: candidates.map(({ id }) => id) };
  return { kind: "found", object };
}

/** The attempt that a line records. `hash`: the hash of its run. */
export function recordedCreate<T extends FoundObject>(
  type: ResourceType,
  { fields, key, source, run, knownIds }: CreateLine,
  hash: (text: string, salt: string) => string,
  isOther: (object: T) => boolean,
): UnknownCreate<T> {
  const known = new Set(knownIds);
  return {
    type,
    fields: fields.map(fieldOfText),
    source,
    hasKey: (text) => hash(text, run) === key,
    isOther: (object) => known.has(object.id) || isOther(object),
  };
}

function candidatesAmong<T extends FoundObject>(
  index: TypeIndex,
  { type, fields, source, hasKey, isOther }: UnknownCreate<T>,
  found: readonly T[],
): readonly T[] {
  const keyOf = keysOfFound(index, type, fields, found);
  const isAlike = source === undefined ? () => true : isLikeSource(index, type, source, found);
  return found.filter(
    (object) => object.type === type.name && !isOther(object) && isAlike(object) && hasKey(keyOf(object)),
  );
}
