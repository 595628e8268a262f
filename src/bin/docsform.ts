import { readFileSync } from "node:fs";
import { runCli } from "../cli/run-cli.ts";
import { preventWasmOptimization } from "./process/prevent-wasm-optimization.ts";
import { processIo } from "./process/process-io.ts";
import { readRecipe } from "./process/read-recipe.ts";

declare const DOCSFORM_VERSION: string | undefined;

const parts = {
  io: processIo(),
  version: version(),
  loadTypes: async () => (await import("../resources/registry.ts")).registry,
  loadExample: async () => (await import("../resources/example-layout.ts")).exampleLayout,
  loadConstructs: async () => (await import("../constructs/construct-classes.ts")).constructClasses,
  loadExampleApp: async () => (await import("../constructs/example-app.ts")).exampleApp,
  readRecipe,
  loadOperations: async () => (await import("../contract/operations/operations.ts")).operations,
};
preventWasmOptimization();
void runCli(process.argv.slice(2), parts).then((code) => {
  process.exitCode = code;
});

// The build puts the version into the bundle. Sources read it from package.json.
function version(): string {
  if (typeof DOCSFORM_VERSION === "string") return DOCSFORM_VERSION;
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
