import type { ResourceType } from "../../../model/resource-type.ts";
import type { FoundObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { type Access, askUntilConsistent, readSiblings } from "../access.ts";
import { expectWhole } from "../bulk-read.ts";
import {
  type CreateInput,
  childrenMadeWith,
  copySourceId,
  createKeyFields,
  createKeyOfInput,
} from "./create-key.ts";
import { resolve, type UnknownCreate } from "./resolve.ts";

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
  const resolution = resolve(access.index, unknownCreate(access.index, lost), found);
  if (resolution.kind === "none") {
    expectWhole(siblings, `the ${lost.type.label.one} that may have been created`);
    return undefined;
  }
  if (resolution.kind === "several") return resolution;
  return { ...resolution, children: childrenMadeWith(lost.type, resolution.object.id, found) };
}

function unknownCreate(index: TypeIndex, { type, input, isKnown }: LostCreate): UnknownCreate {
  const fields = createKeyFields(type, input);
  const key = createKeyOfInput(index, type, fields, input);
  return {
    type,
    fields,
    source: copySourceId(type, input),
    hasKey: (text) => text === key,
    isOther: (object) => isKnown(object.type, object.id),
  };
}
