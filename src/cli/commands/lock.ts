import { releaseClaim } from "../../reconcile/disk/claim-file.ts";
import { holderText } from "../../reconcile/disk/hold-claim.ts";
import { answer } from "../answer.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import { placesOf } from "../places.ts";
import { plainText } from "../render/plain-text.ts";
import type { LayoutSettings, PlaceSettings } from "../settings.ts";

/** Ends the claim on a layout, whoever has it. A run that lives all the same notices, and begins nothing more. */
export async function releaseLock(
  context: Context,
  settings: LayoutSettings & PlaceSettings,
): Promise<ExitCode> {
  const { io } = context;
  const { home, desired } = await loadLayout(context, settings);
  const { claim } = placesOf(settings, home, desired.organizationId);
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
