import type { Address } from "../model/address.ts";
import { isHashed } from "../model/attribute-value.ts";
import { DocsformError } from "../model/errors.ts";
import type { Lock, LockEntry } from "../model/lock.ts";
import {
  editable,
  entryOf,
  type LockAtHand,
  refuseOpenJournal,
  saveEdited,
  taken,
  withinAddress,
} from "./edit-lock.ts";

/** The lock of the layout that an object is handed to. */
export interface Receiver extends Omit<LockAtHand, "types"> {
  readonly isDeclared: (address: Address) => boolean;
}

/**
 * Hands an object, with what is in it, from one layout to another. Nothing is called, and the object stays as it is. The receiver
 * has it first: while both have it neither may change it, and to hand it over again ends that.
 */
export async function handOver(
  giver: LockAtHand,
  receiver: Receiver,
  address: Address,
): Promise<readonly Address[]> {
  const { lock } = await editable(giver);
  entryOf(lock, address);
  if (receiver.organizationId !== giver.organizationId) throw ofAnotherOrganization(receiver);
  if (!receiver.isDeclared(address)) throw notDeclared(address);
  const received = await receiver.disk.read(receiver.organizationId);
  refuseOpenJournal(received);
  const { pulled: _, serial: __, ...head } = lock;
  const before: Lock = received.lock ?? { ...head, objects: {} };
  const moved = withinAddress(giver.types, lock, address);
  const objects = { ...before.objects };
  for (const each of moved) {
    const entry = entryOf(lock, each);
    if (objects[each] !== undefined && objects[each].id !== entry.id) throw taken(before, each);
    objects[each] = before.salt === lock.salt ? entry : withoutHashes(entry);
  }
  await saveEdited(receiver.claim, { ...before, objects }, received.lock);
  const left = Object.entries(lock.objects).filter(([each]) => !moved.includes(each));
  await saveEdited(giver.claim, { ...lock, objects: Object.fromEntries(left) }, lock);
  return moved;
}

/** Hashes mean nothing beside another salt. */
export function withoutHashes(entry: LockEntry): LockEntry {
  const applied = Object.entries(entry.applied).filter(([, value]) => !isHashed(value));
  return { ...entry, applied: Object.fromEntries(applied) };
}

function ofAnotherOrganization({ organizationId }: Receiver): DocsformError {
  return new DocsformError(
    "apply/lock-of-another-organization",
    `The other layout is of the organization ${organizationId}. Nothing was changed.`,
    { remedy: "Name a layout of the same organization." },
  );
}

function notDeclared(address: Address): DocsformError {
  return new DocsformError("adopt/not-declared", `The other layout does not declare ${address}.`, {
    remedy: "Declare it there first: what a layout does not have, its next apply would forget.",
  });
}
