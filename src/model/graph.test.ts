import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cycleIn, type Graph, graphOf, inOrder, longestChains, waitingFor } from "./graph.ts";

/** Each node waits for some of those before it, so there is no cycle. */
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
  test("is put in order: all of it, each after what it waits for", () => {
    fc.assert(
      fc.property(acyclic, (nodes) => {
        const ordered = inOrder(graphOf(nodes));
        const place = new Map(ordered.map((at, index) => [at, index]));
        expect([...ordered].sort((a, b) => a - b)).toEqual([...nodes.keys()]);
        for (const [at, after] of nodes)
          for (const each of after) expect(place.get(each)).toBeLessThan(place.get(at) as number);
      }),
    );
  });

  test("has a cycle, of members that wait for each other, just where something cannot be put in order", () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const cycle = cycleIn(graph);
        expect(cycle === undefined).toBe(inOrder(graph).length === graph.before.length);
        cycle?.forEach((at, index) =>
          expect(isWaiting(graph, at, cycle[(index + 1) % cycle.length] as number)).toBe(true),
        );
      }),
    );
  });

  test("knows the longest chain that begins with each", () => {
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
