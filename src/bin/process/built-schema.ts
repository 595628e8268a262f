import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { getAsset, isSea } from "node:sea";

const file = "schema.bin";

/**
 * The response to GetProviderSchema from the build: a file beside the program, or an asset of the executable. undefined: the program runs from
 * its sources.
 */
export function builtSchema(): Uint8Array | undefined {
  if (isSea()) return new Uint8Array(getAsset(file));
  const program = process.argv[1];
  if (program === undefined) return undefined;
  const path = join(dirname(realpathSync(program)), file);
  return existsSync(path) ? readFileSync(path) : undefined;
}
