import { fieldText } from "../../model/key-field.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { append } from "../../util/groups.ts";
import { keysOfFound } from "../live/create/create-key.ts";
import type { Creation } from "./creation.ts";

/** Objects that could be mistaken for the object of a create. */
export interface LookAlikes {
  /** Returns their ids. */
  of(creation: Creation): readonly string[];
  /** Adds the object that the call created. */
  add(creation: Creation, id: string): void;
}

export function lookAlikesAmong(index: TypeIndex, before: Snapshot | undefined): LookAlikes {
  const lists = new Map<string, Map<string, string[]>>();
  const idsOf = (creation: Creation): string[] => {
    const { type, scopeId, fields, key } = creation;
    const list = `${type.name}\n${scopeId ?? ""}\n${fields.map(fieldText).join(" ")}`;
    const byKey = lists.get(list) ?? idsByKey(index, before, creation);
    lists.set(list, byKey);
    const ids = byKey.get(key) ?? [];
    byKey.set(key, ids);
    return ids;
  };
  return { of: idsOf, add: (creation, id) => void idsOf(creation).push(id) };
}

/** Ids of the existing objects of the creation's type and scope, by their keys over the fields that the call contains. */
function idsByKey(
  index: TypeIndex,
  before: Snapshot | undefined,
  { type, scopeId, fields }: Creation,
): Map<string, string[]> {
  const objects = before?.objects ?? [];
  const keyOf = keysOfFound(index, type, fields, objects);
  const byKey = new Map<string, string[]>();
  for (const object of objects)
    if (object.type === type.name && object.scopeId === scopeId) append(byKey, keyOf(object), object.id);
  return byKey;
}
