import { checkStructureFile, type StructureFile } from "../layout/git-sync/check-structure-file.ts";
import { liveAsStructure, type StructureWritten } from "../layout/git-sync/live-as-structure.ts";
import {
  liveSiteIn,
  newSiteWarning,
  type StructureLayout,
  structureAsLayout,
} from "../layout/git-sync/structure-as-layout.ts";
import { gitSyncFile } from "../layout/git-sync-file.ts";
import { tokenTexts, withoutTokens } from "../layout/hide-tokens.ts";
import { fail } from "../model/codes/command-words.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { createMemoryDisk } from "../state/memory-disk.ts";
import type { Context } from "./command-context.ts";
import { namedOrganization } from "./environment.ts";
import { whichOrganization } from "./init/which-organization.ts";
import { tokensOf } from "./known-tokens.ts";
import { LayoutError } from "./layout-error.ts";
import type { LayoutFile } from "./layout-files.ts";
import type { ServiceSettings } from "./option-table.ts";
import { siteIfAny, siteNamed, sitesIn } from "./part-named.ts";
import { reconcilerFor } from "./reconciler-for.ts";
import { withClient } from "./with-client.ts";

/** The settings of a command that takes a file of Git Sync as it stands. */
export type StructureSettings = ServiceSettings & { readonly site?: string };

/** The structure that a file of Git Sync declares, as a layout of an organization. */
export interface LayoutOfStructure {
  readonly organization: string;
  readonly structure: StructureLayout;
}

/** Reads the live site that a file of Git Sync declares, and writes the file as its layout. */
export async function layoutOfStructure(
  context: Context,
  settings: StructureSettings,
  file: LayoutFile,
): Promise<LayoutOfStructure> {
  const declared = structureIn(context, settings, file);
  return withClient(context, settings, {}, async (client) => {
    const organization =
      namedOrganization(context.io, settings) ?? (await whichOrganization(context, client));
    context.emit({ kind: "refreshing", organization });
    const reconciler = reconcilerFor(context, settings, client, createMemoryDisk());
    const { live } = await reconciler.pull({ organizationId: organization, signal: context.io.signal });
    const { types } = context;
    const site =
      settings.site === undefined
        ? siteIfAny(types, live, declared.title)
        : siteNamed(types, live, settings.site);
    const liveSite = site && liveSiteIn(readOf(live, site.id), site.id);
    const structure = structureAsLayout(declared, organization, liveSite);
    if (site !== undefined || sitesIn(types, live).length === 0) return { organization, structure };
    const warnings = [newSiteWarning(declared), ...structure.warnings];
    return { organization, structure: { ...structure, warnings } };
  });
}

/** The file of Git Sync for one live site. It keeps what only the file has that it replaces. */
export function structureOfSite(
  context: Context,
  settings: ServiceSettings & { readonly site?: string },
  live: Snapshot,
  replaced: LayoutFile | undefined,
): StructureWritten {
  const { types } = context;
  const { id: siteId } = siteNamed(types, live, settings.site);
  const isStructure = replaced !== undefined && gitSyncFile(replaced.path, replaced.text) === "structure";
  const former = isStructure ? structureIn(context, settings, replaced) : undefined;
  return liveAsStructure({ types, live: readOf(live, siteId), siteId, former });
}

/** The snapshot, if it has the contents of the site. An import of a file without them would remove them. */
function readOf(live: Snapshot, site: string): Snapshot {
  const isForbidden = live.forbiddenLists?.some(({ of }) => of?.id === site) === true;
  if (isForbidden) throw fail("cli/git-sync-file", { case: "forbidden", site });
  return live;
}

/** The file of Git Sync without errors. Throws a {@link LayoutError} with all of them. */
export function structureIn(
  { io }: Context,
  settings: StructureSettings,
  { path, text }: LayoutFile,
): StructureFile {
  const { file, diagnostics } = checkStructureFile({ file: path, text });
  if (file !== undefined) return file;
  throw new LayoutError(withoutTokens(diagnostics, tokenTexts(tokensOf(io, settings))), [{ path, text }]);
}
