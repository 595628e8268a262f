import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** The response to GetProviderSchema, which the build puts beside the executable. undefined: the program runs from its sources. */
export function builtSchema(): Uint8Array | undefined {
  const program = process.argv[1];
  if (program === undefined) return undefined;
  const path = join(dirname(realpathSync(program)), "schema.bin");
  return existsSync(path) ? readFileSync(path) : undefined;
}
