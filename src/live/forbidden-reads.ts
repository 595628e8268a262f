import type { ForbiddenList, Snapshot } from "../model/snapshot.ts";
import { statusOf } from "./ask-by-id.ts";

/** What a read gave; `undefined` where the token may not make it and the reader goes on without. */
export async function unlessForbidden<T>(
  { skipsForbidden }: { readonly skipsForbidden?: boolean },
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (skipsForbidden === true && statusOf(error) === 403) return undefined;
    throw error;
  }
}

interface MayBeForbidden {
  readonly isForbidden?: true;
}

/** What stands for the answer of a list that the token may not read. */
export const forbiddenRead: MayBeForbidden & {
  readonly found: readonly [];
  readonly missing?: never;
  readonly unknownObjects?: never;
  readonly unreadable?: never;
  readonly apiVersions?: never;
} = { found: [], isForbidden: true };

/** The lists whose answers were refused, behind those of `before`. */
export function forbiddenAmong(
  lists: readonly ForbiddenList[],
  responses: readonly MayBeForbidden[],
  before: readonly ForbiddenList[] = [],
): Pick<Snapshot, "forbiddenLists"> {
  const forbiddenLists = [...before, ...lists.filter((_, at) => responses[at]?.isForbidden === true)];
  return forbiddenLists.length === 0 ? {} : { forbiddenLists };
}

/** Objects of whose contents something was refused. */
export function forbiddenIds(
  contents: readonly { readonly ownerId: string }[],
  responses: readonly MayBeForbidden[],
): ReadonlySet<string> {
  const refused = contents.filter((_, at) => responses[at]?.isForbidden === true);
  return new Set(refused.map(({ ownerId }) => ownerId));
}
