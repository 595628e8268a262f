import { basename, extname } from "node:path";

/** The file that is the layout if no option names one. */
export const usualLayoutFile = "docsform.yaml";

/** The name of the first named file or folder. Undefined for the default layout. `found`: the layout's files. */
export function layoutNameFrom(found: readonly string[], named: string): string | undefined {
  const [first] = found;
  const isDefault = (path: string) => basename(path) === usualLayoutFile;
  if (isDefault(named) || (found.length === 1 && first !== undefined && isDefault(first))) return undefined;
  const name = basename(named, /[.]ya?ml$/u.test(named) ? extname(named) : "");
  return /^[.]*$/u.test(name) ? undefined : name;
}
