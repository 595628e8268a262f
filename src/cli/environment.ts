import type { Io } from "./io.ts";
import type { LayoutSettings } from "./settings.ts";

/** The organization that the user names: with `--organization`, else in the environment. */
export function namedOrganization(
  { environment }: Pick<Io, "environment">,
  { organization }: Pick<LayoutSettings, "organization">,
): string | undefined {
  return organization ?? nonEmpty(environment["DOCSFORM_ORGANIZATION"]);
}

/** An empty variable of the environment counts as one that is not set. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}
