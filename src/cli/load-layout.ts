import { dirname, isAbsolute, join, relative } from "node:path";
import type { StructureLayout } from "../layout/git-sync/structure-as-layout.ts";
import { type LayoutInput, type LayoutRead, readLayout } from "../layout/read-layout.ts";
import type { ReadFile } from "../layout/reading.ts";
import type { AppResource } from "../layout/synthesized/app-resources.ts";
import type { ServiceDefaults } from "../layout/synthesized/read-provider.ts";
import type { OrganizationStacks } from "../layout/synthesized/read-terraform-json.ts";
import type { StackText } from "../layout/synthesized/stack.ts";
import type { SourceText } from "../layout/yaml-source.ts";
import type { Address } from "../model/address.ts";
import { fail } from "../model/codes/command-words.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import type { Diagnostic, SourcePosition } from "../model/diagnostic.ts";
import type { Home } from "../state/state-places.ts";
import { present } from "../util/present.ts";
import { appliedBefore } from "./applied-before.ts";
import type { Context } from "./command-context.ts";
import { namedOrganization } from "./environment.ts";
import type { Files } from "./files.ts";
import { tokensOf } from "./known-tokens.ts";
import { LayoutError } from "./layout-error.ts";
import {
  findFiles,
  type LayoutFile,
  type LayoutFiles,
  refuseStructure,
  type StructureFiles,
} from "./layout-files.ts";
import type { LayoutSettings, PlaceSettings } from "./option-table.ts";
import type { StructureSettings } from "./structure-layout.ts";
import { outputOf, type PartOfApp, partOfApp, type StackFile } from "./synthesized-app.ts";

/** A layout without errors. */
export interface LoadedLayout {
  readonly desired: DesiredWorld;
  readonly files: readonly LayoutFile[];
  readonly warnings: readonly Diagnostic[];
  readonly home: Home;
  /** The layout's settings for the service. The settings of the command and the environment come first. */
  readonly service: ServiceDefaults;
  /** The present addresses of objects, by their former addresses. */
  readonly moves: ReadonlyMap<Address, Address>;
  /** The resources of a synthesized app. Empty for other layouts. */
  readonly resources: readonly AppResource[];
  /** Absent: an app synthesized the layout. */
  readonly editable?: EditableLayout;
  /** Which part of an app for several organizations this layout is. Absent: the settings name one whole layout. */
  readonly part?: AppPart;
}

/** One of the organizations of an app. */
export interface AppPart extends OrganizationStacks {
  /** The ids of the app's other organizations. */
  readonly others: readonly string[];
  readonly otherHomes: PartOfApp["otherHomes"];
}

/** A layout that docsform can edit in place. */
export interface EditableLayout {
  /** The files on disk. */
  readonly sources: readonly SourceText[];
  readonly variables: ReadonlyMap<string, string | undefined>;
  /** Parses other texts instead of these files. */
  readonly read: (sources: readonly SourceText[]) => LayoutRead;
}

/**
 * Reads the layout that the settings name. Throws a {@link LayoutError} with all of its errors. An app for several organizations is one
 * layout for each of them, so the settings have to name the organization.
 */
export async function loadLayout(context: Context, settings: LayoutSettings): Promise<LoadedLayout> {
  const [layout, other] = await loadLayouts(context, settings, "one");
  if (layout === undefined || other !== undefined) throw new TypeError("The settings name one layout.");
  return layout;
}

/**
 * Reads the layouts that the settings name: one, or one for each organization of an app, in the order of its stacks. Throws a
 * {@link LayoutError} with the errors of all of them. `structureSettings`: the command takes a file of Git Sync as it stands.
 */
export async function loadLayouts(
  context: Context,
  settings: LayoutSettings,
  wanted: "each" | "one" = "each",
  structureSettings?: StructureSettings,
): Promise<readonly LoadedLayout[]> {
  const { io } = context;
  const found = findFiles(context, settings.file);
  if (found.kind === "structure") {
    if (structureSettings === undefined) refuseStructure(found);
    return [await readStructure(context, structureSettings, found)];
  }
  if (structureSettings?.site !== undefined) throw fail("cli/wrong-usage", { case: "partOfLayout" });
  if (found.kind !== "program") return readLayouts(context, settings, wanted, found);
  const synthesize = await io.synthesize?.();
  if (synthesize === undefined) throw new TypeError("This program runs no apps.");
  return synthesize(found.path, async (folder) => {
    const files = outputOf(io.files, folder, found.path);
    const output = { shown: found.path, folder };
    return readLayouts(context, settings, wanted, { ...found, kind: "terraform-json", files, output });
  });
}

/** The temporary folder with the output of an app. Messages show its files below the path of the program. */
interface AppOutput {
  readonly shown: string;
  readonly folder: string;
}

async function readLayouts(
  context: Context,
  settings: LayoutSettings,
  wanted: "each" | "one",
  found: Exclude<LayoutFiles, { readonly kind: "program" }> & { readonly output?: AppOutput },
): Promise<readonly LoadedLayout[]> {
  const { io } = context;
  const organization = namedOrganization(io, settings);
  const input = inputOf(context, settings, found);
  if (found.kind === "yaml") {
    const read = readFiles(input, found.files, organization);
    const editable = editableOf(input, found.files, organization, read.variables);
    return loaded(
      [{ read: { ...read, service: {}, ...noResources }, home: found.home, editable }],
      organization,
    );
  }
  const whole = await readStacks(input, found.files, organization);
  const all = whole.organizations;
  if (all.length < 2) return loaded([{ read: whole, home: found.home }], organization);
  const chosen = all.filter((each) => organization === undefined || each.organization === organization);
  if (chosen.length === 0)
    throw fail("cli/other-organization", {
      case: "app",
      declared: all.map((each) => each.organization),
      given: organization ?? "",
    });
  if (wanted === "one" && chosen.length > 1)
    throw layoutError([
      {
        ...whole,
        diagnostics: whole.diagnostics.filter(({ code }) => code === "synth/several-organizations"),
      },
    ]);
  const parts = chosen.map(async (each): Promise<Read> => {
    const isOwn = ({ stack }: StackFile) => each.stacks.includes(stack);
    const others = found.files.filter((file) => !isOwn(file));
    const { stacks, home, otherHomes } = partOfApp(found, found.files.filter(isOwn), each.organization);
    const otherIds = all.map((other) => other.organization).filter((id) => id !== each.organization);
    const part = { ...each, others: otherIds, otherHomes };
    return { read: await readStacks(input, stacks, organization, others), home, part };
  });
  return loaded(await Promise.all(parts), organization);
}

/** Reads a file that sets the structure of a site through Git Sync. Positions are those in the file. */
async function readStructure(
  context: Context,
  settings: StructureSettings,
  { files, home }: StructureFiles,
): Promise<LoadedLayout> {
  const [file, second] = files;
  if (file === undefined || second !== undefined)
    throw fail("cli/git-sync-file", { case: "several", paths: files.map(({ path }) => path) });
  const { layoutOfStructure } = await import("./structure-layout.ts");
  const { organization, structure } = await layoutOfStructure(context, settings, file);
  const read = readFiles(
    inputOf(context, settings, { home }),
    [{ path: file.path, text: structure.text }],
    organization,
  );
  const placed = atOriginal(read, structure, file);
  const [layout] = loaded([{ read: { ...placed, service: {}, ...noResources }, home }], organization);
  if (layout === undefined) throw new TypeError("A file of Git Sync is one layout.");
  return layout;
}

/** A layout that was read from another text, with the positions in its file. */
function atOriginal(
  read: LayoutRead,
  { at, warnings }: StructureLayout,
  { path, text }: LayoutFile,
): LayoutRead {
  const original = <Each extends { readonly at?: SourcePosition }>(each: Each): Each =>
    each.at === undefined ? each : { ...each, at: at(each.at.line) };
  const objects = read.desired?.objects.map((object) => ({ ...original(object), positions: {} }));
  return {
    ...read,
    desired: read.desired && { ...read.desired, objects: objects ?? [] },
    diagnostics: [...read.diagnostics.map(original), ...warnings],
    sources: [{ file: path, text }],
  };
}

/** A layout that was read, and may have errors. */
interface Read extends Pick<LoadedLayout, "home" | "editable" | "part"> {
  readonly read: Omit<LoadedLayout, "home" | "files" | "warnings" | "desired"> &
    Pick<LayoutRead, "desired" | "diagnostics" | "sources">;
}

/** The layouts, if none of them has an error. */
function loaded(all: readonly Read[], organization: string | undefined): readonly LoadedLayout[] {
  if (all.some(({ read }) => read.desired === undefined)) throw layoutError(all.map(({ read }) => read));
  return all.map(({ read, home, ...more }) => {
    const { desired, diagnostics, sources, service, moves, resources } = read;
    if (desired === undefined) throw layoutError([read]);
    if (organization !== undefined && desired.organizationId !== organization) {
      const declared = desired.organizationId;
      throw fail("cli/other-organization", { case: "layout", declared, given: organization });
    }
    return {
      desired,
      files: filesOf(sources),
      warnings: diagnostics,
      home: { ...home, ...present({ declared: desired.name, environment: desired.environment }) },
      service,
      moves,
      resources,
      ...more,
    };
  });
}

function layoutError(all: readonly Pick<LayoutRead, "diagnostics" | "sources">[]): LayoutError {
  return new LayoutError(
    all.flatMap(({ diagnostics }) => diagnostics),
    all.flatMap(({ sources }) => filesOf(sources)),
  );
}

/** In these texts, unlike in the files on disk, the secrets of the layout are redacted. */
function filesOf(sources: readonly SourceText[]): readonly LayoutFile[] {
  return sources.map(({ file, text }) => ({ path: file, text }));
}

const noResources = { moves: new Map<Address, Address>(), resources: [] };

function inputOf(
  { io, types }: Context,
  settings: LayoutSettings & PlaceSettings,
  place: { readonly home: Home; readonly output?: AppOutput },
): ReadInput {
  return {
    types,
    environment: io.environment,
    tokens: tokensOf(io, settings),
    readFile: fileReader(io.files, place, settings.filesFrom),
    wasApplied: appliedBefore(io, settings, place.home),
    ...present({ variables: settings.var, environmentName: settings.env }),
  };
}

/** The files of a layout on disk, which may have errors. */
export function openEditable(
  context: Context,
  settings: LayoutSettings,
  { home, files }: Pick<LayoutFiles & { readonly kind: "yaml" }, "home" | "files">,
): EditableLayout {
  return editableOf(
    inputOf(context, settings, { home }),
    files,
    namedOrganization(context.io, settings),
    undefined,
  );
}

function editableOf(
  input: ReadInput,
  files: readonly LayoutFile[],
  organization: string | undefined,
  variables: LayoutRead["variables"],
): EditableLayout {
  const layers = new Map(files.map(({ path, layer }) => [path, layer]));
  return {
    sources: files.map(({ path, text }) => ({ file: path, text })),
    variables: variables ?? new Map(),
    read: (sources) =>
      readFiles(
        input,
        sources.map(({ file, text }) => ({ path: file, text, ...present({ layer: layers.get(file) }) })),
        organization,
      ),
  };
}

type ReadInput = Omit<LayoutInput, "sources" | "organization">;

/** Reads a layout, with its own organization. The given organization counts only if the layout has none. */
function readFiles(
  readInput: ReadInput,
  files: readonly LayoutFile[],
  organization: string | undefined,
): LayoutRead {
  const input = {
    ...readInput,
    sources: files.map(({ path, text, layer }) => ({ file: path, text, ...present({ layer }) })),
  };
  const layout = readLayout(input);
  if (layout.desired !== undefined || organization === undefined) return layout;
  const mayLackOrganization = layout.diagnostics.some(({ code }) => code === "layout/missing-field");
  return mayLackOrganization ? readLayout({ ...input, organization }) : layout;
}

async function readStacks(
  input: ReadInput,
  files: readonly StackFile[],
  organization: string | undefined,
  others: readonly StackFile[] = [],
) {
  if (input.variables !== undefined) throw fail("cli/no-variables");
  if (input.environmentName !== undefined) throw fail("cli/no-environments");
  const { readTerraformJson } = await import("../layout/synthesized/read-terraform-json.ts");
  return readTerraformJson({
    ...input,
    stacks: files.map(stackText),
    others: others.map(stackText),
    ...present({ organization }),
  });
}

function stackText({ stack, path, text, annotations }: StackFile): StackText {
  return { name: stack, source: { file: path, text }, annotations };
}

/**
 * Reads files that a layout names. They may be below the folder of the file that names them, the layout's folder, the working directory, or
 * a folder of `--files-from`.
 */
function fileReader(
  files: Files,
  { home, output }: { readonly home: Home; readonly output?: AppOutput },
  further: readonly string[] = [],
): ReadFile {
  return (path, layoutFile, most) => {
    const shown = dirname(layoutFile);
    const folder = output === undefined ? shown : join(output.folder, relative(output.shown, shown));
    const fullPath = isAbsolute(path) ? path : join(folder, path);
    files.uses.read(fullPath, "a file that the layout names");
    return files.readNamed(fullPath, { usual: [folder, home.folder, "."], further }, most);
  };
}
