import { expect, test } from "vitest";
import { benchOfTest, openWorkbench, organization } from "./workbench.ts";

const layout = (spaces: string) => `docsform: 1\norganization: ${organization}\nspaces:\n${spaces}`;
const guides = (more = "") => `  guides: { title: My guides${more} }\n`;
const other = "  other: { title: Other }\n";

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": layout(guides() + other) }));

const planned = async (code: number, ...flags: readonly string[]) => {
  const { out, err, code: found } = await bench.run(["plan", "--detailed-exitcode", ...flags]);
  expect(found, out + err).toBe(code);
  return out;
};

test("protection alone is a line of the plan, and the object that leaves in the next layout is protected", async () => {
  await bench.checkDone(["apply", "--yes"]);
  await planned(0);
  bench.files.write("docsform.yaml", layout(guides(", protect: true") + other));
  expect(await planned(2)).toContain("Records: protected (1): space.guides");
  await planned(0, "--no-state", "--allow-import");
  const { out } = await bench.checkDone(["apply", "--yes"]);
  expect(out).toContain("1 step: 1 to record. Apply will make 0 writing API calls.");
  await planned(0);

  bench.files.write("docsform.yaml", layout(other));
  const refused = await bench.run(["apply", "--yes"]);
  expect([refused.code, refused.out + refused.err]).toEqual([4, expect.stringContaining("guard/protected")]);

  bench.files.write("docsform.yaml", layout(guides(", protect: false") + other));
  expect(await planned(2)).toContain("Records: no longer protected (1): space.guides");
  await bench.checkDone(["apply", "--yes"]);
  await planned(0);
});

test("drift before any apply reports what was never applied, and nothing as removed", async () => {
  const before = await bench.run(["drift"]);
  expect([before.code, before.out]).toEqual([2, expect.stringContaining("never applied: 2 objects.")]);
  expect(before.out).not.toContain("removed");
  const unkept = await bench.run(["drift", "--no-state"]);
  expect([unkept.code, unkept.out]).toEqual([2, expect.stringContaining("2 differences")]);
  await bench.checkDone(["apply", "--yes"]);
  await bench.checkDone(["drift"]);
});

test("an import, and a confirmation that a flag permits, are lines of the plan", async () => {
  await bench.checkDone(["apply", "--yes"]);
  bench.files.write("docsform.other.yaml", layout(`  own: { title: Third }\n`));
  await bench.checkDone(["apply", "-f", "docsform.other.yaml", "--yes", "--allow-create"]);
  const id = bench.idOf("space", "Third");
  await bench.checkDone(["state", "rm", "space.own", "-f", "docsform.other.yaml"]);
  await planned(0, "-f", "docsform.other.yaml");
  expect(await planned(2, "-f", "docsform.other.yaml", "--allow-import")).toContain(
    "Records: 1 object confirmed.",
  );
  bench.files.write("docsform.other.yaml", layout(`  own: { title: Third, id: ${id} }\n`));
  expect(await planned(2, "-f", "docsform.other.yaml")).toContain(
    "Records: imported, as the layout asks: 1 space (space.own)",
  );
});

test("what docsform made and then forgot was not created on the service", async () => {
  const site = (sections: readonly string[]) => `${layout(guides())}sites:
  docs:
    title: Docs
    structure: [${sections.map((title) => `{ section: ${title}, path: ${title.toLowerCase()}, spaces: [guides] }`).join(", ")}]
`;
  bench.files.write("docsform.yaml", site(["One", "Two"]));
  await bench.checkDone(["apply", "--yes"]);
  await bench.checkDone(["state", "rm", "site_section.docs/two"]);
  bench.files.write("docsform.yaml", site(["One"]));
  const { out } = await bench.run(["plan"]);
  expect(out).toContain('section "Two"');
  expect(out).not.toContain("was created on the service");
  expect((await bench.run(["drift"])).out).not.toContain("added");
  await bench.checkDone(["apply", "--yes", "--allow-deletes"]);
  expect(bench.files.read("docsform.state.json")).not.toContain("forgotten");
});
