import { changedIn, idsSinceApplied } from "../decide/three-way.ts";
import { permissions } from "../permissions.ts";
import { type Guard } from "./guard.ts";

export const changedByBoth: Guard = (context) => {
  const { lock } = context;
  if (lock === undefined) return [];
  const fields = [...context.decisions.retained.values()].flatMap(({ desired, live, changed }) => {
    const entry = lock.objects[desired.address];
    if (entry === undefined || entry.id !== live.id) return [];
    const idOf = idsSinceApplied(context.pairing, lock);
    return changed.flatMap((name) => {
      const attribute = context.types.get(desired.type).attributes[name];
      if (attribute === undefined) return [];
      const where = changedIn({
        attribute,
        name,
        desired,
        live,
        entry,
        lockSalt: lock.salt,
        hash: context.options.hash,
        idOf,
        currentUser: context.live.world.currentUser,
      });
      return where === "both" ? [{ address: desired.address, name }] : [];
    });
  });
  if (fields.length === 0) return [];
  return [
    {
      code: "guard/both-changed",
      message: `Changed by somebody on the service and by the layout since the last apply: ${fields.map(({ address, name }) => `${name} of ${address}`).join(", ")}.`,
      remedy: `Take over the live value into the layout, or overwrite it with ${permissions.overwrites.flag}.`,
      addresses: [...new Set(fields.map(({ address }) => address))],
      permittedBy: permissions.overwrites.flag,
    },
  ];
};
