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
  attributes: {
    title: { atCreate: "required" },
    note: { atCreate: "accepted", nullable: true },
    level: { atCreate: "no", derived: true, default: "inherit" },
    url: { atCreate: "no", derived: true },
    secret: { atCreate: "accepted", sensitive: true },
  },
  identity: { key: ["title"], createKey: ["title"], keyIsUnique: false },
  writers: [],
  reads: [],
} as unknown as ResourceType;

const hash = (text: string, salt: string) => `${salt}:${text}`;

/** The call of an attempt contains only a title. */
function attempt(address: string, title: string): CreateLine {
  const values = { fields: ["title"], key: hash(JSON.stringify([title]), "run1") };
  return {
    kind: "create",
    run: "run1",
    at: 1,
    address,
    type: "widget",
    ...values,
  };
}

function pair(address: string, id: string): JournalLine {
  return { kind: "match", run: "run1", at: 2, address, id };
}

interface Widget {
  readonly title: string;
  /** The time of the creation, if the service shows it. */
  readonly at?: number;
  /** The widget around it. */
  readonly inside?: string;
  readonly [attribute: string]: string | number | undefined;
}

function worldOf(widgets: Readonly<Record<string, string | Widget>>): Snapshot {
  const objects = Object.entries(widgets).map(([id, given], rank) => {
    const { at, inside, ...attributes } = typeof given === "string" ? { title: given } : given;
    return {
      type: "widget",
      id,
      container: inside === undefined ? null : { type: "widget", id: inside },
      attributes: { note: null, level: "inherit", url: `/${id}`, ...(attributes as Record<string, string>) },
      isDefault: false,
      rank,
      ...(at !== undefined && { computed: { createdAt: new Date(at).toISOString() } }),
    };
  });
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
    lines: [{ kind: "known", run: "run1", at: 1, type: "widget", ids: ["1"] }, attempt("widget.a", "A")],
    live: { 1: "A", 2: "A" },
    pairs: { "widget.a": "2" },
  },
  {
    name: "one that was known only to another run, or is of another scope",
    lines: [
      { kind: "known", run: "run0", at: 0, type: "widget", ids: ["1"] },
      { kind: "known", run: "run1", at: 1, type: "widget", scopeId: "shelf", ids: ["1"] },
      attempt("widget.a", "A"),
    ],
    live: { 1: "A" },
    pairs: { "widget.a": "1" },
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

  it("matches nothing to a call that was not sent", () => {
    const lines: readonly JournalLine[] = [
      { ...attempt("widget.ahead", "A"), queued: true },
      { kind: "match", run: "run1", at: 2, address: "widget.asked", id: "2", origin: "imported" },
    ];
    const live = worldOf({ 1: "A", 2: "B" });
    expect(recover(lines, live, { types: [widget], hash, isPinned: () => false })).toEqual({
      matches: { "widget.asked": "2" },
      origins: { "widget.asked": "imported" },
    });
  });

  const [from, until] = [100_000, 200_000];
  const sent: readonly JournalLine[] = [{ ...attempt("widget.a", "A"), window: { from, until } }];
  const withoutClock: readonly JournalLine[] = [attempt("widget.a", "A")];
  const sentAgain = { ...attempt("widget.a", "A"), window: { from: until + 1, until: 300_000 } };
  const isClaimed: readonly {
    readonly name: string;
    readonly lines: readonly JournalLine[];
    readonly live: Readonly<Record<string, string | Widget>>;
    /** The origin of the only match. */
    readonly origin?: "created" | "recovered";
  }[] = [
    {
      name: "was created in the window",
      lines: sent,
      live: { 1: { title: "A", at: from } },
      origin: "created",
    },
    {
      name: "was created at the beginning of the tolerance",
      lines: sent,
      live: { 1: { title: "A", at: from - 5_000 } },
      origin: "created",
    },
    {
      name: "was created at the end of the tolerance",
      lines: sent,
      live: { 1: { title: "A", at: until + 5_000 } },
      origin: "created",
    },
    {
      name: "was created in the window, with other values by now",
      lines: sent,
      live: { 1: { title: "A", at: from, note: "N", level: "edit" } },
      origin: "created",
    },
    { name: "was created before the window", lines: sent, live: { 1: { title: "A", at: from - 5_001 } } },
    { name: "was created after the window", lines: sent, live: { 1: { title: "A", at: until + 5_001 } } },
    {
      name: "was created during the second of two calls",
      lines: [...sent, sentAgain],
      live: { 1: { title: "A", at: 250_000 } },
      origin: "created",
    },
    {
      name: "was created by a call that was sent before a new attempt was queued",
      lines: [...sent, { ...attempt("widget.a", "A"), queued: true }],
      live: { 1: { title: "A", at: from } },
      origin: "created",
    },
    {
      name: "has no creation time and the values of a new one",
      lines: sent,
      live: { 1: "A" },
      origin: "recovered",
    },
    {
      name: "has the values of a new one, if the clock is not usable",
      lines: withoutClock,
      live: { 1: { title: "A", at: 999_999_999 } },
      origin: "recovered",
    },
    {
      name: "has the values of a new one, if the clock was not usable for one of two calls",
      lines: [...sent, ...withoutClock],
      live: { 1: { title: "A", at: from } },
      origin: "recovered",
    },
    { name: "has a value that was not sent", lines: withoutClock, live: { 1: { title: "A", note: "N" } } },
    {
      name: "has another value than a new one",
      lines: withoutClock,
      live: { 1: { title: "A", level: "edit" } },
    },
    { name: "has contents", lines: withoutClock, live: { 1: "A", 2: { title: "B", inside: "1" } } },
    {
      name: "has a secret that no list shows",
      lines: withoutClock,
      live: { 1: { title: "A", secret: "S" } },
      origin: "recovered",
    },
    {
      name: "was created in the window, beside one that another person created later",
      lines: sent,
      live: { 1: { title: "A", at: from }, 2: { title: "A", at: 999_999_999 } },
      origin: "created",
    },
  ];

  it.each(isClaimed)("decides about an object that $name", ({ lines, live, origin }) => {
    expect(recover(lines, worldOf(live), { types: [widget], hash, isPinned: () => false })).toEqual(
      origin === undefined
        ? { matches: {}, origins: {} }
        : { matches: { "widget.a": "1" }, origins: { "widget.a": origin }, found: ["widget.a"] },
    );
  });

  it("matches no object without everything that was sent", () => {
    const values = { fields: ["title", "note"], key: hash(JSON.stringify(["A", "N"]), "run1") };
    const lines = [{ ...attempt("widget.a", "A"), window: { from, until }, sent: values }];
    const idsIn = (live: Readonly<Record<string, Widget>>) =>
      recover(lines, worldOf(live), { types: [widget], hash, isPinned: () => false }).matches;
    expect(idsIn({ 1: { title: "A", note: "M", at: from } })).toEqual({});
    expect(idsIn({ 1: { title: "A", note: "N", at: from } })).toEqual({ "widget.a": "1" });
  });

  it("gives the first of two creates that are alike the object that was created first", () => {
    const lines = [
      { ...attempt("widget.a", "A"), window: { from, until } },
      { ...attempt("widget.b", "A"), window: { from: 180_000, until: 300_000 } },
    ];
    const live = worldOf({ 1: { title: "A", at: 190_000 }, 2: { title: "A", at: from } });
    const { matches } = recover(lines, live, { types: [widget], hash, isPinned: () => false });
    expect(matches).toEqual({ "widget.a": "2", "widget.b": "1" });
  });

  it("records the contents of a scope as created, because they follow their scope", () => {
    const part = { ...widget, scope: "shelf" } as ResourceType;
    const lines = [{ ...attempt("widget.a", "A"), scopeId: "shelf" }];
    const live = worldOf({ 1: "A" });
    const inScope = { ...live, objects: live.objects.map((object) => ({ ...object, scopeId: "shelf" })) };
    const { origins } = recover(lines, inScope, { types: [part], hash, isPinned: () => false });
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
