import { describe, expect, test } from "vitest";
import type { Plan } from "../../model/plan/plan.ts";
import { indexPlan } from "../../model/plan/plan-index.ts";
import type { State, StateEntry } from "../../model/state.ts";
import { nextState } from "./next-state.ts";

const previous: State = {
  docsformState: 2,
  organization: "acme",
  salt: "00",
  objects: { "widget.a": { id: "old", origin: "imported", applied: { title: "A" } } },
};

/** The state after a run that created or found the widget, and did not finish it. */
function afterHalf(id: string): Promise<State> {
  const plan = {
    organizationId: "acme",
    apiVersion: "current",
    salt: "00",
    steps: [],
    nodes: [],
    managed: { "widget.a": { attributes: { title: "B" } } },
  };
  return nextState({
    planIndex: indexPlan(plan as unknown as Plan),
    previous,
    idOf: () => id,
    scopeIdOf: () => undefined,
    createdAs: () => (id === "new" ? "created" : undefined),
    isHidden: () => false,
    isDone: () => false,
    remember: (_address, _attribute, { clear }) => clear,
    reveal: async () => "",
  });
}

test("an unfinished replacement is known by its own id, and has nothing of the old object", async () => {
  expect((await afterHalf("new")).objects).toEqual({
    "widget.a": { id: "new", origin: "created", applied: {}, unfinished: true },
  });
});

test("an object that stays the same keeps its last applied values", async () => {
  expect((await afterHalf("old")).objects["widget.a"]).toMatchObject({ id: "old", applied: { title: "A" } });
});

const entry = (id: string, title: string, rest: Partial<StateEntry> = {}): StateEntry => ({
  id,
  origin: "created",
  applied: { title },
  ...rest,
});
const two = { "widget.a": entry("one", "One"), "widget.b": entry("two", "Two") };

interface Run {
  readonly created?: readonly string[];
  readonly before?: State["objects"];
  readonly managed: Readonly<
    Record<string, { readonly title: string; readonly was?: readonly string[]; readonly rank?: number }>
  >;
  /** The ids of addresses at the end of the run. */
  readonly ids: Readonly<Record<string, string>>;
  readonly done: readonly string[];
  readonly deleted?: readonly { readonly address: string; readonly id: string }[];
}

/** The entries after a run over the two widgets. */
async function entriesAfter({
  before = two,
  managed,
  ids,
  done,
  deleted = [],
  created = [],
}: Run): Promise<State["objects"]> {
  const plan = {
    organizationId: "acme",
    apiVersion: "current",
    salt: "00",
    steps: deleted.map((step) => ({ ...step, action: "delete", type: "widget" })),
    nodes: [],
    managed: Object.fromEntries(
      Object.entries(managed).map(([address, { title, ...rest }]) => [
        address,
        { attributes: { title }, origin: "created", ...rest },
      ]),
    ),
  };
  const { objects } = await nextState({
    planIndex: indexPlan(plan as unknown as Plan),
    previous: { ...previous, objects: before },
    idOf: (address) => ids[address],
    scopeIdOf: () => undefined,
    createdAs: (address) => (created.includes(address) ? "created" : undefined),
    isHidden: () => false,
    isDone: (address) => done.includes(address),
    remember: (_address, _attribute, { clear }) => clear,
    reveal: async () => "",
  });
  return objects;
}

test("objects that exchange their addresses take their entries along, finished or not", async () => {
  const run = {
    managed: { "widget.a": { title: "Two" }, "widget.b": { title: "One" } },
    ids: { "widget.a": "two", "widget.b": "one" },
  };
  const expected = { "widget.a": entry("two", "Two"), "widget.b": entry("one", "One") };
  for (const done of [[], ["widget.a"], ["widget.a", "widget.b"]])
    expect(await entriesAfter({ ...run, done })).toEqual(expected);
});

test("an object whose address means another one keeps its entry, by its id, until it is deleted", async () => {
  const run = {
    managed: { "widget.b": { title: "One" } },
    ids: { "widget.b": "one" },
    deleted: [{ address: "widget.@two", id: "two" }],
  };
  expect(await entriesAfter({ ...run, done: ["widget.b"] })).toEqual({
    "widget.b": entry("one", "One"),
    "widget.@two": two["widget.b"],
  });
  expect(await entriesAfter({ ...run, done: ["widget.b", "widget.@two"] })).toEqual({
    "widget.b": entry("one", "One"),
  });
});

test("a new object that could not be created does not get the entry of one that has another address now", async () => {
  const managed = { "widget.a": { title: "New" }, "widget.b": { title: "One" } };
  expect(await entriesAfter({ managed, ids: { "widget.b": "one" }, done: ["widget.b"] })).toEqual({
    "widget.b": entry("one", "One"),
  });
});

test("a new object with the id of a deleted one has nothing of that", async () => {
  const run = { managed: { "widget.c": { title: "New" } }, ids: { "widget.c": "two" }, done: [] };
  expect((await entriesAfter({ ...run, created: ["widget.c"] }))["widget.c"]).toEqual({
    id: "two",
    origin: "created",
    applied: {},
    unfinished: true,
  });
});

test("a replacement does not have to delete a new object with the id of the replaced one", async () => {
  const entries = await entriesAfter({
    managed: { "widget.a": { title: "Two" }, "widget.c": { title: "One" } },
    ids: { "widget.a": "three", "widget.c": "one" },
    created: ["widget.a", "widget.c"],
    deleted: [{ address: "widget.a", id: "one" }],
    done: [],
  });
  expect(entries["widget.a"]).toEqual({ id: "three", origin: "created", applied: {}, unfinished: true });
});

test("the state records the former key that `was:` declares, from the start of the run", async () => {
  const run = { managed: { "widget.b": { title: "New", was: ["One"] } }, ids: { "widget.b": "one" } };
  expect((await entriesAfter({ ...run, done: [] }))["widget.b"]).toEqual(
    entry("one", "One", { was: ["One"] }),
  );
  expect((await entriesAfter({ ...run, done: ["widget.b"] }))["widget.b"]).toEqual(
    entry("one", "New", { was: ["One"] }),
  );
});

describe("ranks", () => {
  const before = {
    "widget.a": entry("one", "One", { rank: 10 }),
    "widget.b": entry("two", "Two", { rank: 20 }),
  };
  const run = {
    before,
    managed: { "widget.b": { title: "Two", rank: 0 }, "widget.a": { title: "One", rank: 1 } },
    ids: { "widget.a": "one", "widget.b": "two" },
  };
  const ranksOf = (objects: State["objects"]) =>
    Object.fromEntries(Object.entries(objects).map(([address, { rank }]) => [address, rank]));

  test("keep their former values after a complete run, as far as these give the new order", async () => {
    const same = { "widget.a": { title: "One", rank: 0 }, "widget.b": { title: "Two", rank: 1 } };
    const done = ["widget.a", "widget.b"];
    expect(ranksOf(await entriesAfter({ ...run, managed: same, done }))).toEqual({
      "widget.a": 10,
      "widget.b": 20,
    });
  });

  test("of unfinished objects are the former ones, and those of finished ones the new ones", async () => {
    expect(ranksOf(await entriesAfter({ ...run, done: ["widget.b"] }))).toEqual({
      "widget.a": 10,
      "widget.b": 0,
    });
  });
});

test("a replacement that is replaced again still has to delete the object that it replaced first", async () => {
  const entries = await entriesAfter({
    before: { "widget.a": entry("two", "Two", { replaces: "one", unfinished: true }) },
    managed: { "widget.a": { title: "Two" } },
    ids: { "widget.a": "three" },
    created: ["widget.a"],
    deleted: [{ address: "widget.@one", id: "one" }],
    done: [],
  });
  expect(entries["widget.a"]).toMatchObject({ id: "three", replaces: "one" });
});
