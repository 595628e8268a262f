import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** The answer to GetProviderSchema, which the build keeps beside the executable; undefined where there is none, as in the sources. */
export function builtSchema(): Uint8Array | undefined {
  const program = process.argv[1];
  if (program === undefined) return undefined;
  const path = join(dirname(realpathSync(program)), "schema.bin");
  return existsSync(path) ? readFileSync(path) : undefined;
}
