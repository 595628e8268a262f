import { dirname, isAbsolute, join } from "node:path";
import { type LayoutInput, type LayoutRead, readLayout } from "../layout/read-layout.ts";
import type { ReadFile } from "../layout/reading.ts";
import type { SourceText } from "../layout/yaml-source.ts";
import type { Address } from "../model/address.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import type { Diagnostic } from "../model/diagnostic.ts";

import { present } from "../model/present.ts";
import { Secret, type SecretSource } from "../model/secret.ts";
import type { Home } from "../reconcile/disk/places.ts";
import type { AppResource } from "../synthesized/app-resources.ts";
import type { ServiceDefaults } from "../synthesized/read-provider.ts";
import type { Context } from "./context.ts";
import { namedOrganization } from "./environment.ts";
import { fail } from "./fail.ts";
import type { Files } from "./files.ts";
import type { Io } from "./io.ts";
import { LayoutError } from "./layout-error.ts";
import { findLayoutFiles, type LayoutFile, type LayoutFiles } from "./layout-files.ts";
import type { LayoutSettings } from "./settings.ts";
import type { StackFile } from "./synthesized-app.ts";

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
}

/** A layout that docsform can edit in place. */
export interface EditableLayout {
  /** The files on disk. */
  readonly sources: readonly SourceText[];
  readonly variables: ReadonlyMap<string, string | undefined>;
  /** Parses other texts instead of these files. */
  readonly read: (sources: readonly SourceText[]) => LayoutRead;
}

/** Reads the layout that the settings name. Throws a {@link LayoutError} with all of its errors. */
export async function loadLayout(context: Context, settings: LayoutSettings): Promise<LoadedLayout> {
  const { io } = context;
  const found = findLayoutFiles(io.files, settings.file);
  const organization = namedOrganization(io, settings);
  const input = inputOf(context, settings, found.home);
  const { desired, diagnostics, sources, service, moves, resources, variables } =
    found.kind === "yaml"
      ? { ...readFiles(input, found.files, organization), service: {}, ...noResources }
      : await readStacks(input, found.files, organization);
  // In these texts, unlike in the files on disk, the secrets of the layout are redacted.
  const files = sources.map(({ file, text }) => ({ path: file, text }));
  if (desired === undefined) throw new LayoutError(diagnostics, files);
  if (organization !== undefined && desired.organizationId !== organization) {
    const declared = desired.organizationId;
    throw fail("cli/other-organization", { case: "layout", declared, given: organization });
  }
  return {
    desired,
    files,
    warnings: diagnostics,
    home: { ...found.home, ...present({ declared: desired.name, environment: desired.environment }) },
    service,
    moves,
    resources,
    ...(found.kind === "yaml" ? { editable: editableOf(input, found.files, organization, variables) } : {}),
  };
}

const noResources = { moves: new Map<Address, Address>(), resources: [] };

function inputOf({ io, types }: Context, settings: LayoutSettings, home: Home): ReadInput {
  return {
    types,
    environment: io.environment,
    tokens: tokensOf(io, settings),
    readFile: fileReader(io.files, home, settings.filesFrom),
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
    inputOf(context, settings, home),
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

async function readStacks(input: ReadInput, files: readonly StackFile[], organization: string | undefined) {
  if (input.variables !== undefined) throw fail("cli/no-variables");
  if (input.environmentName !== undefined) throw fail("cli/no-environments");
  const { readTerraformJson } = await import("../synthesized/read-terraform-json.ts");
  return readTerraformJson({
    ...input,
    stacks: files.map(({ stack, path, text, annotations }) => ({
      name: stack,
      source: { file: path, text },
      annotations,
    })),
    ...present({ organization }),
  });
}

/**
 * Reads files that a layout names. They may be below the folder of the file that names them, the layout's folder, the working directory, or
 * a folder of `--files-from`.
 */
function fileReader(files: Files, home: Home, further: readonly string[] = []): ReadFile {
  return (path, layoutFile, most) => {
    const folder = dirname(layoutFile);
    const fullPath = isAbsolute(path) ? path : join(folder, path);
    files.uses.read(fullPath, "a file that the layout names");
    return files.readNamed(fullPath, { usual: [folder, home.folder, "."], further }, most);
  };
}

/** The tokens that this process knows. */
function tokensOf(
  io: Io,
  { tokenFile }: LayoutSettings & { readonly tokenFile?: string },
): readonly Secret[] {
  const inFile = tokenFile === undefined ? undefined : io.files.read(tokenFile)?.trim();
  return [
    ...secretFrom(inFile, { kind: "file", path: tokenFile ?? "" }),
    ...secretFrom(io.environment["DOCSFORM_TOKEN"], { kind: "environment", name: "DOCSFORM_TOKEN" }),
  ];
}

function secretFrom(text: string | undefined, source: SecretSource): readonly Secret[] {
  return text === undefined || text === "" ? [] : [new Secret(text, source)];
}
