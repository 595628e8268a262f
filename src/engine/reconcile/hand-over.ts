import type { Address } from "../../model/address.ts";
import { isHashed } from "../../model/attribute-value.ts";
import { fail } from "../../model/codes/plan-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { State, StateEntry } from "../../model/state.ts";
import type { Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import {
  addressesByObject,
  addressInUse,
  otherAddressOf,
  readEditable,
  refuseOpenJournal,
  requireEntry,
  type StateToEdit,
  saveEdited,
  withinAddress,
} from "./edit-state.ts";

/** The state of the layout that receives an object. */
export interface Receiver extends Omit<StateToEdit, "types"> {
  readonly isDeclared: (address: Address) => boolean;
}

/**
 * Hands over an object, with its contents, from one layout to another. It makes no call, and the object does not change. The receiver's
 * state is saved first. While both states have the object, neither layout may change it; another handover ends that.
 */
export async function handOverState(
  giver: StateToEdit,
  receiver: Receiver,
  address: Address,
): Promise<readonly Address[]> {
  const { state } = await readEditable(giver);
  requireEntry(state, address);
  if (receiver.organizationId !== giver.organizationId) throw ofAnotherOrganization(receiver);
  if (!receiver.isDeclared(address)) throw notDeclared(address);
  const received = await receiver.disk.read(receiver.organizationId);
  refuseOpenJournal(received);
  const { pulled: _, serial: __, ...head } = state;
  const before: State = received.state ?? { ...head, objects: {} };
  const moved = withinAddress(giver.types, state, address);
  const addressesBefore = addressesByObject(before);
  const objects = { ...before.objects };
  for (const each of moved) {
    const entry = requireEntry(state, each);
    if (objects[each] !== undefined && objects[each].id !== entry.id) throw addressInUse(before, each);
    const other = otherAddressOf(addressesBefore, each, entry);
    if (other !== undefined) throw fail("import/other-address", { id: entry.id, other, address: each });
    objects[each] = before.salt === state.salt ? entry : withoutHashes(entry);
  }
  await saveEdited(receiver.lock, { ...before, objects }, received.state);
  const given = new Set(moved);
  const left = Object.entries(state.objects).filter(([each]) => !given.has(each));
  await saveEdited(giver.lock, { ...state, objects: Object.fromEntries(left) }, state);
  return moved;
}

/** Removes hashes from an entry, because they are useless with another salt. */
export function withoutHashes(entry: StateEntry): StateEntry {
  const clear = <Value extends Json>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => !isHashed(value)));
  const { applied, undeclared } = entry;
  return { ...entry, applied: clear(applied), ...present({ undeclared: undeclared && clear(undeclared) }) };
}

function ofAnotherOrganization({ organizationId }: Receiver): DocsformError {
  return fail("apply/state-of-another-organization", { case: "receiver", organizationId });
}

function notDeclared(address: Address): DocsformError {
  return fail("import/not-declared", { case: "receiver", address });
}
