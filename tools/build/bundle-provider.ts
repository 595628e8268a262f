import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { asText } from "./as-text.ts";

/**
 * Bundles a Terraform provider into one executable file. It is CommonJS, which starts faster than a module, and has no
 * extension, as Terraform wants it: the package.json beside it says how to read it, whatever a folder above says.
 */
export async function bundleProvider(entry: string, executable: string): Promise<void> {
  mkdirSync(dirname(executable), { recursive: true });
  await build({
    entryPoints: [entry],
    outfile: executable,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minify: true,
    plugins: [asText(["undici", "zod"])],
    legalComments: "none",
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "error",
  });
  chmodSync(executable, 0o755);
  writeFileSync(join(dirname(executable), "package.json"), '{"type":"commonjs"}\n');
}
