import type { ResourceType } from "../model/resource-type.ts";
import type { FoundObject } from "../model/snapshot.ts";
import { type Access, askUntilConsistent, readSiblings } from "./access.ts";
import { expectWhole } from "./bulk-read.ts";
import {
  type CreateInput,
  copySourceId,
  createKeyFields,
  createKeyOfFound,
  createKeyOfInput,
  isLikeSource,
} from "./create-key.ts";

/** A creating call with an unknown outcome. */
export interface LostCreate {
  readonly type: ResourceType;
  readonly scopeId?: string | undefined;
  readonly input: CreateInput;
  /** Whether an object existed before the call, or is known to be another one. */
  readonly isKnown: (type: string, id: string) => boolean;
}

/** The result of a search for a lost create. `unreadable`: the reads failed, so nothing is known. */
export type Search =
  | { readonly kind: "found"; readonly object: FoundObject; readonly children: readonly FoundObject[] }
  | { readonly kind: "several"; readonly ids: readonly string[] }
  | { readonly kind: "none" }
  | { readonly kind: "unreadable"; readonly cause: unknown };

/** Looks for the object of a lost create until the end of the consistency window, because a read may lag behind the write. */
export async function findLostCreate(access: Access, lost: LostCreate): Promise<Search> {
  try {
    const search = await askUntilConsistent(access, async () => searchOnce(access, lost));
    return search ?? { kind: "none" };
  } catch (cause) {
    return { kind: "unreadable", cause };
  }
}

async function searchOnce(access: Access, lost: LostCreate): Promise<Search | undefined> {
  const siblings = await readSiblings(access, lost.type.name, lost.scopeId);
  const { found } = siblings;
  const candidates = candidatesAmong(access, lost, found);
  const object = candidates[0];
  if (object === undefined) {
    expectWhole(siblings, `the ${lost.type.label.one} that may have been created`);
    return undefined;
  }
  if (candidates.length > 1) return { kind: "several", ids: candidates.map((each) => each.id) };
  return { kind: "found", object, children: childrenMadeWith(lost.type, object.id, found) };
}

function candidatesAmong(
  access: Access,
  lost: LostCreate,
  found: readonly FoundObject[],
): readonly FoundObject[] {
  const { index } = access;
  const fields = createKeyFields(lost.type, lost.input);
  const key = createKeyOfInput(index, lost.type, fields, lost.input);
  const source = copySourceId(lost.type, lost.input);
  const isAlike = source === undefined ? () => true : isLikeSource(index, lost.type, source, found);
  return found.filter((object) => {
    if (object.type !== lost.type.name || lost.isKnown(object.type, object.id)) return false;
    if (!isAlike(object)) return false;
    const firstChild = childrenMadeWith(lost.type, object.id, found)[0];
    return createKeyOfFound(index, lost.type, fields, object, firstChild) === key;
  });
}

/** The children of an object that are of the type created together with it, in their order. */
export function childrenMadeWith<T extends Pick<FoundObject, "type" | "container">>(
  type: ResourceType,
  id: string,
  found: readonly T[],
): readonly T[] {
  const { firstChild } = type;
  if (firstChild === undefined) return [];
  return found.filter((child) => child.type === firstChild.type && child.container?.id === id);
}
