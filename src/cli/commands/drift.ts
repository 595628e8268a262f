import { findDrift } from "../../plan/tell/drift.ts";
import { answer, warn } from "../answer.ts";
import { withClient } from "../connection.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { LayoutError } from "../layout-error.ts";
import { loadLayout } from "../load-layout.ts";
import { placesOf } from "../places.ts";
import { renderDrift } from "../render/drift.ts";
import type { ServiceSettings } from "../settings.ts";
import { survey } from "../survey.ts";

/** Tells what moved since the last apply, and who moved it. */
export async function drift(context: Context, settings: ServiceSettings): Promise<ExitCode> {
  const layout = await loadLayout(context, settings);
  warn(context, settings, layout.warnings, layout.files);
  const places = placesOf(settings, layout.home, layout.desired.organizationId);
  const inputs = await withClient(context.io, settings, layout.service, (client) =>
    survey(context, settings, { client, layout, places }),
  );
  const { entries, drifted, diagnostics } = findDrift(inputs);
  if (diagnostics.some(({ severity }) => severity === "error"))
    throw new LayoutError(diagnostics, layout.files);
  warn(context, settings, diagnostics, layout.files);
  answer(context, settings, {
    json: { drifted, since: inputs.lock === undefined ? "layout" : "lock", entries },
    text: renderDrift({ entries, drifted, locked: inputs.lock !== undefined }, context.palette),
  });
  return drifted ? exitCodes.changesPending : exitCodes.done;
}
