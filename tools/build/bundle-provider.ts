import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { registry } from "../../src/resources/registry.ts";
import { schemaAnswer } from "../../src/terraform/rpc/get-provider-schema.ts";

const common: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "cjs",
  minify: true,
  legalComments: "none",
  logLevel: "error",
};

/**
 * Bundles a Terraform provider into the folder of its executable: what Node runs first, all that it leads to, apart from that the
 * library that speaks HTTP, and the answer to the first question of Terraform. It is CommonJS, which starts faster than a module,
 * and the executable has no extension, as Terraform wants it: the package.json beside it says how to read it, whatever a folder
 * above says.
 */
export async function bundleProvider(entry: string, executable: string): Promise<void> {
  const folder = dirname(executable);
  await build({
    ...common,
    entryPoints: { launch: "src/bin/process/launch-provider.ts", provider: entry },
    outdir: folder,
    alias: { undici: "./undici.js" },
    external: ["./undici.js"],
  });
  await build({
    ...common,
    // Half of undici is what fetch is made of, which nobody here uses. Its version is pinned.
    stdin: {
      contents: 'export { default as Agent } from "undici/lib/dispatcher/agent.js";',
      resolveDir: ".",
    },
    outfile: join(folder, "undici.js"),
  });
  renameSync(join(folder, "launch.js"), join(folder, basename(executable)));
  chmodSync(executable, 0o755);
  writeFileSync(join(folder, "schema.bin"), schemaAnswer(registry));
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}\n');
}
