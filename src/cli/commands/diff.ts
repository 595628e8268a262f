import { DocsformError } from "../../model/errors.ts";
import { present } from "../../model/present.ts";
import { indexTypes } from "../../model/type-index.ts";
import { differencesBetween, type SeenLayout } from "../../plan/tell/differences.ts";
import { answer, warn } from "../answer.ts";
import { withClient } from "../connection.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import { placesOf } from "../places.ts";
import { diskAt, reconcilerFor } from "../reconciler.ts";
import { renderDifferences } from "../render/differences.ts";
import type { ServiceSettings } from "../settings.ts";

/** Tells how the organizations of two environments differ in what the layout declares. */
export async function diff(
  context: Context,
  settings: ServiceSettings,
  environments: readonly string[],
): Promise<ExitCode> {
  const [one, other, ...more] = environments;
  if (one === undefined || other === undefined || more.length > 0) throw wantsTwo(environments.length);
  if (typeof settings.lock === "string" || settings.journal !== undefined) throw wantsOwnLocks();
  const seen = [await look(context, settings, one), await look(context, settings, other)] as const;
  const differences = differencesBetween(indexTypes(context.types), ...seen);
  answer(context, settings, {
    of: "diff",
    json: { environments: [one, other], differences },
    text: renderDifferences([one, other], differences, context.palette),
  });
  return differences.length > 0 ? exitCodes.changesPending : exitCodes.done;
}

async function look(context: Context, settings: ServiceSettings, env: string): Promise<SeenLayout> {
  const layout = await loadLayout(context, { ...settings, env });
  warn(context, settings, layout.warnings, layout.files);
  const { desired, moves, home, service } = layout;
  const places = placesOf(settings, home, desired.organizationId);
  const about = { moves, ...present({ signal: context.io.signal }) };
  const live = await withClient(context, settings, service, (client) =>
    reconcilerFor(context, settings, client, diskAt(context.io, places)).look(desired, about),
  );
  return { desired, live };
}

function wantsTwo(given: number): DocsformError {
  return new DocsformError("cli/wrong-usage", `diff compares two environments, and ${given} are named.`, {
    remedy: "docsform diff --env staging --env production",
  });
}

function wantsOwnLocks(): DocsformError {
  return new DocsformError("cli/wrong-usage", "Each environment has a lock and a journal of its own.", {
    remedy: "Leave --lock and --journal out.",
  });
}
