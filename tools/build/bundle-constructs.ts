import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { recordPackages } from "./licenses.ts";

/** Packages that the bundles require, so that there is one copy of each. All others are bundled, because jest cannot require ES modules. */
const required = ["constructs", "undici", "yaml", "zod"];

/**
 * Builds the constructs into a folder, once for cdktf and once for cdktn, which differ in the library that they require, and the kit that
 * tests apps of either. Each is one CommonJS file, with declarations that every module resolution of TypeScript finds.
 */
export async function bundleConstructs(folder: string): Promise<void> {
  const compiled = join(folder, "declarations");
  execFileSync("npx", ["tsc", "-p", "tsconfig.constructs.json"], { stdio: "inherit" });
  for (const library of ["cdktf", "cdktn"])
    await bundleEntry("constructs", { compiled, root: join(folder, "constructs", library), library });
  await bundleEntry("testing", { compiled, root: join(folder, "testing"), library: "cdktf" });
  rmSync(compiled, { recursive: true });
}

interface Target {
  /** The folder with the declarations of all entries. */
  readonly compiled: string;
  readonly root: string;
  /** The library of the constructs. */
  readonly library: string;
}

async function bundleEntry(entry: string, { compiled, root, library }: Target): Promise<void> {
  for (const [path, text] of declarationsOf(entry, compiled))
    writeDeclaration(join(root, path), text, library);
  await bundle(entry, join(root, `${entry}.js`), library);
  writeFileSync(join(root, "package.json"), '{"type":"commonjs"}\n');
}

async function bundle(entry: string, outfile: string, library: string): Promise<void> {
  await build({
    entryPoints: [`src/${entry}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    // Some classes of one file have the same name, and keep it.
    keepNames: true,
    legalComments: "none",
    logLevel: "error",
    plugins: [requireLibrary(library), recordPackages],
    external: [...required],
  });
}

/** The sources import cdktf. Its fork cdktn has the same names. */
function requireLibrary(library: string): Plugin {
  return {
    name: "require-library",
    setup(bundling) {
      bundling.onResolve({ filter: /^cdktf$/ }, () => ({ path: library, external: true }));
    },
  };
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
