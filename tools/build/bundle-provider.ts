import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { registry } from "../../src/resources/registry.ts";
import { providerSchemaBytes } from "../../src/terraform/rpc/get-provider-schema.ts";
import { bundled, bundleInPieces } from "./bundle-in-pieces.ts";

/**
 * Bundles a Terraform provider into the folder of its executable: a launcher, Terraform's protocol, the provider itself in several files, and
 * the response to Terraform's first request, the schema. A process that only returns the schema loads none of the other files. The executable
 * has no extension, because Terraform requires that. The package.json beside it says that it is CommonJS, whatever the folders above say.
 */
export async function bundleProvider(entry: string, executable: string): Promise<void> {
  const folder = dirname(executable);
  mkdirSync(folder, { recursive: true });
  await build({ ...bundled, entryPoints: { launch: "src/bin/process/launch-provider.ts" }, outdir: folder });
  await bundleInPieces(folder, { entryPoints: { provider: entry } });
  renameSync(join(folder, "launch.js"), join(folder, basename(executable)));
  chmodSync(executable, 0o755);
  writeFileSync(join(folder, "schema.bin"), providerSchemaBytes(registry));
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}\n');
}
