import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Judge } from "../../tools/mutants/judge.ts";
import { placeAll } from "../../tools/mutants/place.ts";

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "type": "module" }',
  "tsconfig.json": "{}",
  "vitest.config.ts": "export default {};",
  "src/total.ts": "export function total(prices: number[]) { return prices.length === 0 ? 0 : prices[0]; }\n",
  "test/some.test.ts": `
import { expect, test } from "vitest";
import { total } from "../src/total.ts";
test("of some", () => expect(total([3])).toBe(3));
`,
  "test/none.test.ts": `
import { expect, test } from "vitest";
import { total } from "../src/total.ts";
test("of none", () => expect(total([])).toBe(0));
`,
  "test/endless.test.ts": `
import { test } from "vitest";
import { total } from "../src/total.ts";
test("a loop", () => { while (total([3]) === 0); });
`,
  "test/broken.test.ts": `
import { expect, test } from "vitest";
test("never", () => expect(1).toBe(2));
`,
};

const judges: Judge[] = [];
const roots: string[] = [];
afterEach(async () => {
  await Promise.all(judges.splice(0).map((judge) => judge.close()));
  await Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true })));
});

/** Judges a mutant of `total` that always returns zero. */
async function judged(tests: readonly string[], laws: readonly string[] = [], endMs?: number) {
  const root = await mkdtemp(join(tmpdir(), "docsform-judge-"));
  roots.push(root);
  for (const name of ["tools", "examples", "docs", "schema", "src", "test"]) await mkdir(join(root, name));
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  await symlink(resolve("node_modules"), join(root, "node_modules"), "dir");
  const row = { rule: "a total counts the prices", place: "total: ? 1 -> only then #3556", killedBy: tests };
  const [placed] = await placeAll(root, [row]);
  if (placed === undefined) throw new Error("The mutant has no place.");
  const judge = new Judge(root, endMs);
  judges.push(judge);
  const verdict = await judge.judge(await judge.openCopy(), placed, laws);
  return verdict === undefined ? "not judged" : verdict.killedBy;
}

test("names the test file that kills a mutant", async () => {
  expect(await judged(["test/none.test.ts", "test/some.test.ts"])).toEqual(["test/some.test.ts"]);
});

test("a mutant survives if all tests pass", async () => {
  expect(await judged(["test/none.test.ts"])).toBeUndefined();
});

test("a law can kill a mutant that the directed tests do not kill", async () => {
  expect(await judged(["test/none.test.ts"], ["test/some.test.ts"])).toEqual(["test/some.test.ts"]);
});

test("a test that fails without a mutant is an error", async () => {
  await expect(judged(["test/broken.test.ts"])).rejects.toThrow(
    "test/broken.test.ts fails without a mutant, or does not end.",
  );
});

test("a mutant with an endless test is not judged if the time ends", async () => {
  expect(await judged(["test/endless.test.ts"], [], Date.now() + 4_000)).toBe("not judged");
});
