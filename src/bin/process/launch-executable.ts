import { getAsset } from "node:sea";
import { compileFunction } from "node:vm";

// Node runs this file first in the provider's executable (docs/decisions/015-executables-for-releases.md). The other files of the bundle are
// assets of the executable. As in the bundle, the code of a file is compiled when another file first requires it.

interface LoadedFile {
  exports: unknown;
}

const loaded = new Map<string, LoadedFile>();

function load(name: string): unknown {
  const before = loaded.get(name);
  if (before !== undefined) return before.exports;
  const file: LoadedFile = { exports: {} };
  loaded.set(name, file);
  const run = compileFunction(getAsset(name, "utf8"), ["module", "exports", "require"], { filename: name });
  run(file, file.exports, (id: string) => (id.startsWith("./") ? load(id.slice(2)) : require(id)));
  return file.exports;
}

load("provider.js");
