import fc from "fast-check";

type Plugin = NonNullable<NonNullable<Parameters<typeof fc.assert>[1]>["plugins"]>[number];

/** Ends a law after its first world. A path alone does not, because the library then draws the following worlds. */
export const oneWorld: Plugin = () => {
  let isDrawn = false;
  return {
    decorateRun: (run) => (world) => {
      if (isDrawn) return new fc.PreconditionFailure(true);
      isDrawn = true;
      return run(world);
    },
  };
};
