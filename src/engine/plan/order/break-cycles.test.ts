import { expect, test } from "vitest";
import type { OrderContext } from "../decide/plan-context.ts";
import { breakCycles } from "./break-cycles.ts";
import { DependencyGraph } from "./dependency-graph.ts";
import { soft } from "./edges/edge-rule.ts";
import { nodeId } from "./node-id.ts";

const last = nodeId.delete("site_section.docs/old");
const creates = ["one", "two", "three"].map((name) => nodeId.create(`site_section.docs/${name}`));

/** The nodes that a delete waits for, if any create would do, and the first creates wait for the delete. */
function afterBreaking(needingTheDelete: number): readonly string[] {
  const graph = new DependencyGraph<ReturnType<typeof nodeId.create>>();
  for (const node of [last, ...creates]) graph.addNode(node);
  graph.addEdge(last, creates[0], { ...soft.addFirst, among: creates });
  for (const node of creates.slice(0, needingTheDelete)) graph.addEdge(node, last);
  expect(breakCycles({} as OrderContext, graph, new Map())).toEqual([]);
  return graph.after(last);
}

test("what waits for any of several nodes waits for the first for which there is no cycle", () => {
  expect(afterBreaking(0)).toEqual([creates[0]]);
  expect(afterBreaking(1)).toEqual([creates[1]]);
  expect(afterBreaking(2)).toEqual([creates[2]]);
});

test("if each of several nodes waits for it, a node waits for none of them", () => {
  expect(afterBreaking(3)).toEqual([]);
});

test("a cycle of which no edge can be dropped is an error that names its steps", () => {
  const [one, two] = creates as [string, string];
  const graph = new DependencyGraph<string>();
  for (const node of [one, two]) graph.addNode(node);
  graph.addEdge(one, two);
  graph.addEdge(two, one);
  const steps = `${one} → ${two} → ${one}`;
  expect(breakCycles({} as OrderContext, graph as never, new Map())).toMatchObject([
    { code: "plan/cycle", message: `These steps depend on each other: ${steps}.` },
  ]);
});
