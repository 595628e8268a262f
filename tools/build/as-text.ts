import { build, type Plugin } from "esbuild";

/** What stands behind the code of a bundle, to be read from the file when it is first asked for. */
export interface Texts {
  /** Libraries, by name: what the bundle uses of each, as the text of a module. They are compiled when first required. */
  readonly libraries: Readonly<Record<string, string>>;
  /** Modules that are a function, by the end of their path: the bytes that the function gives in the bundle. */
  readonly bytes: Readonly<Record<string, { readonly name: string; readonly value: Uint8Array }>>;
}

/**
 * Keeps out of the code of a bundle what is not needed before the program has said where it can be reached. It stands in
 * comments behind the code, which V8 passes over at little cost.
 */
export function asText({ libraries, bytes }: Texts): Plugin {
  return {
    name: "as-text",
    setup(bundle) {
      const namespace = "as-text";
      const filter = new RegExp(`^(?:${Object.keys(libraries).join("|")})$`);
      bundle.onResolve({ filter }, ({ path }) => ({ path, namespace }));
      bundle.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: `const { Script } = require("node:vm");
const script = new Script("(function(module,exports,require){" + ${readText(path)} + "\\n})", { filename: ${JSON.stringify(`${path}.js`)} });
script.runInThisContext()(module, exports, require);`,
        resolveDir: ".",
      }));
      for (const [path, { name }] of Object.entries(bytes)) {
        bundle.onLoad({ filter: new RegExp(`${path.replaceAll(".", "[.]")}$`) }, () => ({
          contents: `export function ${name}() { return Buffer.from(${readText(path)}, "base64"); }`,
        }));
      }
      bundle.onEnd(async ({ outputFiles = [] }) => {
        const texts = [
          ...(await Promise.all(Object.entries(libraries).map(libraryText))),
          ...Object.entries(bytes).map(([path, { value }]) =>
            comment(path, Buffer.from(value).toString("base64")),
          ),
        ];
        for (const file of outputFiles) file.contents = Buffer.concat([file.contents, ...texts]);
      });
    },
  };
}

function opening(name: string): string {
  return `/*text ${name}\n`;
}

/** An expression that reads a text. The last place is looked for: what marks it stands in the code too. */
function readText(name: string): string {
  const mark = JSON.stringify(opening(name));
  return `(() => {
  const file = require("node:fs").readFileSync(__filename, "latin1");
  const start = file.lastIndexOf(${mark}) + ${mark}.length;
  return file.slice(start, file.indexOf("*" + "/", start)).replaceAll("*\\x01/", "*" + "/");
})()`;
}

/** The end of a comment cannot stand in one. The text is ASCII, so a control character is free for it. */
function comment(name: string, text: string): Buffer {
  return Buffer.from(`${opening(name)}${text.replaceAll("*/", "*\x01/")}*/\n`, "latin1");
}

async function libraryText([library, contents]: readonly [string, string]): Promise<Buffer> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: "." },
    bundle: true,
    write: false,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minify: true,
    legalComments: "none",
    logLevel: "error",
  });
  return comment(library, outputFiles[0]?.text ?? "");
}
