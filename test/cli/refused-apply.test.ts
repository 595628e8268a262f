import { expect, test } from "vitest";
import { apply, benchOfTest, openApplied, organization } from "./workbench.ts";

const layoutOf = (...lines: readonly string[]) =>
  `docsform: 1\norganization: ${organization}\nprune: [spaces]\nspaces:\n${lines.map((line) => `  ${line}\n`).join("")}`;
const before = layoutOf(
  "a: { title: A }",
  "b: { title: B }",
  "c: { title: C, protect: true }",
  "d: { title: D }",
);

const bench = benchOfTest(() => openApplied({ "docsform.yaml": before }));

async function refusedWith(layout: string, ...args: readonly string[]) {
  bench.files.write("docsform.yaml", layout);
  const dump = structuredClone(bench.emulator.emulator.dump());
  const ran = await bench.run(args.length === 0 ? apply : args);
  expect(ran.code, ran.out + ran.err).toBe(4);
  expect(bench.emulator.emulator.dump()).toEqual(dump);
  return ran;
}

const fewer = layoutOf("c: { title: C, protect: true }", "d: { title: New D }");
const unprotected = layoutOf("d: { title: D }");

test("a refused apply ends with the refusals, and with one line that permits them", async () => {
  const { out } = await refusedWith(fewer);
  expect(out).toMatch(/\n\nRefused\. Nothing was written\.\nPermit all of it with: --allow-deletes\n$/u);
  expect(out).not.toContain("will refuse");
  expect(out).toContain("Apply would make 3 writing API calls.");
});

test("offers no flags while a refusal is left that no flag permits", async () => {
  const ending = /\nNo flag permits guard\/protected\. Change that first, then plan again\.\n$/u;
  expect((await refusedWith(unprotected)).out).toMatch(ending);
  expect((await refusedWith(unprotected, ...apply, "--allow-deletes")).out).toMatch(ending);
});

const forgets = before.replace("prune: [spaces]\n", "").replace(", protect: true", "");

test("a create that may be a rename ends with both answers", async () => {
  bench.files.write("docsform.yaml", forgets);
  await bench.checkDone(apply);
  const renamed = forgets.replace("a: { title: A }", "aa: { title: Ada }");
  const { out } = await refusedWith(renamed);
  expect(out).toMatch(/\nRefused\. Nothing was written\.\nRenamed: write `was: A`\. New: --allow-create\n$/u);
  const saved = (await bench.run(["plan", "--out", "plan.json"])).out;
  expect(saved).toMatch(
    /\nSaved to plan\.json\. Renamed: write `was: A`\. New: docsform apply .* --allow-create\n/u,
  );
  const decided = (await bench.run(["plan", "--out", "plan.json", "--allow-create"])).out;
  expect(decided).toMatch(/To apply exactly this plan: docsform apply .* --allow-create\n/u);
  const twice = renamed.replace("b: { title: B }", "bb: { title: Bea }");
  const { err } = await refusedWith(twice, ...apply, "--quiet");
  expect(err).toMatch(/Nothing was written\. Renamed: write what the plan says\. New: --allow-create\n$/u);
});

test("without a state, a create beside a live object ends with its id", async () => {
  for (const title of ["B", "C", "D"])
    bench.emulator.emulator.edit("deleteSpaceById", { spaceId: bench.idOf("space", title) });
  const live = bench.idOf("space", "A");
  const other = forgets.replace(/^ {2}[bcd]:.*\n/gmu, "").replace("A }", "Ada }");
  const { out } = await refusedWith(other, ...apply, "--no-state");
  expect(out.replaceAll('"', "")).toContain(`\nRenamed: write \`id: ${live}\`. New: --allow-create\n`);
});

test("--quiet keeps the last line after the reasons", async () => {
  const { out, err } = await refusedWith(fewer, ...apply, "--quiet");
  expect(out).toBe("");
  expect(err).toMatch(
    /^Refused: .*\[guard\/deletes\]\nNothing was written\. Permit all of it with: --allow-deletes\n$/u,
  );
});

test("only a plan with more than deletes says how to apply the rest", async () => {
  const rest = "To apply the rest, add --skip-deletes.";
  expect((await refusedWith(fewer)).out).toContain(rest);
  const deleteAlone = layoutOf("c: { title: C, protect: true }", "d: { title: D }");
  const { out } = await refusedWith(deleteAlone);
  expect(out).toContain("guard/deletes");
  expect(out).not.toContain("--skip-deletes");
});

test("a saved plan names the flags that permit its apply, or says that nothing does", async () => {
  bench.files.write("docsform.yaml", fewer);
  const { out } = await bench.run(["plan", "--out", "plan.json"]);
  const [, command = ""] = /To apply exactly this plan: docsform (.+)\n/u.exec(out) ?? [];
  expect(command).toMatch(/--allow-deletes$/u);
  await bench.checkDone([...command.split(" "), "--yes"]);
  bench.files.write("docsform.yaml", unprotected);
  const never = (await bench.run(["plan", "--out", "plan.json"])).out;
  expect(never).toContain("Saved to plan.json. docsform apply will refuse it.");
  expect(never).not.toContain("--expect");
});

test("programs get only the reasons", async () => {
  const { out } = await refusedWith(fewer, ...apply, "--json");
  expect(JSON.parse(out)).toMatchObject({ outcome: "refused", refusals: [{ code: "guard/deletes" }] });
});

test("only a plan shows what apply will do, and neither lists an object or a flag twice", async () => {
  const { out } = await refusedWith(fewer);
  const planned = (await bench.run(["plan"])).out;
  expect(planned).toMatch(
    /\n\nApply will refuse this plan:\n(?: .*\n)+\nPermit all of it with: --allow-deletes\n$/u,
  );
  expect(planned).not.toContain("Nothing was written.");
  const full = (await bench.run(["plan", "--full"])).out;
  for (const text of [out, planned, full]) {
    expect(text.split("space.a")).toHaveLength(2);
    expect(text.split("space.b")).toHaveLength(2);
    expect(text.split("--allow-deletes")).toHaveLength(2);
  }
});
