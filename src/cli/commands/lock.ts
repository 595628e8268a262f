import type { Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import { DocsformError } from "../../model/errors.ts";
import { indexTypes } from "../../model/type-index.ts";
import { declaredIn } from "../../reconcile/declared-in.ts";
import { releaseClaim } from "../../reconcile/disk/claim-file.ts";
import type { Claim, Disk } from "../../reconcile/disk/disk.ts";
import { durableFiles } from "../../reconcile/disk/durable-file.ts";
import { holderText } from "../../reconcile/disk/hold-claim.ts";
import { putJournal, readableJournal } from "../../reconcile/disk/journal-file.ts";
import { sweepLeftBehind } from "../../reconcile/disk/left-behind.ts";
import { brokenLock, putLock, renameLock } from "../../reconcile/disk/lock-file.ts";
import type { Places } from "../../reconcile/disk/places.ts";
import {
  type EditedLock,
  entryOf,
  forgetInLock,
  type LockAtHand,
  moveInLock,
} from "../../reconcile/edit-lock.ts";
import { handOver } from "../../reconcile/hand-over.ts";
import { answer } from "../answer.ts";
import { withClient } from "../connection.ts";
import { consistencyWindowMs } from "../consistency-window.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { type LoadedLayout, loadLayout } from "../load-layout.ts";
import { placesOf } from "../places.ts";
import { diskAt, reconcilerFor } from "../reconciler.ts";
import { lockJson, renderEdited, renderEntry, renderLock } from "../render/lock.ts";
import { plainText } from "../render/plain-text.ts";
import { renderRepaired, repairJson } from "../render/repaired.ts";
import { type ServiceSettings, withNamed } from "../settings.ts";

/** How many addresses each action takes. */
const actions = { list: 0, show: 1, move: 2, forget: 1, release: 0, rename: 0, repair: 0 } as const;

type Action = keyof typeof actions;
type LockSettings = ServiceSettings & { readonly to?: string; readonly from?: string };

/** What an action is done with. */
interface Doing {
  readonly context: Context;
  readonly settings: LockSettings;
  readonly places: Places;
  readonly layout: Pick<LoadedLayout, "desired" | "service" | "files">;
  readonly desired: DesiredWorld;
  readonly addresses: readonly Address[];
}

/** Does to what is kept about a layout what the action says. */
export async function lock(
  context: Context,
  given: LockSettings,
  action: Action,
  words: readonly string[],
): Promise<ExitCode> {
  const isHandedOver = action === "move" && given.to !== undefined;
  const { addresses, layout } = addressesIn(action, words, isHandedOver ? 1 : actions[action]);
  const settings = withNamed(given, layout);
  const loaded = await loadLayout(context, settings);
  const { home, desired } = loaded;
  const places = placesOf(settings, home);
  const at = { context, settings, places, layout: loaded, desired, addresses };
  await (isHandedOver ? handToLayout(at) : doing[action](at));
  return exitCodes.done;
}

/** The first words are the addresses that the action takes; one more names the layout. */
function addressesIn(
  action: Action,
  words: readonly string[],
  wanted: number,
): { readonly addresses: readonly Address[]; readonly layout: string | undefined } {
  const [addresses, [layout, ...more]] = [words.slice(0, wanted), words.slice(wanted)];
  if (addresses.length === wanted && more.length === 0) return { addresses, layout };
  const takes = wanted === 0 ? "no address" : wanted === 1 ? "one address" : "two addresses";
  throw new DocsformError("cli/wrong-usage", `docsform lock ${action} takes ${takes}, and then a layout.`, {
    remedy: "docsform lock --help tells more.",
  });
}

const doing: Readonly<Record<Action, (doing: Doing) => Promise<void>>> = {
  list: async (at) => {
    const { lock: found } = await read(at);
    answer(at.context, at.settings, {
      of: "lock",
      json: lockJson(at.places, found),
      text: renderLock(at.places, found),
    });
  },
  show: async (at) => {
    const [address = ""] = at.addresses;
    const { lock: found } = await read(at);
    const entry = found === undefined ? undefined : entryOf(found, address);
    if (entry === undefined) throw noLock(at.places);
    answer(at.context, at.settings, {
      of: "lock",
      json: { address, ...entry },
      text: renderEntry(address, entry),
    });
  },
  move: async (at) => {
    const [from = "", to = ""] = at.addresses;
    await edit(at, (editing) => moveInLock(editing, from, to));
  },
  forget: async (at) => {
    const [address = ""] = at.addresses;
    await edit(at, (editing) => forgetInLock(editing, address));
  },
  release,
  rename,
  repair,
};

function diskOf({ context, places }: Doing): Disk {
  return diskAt(context.io, places);
}

function read(at: Doing): ReturnType<Disk["read"]> {
  return diskOf(at).read(at.desired.organizationId, declaredIn(at.desired));
}

function noLock({ lock: path }: Places): DocsformError {
  return new DocsformError("lock/none", `There is no lock at ${path ?? ""}.`, {
    remedy: "An apply makes it, and so does docsform adopt.",
  });
}

/** Changes the lock while no other run applies the layout, and tells what that means. */
async function edit(at: Doing, change: (editing: LockAtHand) => Promise<EditedLock>): Promise<void> {
  const { context, settings, desired } = at;
  const { organizationId } = desired;
  await whileClaimed(at, async (claim) => {
    const editing = { disk: diskOf(at), claim, organizationId, types: indexTypes(context.types) };
    const { changed } = await change(editing);
    answer(context, settings, {
      of: "lock",
      json: { lock: at.places.lock, changed: Object.fromEntries(changed) },
      text: renderEdited(changed, declaredIn(desired)),
    });
  });
}

/** Hands an object to the layout that `--to` names, while no other run applies either of them. */
async function handToLayout(at: Doing): Promise<void> {
  const { context, settings, desired } = at;
  const { to: named = "", lock: _, journal: __, ...rest } = settings;
  const { organizationId } = desired;
  const other = await loadLayout(context, { ...rest, file: [named] });
  const places = placesOf({}, other.home);
  const there: Doing = { ...at, places, layout: other, desired: other.desired };
  const [address = ""] = at.addresses;
  await whileClaimed(at, (claim) =>
    whileClaimed(there, async (claimThere) => {
      const giver = { disk: diskOf(at), claim, organizationId, types: indexTypes(context.types) };
      const isDeclared = declaredIn(other.desired);
      const ofReceiver = { organizationId: other.desired.organizationId, isDeclared };
      const receiver = { disk: diskOf(there), claim: claimThere, ...ofReceiver };
      const moved = await handOver(giver, receiver, address);
      answer(context, settings, {
        of: "lock",
        json: { layout: places.layout, lock: places.lock ?? "", handedOver: moved },
        text: moved
          .map(
            (each) => `${plainText(each)} belongs to the layout ${plainText(places.layout)} from now on.\n`,
          )
          .join(""),
      });
    }),
  );
}

async function whileClaimed(at: Doing, work: (claim: Claim) => Promise<void>): Promise<void> {
  const { clock, random } = at.context.io;
  const claim = await diskOf(at).claim({ id: random.hex(8), clock });
  try {
    await work(claim);
  } finally {
    await claim.release();
  }
}

/** Ends the claim on a layout, whoever has it. A run that lives all the same notices, and begins nothing more. */
async function release({ context, settings, places: { claim } }: Doing): Promise<void> {
  const { io } = context;
  const found = releaseClaim(io.files.system, io.files.full(claim));
  const holder = found === undefined ? undefined : holderText(found, io.clock.now());
  answer(context, settings, {
    of: "lock",
    json: { released: holder !== undefined, holder },
    text:
      holder === undefined
        ? "Nobody has a claim on this layout here.\n"
        : `Released the claim of ${plainText(holder)}.\n`,
  });
}

/** Accepts a lock of another name as the layout's. */
async function rename(at: Doing): Promise<void> {
  const { context, settings, places, desired } = at;
  const { files } = context.io;
  await whileClaimed(at, async () => {
    const { organizationId } = desired;
    const durable = durableFiles(files.system);
    const renamed = renameLock(durable, files.folder, places, organizationId, settings.from);
    const { from, to, formerly } = renamed;
    answer(context, settings, {
      of: "lock",
      json: { layout: places.layout, from, lock: to, formerly },
      text: `${plainText(to)} is the lock of the layout ${places.layout}. It was ${plainText(from)}, which was of the layout ${plainText(formerly)}.\n`,
    });
  });
}

/** Keeps what is right of lock and journal, and removes what a killed run left. */
async function repair(at: Doing): Promise<void> {
  const { context, settings, places, layout, desired } = at;
  const { files, clock, environment, signal } = context.io;
  const durable = durableFiles(files.system);
  await whileClaimed(at, async () => {
    const pieces = brokenLock(durable, files.folder, places, desired.organizationId);
    const journal = readableJournal(durable, files.folder, places);
    // Once its lines are gone nobody knows that there is something to wait for.
    if (journal.dropped > 0) await clock.sleep(consistencyWindowMs(environment), signal);
    const repaired =
      pieces &&
      (await withClient(context, settings, layout.service, (client) =>
        reconcilerFor(context, settings, client, diskOf(at)).repairLock({
          desired,
          pieces,
          journal: journal.lines,
          signal,
        }),
      ));
    if (repaired !== undefined) putLock(durable, files.folder, places, repaired.lock);
    putJournal(durable, files.folder, places, journal);
    const paths = layout.files.map(({ path }) => path);
    const swept = sweepLeftBehind(durable, files.system, files.folder, places, paths);
    const done = { places, repaired, journal, swept };
    answer(context, settings, { of: "lock", json: repairJson(done), text: renderRepaired(done) });
  });
}
