import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { compile } from "./compile.ts";
import { recordPackages } from "./licenses.ts";

/** Packages that the bundles require, so that there is one copy of each. All others are bundled, because jest cannot require ES modules. */
const required = ["constructs", "undici", "yaml", "zod"];

/** The file with the code of the constructs for both libraries. */
const shared = "shared.js";

/**
 * Builds the constructs into a folder, for cdktf and for cdktn, which differ in the library that they require, and the kit that tests apps of
 * either. The constructs and the kit are a CommonJS file each, with declarations that every module resolution of TypeScript finds. Each library
 * has declarations of its own.
 */
export async function bundleConstructs(folder: string): Promise<void> {
  const compiled = join(folder, "declarations");
  compile("tsconfig.constructs.json");
  const names = await bundleShared(join(folder, "constructs", shared));
  writeType(join(folder, "constructs"));
  for (const library of ["cdktf", "cdktn"]) {
    const root = join(folder, "constructs", library);
    writeDeclarations("constructs", { compiled, root, library });
    writeFileSync(join(root, "constructs.js"), entryFor(library, names));
    writeType(root);
  }
  const testing = join(folder, "testing");
  writeDeclarations("testing", { compiled, root: testing, library: "cdktf" });
  await build({
    ...commonJs,
    entryPoints: ["src/testing.ts"],
    outfile: join(testing, "testing.js"),
    external: [...required, "cdktf"],
  });
  writeType(testing);
  rmSync(compiled, { recursive: true });
}

const commonJs: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "cjs",
  // Some classes of one file have the same name, and keep it.
  keepNames: true,
  legalComments: "none",
  logLevel: "error",
  plugins: [recordPackages],
};

function writeType(folder: string): void {
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}\n');
}

/** Bundles a function that takes the library and returns the constructs. The result is what they export, in the form that Node looks for. */
async function bundleShared(outfile: string): Promise<string> {
  await build({
    ...commonJs,
    entryPoints: ["src/constructs.ts"],
    outfile,
    plugins: [takeLibrary, recordPackages],
    external: [...required],
    banner: { js: `"use strict";\nmodule.exports = (${given}) => {\nconst module = { exports: {} };` },
    footer: { js: "return module.exports;\n};" },
  });
  const [names] = /^0 && \(module[.]exports = \{.*?^\}\);$/msu.exec(readFileSync(outfile, "utf8")) ?? [];
  if (names === undefined) throw new Error(`${outfile} does not name its exports.`);
  return names;
}

const given = "givenLibrary";

/** The sources import cdktf. Its fork cdktn has the same names. */
const takeLibrary: Plugin = {
  name: "take-library",
  setup(bundling) {
    bundling.onResolve({ filter: /^cdktf$/ }, ({ path }) => ({ path, namespace: given }));
    bundling.onLoad({ filter: /./, namespace: given }, () => ({ contents: `module.exports = ${given};` }));
  },
};

function entryFor(library: string, names: string): string {
  return `const build = require("../${shared}");
module.exports = build(require("${library}"));
// Node finds the names of the exports here when a module imports them.
${names}
`;
}

interface Target {
  /** The folder with the declarations of all entries. */
  readonly compiled: string;
  readonly root: string;
  /** The library of the constructs. */
  readonly library: string;
}

function writeDeclarations(entry: string, { compiled, root, library }: Target): void {
  for (const [path, text] of declarationsOf(entry, compiled))
    writeDeclaration(join(root, path), text, library);
}

/** The declarations that an entry imports, directly or not, by their paths. */
function declarationsOf(entry: string, compiled: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    const text = readFileSync(join(compiled, path), "utf8");
    found.set(path, text);
    for (const [, , target] of text.matchAll(relativeImport)) {
      visit(join(dirname(path), (target as string).replace(/[.]ts$/, ".d.ts")));
    }
  };
  visit(`${entry}.d.ts`);
  return found;
}

// `from "./a.ts"` and `import("./a.ts")`.
const relativeImport = /((?:from|import)[ (]*["'])([.][^"']*[.]ts)(?=["'])/g;
const cdktfImport = /((?:from|import)[ (]*["'])cdktf(?=["'])/g;

function writeDeclaration(path: string, text: string, library: string): void {
  mkdirSync(dirname(path), { recursive: true });
  // Older module resolutions find only `.js`.
  const imports = text
    .replace(relativeImport, (whole) => whole.replace(/[.]ts$/, ".js"))
    .replace(cdktfImport, `$1${library}`);
  writeFileSync(path, imports);
}
