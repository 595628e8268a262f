import { dirname, isAbsolute, join } from "node:path";
import { type LayoutInput, type LayoutRead, readLayout } from "../layout/read-layout.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { DocsformError } from "../model/errors.ts";
import type { Context } from "./context.ts";
import type { Files } from "./files.ts";
import { LayoutError } from "./layout-error.ts";
import { findLayoutFiles, type LayoutFile } from "./layout-files.ts";
import type { LayoutSettings } from "./settings.ts";

/** A layout that is free of errors. */
export interface LoadedLayout {
  readonly desired: DesiredWorld;
  readonly files: readonly LayoutFile[];
  readonly warnings: readonly Diagnostic[];
}

/** Reads the layout that the settings name. Throws a {@link LayoutError} with everything that is wrong with it. */
export function loadLayout({ io, types }: Context, settings: LayoutSettings): LoadedLayout {
  const files = findLayoutFiles(io.files, settings.file);
  const organization = settings.organization ?? nonEmpty(io.environment["DOCSFORM_ORGANIZATION"]);
  const { desired, diagnostics, sources } = read(
    {
      sources: files.map(({ path, text }) => ({ file: path, text })),
      types,
      environment: io.environment,
      readFile: (path, layoutFile) => fileBeside(io.files, path, layoutFile),
    },
    organization,
  );
  // Not the files as they are: in these, secrets that stand in the layout are blotted out.
  const shown = sources.map(({ file, text }) => ({ path: file, text }));
  if (desired === undefined) throw new LayoutError(diagnostics, shown);
  if (organization !== undefined && desired.organizationId !== organization) {
    throw otherOrganization(desired.organizationId, organization);
  }
  return { desired, files: shown, warnings: diagnostics };
}

// The layout's own organization is a pin, so one given from outside fills in for it but never stands above it.
function read(input: LayoutInput, organization: string | undefined): LayoutRead {
  const own = readLayout(input);
  if (own.desired !== undefined || organization === undefined) return own;
  return own.diagnostics.some(({ code }) => code === "layout/missing-field")
    ? readLayout({ ...input, organization })
    : own;
}

function fileBeside(files: Files, path: string, layoutFile: string): string {
  const text = files.read(isAbsolute(path) ? path : join(dirname(layoutFile), path));
  if (text === undefined) throw new Error("there is no such file");
  return text;
}

function otherOrganization(declared: string, given: string): DocsformError {
  return new DocsformError(
    "cli/other-organization",
    `The layout is for the organization ${declared}, but --organization or DOCSFORM_ORGANIZATION names ${given}.`,
    { remedy: "Use the layout of that organization, or leave the option and the variable out." },
  );
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}
