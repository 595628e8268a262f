import fc from "fast-check";
import { declareWorld } from "./declare-world.ts";
import { furtherSpecs } from "./further-objects.ts";
import { tidyWorld, type WorldSpec } from "./world-spec.ts";

/** Types that a drawn world has fields for. */
const drawn = new Set(
  fc
    .sample(tidyWorld, { numRuns: 200, seed: 1 })
    .flatMap((spec) => declareWorld(spec).objects.map(({ type }) => type)),
);

const world: fc.Arbitrary<WorldSpec> = fc
  .tuple(tidyWorld, furtherSpecs(drawn))
  .map(([spec, further]) => ({ ...spec, further }));

/** A world that a layout can declare. */
export const layoutSpec = world;

/** A world that can be live. */
export const liveSpec = world;
