import { type Address, addressOf, nameOfAddress, typeOfAddress } from "../model/address.ts";
import { DocsformError } from "../model/errors.ts";
import type { Lock, LockEntry } from "../model/lock.ts";
import { didYouMean } from "../model/nearest.ts";
import { type TypeIndex, withContents } from "../model/type-index.ts";
import type { Claim, Disk, Remembered } from "./disk/disk.ts";
import { saveNext } from "./save-lock.ts";

/** What was done to a lock. */
export interface EditedLock {
  /** Addresses as they were, and as they are now; null for what is forgotten. */
  readonly changed: ReadonlyMap<Address, Address | null>;
}

/** Which lock, of whom, and with what right. */
export interface LockAtHand {
  readonly disk: Disk;
  readonly claim: Pick<Claim, "saveLock">;
  readonly organizationId: string;
  readonly types: TypeIndex;
}

/** Has the lock know an object, with what is in it, by another address. Nothing is called, and the object stays as it is. */
export async function moveInLock(at: LockAtHand, from: Address, to: Address): Promise<EditedLock> {
  const { lock } = await editable(at);
  entryOf(lock, from);
  if (typeOfAddress(from) !== typeOfAddress(to) || nameOfAddress(to) === "") throw ofAnotherType(from, to);
  const changed = new Map<Address, Address>(
    withinAddress(at.types, lock, from).map((address) => [address, renamed(address, from, to)]),
  );
  for (const target of changed.values())
    if (lock.objects[target] !== undefined && !changed.has(target)) throw taken(lock, target);
  await save(at, lock, changed);
  return { changed };
}

/** Has the lock forget an object, with what is in it. The object stays as it is. Throws for what is protected. */
export async function forgetInLock(at: LockAtHand, address: Address): Promise<EditedLock> {
  const { lock } = await editable(at);
  entryOf(lock, address);
  const gone = withinAddress(at.types, lock, address);
  const guarded = gone.filter((each) => lock.objects[each]?.protect === true);
  if (guarded.length > 0) throw isProtected(guarded);
  const changed = new Map<Address, null>(gone.map((each) => [each, null]));
  await save(at, lock, changed);
  return { changed };
}

/** The lock as it is, where nothing stands against changing it. */
export async function editable({ disk, organizationId }: LockAtHand): Promise<{ readonly lock: Lock }> {
  const remembered = await disk.read(organizationId);
  refuseOpenJournal(remembered);
  if (remembered.lock === undefined)
    throw new DocsformError("lock/none", "There is no lock of this layout.", {
      remedy: "An apply makes it, and so does docsform adopt.",
    });
  return { lock: remembered.lock };
}

/** Objects that an interrupted run created are in its journal alone: changing the lock could lose them. */
export function refuseOpenJournal(remembered: Pick<Remembered, "journal" | "isJournalCut">): void {
  if (!wasInterrupted(remembered)) return;
  throw new DocsformError(
    "lock/open-journal",
    "A run of this layout was interrupted, and its journal knows what the lock does not. Nothing was changed.",
    { remedy: "Run docsform apply, which takes up what that run began; then try again." },
  );
}

/** Whether a run left its journal behind. */
export function wasInterrupted({
  journal,
  isJournalCut,
}: Pick<Remembered, "journal" | "isJournalCut">): boolean {
  return journal.length > 0 || isJournalCut === true;
}

/** The entry of an address. Throws where the lock has none, and names the nearest. */
export function entryOf({ objects }: Lock, address: Address): LockEntry {
  const entry = objects[address];
  if (entry !== undefined) return entry;
  throw new DocsformError("lock/unknown-address", `The lock does not know ${address}.`, {
    remedy: didYouMean(address, Object.keys(objects)) ?? "docsform lock list shows what it knows.",
  });
}

/** The address, and those of what is in it: they begin with its name. */
export function withinAddress(types: TypeIndex, { objects }: Lock, address: Address): readonly Address[] {
  const type = typeOfAddress(address);
  const inner = withContents(types, [type]);
  const start = `${nameOfAddress(address)}/`;
  const isInside = (other: Address) =>
    inner.has(typeOfAddress(other)) && nameOfAddress(other).startsWith(start);
  return Object.keys(objects).filter((other) => other === address || isInside(other));
}

function renamed(address: Address, from: Address, to: Address): Address {
  const rest = nameOfAddress(address).slice(nameOfAddress(from).length);
  return addressOf(typeOfAddress(address), nameOfAddress(to) + rest);
}

async function save(
  { claim }: LockAtHand,
  lock: Lock,
  changed: ReadonlyMap<Address, Address | null>,
): Promise<void> {
  const objects = Object.entries(lock.objects).flatMap(([address, entry]) => {
    const now = changed.has(address) ? changed.get(address) : address;
    return typeof now === "string" ? [[now, entry] as const] : [];
  });
  await saveEdited(claim, { ...lock, objects: Object.fromEntries(objects) }, lock);
}

/** Saves a lock that was changed beside any run. */
export async function saveEdited(
  claim: Pick<Claim, "saveLock">,
  next: Lock,
  read: Lock | undefined,
): Promise<void> {
  if (claim.saveLock === undefined)
    throw new DocsformError("lock/not-kept", "No lock is kept, so there is nothing to change in it.");
  await saveNext(claim, next, read);
}

function ofAnotherType(from: Address, to: Address): DocsformError {
  return new DocsformError(
    "lock/other-type",
    `${from} cannot become ${to}: an address begins with its type.`,
    {
      remedy: `Write ${typeOfAddress(from)}. and the new name.`,
    },
  );
}

/** The error for an address that the lock has for another object. */
export function taken({ objects }: Lock, address: Address): DocsformError {
  return new DocsformError(
    "lock/address-taken",
    `The lock knows ${address} already, as ${objects[address]?.id}. Nothing was changed.`,
    { remedy: "Move or forget that one first: docsform lock move, docsform lock forget." },
  );
}

function isProtected(addresses: readonly Address[]): DocsformError {
  return new DocsformError(
    "lock/protected",
    `${addresses.join(", ")} ${addresses.length === 1 ? "is" : "are"} protected, and nobody would protect what is forgotten. Nothing was changed.`,
    { remedy: "Declare `protect: false` and apply that first." },
  );
}
