import { waitFor } from "../../engine/live/wait-until-shown.ts";
import { declaredIn } from "../../engine/reconcile/declared-in.ts";
import {
  type EditedState,
  forgetInState,
  moveInState,
  requireEntry,
  type StateToEdit,
} from "../../engine/reconcile/edit-state.ts";
import { handOverState } from "../../engine/reconcile/hand-over.ts";
import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { State } from "../../model/state.ts";
import { indexTypes } from "../../model/type-index.ts";
import { plainText } from "../../report/text/plain-text.ts";
import type { Disk, Lock } from "../../state/disk.ts";
import { durableFiles } from "../../state/durable-file.ts";
import { putJournal, readableJournal } from "../../state/journal-file.ts";
import { sweepLeftBehind } from "../../state/left-behind.ts";
import { brokenState, putState, renameState } from "../../state/state-file.ts";
import { type StatePlaces, usualPlaces } from "../../state/state-places.ts";
import type { Context } from "../command-context.ts";
import { consistencyWindowMs } from "../consistency-window.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { type LoadedLayout, loadLayout } from "../load-layout.ts";
import { type ServiceSettings, withLayoutArgument } from "../option-table.ts";
import { statePlacesOf } from "../places-of-state.ts";
import { printResult } from "../print-result.ts";
import { diskAt, reconcilerFor, waitReporter } from "../reconciler-for.ts";
import { renderRepaired, repairJson } from "../render/render-repaired.ts";
import { renderEdited, renderEntry, renderState, stateJson } from "../render/render-state.ts";
import { withClient } from "../with-client.ts";

/** The number of addresses that each action takes. */
const addressCounts = { list: 0, show: 1, mv: 2, rm: 1, rename: 0, repair: 0 } as const;

type Action = keyof typeof addressCounts;
type StateSettings = ServiceSettings & { readonly to?: string; readonly from?: string };

interface ActionInputs {
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
  stateSettings: StateSettings,
  action: Action,
  words: readonly string[],
): Promise<ExitCode> {
  const given = flagOfOther(stateSettings, action);
  if (given !== undefined) throw fail("cli/wrong-usage", { case: "action", command: "state", given, action });
  const handsOver = action === "mv" && stateSettings.to !== undefined;
  const { addresses, layoutPath } = splitWords(action, words, handsOver ? 1 : addressCounts[action]);
  const settings = withLayoutArgument(stateSettings, layoutPath);
  const layout = await loadLayout(context, settings);
  const { home, desired } = layout;
  const places = statePlacesOf(context.io, settings, home);
  const inputs = { context, settings, places, layout, desired, addresses };
  await (handsOver ? handToLayout(inputs) : runAction[action](inputs));
  return exitCodes.done;
}

/** A flag that only another action understands. */
function flagOfOther({ to, from }: StateSettings, action: Action): string | undefined {
  if (to !== undefined && action !== "mv") return "--to";
  return from !== undefined && action !== "rename" ? "--from" : undefined;
}

/** Splits the words into the addresses of the action and, if there is one more word, the layout. */
function splitWords(
  action: Action,
  words: readonly string[],
  addressCount: number,
): { readonly addresses: readonly Address[]; readonly layoutPath: string | undefined } {
  const addresses = words.slice(0, addressCount);
  const [layoutPath, ...more] = words.slice(addressCount);
  if (addresses.length === addressCount && more.length === 0) return { addresses, layoutPath };
  const needed = ["no address", "one address", "two addresses"][addressCount] as string;
  throw fail("cli/wrong-usage", { case: "state", action, arguments: needed });
}

const runAction: Readonly<Record<Action, (inputs: ActionInputs) => Promise<void>>> = {
  list: async (inputs) => {
    const { context, settings, places } = inputs;
    const recorded = await recordedState(inputs);
    printResult(context, settings, {
      of: "state",
      json: stateJson(places, recorded),
      text: renderState(places, recorded),
    });
  },
  show: async (inputs) => {
    const { context, settings, places } = inputs;
    const [address = ""] = inputs.addresses;
    const recorded = await recordedState(inputs);
    if (recorded === undefined) throw fail("state/none", { case: "path", path: places.state ?? "" });
    const entry = requireEntry(recorded, address);
    printResult(context, settings, {
      of: "state",
      json: { address, ...entry },
      text: renderEntry(address, entry),
    });
  },
  mv: async (inputs) => {
    const [from = "", to = ""] = inputs.addresses;
    await edit(inputs, (stateToEdit) => moveInState(stateToEdit, from, to));
  },
  rm: async (inputs) => {
    const [address = ""] = inputs.addresses;
    await edit(inputs, (stateToEdit) => forgetInState(stateToEdit, address));
  },
  rename,
  repair,
};

function diskOf({ context, places }: ActionInputs): Disk {
  return diskAt(context.io, places);
}

async function recordedState(inputs: ActionInputs): Promise<State | undefined> {
  const { desired } = inputs;
  const { state: recorded } = await diskOf(inputs).read(desired.organizationId, declaredIn(desired));
  return recorded;
}

/** Edits the state under the lock on the layout, and prints what changed. */
async function edit(
  inputs: ActionInputs,
  change: (stateToEdit: StateToEdit) => Promise<EditedState>,
): Promise<void> {
  const { context, settings, places, desired } = inputs;
  const { organizationId } = desired;
  await withLock(inputs, async (lock) => {
    const types = indexTypes(context.types);
    const { changed } = await change({ disk: diskOf(inputs), lock, organizationId, types });
    printResult(context, settings, {
      of: "state",
      json: { state: places.state, changed: Object.fromEntries(changed) },
      text: renderEdited(changed, declaredIn(desired)),
    });
  });
}

/** Hands an object to the layout that `--to` names, under the locks on both layouts. */
async function handToLayout(giving: ActionInputs): Promise<void> {
  const { context, settings } = giving;
  const layout = await loadLayout(context, { ...settings, file: [settings.to ?? ""] });
  const { desired } = layout;
  // --state and DOCSFORM_JOURNAL name files of the giving layout.
  const places = usualPlaces(layout.home);
  const receiving: ActionInputs = { ...giving, places, layout, desired };
  const [address = ""] = giving.addresses;
  await withLock(giving, (givingLock) =>
    withLock(receiving, async (receivingLock) => {
      const giver = {
        disk: diskOf(giving),
        lock: givingLock,
        organizationId: giving.desired.organizationId,
        types: indexTypes(context.types),
      };
      const receiver = {
        disk: diskOf(receiving),
        lock: receivingLock,
        organizationId: desired.organizationId,
        isDeclared: declaredIn(desired),
      };
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

async function withLock(inputs: ActionInputs, work: (lock: Lock) => Promise<void>): Promise<void> {
  const { clock, random } = inputs.context.io;
  const lock = await diskOf(inputs).lock({ id: random.hex(8), clock });
  try {
    await work(lock);
  } finally {
    await lock.release();
  }
}

/** Makes a state that has another layout's name, or none, the state of this layout. */
async function rename(inputs: ActionInputs): Promise<void> {
  const { context, settings, places, desired } = inputs;
  const { files } = context.io;
  await withLock(inputs, async () => {
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
async function repair(inputs: ActionInputs): Promise<void> {
  const { context, settings, places, layout, desired } = inputs;
  const { files, clock, environment, signal } = context.io;
  const durable = durableFiles(files.system);
  await withLock(inputs, async () => {
    const pieces = brokenState(durable, files.folder, places, desired.organizationId);
    const journal = readableJournal(durable, files.folder, places);
    // The repaired journal no longer shows that reads may return old values, so docsform waits here.
    const onWait = waitReporter(context, settings);
    if (journal.dropped > 0) await waitFor(consistencyWindowMs(environment), { clock, onWait }, signal);
    const repaired =
      pieces &&
      (await withClient(context, settings, layout.service, (client) =>
        reconcilerFor(context, settings, client, diskOf(inputs)).repairState({
          desired,
          pieces,
          journal: journal.lines,
          signal,
        }),
      ));
    if (repaired !== undefined) putState(durable, files.folder, places, repaired.state);
    putJournal(durable, files.folder, places, journal);
    const layoutPaths = layout.files.map(({ path }) => path);
    const swept = sweepLeftBehind(durable, files.system, files.folder, places, layoutPaths);
    const result = { places, repaired, journal, swept };
    printResult(context, settings, { of: "state", json: repairJson(result), text: renderRepaired(result) });
  });
}
