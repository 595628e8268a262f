import { afterEach, beforeEach, expect, test } from "vitest";
import { registry } from "../../src/resources/registry.ts";
import type { Json } from "../../src/util/json.ts";
import { apply, jumpingClock, openApplied, openWorkbench, smallLayout, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = await openApplied({ "docsform.yaml": smallLayout });
});
afterEach(() => bench.close());

function rename(type: string, from: string, title: string): void {
  bench.emulator.emulator.service.change(type, bench.idOf(type, from), { title });
}

const accept = ["accept", "--yes"];

test.each([
  ["a mark of the order of bytes first", "\ufeffGuides"],
  ["nothing but one", "\ufeff"],
  ["what nobody sees", "Gui\u200bdes"],
  ["a half of a character", "Guides \ud800"],
  ["a number", "007"],
  ["marks of YAML", "- !env X: &a *b {"],
  ["a null character", "a\u0000b"],
  ["lines", "a\r\nb\u2028c\u0085"],
])("of titles, %s breaks nothing else", async (_what, title) => {
  rename("space", "Guides", title);
  rename("space", "API", "API 2");
  const { code, out, err } = await bench.run(accept);
  expect(out + err).not.toContain("bug in docsform");
  expect([0, 3]).toContain(code);
  expect(bench.files.read("docsform.yaml")).toContain("API 2");
  expect(bench.files.read("docsform.yaml")).not.toMatch(/[\u200b\ufeff\u2028]/u);
  const again = await bench.run(["drift", "--json"]);
  const left = (JSON.parse(again.out) as { entries: readonly { address: string }[] }).entries;
  expect(left.map(({ address }) => address)).toEqual(code === 0 ? [] : ["space.guides"]);
});

/** The types, with a title that a layout cannot declare: it is written as another title. */
const typesWithOtherTitle = registry.map((type) => ({
  ...type,
  attributes: Object.fromEntries(
    Object.entries(type.attributes).map(([name, rule]) => [
      name,
      name === "title"
        ? { ...rule, toLayout: (live: Json) => (live === "Told otherwise" ? "Another title" : live) }
        : rule,
    ]),
  ),
}));

test("a value that a layout cannot declare is named with its reason, and the rest is accepted", async () => {
  await bench.close();
  bench = await openWorkbench({ "docsform.yaml": smallLayout }, "current", {
    clock: jumpingClock(),
    random: Math.random,
    types: typesWithOtherTitle,
  });
  await bench.run(apply);
  rename("space", "Guides", "Told otherwise");
  rename("space", "API", "API 2");
  rename("collection", "Handbook", "Handbook 2");
  const { code, out, err } = await bench.run(accept);
  expect(code, out + err).toBe(3);
  expect(out).toContain("space.guides");
  expect(out).toContain("change the layout by hand");
  const written = bench.files.read("docsform.yaml") ?? "";
  for (const title of ["API 2", "Handbook 2", "title: Guides"]) expect(written).toContain(title);
  const drift = await bench.run(["drift"]);
  expect(drift.out).toContain("space.guides");
  expect(drift.out).not.toContain("space.api");
});

test("writes nothing if nothing can be accepted, and names each difference", async () => {
  await bench.close();
  bench = await openWorkbench({ "docsform.yaml": smallLayout }, "current", {
    clock: jumpingClock(),
    random: Math.random,
    types: typesWithOtherTitle,
  });
  await bench.run(apply);
  rename("space", "Guides", "Told otherwise");
  const state = bench.files.read("docsform.state.json");
  const { code, out } = await bench.run(accept);
  expect(code).toBe(3);
  expect(out).toContain("change the layout by hand");
  expect(bench.files.read("docsform.yaml")).toBe(smallLayout);
  expect(bench.files.read("docsform.state.json")).toBe(state);
});
