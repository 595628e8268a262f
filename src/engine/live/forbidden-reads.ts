import type { ForbiddenList, Snapshot } from "../../model/snapshot.ts";
import { statusOf } from "./ask-by-id.ts";

/**
 * Returns the result of a read. Undefined: the token may not make the read, and `skipsForbidden` allows the reader to continue without it.
 */
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

/** The result of a list that the token may not read. */
export const forbiddenRead: MayBeForbidden & {
  readonly found: readonly [];
  readonly missing?: never;
  readonly unknownObjects?: never;
  readonly unreadable?: never;
  readonly apiVersions?: never;
} = { found: [], isForbidden: true };

/** The forbidden lists, after those of `before`. */
export function forbiddenAmong(
  lists: readonly ForbiddenList[],
  responses: readonly MayBeForbidden[],
  before: readonly ForbiddenList[] = [],
): Pick<Snapshot, "forbiddenLists"> {
  const forbiddenLists = [...before, ...lists.filter((_, at) => responses[at]?.isForbidden === true)];
  return forbiddenLists.length === 0 ? {} : { forbiddenLists };
}

/** Ids of objects with a forbidden list among their contents. */
export function forbiddenIds(
  contents: readonly { readonly ownerId: string }[],
  responses: readonly MayBeForbidden[],
): ReadonlySet<string> {
  const refused = contents.filter((_, at) => responses[at]?.isForbidden === true);
  return new Set(refused.map(({ ownerId }) => ownerId));
}
