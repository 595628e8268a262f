import { expect, test } from "vitest";
import type { EmulatorRecord } from "../../../src/model/emulator-rules.ts";
import { mergedWorld } from "./merge-worlds.ts";

const dump = (tables: Readonly<Record<string, readonly EmulatorRecord[]>>) => ({
  organization: "o",
  apiVersion: "current" as const,
  tables,
});

test("both edits of an object stay, and the layout's edit of the same field wins", () => {
  const merged = mergedWorld({
    before: dump({ site: [{ id: "a", title: "A", visibility: "public", published: true }] }),
    byLayout: dump({ site: [{ id: "a", title: "B", visibility: "public", published: true }] }),
    byOthers: dump({ site: [{ id: "a", title: "C", visibility: "unlisted", published: true }] }),
  });
  expect(merged.list("site")).toEqual([{ id: "a", title: "B", visibility: "unlisted", published: true }]);
});

test("what others deleted stays deleted, and what the layout adds or deletes is added or deleted", () => {
  const merged = mergedWorld({
    before: dump({ space: [{ id: "a" }, { id: "b" }] }),
    byLayout: dump({ space: [{ id: "a", title: "A" }, { id: "c" }] }),
    byOthers: dump({ space: [{ id: "b" }] }),
  });
  expect(merged.list("space").map(({ id }) => id)).toEqual(["c"]);
});

test("a replaced place keeps what others set on it, under its new id", () => {
  const place = { site: "s", space: "x", draft: false };
  const merged = mergedWorld({
    before: dump({ site_space: [{ id: "a", ...place, section: "one" }] }),
    byLayout: dump({ site_space: [{ id: "b", ...place, section: "two" }] }),
    byOthers: dump({ site_space: [{ id: "a", ...place, section: "one", draft: true }] }),
  });
  expect(merged.list("site_space")).toEqual([{ id: "b", ...place, section: "two", draft: true }]);
});

test("what is in a deleted collection moves out of it, and what is in a deleted section is gone", () => {
  const merged = mergedWorld({
    before: dump({ collection: [{ id: "in", parent: "out" }, { id: "out" }], site_section: [{ id: "one" }] }),
    byLayout: dump({ collection: [{ id: "out" }] }),
    byOthers: dump({
      collection: [{ id: "in", parent: "out" }, { id: "out" }],
      site_section: [{ id: "one" }],
      space: [{ id: "a", parent: "in" }],
      site_space: [{ id: "p", section: "one" }],
    }),
  });
  expect(merged.list("space")).toEqual([{ id: "a", parent: "out" }]);
  expect(merged.list("site_space")).toEqual([]);
});

test("what the layout adds to a section that others deleted is nowhere", () => {
  const merged = mergedWorld({
    before: dump({ site_section: [{ id: "one" }] }),
    byLayout: dump({ site_section: [{ id: "one" }], site_space: [{ id: "p", section: "one" }] }),
    byOthers: dump({}),
  });
  expect(merged.list("site_space")).toEqual([]);
});
