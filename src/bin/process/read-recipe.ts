import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** Reads a file of the package's folder `examples/ci`. The executable and its source are equally deep in the package. */
export function readRecipe(path: string): string {
  // npm links the executable; the link's target is in the package.
  const folder = dirname(realpathSync(process.argv[1] ?? ""));
  return readFileSync(join(folder, "../../examples/ci", path), "utf8");
}
