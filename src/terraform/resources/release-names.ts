import type { Access, CallSubject } from "../../engine/live/access.ts";
import { writeObject } from "../../engine/live/write-object.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Session } from "../session/session.ts";
import { type ReleaseName, writeWhenFree } from "./free-names.ts";
import { refuseOwned } from "./refuse-owned.ts";

/**
 * Renames the holder of a name that `taker` takes, to the name that the plan gives the holder, and so on along the chain. The id of a taker
 * that does not exist yet is empty.
 */
export function releaseNames(
  session: Session,
  access: Access,
  taker: CallSubject,
  values: JsonObject,
): ReleaseName {
  const { type, scopeId } = taker;
  const { plannedMoves } = session.host;
  const renamed = new Set<string>([taker.id]);
  const releaseFor =
    (id: string, to: JsonObject): ReleaseName =>
    async (holder, attribute) => {
      const wanted = { type: type.name, id, attribute, to: to[attribute] ?? null };
      if (plannedMoves.removesFor(wanted, holder)) return "to be deleted";
      const renaming = plannedMoves.renamingFor(wanted, holder);
      const writer = type.writers.find(({ attributes }) => attributes.includes(attribute));
      if (renaming === undefined || writer === undefined || renamed.has(holder.id)) return "stays";
      renamed.add(holder.id);
      await refuseOwned(session, { type, id: holder.id, scopeId, attributes: [attribute] }, "apply");
      const next = { [attribute]: renaming.to };
      const other = { type, id: holder.id, scopeId };
      const address = `${type.label.one} ${holder.id}`;
      const change = { address, writer, values: next, before: holder.attributes, secret: new Set<string>() };
      await writeWhenFree(
        access,
        { subject: other, address, values: next, containerId: holder.container?.id ?? null },
        () => writeObject(access, other, change),
        releaseFor(holder.id, next),
      );
      return "renamed";
    };
  return releaseFor(taker.id, values);
}
