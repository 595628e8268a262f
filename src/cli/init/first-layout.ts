import { formatSource } from "../../layout/format/format-source.ts";
import { layoutTypesOf } from "../../layout/layout-types.ts";
import { writePulled } from "../../layout/write-pulled.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { type State, stateVersion } from "../../model/state.ts";
import { createMemoryDisk } from "../../state/memory-disk.ts";
import type { Context } from "../command-context.ts";
import { endedAtQuestion } from "../ended-at-question.ts";
import { namedOrganization } from "../environment.ts";
import { LayoutError } from "../layout-error.ts";
import { findFiles } from "../layout-files.ts";
import {
  isStructureStart,
  type LayoutStart,
  type ServiceSettings,
  type StructureStart,
} from "../option-table.ts";
import { reconcilerFor } from "../reconciler-for.ts";
import { withClient } from "../with-client.ts";
import { whichOrganization } from "./which-organization.ts";

/** A first layout, and the state that maps its addresses to live objects. */
export interface FirstLayout {
  readonly organization: string;
  readonly text: string;
  readonly state: State;
  readonly notes: readonly string[];
}

/** The emulator's default organization. */
const emulated = "emulated";

/** Creates the layout without writing a file. */
export async function firstLayout(
  context: Context,
  settings: ServiceSettings,
  start: LayoutStart | StructureStart,
): Promise<FirstLayout> {
  const named = namedOrganization(context.io, settings);
  if (isStructureStart(start)) return fromStructure(context, settings, start);
  switch (start) {
    case "live":
      return withClient(context, settings, {}, async (client) =>
        readLive(context, settings, client, named ?? (await whichOrganization(context, client))),
      );
    case "example":
      return example(context, named ?? (await organizationOfExample(context, settings)));
    case "emulator":
      return example(context, named ?? emulated);
  }
}

async function readLive(
  context: Context,
  settings: ServiceSettings,
  client: Parameters<Parameters<typeof withClient>[3]>[0],
  organizationId: string,
): Promise<FirstLayout> {
  // Layout and state are written together later, so the state stays in memory here.
  const disk = createMemoryDisk();
  const { io, types } = context;
  const reconciler = reconcilerFor(context, settings, client, disk);
  const { live, state } = await reconciler.pull({ organizationId, signal: io.signal });
  const { desired, ids, diagnostics, text, notes } = writePulled({ types, live });
  if (desired === undefined) throw new LayoutError(diagnostics, [{ path: "layout", text }]);
  await reconciler.savePulled({ desired, live, state, ids });
  return { organization: organizationId, text, notes, state: disk.state ?? emptyState(io, organizationId) };
}

/** The site that a file of Git Sync declares. Without a token, nothing is known of the live one. */
async function fromStructure(
  context: Context,
  settings: ServiceSettings,
  path: StructureStart,
): Promise<FirstLayout> {
  const found = findFiles(context, [path]);
  const [file] = found.kind === "structure" ? found.files : [];
  if (file === undefined) throw fail("cli/git-sync-file", { case: "none", path });
  const { layoutOfStructure, structureIn } = await import("../structure-layout.ts");
  const { structureAsLayout } = await import("../../layout/git-sync/structure-as-layout.ts");
  const offline = async () => {
    const organization =
      namedOrganization(context.io, settings) ?? (await organizationOfExample(context, settings));
    const structure = structureAsLayout(structureIn(context, settings, file), organization, undefined);
    return { organization, structure };
  };
  const { organization, structure } = hasToken(context, settings)
    ? await layoutOfStructure(context, settings, file)
    : await offline();
  const notes = structure.warnings.map(({ message }) => message);
  const types = layoutTypesOf(context.types);
  const text = formatSource(types, { file: "docsform.yaml", text: structure.text });
  return { organization, text, state: emptyState(context.io, organization), notes };
}

/** The state of an example starts empty. docsform has applied nothing, so no declared object can be a renamed one. */
async function example({ io, loadExample }: Context, organization: string): Promise<FirstLayout> {
  const write = await loadExample();
  return { organization, text: write(organization), state: emptyState(io, organization), notes: [] };
}

function emptyState({ random }: Context["io"], organization: string): State {
  return { docsformState: stateVersion, organization, salt: random.hex(16), objects: {} };
}

/** The token's organization. Without a token, the user types the id. */
export async function organizationOfExample(context: Context, settings: ServiceSettings): Promise<string> {
  const { ask } = context.io;
  if (hasToken(context, settings))
    return withClient(context, settings, {}, (client) => whichOrganization(context, client));
  if (ask === undefined) throw noOrganization();
  const typed = await ask("The organization's id: ");
  if (typed === undefined) throw endedAtQuestion();
  if (typed.trim() === "") throw noOrganization();
  return typed.trim();
}

function hasToken({ io }: Context, { tokenFile }: ServiceSettings): boolean {
  return tokenFile !== undefined || io.environment["DOCSFORM_TOKEN"] !== undefined;
}

function noOrganization(): DocsformError {
  return fail("cli/no-organization", { case: "init" });
}
