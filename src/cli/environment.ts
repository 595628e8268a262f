import type { Io } from "./io.ts";
import type { LayoutSettings } from "./option-table.ts";

/** The organization that the user names: with `--organization`, else in the environment. */
export function namedOrganization(
  { environment }: Pick<Io, "environment">,
  { organization }: Pick<LayoutSettings, "organization">,
): string | undefined {
  return organization || environment["DOCSFORM_ORGANIZATION"];
}

/** How the user's shell runs docsform. npm sets the variable for `npx docsform` and for the scripts of a package. */
export function programIn(environment: Io["environment"]): string {
  return environment["npm_command"] === undefined ? "docsform" : "npx docsform";
}
