import { setFlagsFromString } from "node:v8";

/**
 * undici reads HTTP with WebAssembly. V8 needs 0.15 s and 20 to 35 MB to optimize one of its functions, which pays only after many
 * thousand responses. V8 complains about unknown flags, so docsform sets this one only for the V8 of Node 20 to 24.
 */
export function preventWasmOptimization(): void {
  const version = Number.parseInt(process.versions.v8, 10);
  if (version >= 11 && version <= 13) setFlagsFromString("--wasm-tiering-budget=1000000000");
}
