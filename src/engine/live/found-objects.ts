import { keyOf } from "../../model/object-key.ts";
import type { BulkRead } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type {
  FoundObject,
  IncompleteList,
  ItemCounts,
  LiveObject,
  Snapshot,
  UnknownObject,
  UnreadableField,
} from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { present } from "../../util/present.ts";
import type { BulkResult } from "./bulk-read.ts";

/** What one read found. */
export interface BulkFound {
  readonly found: readonly FoundObject[];
  readonly scopeId?: string;
  readonly missing?: ItemCounts;
  readonly unknownObjects?: readonly UnknownObject[];
  readonly unreadable?: readonly UnreadableField[];
  /** The token may not read the list. */
  readonly isForbidden?: true;
}

/** Adds the found objects to the known ones, each object once. */
export function collect(
  types: TypeIndex,
  responses: readonly BulkFound[],
  known: readonly LiveObject[],
): readonly LiveObject[] {
  const objects = [...known];
  const collected = new Set(known.map((object) => keyOf(object)));
  for (const { found, scopeId } of responses) {
    for (const object of found) {
      const key = keyOf(object);
      if (collected.has(key)) continue;
      collected.add(key);
      objects.push(liveObject(types.find(object.type), object, objects.length, scopeId));
    }
  }
  return objects;
}

function liveObject(
  type: ResourceType | undefined,
  found: FoundObject,
  rank: number,
  scopeId: string | undefined,
): LiveObject {
  return {
    type: found.type,
    id: found.id,
    ...present({ scopeId }),
    container: found.container,
    attributes: found.attributes,
    isDefault: found.isDefault === true,
    rank,
    ...present({
      externalOwner: found.externalOwner,
      computed: found.computed,
      inherited: found.inherited,
    }),
    ...(type?.details === undefined
      ? {}
      : { unreadAttributes: type.details.map((detail) => detail.attribute) }),
  };
}

export function incompleteAmong(
  reads: readonly BulkRead[],
  responses: readonly Pick<BulkResult, "missing">[],
  before: readonly IncompleteList[] = [],
): Pick<Snapshot, "incompleteLists"> {
  const found = responses.flatMap(({ missing }, at) =>
    missing === undefined ? [] : [{ types: reads[at]?.finds ?? [], ...missing }],
  );
  const incompleteLists = [...before, ...found];
  return incompleteLists.length === 0 ? {} : { incompleteLists };
}
