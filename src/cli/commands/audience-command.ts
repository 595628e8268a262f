import { audiencesOf } from "../../engine/plan/audience/who-sees-it.ts";
import { refuseIncompleteLists } from "../../engine/reconcile/pull-layout.ts";
import { usualLayoutFile } from "../../layout/layout-name.ts";
import { fail } from "../../model/codes/command-words.ts";
import { indexTypes } from "../../model/type-index.ts";
import { renderAudiences } from "../../report/text/audiences-text.ts";
import { labelsOf } from "../../report/view/label.ts";
import type { Context } from "../command-context.ts";
import { forEachOrganization } from "../each-organization.ts";
import { namedOrganization } from "../environment.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { LoadedLayout } from "../load-layout.ts";
import type { ServiceSettings } from "../option-table.ts";
import { openLayout } from "../plan-layout.ts";
import { printResult } from "../print-result.ts";
import { widthOf } from "../width.ts";
import { withClient } from "../with-client.ts";

/** Shows who can see what now and, with a layout, after an apply. Writes nothing to the service. */
export async function audience(
  context: Context,
  settings: ServiceSettings,
  wanted: string | undefined,
): Promise<ExitCode> {
  const organizationId = namedOrganization(context.io, settings);
  const hasLayout = settings.file !== undefined || context.io.files.read(usualLayoutFile) !== undefined;
  if (hasLayout)
    return forEachOrganization(context, settings, "shows", (layout) =>
      showAudience(context, settings, layout, wanted),
    );
  if (organizationId === undefined) throw fail("cli/no-organization", { case: "audience" });
  return showAudience(context, { ...settings, state: false }, withoutLayout(organizationId), wanted);
}

/** A layout that declares nothing: an apply of it changes nothing. */
function withoutLayout(organizationId: string): LoadedLayout {
  return {
    desired: { organizationId, objects: [], prune: [], safety: {} },
    files: [],
    warnings: [],
    home: { folder: "." },
    service: {},
    moves: new Map(),
    resources: [],
  };
}

async function showAudience(
  context: Context,
  settings: ServiceSettings,
  layout: LoadedLayout,
  wanted: string | undefined,
): Promise<ExitCode> {
  const { io, palette, types } = context;
  const planned = await withClient(context, settings, layout.service, (client) =>
    openLayout(context, settings, client, layout).plan({ everything: true }),
  );
  refuseIncompleteLists(planned.live);
  const objects = audiencesOf(planned, indexTypes(types), wanted);
  if ("meant" in objects)
    throw fail("cli/unknown-address", { case: "audience", address: wanted ?? "", meant: objects.meant });
  printResult(context, settings, {
    of: "audience",
    json: { objects },
    text: renderAudiences(objects, { palette, labelOf: labelsOf(types), width: widthOf(io) }),
  });
  return exitCodes.done;
}
