import { expect, test } from "vitest";
import { apply, benchOfTest, openWorkbench, organization } from "./workbench.ts";

// Keys that YAML reads as numbers or booleans are the names that the file has, in every command.

const layout = `docsform: 1
organization: ${organization}
spaces:
  1.10: { title: v1.10 }
  1.1: { title: v1.1 }
  2.0: { title: v2.0 }
sites:
  docs:
    title: Docs
    adaptiveSchema: { type: object, additionalProperties: false, properties: { 1.10: { type: string, description: D, enum: [a] } } }
    structure: [{ section: One, path: one, spaces: ["1.10"] }]
`;
const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": layout }));

test("the keys 1.10 and 1.1 are two objects, and a property is written under its name", async () => {
  await bench.checkDone(apply);
  const { service } = bench.emulator.emulator;
  expect(new Set(service.list("space").map(({ title }) => title))).toEqual(
    new Set(["v1.1", "v1.10", "v2.0"]),
  );
  expect(JSON.stringify(bench.emulator.emulator.dump())).toContain('"1.10":{"type":"string"');
  const again = await bench.run(["plan", "--detailed-exitcode"]);
  expect(again.code, again.out).toBe(0);
});

test("accept and fmt find the entry of such a key", async () => {
  await bench.checkDone(apply);
  const { service } = bench.emulator.emulator;
  const live = service.list("space").find(({ title }) => title === "v1.10");
  service.change("space", String(live?.id), { title: "Version 1.10" });
  await bench.checkDone(["accept", "space.1.10", "--yes"]);
  await bench.checkDone(["fmt"]);
  const text = bench.files.read("docsform.yaml") ?? "";
  expect(text).toContain('"1.10": { title: Version 1.10 }');
  expect(text).toContain('"1.1": { title: v1.1 }');
  const again = await bench.run(["plan", "--detailed-exitcode"]);
  expect(again.code, again.out).toBe(0);
});
