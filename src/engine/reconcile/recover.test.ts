import { describe, expect, it } from "vitest";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { State } from "../../model/state.ts";
import type { JournalLine } from "../apply/journal.ts";
import type { CreateLine } from "../live/create/attempts.ts";
import { recover } from "./recover.ts";

const widget = {
  name: "widget",
  label: { one: "widget", many: "widgets" },
  attributes: {},
  identity: { key: ["title"], createKey: ["title"], keyIsUnique: false },
  reads: [],
} as unknown as ResourceType;

const hash = (text: string, salt: string) => `${salt}:${text}`;

function attempt(address: string, title: string, knownIds: readonly string[] = []): CreateLine {
  const key = hash(JSON.stringify([title]), "run1");
  return { kind: "create", run: "run1", at: 1, address, type: "widget", fields: ["title"], key, knownIds };
}

function pair(address: string, id: string): JournalLine {
  return { kind: "match", run: "run1", at: 2, address, id };
}

/** `createdAt`: the creation time by id, if the service shows it. */
function worldOf(
  widgets: Readonly<Record<string, string>>,
  createdAt: Readonly<Record<string, number>> = {},
): Snapshot {
  const objects = Object.entries(widgets).map(([id, title], rank) => ({
    type: "widget",
    id,
    container: null,
    attributes: { title },
    isDefault: false,
    rank,
    ...(createdAt[id] !== undefined && { computed: { createdAt: new Date(createdAt[id]).toISOString() } }),
  }));
  return {
    organization: { id: "acme", title: "Acme" },
    apiVersion: "current",
    objects,
    contentsReadOf: new Map(),
  };
}

const cases: readonly {
  readonly name: string;
  readonly lines: readonly JournalLine[];
  readonly live: Readonly<Record<string, string>>;
  readonly pairs: Readonly<Record<string, string>>;
}[] = [
  {
    name: "the one that matches",
    lines: [attempt("widget.a", "A")],
    live: { 1: "A", 2: "B" },
    pairs: { "widget.a": "1" },
  },
  {
    name: "no object that was gone when another create of its address began",
    lines: [pair("widget.a", "1"), attempt("widget.a", "A")],
    live: { 2: "B" },
    pairs: {},
  },
  {
    name: "no object of another user, if the service refused the create",
    lines: [attempt("widget.a", "A"), { kind: "not-created", run: "run1", at: 2, address: "widget.a" }],
    live: { 1: "A" },
    pairs: {},
  },
  {
    name: "no object, so it was never created",
    lines: [attempt("widget.a", "A")],
    live: { 2: "B" },
    pairs: {},
  },
  {
    name: "not one that was known before",
    lines: [attempt("widget.a", "A", ["1"])],
    live: { 1: "A", 2: "A" },
    pairs: { "widget.a": "2" },
  },
  {
    name: "not one that is another address",
    lines: [pair("widget.b", "1"), attempt("widget.a", "A")],
    live: { 1: "A", 2: "A" },
    pairs: { "widget.a": "2", "widget.b": "1" },
  },
  {
    name: "a pair that is certain",
    lines: [attempt("widget.a", "A"), pair("widget.a", "1")],
    live: { 1: "Z" },
    pairs: { "widget.a": "1" },
  },
  {
    name: "what a later create superseded",
    lines: [pair("widget.a", "1"), attempt("widget.a", "A")],
    live: { 2: "A" },
    pairs: { "widget.a": "2" },
  },
  {
    name: "one object to one of two creates that are alike",
    lines: [attempt("widget.a", "A"), attempt("widget.b", "A")],
    live: { 1: "A" },
    pairs: { "widget.a": "1" },
  },
  {
    name: "as many objects as there are creates that are alike, one each",
    lines: [attempt("widget.a", "A"), attempt("widget.b", "A")],
    live: { 1: "A", 2: "A" },
    pairs: { "widget.a": "1", "widget.b": "2" },
  },
  {
    name: "a pair that a create which was perhaps not sent does not supersede",
    lines: [pair("widget.a", "1"), { ...attempt("widget.a", "A"), queued: true }],
    live: { 1: "Z" },
    pairs: { "widget.a": "1" },
  },
  {
    name: "none that is in another scope",
    lines: [{ ...attempt("widget.a", "A"), scopeId: "shelf" }],
    live: { 1: "A" },
    pairs: {},
  },
];

describe("recover", () => {
  it.each(cases)("returns $name", ({ lines, live, pairs }) => {
    const found = recover(lines, worldOf(live), { types: [widget], hash, isPinned: () => false });
    expect(found.matches).toEqual(pairs);
  });

  it("records an object as created only if the call was sent, or the journal says so", () => {
    const lines: readonly JournalLine[] = [
      attempt("widget.sent", "A"),
      { ...attempt("widget.ahead", "B"), queued: true },
      pair("widget.found", "3"),
      { kind: "match", run: "run1", at: 2, address: "widget.asked", id: "4", origin: "imported" },
    ];
    const live = worldOf({ 1: "A", 2: "B", 3: "C", 4: "D" }, { 1: 1, 2: 1 });
    expect(recover(lines, live, { types: [widget], hash, isPinned: () => false })).toEqual({
      matches: { "widget.sent": "1", "widget.ahead": "2", "widget.found": "3", "widget.asked": "4" },
      origins: { "widget.sent": "created", "widget.asked": "imported" },
    });
  });

  it.each([
    { name: "an older object", createdAt: { 1: 4 } },
    { name: "an object without a creation time", createdAt: {} },
  ])("does not record $name as created, because the service may have refused the create", ({ createdAt }) => {
    const lines = [{ ...attempt("widget.a", "A"), at: 5 }];
    const live = worldOf({ 1: "A" }, createdAt);
    expect(recover(lines, live, { types: [widget], hash, isPinned: () => false })).toEqual({
      matches: { "widget.a": "1" },
      origins: {},
    });
  });

  it("records an object as created also if the first of several calls created it", () => {
    const lines = [attempt("widget.a", "A"), { ...attempt("widget.a", "A"), at: 9 }];
    const live = worldOf({ 1: "A" }, { 1: 3 });
    const { origins } = recover(lines, live, { types: [widget], hash, isPinned: () => false });
    expect(origins).toEqual({ "widget.a": "created" });
  });

  it("matches an object that the state has at the same address, and none that it has at another", () => {
    const lines = [attempt("widget.a", "A")];
    const stateOf = (address: string): State => ({
      docsformState: 2,
      organization: "acme",
      salt: "5a17",
      objects: { [address]: { id: "1", applied: {} } },
    });
    const found = (state: State) =>
      recover(lines, worldOf({ 1: "A" }), { types: [widget], hash, state, isPinned: () => false }).matches;
    expect(found(stateOf("widget.a"))).toEqual({ "widget.a": "1" });
    expect(found(stateOf("widget.b"))).toEqual({});
  });

  it("stops if more objects match than there are similar creates", () => {
    const lines = [attempt("widget.a", "A"), attempt("widget.b", "A")];
    const live = worldOf({ 1: "A", 2: "A", 3: "A" });
    expect(() => recover(lines, live, { types: [widget], hash, isPinned: () => false })).toThrow(
      /3 widgets match it: 1, 2, 3/,
    );
  });

  it("stops and names the candidates, until you pin one", () => {
    const lines = [attempt("widget.a", "A")];
    const live = worldOf({ 1: "A", 2: "A" });
    expect(() => recover(lines, live, { types: [widget], hash, isPinned: () => false })).toThrow(
      /2 widgets match it: 1, 2/,
    );
    expect(recover(lines, live, { types: [widget], hash, isPinned: () => true })).toMatchObject({
      matches: {},
    });
  });
});
