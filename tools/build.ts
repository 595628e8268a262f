import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { build, type Plugin } from "esbuild";
import { bundleProvider } from "./build/bundle-provider.ts";
import { englishOnly } from "./build/english-only.ts";

// The library is compiled file by file, so that stack traces stay recognisable; the executables are bundled, so that
// they start fast: modules that a command does not need are in chunks that are never loaded.

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const provider = "terraform-provider-docs";
const executables = readdirSync("src/bin").filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== `${provider}.ts`,
);

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

rmSync("dist", { recursive: true, force: true });
execFileSync("npx", ["tsc", "-p", "tsconfig.build.json"], { stdio: "inherit" });
await build({
  entryPoints: executables.map((name) => `src/bin/${name}`),
  outdir: "dist/bin",
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  platform: "node",
  target: "node20.19",
  format: "esm",
  minify: true,
  plugins: [englishOnly, noSubprocesses],
  legalComments: "linked",
  define: { DOCSFORM_VERSION: JSON.stringify(version) },
  // CommonJS dependencies call require for node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
for (const name of executables) chmodSync(`dist/bin/${basename(name, ".ts")}.js`, 0o755);
await bundleProvider(`src/bin/${provider}.ts`, `dist/provider/${provider}`);
