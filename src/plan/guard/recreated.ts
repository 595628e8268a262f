import type { Address } from "../../model/address.ts";
import type { ObjectName } from "../../model/live-world.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import type { PlanContext } from "../context.ts";
import { permissions } from "../permissions.ts";
import { type Guard } from "./guard.ts";

/** A lost object can be recreated, but not the contents that no layout declares. */
export const recreated: Guard = (context) => {
  const lost = [...context.decisions.created.values()].flatMap(({ desired: { address, type }, replaces }) => {
    const id = knownId(context, address);
    const { holds } = context.types.get(type);
    if (replaces !== undefined || holds === undefined || id === undefined) return [];
    return context.live.get(type, id) === undefined ? [{ address, type, id, holds }] : [];
  });
  if (lost.length === 0) return [];
  const trashed = new Set((context.live.world.trashed ?? []).map(keyOf));
  const restorable = lost.filter(({ type, id }) => trashed.has(objectKey(type, id)));
  const restoring =
    restorable.length === 0
      ? ""
      : `In the trash, and to be restored in the app: ${restorable.map(({ address }) => address).join(", ")}. `;
  return [
    {
      code: "guard/recreate",
      message: `These have gone from the organization, and would be made anew without what they held: ${lost.map(({ address, id, holds }) => `${address} (${id}) without ${holds}`).join(", ")}.`,
      remedy: `${restoring}${handedBack(context, lost)}If new ones are meant, allow it with ${permissions.recreates.flag}.`,
      addresses: lost.map(({ address }) => address),
      permittedBy: permissions.recreates.flag,
    },
  ];
};

/** What to do about what was handed to another organization. */
function handedBack({ live }: PlanContext, lost: readonly (ObjectName & { address: Address })[]): string {
  const organizations = new Map(
    (live.world.elsewhere ?? []).map((object) => [keyOf(object), object.organizationId]),
  );
  const named = lost.flatMap(({ address, type, id }) => {
    const organizationId = organizations.get(objectKey(type, id));
    return organizationId === undefined ? [] : [`${address} (in ${organizationId})`];
  });
  return named.length === 0
    ? ""
    : `In another organization now: ${named.join(", ")}; transfer it back, or take it out of the layout. `;
}

function knownId({ lock, recovered }: PlanContext, address: Address): string | undefined {
  return lock?.objects[address]?.id ?? recovered?.pairs[address];
}
