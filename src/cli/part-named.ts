import { fail } from "../model/codes/command-words.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";

type Site = Pick<LiveObject, "type" | "id">;

/**
 * The one object with this id or title, among types with contents, such as sites. Without a name, the only one. Throws if there is none, or
 * if there are several.
 */
export function siteNamed(types: readonly ResourceType[], live: Snapshot, name: string | undefined): Site {
  if (name !== undefined) {
    const site = siteIfAny(types, live, name);
    if (site !== undefined) return site;
    throw fail("cli/which-site", { case: "none", name });
  }
  const [only, ...others] = sitesIn(types, live);
  if (only === undefined || others.length > 0)
    throw fail("cli/which-site", { case: "unnamed", count: others.length + (only === undefined ? 0 : 1) });
  return { type: only.type, id: only.id };
}

/** The live objects of types with contents, such as sites. */
export function sitesIn(types: readonly ResourceType[], { objects }: Snapshot): readonly LiveObject[] {
  const typesWithContents = new Set(types.flatMap((type) => type.reads.flatMap((read) => read.of ?? [])));
  return objects.filter(({ type }) => typesWithContents.has(type));
}

/** {@link siteNamed}, or undefined if there is none. */
export function siteIfAny(types: readonly ResourceType[], live: Snapshot, name: string): Site | undefined {
  const candidates = sitesIn(types, live);
  const withId = candidates.filter(({ id }) => id === name);
  const withTitle = candidates.filter(({ attributes }) => attributes["title"] === name);
  const sites = withId.length > 0 ? withId : withTitle;
  const [site, ...others] = sites;
  if (site === undefined || others.length === 0) return site && { type: site.type, id: site.id };
  const ids = sites.map(({ id }) => id);
  throw fail("cli/which-site", { case: "several", count: sites.length, name, ids });
}
