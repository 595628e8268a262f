import { type Address, typeOfAddress } from "../../model/address.ts";
import { rememberedValue } from "../../model/attribute-value.ts";
import { fail } from "../../model/codes/plan-words.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { indexPlan } from "../../model/plan/plan-index.ts";
import type { LiveObject, Snapshot, ViewValues } from "../../model/snapshot.ts";
import { isCertain, type State, stateVersion } from "../../model/state.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { Lock } from "../../state/disk.ts";
import { present } from "../../util/present.ts";
import { nextState } from "../apply/next-state.ts";
import { allReads } from "../plan/needed-reads.ts";
import { planChanges } from "../plan/pipeline.ts";
import { refuseOpenJournal } from "./edit-state.ts";
import { hashSecret } from "./hash-secret.ts";
import { readRemembered, readWorld } from "./read-inputs.ts";
import { isReadOnly, readViews } from "./read-views.ts";
import { refuseOtherLayouts } from "./refuse-other-layouts.ts";
import { saveNext } from "./save-state.ts";
import { readSettled } from "./settle-api-version.ts";
import type { Setup } from "./setup.ts";

export interface PullOptions {
  readonly organizationId: string;
  readonly signal?: AbortSignal;
  /** Whether to read also what a layout cannot declare. */
  readonly all?: boolean;
}

export interface Pulled {
  readonly live: Snapshot;
  /** The state of an earlier apply or pull. */
  readonly state: State | undefined;
  /** Objects and views that a layout cannot declare, if the options ask for them. */
  readonly furtherValues?: { readonly objects: readonly LiveObject[]; readonly views: readonly ViewValues[] };
}

/** Reads the whole organization, as far as the token has access. */
export async function pull(
  setup: Setup,
  { organizationId, signal, all = false }: PullOptions,
): Promise<Pulled> {
  const { state } = await readRemembered(setup, organizationId, { signal });
  const read = await readSettled(setup, state?.knownApiVersion, (apiVersion) =>
    readWorld(setup, {
      organizationId,
      apiVersion,
      ...(all ? {} : { only: pulledTypes(setup) }),
      contentsOf: allReads(setup.types),
      skipsForbidden: true,
      signal,
    }),
  );
  refuseIncompleteLists(read);
  const readOnlyTypes = new Set(setup.types.filter(isReadOnly).map(({ name }) => name));
  const [objects, others] = [true, false].map((isReadOnlyType) =>
    read.objects.filter(({ type }) => readOnlyTypes.has(type) === isReadOnlyType),
  ) as [LiveObject[], LiveObject[]];
  const live = { ...read, objects: others };
  if (!all) return { live, state };
  return { live, state, furtherValues: { objects, views: await readViews(setup, live) } };
}

/**
 * Types to read for a layout: those that a layout can create. The organization is one of them, so that the pull checks the token's access
 * to it.
 */
function pulledTypes({ types }: Setup): ReadonlySet<string> {
  const pulled = types.filter((type) => !isReadOnly(type));
  return new Set(pulled.map(({ name }) => name));
}

/** Throws if a list is incomplete. An object that is missing from a layout looks as if it did not exist. */
export function refuseIncompleteLists({ incompleteLists = [] }: Snapshot): void {
  const [list] = incompleteLists;
  if (list === undefined) return;
  throw fail("live/incomplete-list", {
    case: "layout",
    expected: list.expected,
    received: list.received,
  });
}

/** A pulled layout, and the live object of each of its addresses. */
export interface PulledLayout extends Pick<Pulled, "live" | "state"> {
  readonly desired: DesiredWorld;
  readonly ids: ReadonlyMap<Address, string>;
}

/** Saves the state that an apply of the layout would leave. Throws, and saves nothing, if that apply had anything to write. */
export async function savePulled(setup: Setup, lock: Lock, pulled: PulledLayout): Promise<void> {
  const there = await setup.disk.read(pulled.desired.organizationId);
  refuseOpenJournal(there);
  const objects = [...pulled.ids].map(([address, id]) => ({ type: typeOfAddress(address), id }));
  refuseOtherLayouts(setup, there, objects);
  const state = await stateOf(setup, pulled);
  await saveNext(lock, { ...state, pulled: true }, pulled.state);
}

async function stateOf(setup: Setup, pulled: PulledLayout): Promise<State> {
  const { desired, ids, state: former } = pulled;
  const types = indexTypes(setup.types);
  const scopes = new Map(desired.objects.map(({ address, scope }) => [address, scope]));
  return await nextState({
    planIndex: indexPlan(emptyPlan(setup, pulled)),
    previous: former === undefined ? undefined : { ...former, objects: {} },
    idOf: (address) => ids.get(address),
    scopeIdOf: (address) => ids.get(scopes.get(address) ?? ""),
    createdAs: () => undefined,
    isHidden: () => false,
    isDone: () => true,
    remember: (address, name, { clear, isSecret }, salt) => {
      const attribute = types.get(typeOfAddress(address)).attributes[name] ?? {};
      return rememberedValue(attribute, clear, isSecret, { salt, hash: hashSecret });
    },
    reveal: async (secret) => {
      throw new TypeError(`A layout that was pulled holds a secret: ${secret.source.kind}`);
    },
  });
}

/** The plan of the pulled layout against the snapshot from which it was written. Throws if the plan has a step. */
function emptyPlan(setup: Setup, { desired, live, ids, state: former }: PulledLayout): Plan {
  const { types, random } = setup;
  const options = { salt: random.hex(16), hash: hashSecret, temporarySuffix: random.hex(3) };
  const state = stateWithIds(ids, former, { organization: desired.organizationId, salt: options.salt });
  const { plan, diagnostics } = planChanges({ types, desired, live, state, options });
  if (plan?.steps.length === 0) return plan;
  const left = plan?.steps.map(({ action, address }) => `${action} ${address}`);
  throw fail("pull/does-not-match", {
    differences: left ?? diagnostics.map(({ message }) => message),
  });
}

/** A state with the id of each address. It keeps the protection and the certain origin of objects that the former state has. */
function stateWithIds(
  ids: PulledLayout["ids"],
  former: State | undefined,
  { organization, salt }: Pick<State, "organization" | "salt">,
): State {
  const entries = [...ids].map(([address, id]) => {
    const before = former?.objects[address];
    const { protect, origin: known } = before?.id === id ? before : {};
    const origin = isCertain(known) ? known : "imported";
    return [address, { id, origin, applied: {}, ...present({ protect }) }] as const;
  });
  return { docsformState: stateVersion, organization, salt, objects: Object.fromEntries(entries) };
}
