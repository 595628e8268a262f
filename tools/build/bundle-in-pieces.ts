import { writeFileSync } from "node:fs";
import { type BuildOptions, build, transform } from "esbuild";

/** CommonJS, which starts faster than a module. */
export const written = { platform: "node", target: "node20.19", format: "cjs", minify: true } as const;
export const bundled: BuildOptions = { ...written, bundle: true, legalComments: "none", logLevel: "error" };

/**
 * Bundles into a file for each part that is loaded when it is wanted, so that nobody waits for the rest to be read. esbuild makes such
 * pieces of modules only, so each is then written as CommonJS.
 */
export async function bundleInPieces(folder: string, options: BuildOptions): Promise<void> {
  const { outputFiles = [] } = await build({
    ...bundled,
    format: "esm",
    splitting: true,
    write: false,
    outdir: folder,
    ...options,
  });
  for (const { path, text } of outputFiles) {
    // A piece is read by require, not by import(), which would start the loader of modules.
    const { code } = await transform(text, { ...written, supported: { "dynamic-import": false } });
    writeFileSync(path, code);
  }
}
