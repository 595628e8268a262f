import type { Address } from "../model/address.ts";
import { rememberedValue } from "../model/attribute-value.ts";
import { canonicalJson, type Json, type JsonObject } from "../model/json.ts";
import { present } from "../model/present.ts";
import type { StepResult } from "./events.ts";
import type { JournalledPair } from "./journal.ts";
import { nextLock } from "./next-lock.ts";
import type { Run } from "./run-state.ts";
import type { ApplyRuntime } from "./runtime.ts";

/** Journals that a run begins, which object each address is that the lock does not know as yet, and what is to be destroyed. */
export async function journalBegin(
  { plan, identities }: Run,
  { journal, lock, isDestroy }: Pick<ApplyRuntime, "journal" | "lock" | "isDestroy">,
): Promise<void> {
  if (plan.nodes.length === 0) return;
  journal.begin(lock?.serial ?? 0);
  // Before the first of them goes: what is missing after a kill would look to an apply as if it were to be made again.
  if (isDestroy) await journal.going(plan.steps.map(({ address }) => address));
  const unlocked = Object.entries(plan.managed).flatMap(([address, { origin }]): JournalledPair[] => {
    const [id, entry] = [identities.find(address), lock?.objects[address]];
    const isLocked = entry !== undefined && entry.id === id && entry.origin === origin;
    return id === undefined || isLocked ? [] : [{ address, id, ...present({ origin }) }];
  });
  journal.pairs(unlocked);
}

/** Saves what is known now, unless the lock says so already. Gives the serial of the lock that is there then. */
export async function saveLock(
  { plan, identities }: Run,
  { lock: previous, saveLock: save, hash, revealSecret }: ApplyRuntime,
  steps: readonly StepResult[],
  seen: ReadonlyMap<Address, JsonObject>,
): Promise<number | undefined> {
  if (save === undefined) return undefined;
  const undone = new Set(steps.filter((step) => step.status !== "done").map((step) => step.address));
  const lock = await nextLock({
    plan,
    previous,
    idOf: identities.find,
    scopeIdOf: identities.scopeIdOf,
    isCreated: (address) => identities.created.has(address),
    isDone: (address) => !undone.has(address),
    seenOf: (address) => seen.get(address),
    remember: (address, name, { clear, isSecret }, salt) => {
      const attribute = identities.typeOf(address).attributes[name] ?? {};
      return rememberedValue(attribute, clear, isSecret, { salt, hash });
    },
    reveal: async ({ source, hash: known }) => (await revealSecret(source, known)).reveal(),
  });
  if (previous !== undefined && text(lock) === text(previous)) return previous.serial;
  return await save(lock);
}

function text(lock: object): string {
  return canonicalJson(lock as Json);
}

/** Clears the journal where the lock, or nobody, needs it any more; else marks where this run ended. */
export async function closeJournal(
  { journal, isDestroy, saveLock: keepsLock }: ApplyRuntime,
  steps: readonly StepResult[],
  serial: number | undefined,
): Promise<void> {
  // The next run must look for an object whose create has an unknown outcome, or that several objects could be.
  const open = steps.some(
    ({ status, error }) => status === "unknown" || error?.code === "apply/ambiguous-create",
  );
  const isWhole = steps.every(({ status }) => status === "done");
  // The lock forgets deleted objects. Only the journal remembers that a destroy was to delete the rest as well.
  const isRemembered = keepsLock !== undefined && !isDestroy;
  if (!open && (isRemembered || isWhole)) await journal.clear();
  else await journal.end(serial);
}
