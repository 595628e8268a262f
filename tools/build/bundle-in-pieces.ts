import { writeFileSync } from "node:fs";
import { join } from "node:path";
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
 * own, which Node reads when the program first needs the syntax of a text, and so is undici.
 */
export async function bundleInPieces(folder: string, options: BuildOptions): Promise<void> {
  await build({ ...bundled, entryPoints: [`src/contract/rich-text/${markdown}.ts`], outdir: folder });
  await build({
    ...bundled,
    stdin: { contents: undiciWithoutFetch, resolveDir: "." },
    outfile: join(folder, "undici.js"),
  });
  const { outputFiles = [], metafile } = await build({
    ...bundled,
    format: "esm",
    splitting: true,
    write: false,
    outdir: folder,
    ...options,
    alias: { ...options.alias, undici: "./undici.js" },
    external: [...(options.external ?? []), `./${markdown}.js`, "./undici.js"],
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

// Half of undici implements fetch, which docsform does not use, and which loads Node's own fetch. undici's version is pinned. An agent connects
// to a proxy with `connect`, which undici's index adds to all dispatchers.
const undiciWithoutFetch = `
  import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
  import connect from "undici/lib/api/api-connect.js";
  Dispatcher.prototype.connect = connect;
  export { default as Agent } from "undici/lib/dispatcher/agent.js";
  export { default as EnvHttpProxyAgent } from "undici/lib/dispatcher/env-http-proxy-agent.js";
  export { default as Pool } from "undici/lib/dispatcher/pool.js";
`;

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
