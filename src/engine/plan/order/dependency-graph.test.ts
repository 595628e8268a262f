import { expect, test } from "vitest";
import { DependencyGraph } from "./dependency-graph.ts";

function graphOf(edges: readonly (readonly [string, string])[]): DependencyGraph<string> {
  const graph = new DependencyGraph<string>();
  for (const [node, after] of edges) {
    graph.addNode(node);
    graph.addNode(after);
  }
  for (const [node, after] of edges) graph.addEdge(node, after);
  return graph;
}

test.each([
  {
    name: "a chain has no cycle",
    edges: [
      ["b", "a"],
      ["c", "b"],
    ] as const,
    cycle: undefined,
  },
  {
    name: "two that wait for each other",
    edges: [
      ["a", "b"],
      ["b", "a"],
    ] as const,
    cycle: ["a", "b"],
  },
  {
    name: "a cycle behind a tail names its members alone",
    edges: [
      ["x", "a"],
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
    ] as const,
    cycle: ["a", "b", "c"],
  },
])("$name", ({ edges, cycle }) => {
  expect(
    graphOf(edges)
      .findCycle()
      ?.map((edge) => edge.node)
      .sort(),
  ).toEqual(cycle);
});

test("an edge to an unknown node is ignored", () => {
  const graph = new DependencyGraph<string>();
  graph.addNode("a");
  graph.addEdge("a", "elsewhere");
  graph.addEdge("a", "a");
  expect(graph.after("a")).toEqual([]);
});

test("the stronger of two reasons counts", () => {
  const graph = graphOf([]);
  graph.addNode("a");
  graph.addNode("b");
  graph.addEdge("a", "b", { kind: "soft", weight: 1 });
  graph.addEdge("a", "b");
  graph.addEdge("b", "a", { kind: "soft", weight: 1 });
  expect(
    graph
      .findCycle()
      ?.map((edge) => `${edge.node} ${edge.why.kind}`)
      .sort(),
  ).toEqual(["a hard", "b soft"]);
});

test("a chain of 50,000 does not overflow the stack", () => {
  const graph = new DependencyGraph<string>();
  for (let at = 0; at < 50_000; at += 1) graph.addNode(String(at));
  for (let at = 1; at < 50_000; at += 1) graph.addEdge(String(at), String(at - 1));
  expect(graph.findCycle()).toBeUndefined();
  graph.addEdge("0", "49999");
  expect(graph.findCycle()).toHaveLength(50_000);
});
