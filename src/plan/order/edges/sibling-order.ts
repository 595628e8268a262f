import type { EdgeRule } from "./edge-rule.ts";

/** What brings siblings to their places is done one after the other. */
export const siblingOrder: EdgeRule = function* ({ lists }) {
  for (const { operations } of lists)
    for (const [at, node] of operations.entries())
      yield { node, after: operations[at - 1], why: { kind: "turns" } };
};
