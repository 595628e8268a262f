import type { LiveObject } from "../../model/live-world.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { titleOfLive } from "../names.ts";
import type { Pair } from "../pair/pair.ts";
import { permissions } from "../permissions.ts";
import type { GuardRefusal } from "../plan.ts";

/** What has the key of a declared object may be somebody else's all the same: it is not deleted unasked, lock or no lock. */
export function destroyedByKey(
  types: TypeIndex,
  pairs: readonly Pair[],
  isKnown: (pair: Pair) => boolean,
): readonly GuardRefusal[] {
  const byKey = pairs.filter((pair) => isDeletedByItself(types, pair.live) && !isKnown(pair));
  if (byKey.length === 0) return [];
  const named = byKey.map(
    ({ desired, live }) => `${desired.address} (“${titleOfLive(types, live)}” ${live.id})`,
  );
  return [
    {
      code: "guard/adopt",
      message: `Neither an id nor the lock file says that these are what is meant, only ${byKey.length === 1 ? "its key" : "their keys"}; and they would be deleted, with what is in them: ${named.join(", ")}.`,
      remedy: `If they are, pin them with \`id:\`, or allow it with ${permissions.adopts.flag}.`,
      addresses: byKey.map(({ desired }) => desired.address),
      permittedBy: permissions.adopts.flag,
    },
  ];
}

/** Whether it is deleted by a call of its own, and not with what it is in. */
export function isDeletedByItself(types: TypeIndex, { type }: LiveObject): boolean {
  const { scope, deletion } = types.get(type);
  return scope === undefined && deletion !== undefined;
}
