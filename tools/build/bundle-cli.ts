import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { englishOnly } from "./english-only.ts";
import { http1Only } from "./http1-only.ts";

/**
 * Bundles the command line into a folder: a launcher, the bundle of all commands, the library that speaks HTTP (half of the
 * whole, and only needed for the service), and the code that V8 made of the bundle.
 */
export async function bundleCli(folder: string, version: string): Promise<void> {
  const common: BuildOptions = {
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minify: true,
    legalComments: "none",
    logLevel: "error",
    define: { DOCSFORM_VERSION: JSON.stringify(version) },
    // Code that is run from a kept script cannot import.
    supported: { "dynamic-import": false },
  };
  const launcher = join(folder, "docsform.js");
  const bundle = join(folder, "docsform-main.js");
  await build({
    ...common,
    entryPoints: ["src/bin/process/launch.ts"],
    outfile: launcher,
    banner: { js: "#!/usr/bin/env node" },
  });
  await build({
    ...common,
    entryPoints: ["src/bin/docsform.ts"],
    outfile: bundle,
    plugins: [englishOnly, noSubprocesses, apart],
  });
  await build({
    ...common,
    entryPoints: ["undici"],
    outfile: join(folder, "undici.js"),
    plugins: [http1Only],
  });
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}\n');
  chmodSync(launcher, 0o755);
  const keepCode = ["--import", "tsx", "tools/build/keep-code.ts", bundle, "validate", "-f", "examples/acme"];
  execFileSync(process.execPath, keepCode, { stdio: ["ignore", "ignore", "inherit"] });
}

const apart: Plugin = {
  name: "undici-apart",
  setup(bundle) {
    bundle.onResolve({ filter: /^undici$/ }, () => ({ path: "./undici.js", external: true }));
  },
};

// commander can run other executables as subcommands and loads child_process, and with it the network, for that. Ours are
// functions.
const noSubprocesses: Plugin = {
  name: "no-subprocesses",
  setup(bundle) {
    bundle.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /node_modules[/]commander[/]/u.test(importer)
        ? { path: "child_process", namespace: "empty" }
        : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "module.exports = {};" }));
  },
};
