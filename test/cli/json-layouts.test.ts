import { expect, test } from "vitest";
import type { JsonObject } from "../../src/util/json.ts";
import { apply, benchOfTest, openWorkbench, organization } from "./workbench.ts";

// A layout in JSON stays JSON in every command that writes it.

const layout = {
  docsform: 1,
  organization,
  sites: { docs: { title: "Docs", structure: [{ section: "Guides", path: "guides", spaces: ["guides"] }] } },
  spaces: { guides: { title: "Guides" }, no: { title: "1:30" } },
};
const text = (indent?: number | string) => `${JSON.stringify(layout, null, indent)}\n`;
const bench = benchOfTest(() => openWorkbench({ "lay.json": text(2) }));
const here = ["-f", "lay.json"];
const now = () => JSON.parse(bench.files.read("lay.json") ?? "") as JsonObject;

async function isUnchanged(): Promise<void> {
  const { code, out, err } = await bench.run(["plan", ...here, "--detailed-exitcode"]);
  expect(code, out + err).toBe(0);
}

test("accept changes one value in its place", async () => {
  await bench.checkDone([...apply, ...here]);
  bench.emulator.emulator.service.change("space", bench.idOf("space", "Guides"), { title: "Manuals" });
  await bench.checkDone(["accept", ...here, "--yes"]);
  expect(bench.files.read("lay.json")).toBe(
    text(2).replace('{\n      "title": "Guides"', '{\n      "title": "Manuals"'),
  );
  await isUnchanged();
});

test.each([{ indent: 2 }, { indent: 4 }, { indent: "\t" }])(
  "accept adds objects and fields, with the indent $indent",
  async ({ indent }) => {
    bench.files.write("lay.json", text(indent));
    await bench.checkDone([...apply, ...here]);
    const { emulator } = bench.emulator;
    const site = bench.idOf("site", "Docs");
    const space = bench.idOf("space", "1:30");
    emulator.edit("addSectionToSite", { siteId: site }, { spaceId: space });
    await bench.checkDone(["accept", ...here, "--yes"]);
    const { structure } = (now()["sites"] as Record<string, JsonObject>)["docs"] as JsonObject;
    expect(structure).toHaveLength(2);
    expect(bench.files.read("lay.json")).toBe(`${JSON.stringify(now(), null, indent)}\n`);
    await isUnchanged();
  },
);

test("pull --update adds what the layout does not declare", async () => {
  await bench.checkDone([...apply, ...here]);
  bench.emulator.emulator.edit("createSpace", {}, { title: "New: one" });
  await bench.checkDone(["pull", "--update", ...here, "--yes"]);
  expect(JSON.stringify(now())).toContain("New: one");
  await isUnchanged();
});

test("fmt sorts its fields", async () => {
  bench.files.write("lay.json", JSON.stringify(Object.fromEntries(Object.entries(layout).reverse())));
  await bench.checkDone(["fmt", ...here]);
  expect([now(), Object.keys(now())[0]]).toEqual([layout, "docsform"]);
  const again = await bench.run(["fmt", ...here, "--check"]);
  expect(again.code).toBe(0);
});

test("pull refuses to write a new layout as JSON, which has no comments", async () => {
  const { code, err } = await bench.run(["pull", "--organization", organization, "--out", "new.json"]);
  expect([code, err.includes("Name a .yaml file.")], err).toEqual([64, true]);
  expect(bench.files.read("new.json")).toBeUndefined();
});
