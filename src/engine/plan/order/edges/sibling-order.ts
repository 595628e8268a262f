import type { EdgeRule } from "./edge-rule.ts";

/** The nodes that bring siblings to their places run one after the other. */
export const siblingOrder: EdgeRule = function* ({ lists }) {
  for (const { operations } of lists)
    for (const [at, node] of operations.entries())
      yield { node, after: operations[at - 1], why: { kind: "turns" } };
};
