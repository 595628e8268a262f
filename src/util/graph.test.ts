import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allCycles,
  cycleIn,
  type Graph,
  graphOf,
  levels,
  longestChains,
  topologicalOrder,
  waitingFor,
} from "./graph.ts";

/** Each node waits only for nodes before it, so there is no cycle. */
const acyclic = fc
  .array(fc.array(fc.nat({ max: 20 }), { maxLength: 4 }), { maxLength: 20 })
  .map((rows) => rows.map((after, at) => [at, new Set(after.filter((each) => each < at))] as const));

const anyGraph = fc
  .array(fc.array(fc.nat({ max: 7 }), { maxLength: 3 }), { minLength: 8, maxLength: 8 })
  .map((rows) => graphOf(rows.map((after, at) => [at, new Set(after)] as const)));

function isWaiting(graph: Graph, at: number, before: number): boolean {
  return graph.before[at]?.includes(before) === true;
}

describe("a graph", () => {
  test("is ordered completely, each node after those that it waits for", () => {
    fc.assert(
      fc.property(acyclic, (nodes) => {
        const ordered = topologicalOrder(graphOf(nodes));
        const place = new Map(ordered.map((at, index) => [at, index]));
        expect([...ordered].sort((a, b) => a - b)).toEqual([...nodes.keys()]);
        for (const [at, after] of nodes)
          for (const each of after) expect(place.get(each)).toBeLessThan(place.get(at) as number);
      }),
    );
  });

  test("has a cycle exactly if its nodes cannot be ordered", () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const cycle = cycleIn(graph);
        expect(cycle === undefined).toBe(topologicalOrder(graph).length === graph.before.length);
        cycle?.forEach((at, index) =>
          expect(isWaiting(graph, at, cycle[(index + 1) % cycle.length] as number)).toBe(true),
        );
      }),
    );
  });

  test("has levels: each node is just above the highest node that it waits for, in every order of calls", () => {
    fc.assert(
      fc.property(acyclic, fc.infiniteStream(fc.nat()), (nodes, random) => {
        const mixed = nodes.map((node) => [random.next().value as number, node] as const);
        const asked = mixed.sort(([a], [b]) => a - b).map(([, node]) => node);
        const found = levels(graphOf(asked));
        const levelOf = new Map(asked.map(([id], at) => [id, found[at] as number]));
        for (const [id, after] of asked)
          expect(levelOf.get(id)).toBe(
            1 + Math.max(-1, ...Array.from(after, (each) => levelOf.get(each) as number)),
          );
      }),
    );
  });

  test("has levels also in a cycle: the first node met is the last", () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => [at, at === 0 ? [] : [at - 1]] as const);
    expect(levels(graphOf(chain.toReversed()))[0]).toBe(19_999);
    expect(
      levels(
        graphOf([
          ["a", ["b"]],
          ["b", ["a"]],
          ["c", ["c"]],
        ]),
      ),
    ).toEqual([2, 1, 1]);
  });

  test("has cycles: each once, from the node that is reached first, without the nodes that only lead to it", () => {
    const graph = graphOf([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["b"]],
      ["d", ["d"]],
      ["e", ["a"]],
      ["f", []],
    ]);
    expect(allCycles(graph)).toEqual([[1, 2], [3]]);
  });

  test("has the longest chain from each node", () => {
    const graph = graphOf([
      ["a", []],
      ["b", ["a"]],
      ["c", ["a"]],
      ["d", ["b"]],
    ]);
    expect(longestChains(graph, [1, 1, 5, 2])).toEqual([6, 3, 5, 2]);
    expect([...waitingFor(graph, [1])]).toEqual([1, 3]);
    expect(() => longestChains(graphOf([["a", ["a"]]]), [1])).toThrow("wait for each other");
    expect(() => graphOf([["a", ["b"]]])).toThrow("a waits for b, which is not there.");
  });
});
