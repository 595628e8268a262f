import { expect, test } from "vitest";
import { DocsformError } from "../../src/model/errors.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { applyToEnd, createPlan, createToyBox } from "./toy-service.ts";

test("a secret that changed after the plan was made stops the run before it writes", async () => {
  const box = createToyBox();
  const plan = createPlan([{ key: "a" }, { key: "b", note: "n", after: "a" }]);
  const secret = { $secret: { source: { kind: "file", path: "note.txt" }, hash: "h" } };
  const nodes = plan.nodes.map((node) =>
    node.kind === "write" ? { ...node, values: { note: secret } } : node,
  );
  const revealSecret = () => {
    throw new DocsformError("cli/secret-changed", "The secret has changed.");
  };
  const { result } = await applyToEnd({ ...plan, nodes } as Plan, box.runtime({ revealSecret }));
  expect(result.error?.code).toBe("cli/secret-changed");
  expect(box.titles()).toEqual([]);
});
