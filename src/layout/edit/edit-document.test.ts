import { describe, expect, test } from "vitest";
import { isMap, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import {
  addField,
  type Editing,
  editedText,
  extendBare,
  removeField,
  setItems,
  setValue,
  startEditing,
} from "./edit-document.ts";
import type { ListItem } from "./edits.ts";
import { keptVariables } from "./kept-variables.ts";
import { mergeValue } from "./merge-value.ts";
import { openDocument, pairOf } from "./open-document.ts";

/** The text after a change. */
function edited(text: string, change: (editing: Editing, root: YAMLMap) => void): string {
  const editing = startEditing(openDocument({ file: "docsform.yaml", text }));
  change(editing, editing.document.root as YAMLMap);
  return editedText(editing);
}

function at(map: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((node, name) => (isMap(node) ? pairOf(node, name)?.value : undefined), map);
}

function listAt(root: YAMLMap, ...names: readonly string[]): YAMLSeq {
  const list = at(root, ...names);
  if (!isSeq(list)) throw new Error("no list");
  return list;
}

function set(name: string, value: unknown) {
  return (editing: Editing, root: YAMLMap) => {
    const pair = pairOf(root, name);
    if (pair !== undefined) setValue(editing, pair, value);
  };
}

describe("a value", () => {
  test.each([
    ["plain", "a: b # c\n", "a: x # c\n"],
    ["single quotes", "a: 'b' # c\n", "a: 'x' # c\n"],
    ["double quotes", 'a: "b"\n', 'a: "x"\n'],
    ["no final newline", "a: b", "a: x"],
    ["line ends of Windows", "a: b # c\r\nd: e\r\n", "a: x # c\r\nd: e\r\n"],
    ["nothing", "a: # c\nd: e\n", "a: x # c\nd: e\n"],
    ["a block", "a: |\n  b\n  c\nd: e\n", "a: |-\n  x\nd: e\n"],
    ["a folded text", "a: >-\n  b\n  c\n\nd: e\n", "a: >-\n  x\n\nd: e\n"],
    ["a text over several lines", 'a: "b\n  c"\nd: e\n', 'a: "x"\nd: e\n'],
    ["brackets", "a: { id: b }\n", "a: x\n"],
    ["lines of its own", "a:\n  id: b\n  # c\nd: e\n", "a: x\nd: e\n"],
    ["an alias", "d: &d b\na: *d\n", "d: &d b\na: x\n"],
    ["an anchor that others use", "a: &a b # c\nd: *a\ne: *a\n", "a: x # c\nd: &a b\ne: *a\n"],
  ])("replaces %s", (_what, before, after) => {
    expect(edited(before, set("a", "x"))).toBe(after);
  });

  test.each([
    ["another value", (editing: Editing, root: YAMLMap) => set("b", "w")(editing, root), "b: w\nc: &a A\n"],
    [
      "nothing",
      (editing: Editing, root: YAMLMap) => {
        const pair = pairOf(root, "b");
        if (pair !== undefined) removeField(editing, root, pair);
      },
      "c: &a A\n",
    ],
  ])("with an alias that becomes %s keeps its anchor at the next alias", (_what, change, rest) => {
    const text = "a: &a A\nb: *a\nc: *a\n";
    const both = [set("a", "x"), change];
    for (const changes of [both, both.toReversed()])
      expect(edited(text, (editing, root) => changes.forEach((each) => each(editing, root)))).toBe(
        `a: x\n${rest}`,
      );
  });

  test("gets quotes if it needs them", () => {
    expect(edited("a: b\n", set("a", "yes: no"))).toBe('a: "yes: no"\n');
    expect(
      edited("a: { b: c }\n", (editing, root) => {
        const pair = pairOf(at(root, "a") as YAMLMap, "b");
        if (pair !== undefined) setValue(editing, pair, "x, y]");
      }),
    ).toBe('a: { b: "x, y]" }\n');
  });

  test("of several lines keeps its indentation", () => {
    const before = "m:\n  a: |\n    b\n  d: e\n";
    const after = edited(before, (editing, root) => {
      const pair = pairOf(at(root, "m") as YAMLMap, "a");
      if (pair !== undefined) setValue(editing, pair, "x\n\ny\n");
    });
    expect(after).toBe("m:\n  a: |\n    x\n\n    y\n  d: e\n");
  });
});

describe("a map", () => {
  const block = "m:\n  # of a\n  a: 1\n\n  # nobody's\n\n  # of b\n  b: 2 # beside\n  c: 3\n# end\n";

  test.each([
    ["a", "m:\n  # nobody's\n\n  # of b\n  b: 2 # beside\n  c: 3\n# end\n"],
    ["b", "m:\n  # of a\n  a: 1\n  c: 3\n\n  # nobody's\n# end\n"],
    ["c", "m:\n  # of a\n  a: 1\n\n  # nobody's\n\n  # of b\n  b: 2 # beside\n# end\n"],
  ])("loses %s with its comments, and no others", (name, after) => {
    const result = edited(block, (editing, root) => {
      const map = at(root, "m") as YAMLMap;
      const pair = pairOf(map, name);
      if (pair !== undefined) removeField(editing, map, pair);
    });
    expect(result).toContain("nobody's");
    expect(result.replace(/\n\n/g, "\n")).toBe(after.replace(/\n\n/g, "\n"));
  });

  test.each([
    ["lines", "m:\n  a: 1\n  c: 3\n", "m:\n  a: 1\n  b: 2\n  c: 3\n"],
    ["brackets", "m: { a: 1, c: 3 }\n", "m: { a: 1, b: 2, c: 3 }\n"],
    ["brackets without room", "m: {a: 1,c: 3}\n", "m: {a: 1,b: 2,c: 3}\n"],
    ["brackets over lines", "m: {\n  a: 1, # x\n  c: 3,\n}\n", "m: {\n  a: 1, # x\n  b: 2,\n  c: 3,\n}\n"],
    ["empty brackets", "m: {} # x\nn: 1\n", "m: # x\n  b: 2\nn: 1\n"],
    ["empty brackets in others", "m: {}\n", "m:\n  b: 2\n"],
    ["further indentation", "m:\n    a: 1\n    c: 3", "m:\n    a: 1\n    b: 2\n    c: 3"],
    ["line ends of Windows", "m:\r\n  a: 1\r\n  c: 3\r\n", "m:\r\n  a: 1\r\n  b: 2\r\n  c: 3\r\n"],
  ])("of %s gets a field after another one", (_what, before, after) => {
    const result = edited(before, (editing, root) =>
      addField(editing, at(root, "m") as YAMLMap, { name: "b", value: 2, after: "a" }),
    );
    expect(result).toBe(after);
  });

  test("gets blank lines if its other items have them", () => {
    const result = edited("m:\n  a:\n    x: 1\n\n  b:\n    x: 2\n", (editing, root) =>
      addField(editing, at(root, "m") as YAMLMap, {
        name: "c",
        value: new Map([["x", 3]]),
        after: undefined,
      }),
    );
    expect(result).toBe("m:\n  a:\n    x: 1\n\n  b:\n    x: 2\n\n  c:\n    x: 3\n");
  });

  test("that loses all items stays, empty", () => {
    const result = edited("m: # x\n  a: 1\nn: 1\n", (editing, root) => {
      const map = at(root, "m") as YAMLMap;
      for (const pair of map.items) removeField(editing, map, pair);
    });
    expect(result).toBe("m: {} # x\nn: 1\n");
  });
});

describe("a list", () => {
  const order = (list: YAMLSeq, ...indexes: readonly number[]): readonly ListItem[] =>
    indexes.map((index) => ({ list, index }));
  const arranged = (text: string, ...indexes: readonly number[]) =>
    edited(text, (editing, root) => {
      const list = listAt(root, "l");
      setItems(editing, list, order(list, ...indexes), () => false);
    });

  test.each([
    [
      "lines",
      "l:\n  # of a\n  - a # x\n  - b\n\n  - c: 1\n    d: 2\n",
      [2, 0],
      "l:\n  - c: 1\n    d: 2\n  # of a\n  - a # x\n",
    ],
    ["lines as deep as the key", "l:\n- a\n- b\n", [1, 0], "l:\n- b\n- a\n"],
    ["brackets", "l: [a, b, c]\n", [2, 0], "l: [c, a]\n"],
    ["brackets that lose all", "l: [ a ]\n", [], "l: []\n"],
    ["brackets over lines", "l: [\n  a,\n  b,\n]\n", [1, 0], "l: [\n  b,\n  a,\n]\n"],
    ["brackets with comments", "l: [\n  a, # x\n  b, # y\n]\n", [1], "l: [\n  b, # y\n]\n"],
    [
      "brackets with comments, in another order,",
      "l: [ # all\n  # of a\n  a, # x\n\n  # nobody's\n\n  # of b\n  b # y\n  # end\n]\n",
      [1, 0],
      "l: [ # all\n  # nobody's\n\n  # of b\n  b, # y\n\n  # of a\n  a # x\n  # end\n]\n",
    ],
    [
      "brackets with comments of nobody",
      "l: [\n  a,\n  # nobody's\n\n  b,\n  c, d, # of d\n]\n",
      [0, 2, 3],
      "l: [\n  a,\n  c, d, # of d\n  # nobody's\n]\n",
    ],
    ["brackets over lines that lose all", "l: [\n  a, # x\n  b,\n]\n", [], "l: []\n"],
    ["brackets that lose all but comments", "l: [ # all\n  a, # x\n]\n", [], "l: [ # all\n]\n"],
    [
      "brackets with commas before",
      "l: [\n    a # x\n  , b # y\n  , c\n]\n",
      [0, 2],
      "l: [\n    a, # x\n    c\n]\n",
    ],
    ["brackets that end a line", "l: [a, # x\n  b, # y\n  c]\n", [0, 1], "l: [a, # x\n  b # y\n]\n"],
    ["brackets that begin on the line", "l: [ a, # x\n  # of b\n  b ]\n", [1], "l: [\n  # of b\n  b ]\n"],
    [
      "brackets with line ends of Windows",
      "l: [\r\n  a, # x\r\n  b, # y\r\n  c,\r\n]\r\n",
      [1, 0, 2],
      "l: [\r\n  b, # y\r\n  a, # x\r\n  c,\r\n]\r\n",
    ],
    ["lines that lose all", "l:\n  - a\n  - b # x\nm: 1\n", [], "l: []\nm: 1\n"],
  ])("of %s is reordered", (_what, before, indexes, after) => {
    expect(arranged(before, ...indexes)).toBe(after);
  });

  test("receives items of another list, with their contents and changes", () => {
    const text = "l:\n  - g: G\n    l: []\n  # of s\n  - s: S\n    # inside\n    p:\n      - a\n  - t: T\n";
    const result = edited(text, (editing, root) => {
      const list = listAt(root, "l");
      const inner = at(list.items[0], "l") as YAMLSeq;
      const pair = pairOf(list.items[1] as YAMLMap, "s");
      if (pair !== undefined) setValue(editing, pair, "U");
      setItems(editing, list, order(list, 0, 2), () => true);
      setItems(editing, inner, order(list, 1), () => true);
    });
    expect(result).toBe(
      "l:\n  - g: G\n    l:\n      # of s\n      - s: U\n        # inside\n        p:\n          - a\n  - t: T\n",
    );
  });

  test.each([
    ["from brackets", "l: [{ s: S }, { t: T }]\n", "l: [{ g: G, l: [{ s: U }] }, { t: T }]\n"],
    ["from lines", "l: [{ g: G, l: [] }]\nm:\n  - s: S # x\n    p: !env P\n", undefined],
  ])("in brackets gets an item %s, with a change in it", (_what, before, after) => {
    const result = edited(before, (editing, root) => {
      const list = listAt(root, "l");
      const from = at(root, "m") === undefined ? list : listAt(root, "m");
      const pair = pairOf(from.items[0] as YAMLMap, "s");
      if (pair !== undefined) setValue(editing, pair, "U");
      if (from === list) {
        const group = { value: new Map([["g", "G"]]), lists: [{ field: "l", items: order(list, 0) }] };
        setItems(editing, list, [group, ...order(list, 1)], () => true);
      } else {
        setItems(editing, at(list.items[0], "l") as YAMLSeq, order(from, 0), () => true);
        setItems(editing, from, [], () => true);
      }
    });
    expect(result).toBe(after ?? "l: [{ g: G, l: [{ s: U, p: !env P }] }]\nm: []\n");
  });

  test("in brackets over several lines gets a new item on a separate line", () => {
    const text = "l: [\n  { a: A }, # first\n  # about two\n  { b: B, }, # second\n]\n";
    const result = edited(text, (editing, root) => {
      const list = listAt(root, "l");
      setItems(editing, list, [...order(list, 0), { value: new Map([["m", "M"]]) }], () => false);
    });
    expect(result).toBe("l: [\n  { a: A }, # first\n  { m: M },\n]\n");
  });

  const [moving, of] = ["- { g: G, l: [{ t: T }] }", "# of s\n    { s: S,\n      p: P }, # x\n    { t: U }"];
  test.each([
    [
      "brackets",
      `l: [\n    { g: G, l: [{ t: T }] },\n    ${of}\n  ]\n`,
      "l: [\n    { g: G, l: [{ t: T },\n      # of s\n      { s: S,\n      p: P } # x\n    ] },\n    { t: U }\n  ]\n",
    ],
    [
      "lines",
      `l:\n  ${moving.replace("[{ t: T }]", "[]")}\nm: [\n    ${of}\n  ]\n`,
      "l:\n  - { g: G, l: [\n      # of s\n      { s: S,\n      p: P } # x\n    ] }\nm: [\n    { t: U }\n  ]\n",
    ],
    [
      "lines of its own",
      `l:\n  - g: G\n    l:\n      - t: T\nm: [\n    ${of}\n  ]\n`,
      "l:\n  - g: G\n    l:\n      - t: T\n      # of s\n      - { s: S,\n          p: P } # x\nm: [\n    { t: U }\n  ]\n",
    ],
  ])("receives an item from brackets into %s, with its comments", (_what, before, after) => {
    const result = edited(before, (editing, root) => {
      const list = listAt(root, "l");
      const from = at(root, "m") === undefined ? list : listAt(root, "m");
      const inner = at(list.items[0], "l") as YAMLSeq;
      const index = from === list ? 1 : 0;
      const rest = [...from.items.keys()].filter((each) => each !== index);
      setItems(editing, from, order(from, ...rest), () => true);
      const own = order(inner, ...inner.items.keys());
      setItems(editing, inner, [...own, ...order(from, index)], () => true);
    });
    expect(result).toBe(after);
  });

  test("in brackets gets a new item that contains old ones, with their comments above it", () => {
    const result = edited("l: [\n  # of s\n  { s: S }, # x\n  { t: T }\n]\n", (editing, root) => {
      const list = listAt(root, "l");
      const group = { value: new Map([["g", "G"]]), lists: [{ field: "l", items: order(list, 0) }] };
      setItems(editing, list, [group, ...order(list, 1)], () => true);
    });
    expect(result).toBe("l: [\n  # of s\n  # x\n  { g: G, l: [{ s: S }] },\n  { t: T }\n]\n");
  });

  test("gets a new item that contains an old one", () => {
    const result = edited("l:\n  - s: S # x\n  - t: T\n", (editing, root) => {
      const list = listAt(root, "l");
      const group = { value: new Map([["g", "G"]]), lists: [{ field: "l", items: order(list, 0) }] };
      setItems(editing, list, [group, ...order(list, 1)], () => true);
    });
    expect(result).toBe("l:\n  - g: G\n    l:\n      - s: S # x\n  - t: T\n");
  });

  test("keeps a change inside an item that moves", () => {
    const result = edited("l:\n  - s: S\n  - t: T # x\n", (editing, root) => {
      const list = listAt(root, "l");
      const pair = pairOf(list.items[1] as YAMLMap, "t");
      if (pair !== undefined) setValue(editing, pair, "U");
      setItems(editing, list, order(list, 1, 0), () => true);
    });
    expect(result).toBe("l:\n  - t: U # x\n  - s: S\n");
  });

  test.each([
    ["l:\n  - a # x\n  - b\n", "l:\n  - s: a # x\n    p: q\n  - b\n"],
    ["l: [a, b]\n", "l: [{ s: a, p: q }, b]\n"],
  ])("has a bare item that gets a field", (before, after) => {
    const result = edited(before, (editing, root) => {
      const [item] = listAt(root, "l").items;
      extendBare(editing, item as never, "s", { name: "p", value: "q", after: undefined });
    });
    expect(result).toBe(after);
  });

  test("does not change if an alias refers to it or to a part of it", () => {
    expect(() => arranged("l: &l [a, b]\nm: *l\n", 1, 0)).toThrow("alias");
    expect(() => arranged("l: [&a a, b]\nm: *a\n", 1)).toThrow("&a");
    expect(() => arranged("l: [&a a, *a, b]\n", 1, 0, 2)).toThrow("&a");
    expect(arranged("l: [&a a, *a, b]\n", 2, 0, 1)).toBe("l: [b, &a a, *a]\n");
  });
});

test.each([
  ["Guides ${stage}", "Manuals test", "Manuals ${stage}", []],
  ["${stage}", "test 2", "${stage} 2", []],
  ["a ${stage} b ${stage} c", "a test x test c", "a ${stage} x ${stage} c", []],
  ["Guides ${stage}", "Guides prod", "Guides prod", ["stage"]],
  ["$${x} ${stage}", "${y} test", "$${y} ${stage}", []],
  ["plain", "${x}", "$${x}", []],
  // A dollar sign that stays and a new brace would form a variable.
  ["a$b", "a${stage}b", "a$${stage}b", []],
  ["a{stage}b", "a${stage}b", "a$${stage}b", []],
])("%s, which is to say %s, is written %s", (written, value, text, lost) => {
  const kept = keptVariables(written, (name) => (name === "stage" ? "test" : undefined), value);
  expect(kept.lost).toEqual(lost);
  expect(kept.text).toBe(text);
});

test("a value from a file or the environment is not overwritten", () => {
  const merge = (text: string) =>
    edited(text, (editing, root) => {
      const pair = pairOf(root, "a");
      if (pair !== undefined) mergeValue(editing, pair, "x", new Map());
    });
  expect(() => merge("a: !env A\n")).toThrow("!env A");
  expect(() => merge("a: !file a.txt\n")).toThrow("!file a.txt");
});

test("a map in a value changes by its fields, a list by its items", () => {
  const text = "a:\n  b: 1 # x\n  c: [ d, e ] # y\n  f: g\n";
  const result = edited(text, (editing, root) => {
    const pair = pairOf(root, "a");
    const value = new Map<string, unknown>([
      ["b", 2],
      ["c", ["e", "h"]],
    ]);
    if (pair !== undefined) mergeValue(editing, pair, value, new Map());
  });
  expect(result).toBe("a:\n  b: 2 # x\n  c: [ e, h ] # y\n");
});
