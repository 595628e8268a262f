import { present } from "../../model/present.ts";
import { answer, warn } from "../answer.ts";
import { withClient } from "../connection.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { whileHeld } from "../hold.ts";
import { loadLayout } from "../load-layout.ts";
import { placesOf } from "../places.ts";
import { diskAt, reconcilerFor } from "../reconciler.ts";
import { plainText } from "../render/plain-text.ts";
import type { HoldSettings, ServiceSettings } from "../settings.ts";

/** Notes in the lock which live object an address of the layout is. Writes nothing else. */
export async function adopt(
  context: Context,
  settings: ServiceSettings & HoldSettings,
  address: string,
  id: string,
): Promise<ExitCode> {
  const layout = await loadLayout(context, settings);
  warn(context, settings, layout.warnings, layout.files);
  const { desired, moves, home } = layout;
  const places = placesOf(settings, home, desired.organizationId);
  const { title, isKnown } = await withClient(context, settings, layout.service, (client) => {
    const reconciler = reconcilerFor(context, settings, client, diskAt(context.io, places));
    const asked = { desired, address, id, moves, ...present({ signal: context.io.signal }) };
    return whileHeld(context, settings, reconciler, () => reconciler.adoptOne(asked));
  });
  const named = `${plainText(address)} is ${plainText(id)} ${JSON.stringify(plainText(title))}`;
  answer(context, settings, {
    of: "adopt",
    json: { address, id, title, lock: places.lock ?? null, changed: !isKnown },
    text: isKnown
      ? `${named}: the lock says so already.\n`
      : `${named}, from now on. Nothing was written to the service; docsform plan tells what differs.\n`,
  });
  return exitCodes.done;
}
