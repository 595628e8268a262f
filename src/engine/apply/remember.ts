import { type Address, typeOfAddress } from "../../model/address.ts";
import { rememberedValue } from "../../model/attribute-value.ts";
import { canonicalJson, type Json, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { StepResult } from "./apply-events.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { JournaledMatch, KnownObjects } from "./journal.ts";
import { nextState } from "./next-state.ts";
import type { ApplyRuntime } from "./runtime.ts";

/**
 * Writes to the journal that a run begins, which objects its addresses are that the state does not have yet, and what a destroy deletes.
 */
export async function journalBegin(
  run: ApplyRun,
  { journal, state, isDestroy }: Pick<ApplyRuntime, "journal" | "state" | "isDestroy">,
): Promise<void> {
  const { plan, identities } = run;
  if (plan.nodes.length === 0) return;
  journal.begin(state?.serial ?? 0);
  // This comes before the first delete. Otherwise an apply after a kill would create the missing objects again.
  if (isDestroy) await journal.deleting(plan.steps.map(({ address }) => address));
  const notInState = Object.entries(plan.managed).flatMap(([address, { origin }]): JournaledMatch[] => {
    const [id, entry] = [identities.find(address), state?.objects[address]];
    // An entry without applied values does not show the contents that an object had before this run.
    const isInState =
      entry !== undefined &&
      entry.id === id &&
      entry.origin === origin &&
      Object.keys(entry.applied).length > 0;
    return id === undefined || isInState ? [] : [{ address, id, ...present({ origin }) }];
  });
  journal.matches(notInState);
  journal.known(knownBeforeRun(run));
}

/** The objects that existed before the run, of each type and scope in which it creates something. */
function knownBeforeRun({ plan, before, identities }: ApplyRun): readonly KnownObjects[] {
  const places = new Map<string, { readonly type: string; readonly scopeId?: string }>();
  for (const node of plan.nodes) {
    if (node.kind !== "create") continue;
    const scopeId = node.scope === undefined ? undefined : identities.find(node.scope);
    // A scope that the run creates has no objects yet.
    if (node.scope !== undefined && scopeId === undefined) continue;
    const type = typeOfAddress(node.address);
    places.set(`${type} ${scopeId ?? ""}`, { type, ...present({ scopeId }) });
  }
  return [...places.values()].map((place) => {
    const live = before?.objects.filter(
      ({ type, scopeId }) => type === place.type && scopeId === place.scopeId,
    );
    return { ...place, ids: (live ?? []).map(({ id }) => id) };
  });
}

/** Saves the state after a run, unless it is unchanged. Returns the serial of the saved state. */
export async function saveState(
  { planIndex, identities, hidden }: ApplyRun,
  { state: previous, savedState = previous, saveState: save, hash, revealSecret }: ApplyRuntime,
  steps: readonly StepResult[],
  accessOfNewObjects: ReadonlyMap<Address, JsonObject>,
): Promise<number | undefined> {
  if (save === undefined) return undefined;
  const notDone = new Set(steps.filter((step) => step.status !== "done").map((step) => step.address));
  const state = await nextState({
    planIndex,
    previous,
    idOf: identities.find,
    scopeIdOf: identities.scopeIdOf,
    createdAs: identities.originOf,
    isHidden: (address) => hidden.has(address),
    isDone: (address) => !notDone.has(address),
    liveValuesOf: (address) => accessOfNewObjects.get(address),
    remember: (address, name, { clear, isSecret }, salt) => {
      const attribute = identities.typeOf(address).attributes[name] ?? {};
      return rememberedValue(attribute, clear, isSecret, { salt, hash });
    },
    reveal: async ({ source, hash: known }) => (await revealSecret(source, known)).reveal(),
  });
  if (savedState !== undefined && text(state) === text(savedState)) return savedState.serial;
  return await save(state);
}

function text(state: object): string {
  return canonicalJson(state as Json);
}

/** Clears the journal if no later run needs it. Otherwise marks the end of this run in it. */
export async function closeJournal(
  { journal, isDestroy, saveState: save }: ApplyRuntime,
  steps: readonly StepResult[],
  serial: number | undefined,
): Promise<void> {
  // The next run must look for an object whose create has an unknown outcome, or that several objects could be.
  const open = steps.some(
    ({ status, error }) => status === "unknown" || error?.code === "apply/ambiguous-create",
  );
  const isWhole = steps.every(({ status }) => status === "done");
  // The state has no entries for deleted objects. Only the journal records that a destroy was to delete the rest too.
  const isRemembered = save !== undefined && !isDestroy;
  if (!open && (isRemembered || isWhole)) await journal.clear();
  else await journal.end(serial);
}
