import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles the command line into a folder: what Node runs first, all that it leads to, and apart from that the library that
 * speaks HTTP, which is half of the whole and is only wanted once a service is spoken to, the one that edits settings and the
 * one that draws on a terminal (docs/decisions/001-bundled-executable.md).
 */
export async function bundleCli(folder: string, version: string): Promise<void> {
  await build({
    entryPoints: {
      docsform: "src/bin/process/launch.ts",
      "docsform-main": "src/bin/docsform.ts",
      undici: "node_modules/undici/index.js",
      // Its main file hides its parts from bundlers.
      "log-update": "node_modules/log-update/index.js",
      "jsonc-parser": "node_modules/jsonc-parser/lib/esm/main.js",
    },
    outdir: folder,
    alias: {
      undici: "./undici.js",
      "jsonc-parser": "./jsonc-parser.js",
      "log-update": "./log-update.js",
    },
    external: ["./undici.js", "./jsonc-parser.js", "./log-update.js"],
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minify: true,
    legalComments: "none",
    logLevel: "error",
    define: { DOCSFORM_VERSION: JSON.stringify(version) },
  });
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}\n');
  chmodSync(join(folder, "docsform.js"), 0o755);
}
