import fc from "fast-check";

type Plugin = NonNullable<NonNullable<Parameters<typeof fc.assert>[1]>["plugins"]>[number];

/** Ends a law after its first world. With a path alone, fast-check draws the worlds after it too. */
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
