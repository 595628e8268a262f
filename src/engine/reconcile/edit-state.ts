import { type Address, addressOf, nameOfAddress, typeOfAddress } from "../../model/address.ts";
import { fail } from "../../model/codes/plan-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { forgottenIn, type State, type StateEntry } from "../../model/state.ts";
import { type TypeIndex, withContents } from "../../model/type-index.ts";
import type { Disk, Lock, Remembered } from "../../state/disk.ts";
import { append } from "../../util/groups.ts";
import { didYouMean } from "../../util/nearest.ts";
import { present } from "../../util/present.ts";
import { saveNext } from "./save-state.ts";
import type { Setup } from "./setup.ts";

/** The result of an edit of a state. */
export interface EditedState {
  /** Former and present addresses; null: the state forgets the object. */
  readonly changed: ReadonlyMap<Address, Address | null>;
}

/** A state to edit, with its disk and its lock. */
export interface StateToEdit {
  readonly disk: Disk;
  readonly lock: Pick<Lock, "saveState">;
  readonly organizationId: string;
  readonly types: TypeIndex;
}

/** Renames an address in the state, with the addresses inside it. It makes no call, and the objects do not change. */
export async function moveInState(at: StateToEdit, from: Address, to: Address): Promise<EditedState> {
  const { state } = await readEditable(at);
  requireEntry(state, from);
  if (typeOfAddress(from) !== typeOfAddress(to) || nameOfAddress(to) === "") throw ofAnotherType(from, to);
  const changed = new Map<Address, Address>(
    withinAddress(at.types, state, from).map((address) => [address, renamed(address, from, to)]),
  );
  for (const target of changed.values())
    if (state.objects[target] !== undefined && !changed.has(target)) throw addressInUse(state, target);
  await save(at, state, changed);
  return { changed };
}

/** Removes an address from the state, with the addresses inside it. The objects do not change. Throws if one of them is protected. */
export async function forgetInState(at: StateToEdit, address: Address): Promise<EditedState> {
  const { state } = await readEditable(at);
  requireEntry(state, address);
  const gone = withinAddress(at.types, state, address);
  const guarded = gone.filter((each) => state.objects[each]?.protect === true);
  if (guarded.length > 0) throw protectedError(guarded);
  const changed = new Map<Address, null>(gone.map((each) => [each, null]));
  await save(at, state, changed);
  return { changed };
}

/** Returns the state. Throws after an interrupted run, or if there is no state. */
export async function readEditable({
  disk,
  organizationId,
}: StateToEdit): Promise<{ readonly state: State }> {
  const remembered = await disk.read(organizationId);
  refuseOpenJournal(remembered);
  if (remembered.state === undefined) throw fail("state/none", { case: "layout" });
  return { state: remembered.state };
}

/** Throws after an interrupted run. Objects that such a run created are only in its journal, so an edit of the state could lose them. */
export function refuseOpenJournal(remembered: Pick<Remembered, "journal" | "isJournalCut">): void {
  if (!wasInterrupted(remembered)) return;
  throw fail("state/open-journal");
}

/** Whether an interrupted run left its journal. */
export function wasInterrupted({
  journal,
  isJournalCut,
}: Pick<Remembered, "journal" | "isJournalCut">): boolean {
  return journal.length > 0 || isJournalCut === true;
}

/** Returns the entry of an address. Throws if the state has none, and names the nearest address. */
export function requireEntry({ objects }: State, address: Address): StateEntry {
  const entry = objects[address];
  if (entry !== undefined) return entry;
  throw fail("state/unknown-address", { address, remedy: didYouMean(address, Object.keys(objects)) ?? "" });
}

/** The address, and the addresses inside it. These begin with its name. */
export function withinAddress(types: TypeIndex, { objects }: State, address: Address): readonly Address[] {
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
  { lock }: StateToEdit,
  state: State,
  changed: ReadonlyMap<Address, Address | null>,
): Promise<void> {
  const objects = Object.entries(state.objects).flatMap(([address, entry]) => {
    const now = changed.has(address) ? changed.get(address) : address;
    return typeof now === "string" ? [[now, entry] as const] : [];
  });
  const next = Object.fromEntries(objects);
  await saveEdited(lock, { ...state, ...forgottenIn(state, next), objects: next }, state);
}

/**
 * The entry of an imported object. If the state has a live object under the address, the imported one replaces that one: an interrupted run
 * created it and could not delete the former object yet.
 */
export function importedEntry(
  former: StateEntry | undefined,
  { id, scopeId }: Pick<LiveObject, "id" | "scopeId">,
  isLive: (id: string) => boolean,
): StateEntry {
  if (former?.id === id) return { ...former, origin: "imported" };
  const replaces = former !== undefined && isLive(former.id) ? former.id : former?.replaces;
  return { id, origin: "imported", ...present({ scopeId, replaces }), applied: {} };
}

/**
 * Saves a state with imported objects. After an interrupted run, the journal records them too, because the run may have tried to create
 * them.
 */
export async function saveImported(
  { clock, random }: Pick<Setup, "clock" | "random">,
  lock: Lock,
  remembered: Remembered,
  before: State,
  entries: State["objects"],
): Promise<void> {
  await saveEdited(lock, { ...before, objects: { ...before.objects, ...entries } }, remembered.state);
  if (!wasInterrupted(remembered)) return;
  const stamp = { run: random.hex(16), at: clock.now() };
  await lock.journal.append(
    Object.entries(entries).map(([address, { id }]) => ({
      kind: "match",
      address,
      id,
      origin: "imported",
      ...stamp,
    })),
  );
}

/** Saves a state that was edited outside a run. */
export async function saveEdited(
  lock: Pick<Lock, "saveState">,
  next: State,
  read: State | undefined,
): Promise<void> {
  if (lock.saveState === undefined) throw fail("state/not-kept");
  await saveNext(lock, next, read);
}

function ofAnotherType(from: Address, to: Address): DocsformError {
  return fail("state/other-type", { from, to, type: typeOfAddress(from) });
}

/** The error for an address that the state has for another object. */
export function addressInUse({ objects }: State, address: Address): DocsformError {
  return fail("state/address-taken", { address, id: objects[address]?.id ?? "" });
}

function protectedError(addresses: readonly Address[]): DocsformError {
  return fail(
    "state/protected",
    addresses.length === 1 ? { case: "one", address: addresses } : { case: "several", addresses },
  );
}

/** The addresses in a state of each object, by its type, its scope and its id. */
type AddressesByObject = ReadonlyMap<string, readonly Address[]>;

export function addressesByObject({ objects }: State): AddressesByObject {
  const addresses = new Map<string, Address[]>();
  for (const [address, entry] of Object.entries(objects))
    append(addresses, objectIn(address, entry), address);
  return addresses;
}

/** Another address of the same object in the state. */
export function otherAddressOf(
  addresses: AddressesByObject,
  address: Address,
  entry: Pick<StateEntry, "id" | "scopeId">,
): Address | undefined {
  return addresses.get(objectIn(address, entry))?.find((other) => other !== address);
}

function objectIn(address: Address, { id, scopeId }: Pick<StateEntry, "id" | "scopeId">): string {
  return [typeOfAddress(address), scopeId, id].join("\n");
}
