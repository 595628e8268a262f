import { writeFileSync } from "node:fs";
import { type BuildOptions, build, type Metafile, type Plugin, transform } from "esbuild";
import { recordPackages } from "./licenses.ts";

/** CommonJS, which starts faster than a module. */
export const written = { platform: "node", target: "node20.19", format: "cjs", minify: true } as const;
export const bundled: BuildOptions = {
  ...written,
  bundle: true,
  legalComments: "none",
  logLevel: "error",
  plugins: [recordPackages],
};

/**
 * Bundles a program into several files. Node reads a file only when the program imports it, so a command does not wait for the code of the
 * other commands. esbuild splits only ES modules, so each file is converted to CommonJS afterwards. The Markdown libraries are a file of their
 * own, which Node reads when the program first needs the syntax of a text.
 */
export async function bundleInPieces(folder: string, options: BuildOptions): Promise<void> {
  await build({ ...bundled, entryPoints: [`src/contract/rich-text/${markdown}.ts`], outdir: folder });
  const { outputFiles = [], metafile } = await build({
    ...bundled,
    format: "esm",
    splitting: true,
    write: false,
    outdir: folder,
    ...options,
    external: [...(options.external ?? []), `./${markdown}.js`],
    plugins: [recordPackages, lateMarkdown],
    metafile: true,
  });
  checkZod(metafile);
  for (const { path, text } of outputFiles) {
    // Files load each other with require, because import() would start Node's loader of ES modules.
    const { code } = await transform(text, { ...written, supported: { "dynamic-import": false } });
    writeFileSync(path, code);
  }
}

const markdown = "markdown-syntax";

// Fields are read synchronously, and only a few have Markdown. `require` is synchronous, so it can wait until there is a text.
const lateMarkdown: Plugin = {
  name: "late-markdown",
  setup(bundling) {
    bundling.onLoad({ filter: new RegExp(`${markdown}[.]ts$`) }, () => ({ contents: lateSyntax }));
  },
};
const lateSyntax = `
  const syntax = () => require("./${markdown}.js");
  export const parseMarkdown = (text) => syntax().parseMarkdown(text);
  export const printMarkdown = (children) => syntax().printMarkdown(children);
`;

/** Throws if the bundle contains all of zod with its texts in fifty languages, which every command would load: one import is enough for that. */
function checkZod({ outputs }: Metafile): void {
  const isWhole = Object.values(outputs).some(({ inputs }) =>
    Object.entries(inputs).some(
      ([path, { bytesInOutput }]) => path.endsWith("zod/v4/locales/zh-CN.js") && bytesInOutput > 0,
    ),
  );
  if (isWhole)
    throw new Error('A file imports `z` from "zod", which bundles all of zod. Use: import * as z from "zod"');
}
