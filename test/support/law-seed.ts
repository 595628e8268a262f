import fc from "fast-check";
import { afterEach, beforeEach, expect, inject } from "vitest";
import { drawAgain } from "./draw-again.ts";
import { oneWorld } from "./one-world.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The seed of random worlds. The default is the same for each run. */
    lawSeed: number;
    /** Selects one world, as a failed law prints it. Empty: all worlds. */
    lawPath: string;
  }
}

const usual = fc.readConfigureGlobal();
const seed = inject("lawSeed");
const path = inject("lawPath");

fc.configureGlobal({
  ...usual,
  seed,
  reporter: (run) => {
    if (!run.failed) return;
    const { currentTestName = "", testPath = "" } = expect.getState();
    const again = drawAgain({
      file: testPath,
      test: currentTestName,
      seed: run.seed,
      path: run.counterexamplePath ?? "",
    });
    throw new Error(`${fc.defaultReportMessage(run) ?? ""}\n\n${again}`, { cause: run.errorInstance });
  },
});

// Set here and not while files are loaded, because they may draw samples themselves.
if (path !== "") {
  const drawn = fc.readConfigureGlobal();
  const again: Parameters<typeof fc.assert>[1] = { ...drawn, path, endOnFailure: true, plugins: [oneWorld] };
  beforeEach(() => fc.configureGlobal(again as typeof drawn));
  afterEach(() => fc.configureGlobal(drawn));
}
