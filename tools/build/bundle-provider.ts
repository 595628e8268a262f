import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, transform } from "esbuild";
import { registry } from "../../src/resources/registry.ts";
import { schemaAnswer } from "../../src/terraform/rpc/get-provider-schema.ts";

const written = { platform: "node", target: "node20.19", format: "cjs", minify: true } as const;
const common: BuildOptions = { ...written, bundle: true, legalComments: "none", logLevel: "error" };

/**
 * Bundles a Terraform provider into the folder of its executable: what Node runs first, what speaks Terraform's protocol, what the
 * provider is made of in files of its own, which a process that is only asked for the schema never reads, apart from them the
 * library that speaks HTTP, and the answer to that first question. It is CommonJS, which starts faster than a module, and the
 * executable has no extension, as Terraform wants it: the package.json beside it says how to read it, whatever a folder above says.
 */
export async function bundleProvider(entry: string, executable: string): Promise<void> {
  const folder = dirname(executable);
  mkdirSync(folder, { recursive: true });
  await build({ ...common, entryPoints: { launch: "src/bin/process/launch-provider.ts" }, outdir: folder });
  await bundleInPieces(entry, folder);
  await build({
    ...common,
    stdin: { contents: undiciWithoutFetch, resolveDir: "." },
    outfile: join(folder, "undici.js"),
  });
  renameSync(join(folder, "launch.js"), join(folder, basename(executable)));
  chmodSync(executable, 0o755);
  writeFileSync(join(folder, "schema.bin"), schemaAnswer(registry));
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}\n');
}

// Half of undici is what fetch is made of, which nobody here uses. Its version is pinned. An agent asks a proxy by `connect`, which its
// index lends to all dispatchers.
const undiciWithoutFetch = `
  import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
  import connect from "undici/lib/api/api-connect.js";
  Dispatcher.prototype.connect = connect;
  export { default as EnvHttpProxyAgent } from "undici/lib/dispatcher/env-http-proxy-agent.js";
`;

/** A file for each part that is loaded when it is wanted. esbuild makes such pieces of modules only, so each is then written as CommonJS. */
async function bundleInPieces(entry: string, folder: string): Promise<void> {
  const { outputFiles } = await build({
    ...common,
    format: "esm",
    splitting: true,
    write: false,
    entryPoints: { provider: entry },
    outdir: folder,
    alias: { undici: "./undici.js" },
    external: ["./undici.js"],
  });
  for (const { path, text } of outputFiles) {
    // A piece is read by require, not by import(), which would start the loader of modules.
    const { code } = await transform(text, { ...written, supported: { "dynamic-import": false } });
    writeFileSync(path, code);
  }
}
