import type { Script } from "node:vm";

declare const DOCSFORM_VERSION: string;

/**
 * What Node runs when the bundled executable is started, as CommonJS, which starts faster than a module. It knows nothing of
 * docsform but its version, and where the bundle and the code that V8 made of it are.
 */
const bundle = `${__dirname}/docsform-main.js`;

if (process.argv.length === 3 && process.argv[2] === "--version") {
  process.stdout.write(`${DOCSFORM_VERSION}\n`);
} else {
  const { enableCompileCache } = process.getBuiltinModule("node:module") as {
    enableCompileCache?: () => void;
  };
  enableCompileCache?.();
  if (enableCompileCache === undefined) runKeptCode();
  else require(bundle);
}

/** Where Node keeps no compiled code itself: with what the build kept. V8 leaves it aside if another V8 made it. */
function runKeptCode(): void {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const { Script } = process.getBuiltinModule("node:vm");
  const source = readFileSync(bundle, "latin1");
  const script: Script = new Script(`(function(require,__dirname,__filename){${source}\n})`, {
    filename: bundle,
    ...keptCode((path) => readFileSync(path)),
  });
  (script.runInThisContext() as (...given: unknown[]) => void)(require, __dirname, bundle);
}

function keptCode(read: (path: string) => Buffer): { readonly cachedData?: Buffer } {
  try {
    return { cachedData: read(`${bundle}.code`) };
  } catch {
    return {};
  }
}
