import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { bundled, bundleInPieces } from "./bundle-in-pieces.ts";

/**
 * Bundles the command line into a folder: a small launcher, and the rest in several files. A command loads only the files that it needs, and
 * none loads the HTTP library before its first call (docs/decisions/001-bundled-executable.md).
 */
export async function bundleCli(folder: string, version: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await build({ ...bundled, entryPoints: { docsform: "src/bin/process/launch.ts" }, outdir: folder });
  await build({
    ...bundled,
    // The entry that Node loads without a bundle hides its parts from bundlers, and has all of them in its default export.
    stdin: { contents: 'export * as default from "jsonc-parser/lib/esm/main.js";', resolveDir: "." },
    outfile: join(folder, "jsonc-parser.js"),
  });
  await bundleInPieces(folder, {
    entryPoints: { "docsform-main": "src/bin/docsform.ts" },
    alias: {
      "jsonc-parser": "./jsonc-parser.js",
      // The ES modules that the package has for browsers. The package has CommonJS for Node, and of that a bundle contains unused parts too.
      yaml: "./node_modules/yaml/browser/dist/index.js",
    },
    external: ["./jsonc-parser.js"],
    define: { DOCSFORM_VERSION: JSON.stringify(version) },
  });
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}\n');
  chmodSync(join(folder, "docsform.js"), 0o755);
}
