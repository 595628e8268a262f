import fc from "fast-check";
import { afterEach, beforeEach, expect, inject } from "vitest";
import { drawAgain } from "./draw-again.ts";
import { oneWorld } from "./one-world.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The seed of random worlds, the same each time. */
    lawSeed: number;
    /** The one world that a law draws, as a failed run has printed it; empty: all of them. */
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

// Not while the files are loaded: they draw samples of their own.
if (path !== "") {
  const drawn = fc.readConfigureGlobal();
  const again: Parameters<typeof fc.assert>[1] = { ...drawn, path, endOnFailure: true, plugins: [oneWorld] };
  beforeEach(() => fc.configureGlobal(again as typeof drawn));
  afterEach(() => fc.configureGlobal(drawn));
}
