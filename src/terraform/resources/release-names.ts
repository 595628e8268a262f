import type { Access, CallSubject } from "../../engine/live/access.ts";
import { writeObject } from "../../engine/live/write-object.ts";
import { objectResourceName } from "../../model/terraform-schema.ts";
import type { JsonObject } from "../../util/json.ts";
import { objectSlot } from "../session/owners.ts";
import type { PlannedRemoval } from "../session/planned-moves.ts";
import type { Session } from "../session/session.ts";
import { deleteOrPostpone } from "./delete-or-postpone.ts";
import { type ReleaseName, writeWhenFree } from "./free-names.ts";
import { refuseOwned } from "./refuse-owned.ts";

/**
 * Renames the holder of a name that `taker` takes, to the name that the plan gives the holder, and so on along the chain. Deletes a holder that
 * the plan destroys, if Terraform has not done that in time. The id of a taker that does not exist yet is empty.
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
    async (holder, attribute, isLate) => {
      const wanted = { type: type.name, id, attribute, to: to[attribute] ?? null };
      const removal = plannedMoves.removalFor(wanted, holder);
      if (removal !== undefined) {
        if (!isLate) return "to be deleted";
        await deleteEarly(session, access, { type, id: holder.id, scopeId }, removal);
        return "free";
      }
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
      return "free";
    };
  return releaseFor(taker.id, values);
}

/**
 * Deletes an object that Terraform destroys only after the create that needs its name: Terraform runs one operation at a time, or creates a
 * replacement first.
 */
async function deleteEarly(
  session: Session,
  { signal = session.host.stop }: Access,
  { type, id, scopeId }: CallSubject,
  removal: PlannedRemoval,
): Promise<void> {
  const name = objectResourceName(type);
  await session.applyQueue.run(objectSlot(name, id), async () => {
    const { writes, guard } = session;
    if (writes.isDeleted({ type: type.name, id })) return;
    guard.count(name, id);
    await deleteOrPostpone(session, { type, id, scopeId, address: `${name} ${id}`, ...removal }, { signal });
    writes.noteDeletedEarly({ type: type.name, id });
  });
}
