import { build, type Plugin } from "esbuild";
import { englishOnly } from "./english-only.ts";

/**
 * Puts libraries into a bundle as text, which is compiled when it is first required: text costs next to nothing at the
 * start, code must be parsed. For libraries that are not needed before the program has said where it can be reached.
 */
export function asText(libraries: readonly string[]): Plugin {
  return {
    name: "as-text",
    setup(bundle) {
      const filter = new RegExp(`^(?:${libraries.join("|")})$`);
      bundle.onResolve({ filter }, ({ path }) => ({ path, namespace: "as-text" }));
      bundle.onLoad({ filter: /.*/, namespace: "as-text" }, async ({ path }) => ({
        contents: `const text = ${JSON.stringify(await bundled(path))};
const { Script } = require("node:vm");
const script = new Script("(function(module,exports,require){" + text + "\\n})", { filename: ${JSON.stringify(`${path}.js`)} });
script.runInThisContext()(module, exports, require);`,
        resolveDir: ".",
      }));
    },
  };
}

async function bundled(library: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(library)};`, resolveDir: "." },
    bundle: true,
    write: false,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minify: true,
    plugins: [englishOnly],
    legalComments: "none",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
