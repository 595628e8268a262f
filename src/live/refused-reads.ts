import type { LiveWorld, RefusedList } from "../model/live-world.ts";
import { statusOf } from "./ask-by-id.ts";

/** What a read gave; `undefined` where the token may not make it and the reader goes on without. */
export async function unlessRefused<T>(
  { skipsRefused }: { readonly skipsRefused?: boolean },
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (skipsRefused === true && statusOf(error) === 403) return undefined;
    throw error;
  }
}

interface MayBeRefused {
  readonly isRefused?: true;
}

/** What stands for the answer of a list that the token may not read. */
export const refusedRead: MayBeRefused & {
  readonly found: readonly [];
  readonly missing?: never;
  readonly unseen?: never;
  readonly unreadable?: never;
  readonly apiVersions?: never;
} = { found: [], isRefused: true };

/** The lists whose answers were refused, behind those of `before`. */
export function refusedAmong(
  lists: readonly RefusedList[],
  answers: readonly MayBeRefused[],
  before: readonly RefusedList[] = [],
): Pick<LiveWorld, "refused"> {
  const refused = [...before, ...lists.filter((_, at) => answers[at]?.isRefused === true)];
  return refused.length === 0 ? {} : { refused };
}

/** Objects of whose contents something was refused. */
export function refusedIds(
  contents: readonly { readonly ownerId: string }[],
  answers: readonly MayBeRefused[],
): ReadonlySet<string> {
  const refused = contents.filter((_, at) => answers[at]?.isRefused === true);
  return new Set(refused.map(({ ownerId }) => ownerId));
}
