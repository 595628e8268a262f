import type { Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { DocsformError } from "../../model/errors.ts";
import { indexTypes } from "../../model/type-index.ts";
import { declaredIn } from "../../reconcile/declared-in.ts";
import type { Disk, Lock } from "../../reconcile/disk/disk.ts";
import { durableFiles } from "../../reconcile/disk/durable-file.ts";
import { putJournal, readableJournal } from "../../reconcile/disk/journal-file.ts";
import { sweepLeftBehind } from "../../reconcile/disk/left-behind.ts";
import type { StatePlaces } from "../../reconcile/disk/places.ts";
import { brokenState, putState, renameState } from "../../reconcile/disk/state-file.ts";
import {
  type EditedState,
  forgetInState,
  moveInState,
  requireEntry,
  type StateToEdit,
} from "../../reconcile/edit-state.ts";
import { handOverState } from "../../reconcile/hand-over.ts";
import { plainText } from "../../report/text/plain-text.ts";
import { withClient } from "../connection.ts";
import { consistencyWindowMs } from "../consistency-window.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { fail } from "../fail.ts";
import { type LoadedLayout, loadLayout } from "../load-layout.ts";
import { statePlacesOf } from "../places.ts";
import { printResult } from "../print-result.ts";
import { diskAt, reconcilerFor } from "../reconciler.ts";
import { renderRepaired, repairJson } from "../render/repaired.ts";
import { renderEdited, renderEntry, renderState, stateJson } from "../render/state.ts";
import { type ServiceSettings, withNamed } from "../settings.ts";

/** The number of addresses that each action takes. */
const actions = { list: 0, show: 1, mv: 2, rm: 1, rename: 0, repair: 0 } as const;

type Action = keyof typeof actions;
type StateSettings = ServiceSettings & { readonly to?: string; readonly from?: string };

interface ActionContext {
  readonly context: Context;
  readonly settings: StateSettings;
  readonly places: StatePlaces;
  readonly layout: Pick<LoadedLayout, "desired" | "service" | "files">;
  readonly desired: DesiredWorld;
  readonly addresses: readonly Address[];
}

/** Runs an action on a layout's state. */
export async function state(
  context: Context,
  given: StateSettings,
  action: Action,
  words: readonly string[],
): Promise<ExitCode> {
  const isHandedOver = action === "mv" && given.to !== undefined;
  const { addresses, layout } = addressesIn(action, words, isHandedOver ? 1 : actions[action]);
  const settings = withNamed(given, layout);
  const loaded = await loadLayout(context, settings);
  const { home, desired } = loaded;
  const places = statePlacesOf(settings, home);
  const at = { context, settings, places, layout: loaded, desired, addresses };
  await (isHandedOver ? handToLayout(at) : runAction[action](at));
  return exitCodes.done;
}

/** Splits the words into the addresses of the action and, if there is one more word, the layout. */
function addressesIn(
  action: Action,
  words: readonly string[],
  wanted: number,
): { readonly addresses: readonly Address[]; readonly layout: string | undefined } {
  const [addresses, [layout, ...more]] = [words.slice(0, wanted), words.slice(wanted)];
  if (addresses.length === wanted && more.length === 0) return { addresses, layout };
  const needsAddress = wanted === 0 ? "no address" : wanted === 1 ? "one address" : "two addresses";
  throw fail("cli/wrong-usage", { case: "state", action, arguments: needsAddress });
}

const runAction: Readonly<Record<Action, (at: ActionContext) => Promise<void>>> = {
  list: async (at) => {
    const { state: found } = await read(at);
    printResult(at.context, at.settings, {
      of: "state",
      json: stateJson(at.places, found),
      text: renderState(at.places, found),
    });
  },
  show: async (at) => {
    const [address = ""] = at.addresses;
    const { state: found } = await read(at);
    const entry = found === undefined ? undefined : requireEntry(found, address);
    if (entry === undefined) throw noState(at.places);
    printResult(at.context, at.settings, {
      of: "state",
      json: { address, ...entry },
      text: renderEntry(address, entry),
    });
  },
  mv: async (at) => {
    const [from = "", to = ""] = at.addresses;
    await edit(at, (editing) => moveInState(editing, from, to));
  },
  rm: async (at) => {
    const [address = ""] = at.addresses;
    await edit(at, (editing) => forgetInState(editing, address));
  },
  rename,
  repair,
};

function diskOf({ context, places }: ActionContext): Disk {
  return diskAt(context.io, places);
}

function read(at: ActionContext): ReturnType<Disk["read"]> {
  return diskOf(at).read(at.desired.organizationId, declaredIn(at.desired));
}

function noState({ state: path }: StatePlaces): DocsformError {
  return fail("state/none", { case: "path", path: path ?? "" });
}

/** Edits the state under the lock on the layout, and prints the consequences. */
async function edit(
  at: ActionContext,
  change: (editing: StateToEdit) => Promise<EditedState>,
): Promise<void> {
  const { context, settings, desired } = at;
  const { organizationId } = desired;
  await withLock(at, async (lock) => {
    const editing = { disk: diskOf(at), lock, organizationId, types: indexTypes(context.types) };
    const { changed } = await change(editing);
    printResult(context, settings, {
      of: "state",
      json: { state: at.places.state, changed: Object.fromEntries(changed) },
      text: renderEdited(changed, declaredIn(desired)),
    });
  });
}

/** Hands an object to the layout that `--to` names, under the locks on both layouts. */
async function handToLayout(at: ActionContext): Promise<void> {
  const { context, settings, desired } = at;
  const { to: named = "", state: _, journal: __, ...rest } = settings;
  const { organizationId } = desired;
  const other = await loadLayout(context, { ...rest, file: [named] });
  const places = statePlacesOf({}, other.home);
  const there: ActionContext = { ...at, places, layout: other, desired: other.desired };
  const [address = ""] = at.addresses;
  await withLock(at, (lock) =>
    withLock(there, async (lockThere) => {
      const giver = { disk: diskOf(at), lock, organizationId, types: indexTypes(context.types) };
      const isDeclared = declaredIn(other.desired);
      const ofReceiver = { organizationId: other.desired.organizationId, isDeclared };
      const receiver = { disk: diskOf(there), lock: lockThere, ...ofReceiver };
      const moved = await handOverState(giver, receiver, address);
      printResult(context, settings, {
        of: "state",
        json: { layout: places.layout, state: places.state ?? "", moved },
        text: moved
          .map((each) => `${plainText(each)} now belongs to the layout ${plainText(places.layout)}.\n`)
          .join(""),
      });
    }),
  );
}

async function withLock(at: ActionContext, work: (lock: Lock) => Promise<void>): Promise<void> {
  const { clock, random } = at.context.io;
  const lock = await diskOf(at).lock({ id: random.hex(8), clock });
  try {
    await work(lock);
  } finally {
    await lock.release();
  }
}

/** Accepts a state under another name, or without one, as the layout's state. */
async function rename(at: ActionContext): Promise<void> {
  const { context, settings, places, desired } = at;
  const { files } = context.io;
  await withLock(at, async () => {
    const { organizationId } = desired;
    const durable = durableFiles(files.system);
    const renamed = renameState(durable, files.folder, places, organizationId, settings.from);
    const { from, to, formerLayout } = renamed;
    printResult(context, settings, {
      of: "state",
      json: { layout: places.layout, from, state: to, formerLayout },
      text: `The layout ${places.layout} now has the state ${plainText(to)}. It was ${plainText(from)}, the state of the layout ${plainText(formerLayout)}.\n`,
    });
  });
}

/** Keeps the valid parts of state and journal, and removes the files that a killed run left. */
async function repair(at: ActionContext): Promise<void> {
  const { context, settings, places, layout, desired } = at;
  const { files, clock, environment, signal } = context.io;
  const durable = durableFiles(files.system);
  await withLock(at, async () => {
    const pieces = brokenState(durable, files.folder, places, desired.organizationId);
    const journal = readableJournal(durable, files.folder, places);
    // The repaired journal no longer shows that reads may return old values, so docsform waits here.
    if (journal.dropped > 0) await clock.sleep(consistencyWindowMs(environment), signal);
    const repaired =
      pieces &&
      (await withClient(context, settings, layout.service, (client) =>
        reconcilerFor(context, settings, client, diskOf(at)).repairState({
          desired,
          pieces,
          journal: journal.lines,
          signal,
        }),
      ));
    if (repaired !== undefined) putState(durable, files.folder, places, repaired.state);
    putJournal(durable, files.folder, places, journal);
    const paths = layout.files.map(({ path }) => path);
    const swept = sweepLeftBehind(durable, files.system, files.folder, places, paths);
    const done = { places, repaired, journal, swept };
    printResult(context, settings, { of: "state", json: repairJson(done), text: renderRepaired(done) });
  });
}
