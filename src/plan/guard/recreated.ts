import type { Address } from "../../model/address.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import type { PlanContext } from "../context.ts";
import { permissions } from "../permissions.ts";
import { type Guard } from "./guard.ts";

/** What has gone can be made anew, but not what it held beyond what a layout declares. */
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
      message: `These have gone from the service, and would be made anew without what they held: ${lost.map(({ address, id, holds }) => `${address} (${id}) without ${holds}`).join(", ")}.`,
      remedy: `${restoring}If new ones are meant, allow it with ${permissions.recreates.flag}.`,
      addresses: lost.map(({ address }) => address),
      permittedBy: permissions.recreates.flag,
    },
  ];
};

function knownId({ lock, recovered }: PlanContext, address: Address): string | undefined {
  return lock?.objects[address]?.id ?? recovered?.pairs[address];
}
