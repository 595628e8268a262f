import { releaseClaim } from "../../reconcile/disk/claim-file.ts";
import { durableFiles } from "../../reconcile/disk/durable-file.ts";
import { createFileDisk } from "../../reconcile/disk/file-disk.ts";
import { holderText } from "../../reconcile/disk/hold-claim.ts";
import { renameLock } from "../../reconcile/disk/lock-file.ts";
import type { Places } from "../../reconcile/disk/places.ts";
import { answer } from "../answer.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import { placesOf } from "../places.ts";
import { plainText } from "../render/plain-text.ts";
import type { LayoutSettings, PlaceSettings } from "../settings.ts";

/** Does to what is kept about a layout what the action says. */
export async function lock(
  context: Context,
  settings: LockSettings,
  action: "release" | "rename",
): Promise<ExitCode> {
  const { home, desired } = await loadLayout(context, settings);
  const { organizationId } = desired;
  const places = placesOf(settings, home, organizationId);
  if (action === "release") return release(context, settings, places);
  return await rename(context, settings, places, organizationId);
}

type LockSettings = LayoutSettings & PlaceSettings;

/** Ends the claim on a layout, whoever has it. A run that lives all the same notices, and begins nothing more. */
function release(context: Context, settings: LockSettings, { claim }: Places): ExitCode {
  const { io } = context;
  const found = releaseClaim(io.files.system, io.files.full(claim));
  const holder = found === undefined ? undefined : holderText(found, io.clock.now());
  answer(context, settings, {
    json: { released: holder !== undefined, holder },
    text:
      holder === undefined
        ? "Nobody has a claim on this layout here.\n"
        : `Released the claim of ${plainText(holder)}.\n`,
  });
  return exitCodes.done;
}

/** Accepts a lock of another name, or of none, as the layout's. */
async function rename(
  context: Context,
  settings: LockSettings,
  places: Places,
  organizationId: string,
): Promise<ExitCode> {
  const { files, clock, random } = context.io;
  const claim = await createFileDisk(places, files.folder, files.system).claim({ id: random.hex(8), clock });
  try {
    const renamed = renameLock(durableFiles(files.system), files.folder, places, organizationId);
    const { from, to, formerly } = renamed;
    const of = formerly === undefined ? "" : `, which was of the layout ${formerly}`;
    answer(context, settings, {
      json: { layout: places.layout, from, lock: to, formerly },
      text: `${plainText(to)} is the lock of the layout ${places.layout}. It was ${plainText(from)}${plainText(of)}.\n`,
    });
  } finally {
    await claim.release();
  }
  return exitCodes.done;
}
