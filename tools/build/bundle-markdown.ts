import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { recordPackages } from "./licenses.ts";

/** Replaces the compiled file that uses the Markdown libraries by one that contains them. */
export async function bundleMarkdown(folder: string): Promise<void> {
  const file = join(folder, "contract/rich-text/markdown-syntax");
  await build({
    entryPoints: ["src/contract/rich-text/markdown-syntax.ts"],
    outfile: `${file}.js`,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    legalComments: "none",
    logLevel: "error",
    plugins: [recordPackages],
  });
  // Its declarations would need the types of the libraries, and no public declaration needs them.
  rmSync(`${file}.d.ts`);
}
