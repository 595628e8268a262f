import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { registry } from "../../src/resources/registry.ts";
import { schemaAnswer } from "../../src/terraform/rpc/get-provider-schema.ts";
import { asText } from "./as-text.ts";

const libraries = {
  // Half of undici is what fetch is made of, which nobody here uses. Its version is pinned.
  undici: 'export { default as Agent } from "undici/lib/dispatcher/agent.js";',
};

/**
 * Bundles a Terraform provider into one executable file. It is CommonJS, which starts faster than a module, and has no
 * extension, as Terraform wants it: the package.json beside it says how to read it, whatever a folder above says.
 */
export async function bundleProvider(entry: string, executable: string): Promise<void> {
  mkdirSync(dirname(executable), { recursive: true });
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: executable,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minify: true,
    plugins: [
      asText({
        libraries,
        bytes: { "src/bin/process/kept-schema.ts": { name: "keptSchema", value: schemaAnswer(registry) } },
      }),
    ],
    legalComments: "none",
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "error",
    write: false,
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  chmodSync(executable, 0o755);
  writeFileSync(join(dirname(executable), "package.json"), '{"type":"commonjs"}\n');
}
