import { expect, test } from "vitest";
import { movedState } from "./moved-state.ts";

function stateOf(ids: Readonly<Record<string, string>>) {
  const objects = Object.fromEntries(
    Object.entries(ids).map(([address, id]) => [address, { id, applied: {} }]),
  );
  return { docsformState: 2, organization: "acme", salt: "5a17", objects } as const;
}

test.each([
  { name: "an object is known under its address of now", known: { "a.x": "1" }, moved: { "a.y": "1" } },
  {
    name: "an object known under both addresses stays as it is",
    known: { "a.x": "1", "a.y": "2" },
    moved: { "a.x": "1", "a.y": "2" },
  },
])("$name", ({ known, moved }) => {
  expect(movedState(stateOf(known), new Map([["a.x", "a.y"]]))).toEqual(stateOf(moved));
});

test("follows a chain of moves to its end, and a cycle once", () => {
  const chain = new Map([
    ["a.x", "a.y"],
    ["a.y", "a.z"],
  ]);
  for (const links of [[...chain], [...chain].reverse()])
    expect(movedState(stateOf({ "a.x": "1" }), new Map(links))).toEqual(stateOf({ "a.z": "1" }));
  const cycle = new Map([...chain, ["a.z", "a.x"]]);
  expect(Object.values(movedState(stateOf({ "a.x": "1" }), cycle)?.objects ?? {})).toHaveLength(1);
});
