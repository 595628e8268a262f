import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** What random worlds are drawn from, so that they are the same ones each time; empty: drawn anew. */
    lawSeed: string;
  }
}

const seed = inject("lawSeed");
if (seed !== "") {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
}
