import { afterEach, beforeEach, expect, test } from "vitest";
import { hashSecret } from "../../src/engine/reconcile/hash-secret.ts";
import { openApplied, smallLayout, type Workbench } from "./workbench.ts";

const specification = (title: string) =>
  JSON.stringify({ openapi: "3.1.0", info: { title, version: "1", description: "a".repeat(30_000) } });
/** A text that no check would pass, so that an accepted one was not checked. */
const noSpecification = (text: string) => `<html>${text}`;
const layout = `name: docs\n${smallLayout}openapi:\n  pets: { source: { text: !file pets.json } }\n`;

let bench: Workbench;
beforeEach(async () => {
  bench = await openApplied({ "docsform.yaml": layout, "pets.json": specification("Pets") });
});
afterEach(() => bench.close());

/** Puts the hash of another text in the state, as if it had been applied. */
function pretendApplied(text: string): void {
  const path = "docsform.state.json";
  const state = bench.files.read(path) ?? "";
  const salt = /"salt": "(\w+)"/u.exec(state)?.[1] ?? "";
  const next = state.replace(/(?<="\$hash": ")\w+/u, hashSecret(JSON.stringify({ text }), salt));
  if (next === state) throw new Error("The state has no hash.");
  bench.files.write(path, next);
}

test("a long specification that the last apply wrote is not parsed again", async () => {
  const page = noSpecification("a".repeat(30_000));
  bench.files.write("pets.json", page);
  expect((await bench.run(["validate"])).err).toContain("this is an HTML page");
  pretendApplied(page);
  expect((await bench.run(["validate"])).code).toBe(0);
  expect((await bench.run(["plan", "--no-state"])).err).toContain("this is an HTML page");
  bench.files.write("pets.json", `${page}b`);
  expect((await bench.run(["validate"])).err).toContain("this is an HTML page");
});

test("a short one is checked, which is as fast", async () => {
  const page = noSpecification("short");
  bench.files.write("pets.json", page);
  pretendApplied(page);
  expect((await bench.run(["validate"])).err).toContain("must be an OpenAPI document");
});

test("a state that nobody can read does not matter", async () => {
  bench.files.write("docsform.state.json", "{");
  expect((await bench.run(["validate"])).code).toBe(0);
});
