import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { copy, copyWithToys, run, runTests } from "./copy-with-toys.ts";

// A new type passes the tests that cover every type: secrets, laws, faults, constructs, and Terraform.

copyWithToys();

beforeAll(async () => {
  await run(copy, "npm", "run", "--silent", "generate");
}, 180_000);

test("it compiles with the tests, is formatted, and keeps the rules of the rooms", {
  timeout: 300_000,
}, async () => {
  expect(await run(copy, "npm", "run", "--silent", "tsc", "--", "--noEmit", "-p", ".")).toBe("");
  // biome fails for an unformatted file. Its message depends on the terminal, so the test does not check it.
  const folders = ["src/resources", "src/contract", "src/model"];
  await run(copy, "npx", "biome", "check", ...folders);
  expect(await run(copy, "npm", "run", "--silent", "check:rooms", "--", ...folders)).toContain(
    " 0 violations",
  );
});

test("its operations keep the published contract", { timeout: 300_000 }, async () => {
  const { passed } = await runTests(["test/contract/every-operation.test.ts"]);
  expect(passed).toBeGreaterThan(10);
});

test("its secrets are in no output, and sensitive in Terraform", { timeout: 600_000 }, async () => {
  const canaries = ["test/cli/canaries.test.ts", "-t", "from other sources|site_share_link"];
  expect((await runTests(canaries)).passed).toBeGreaterThan(2);
  const provider = ["test/terraform/docs-secrets.test.ts", "-t", "docs_site_share_link"];
  expect((await runTests(provider)).passed).toBeGreaterThan(8);
  const page = readFileSync(join(copy, "docs/terraform/resources/site_share_link.md"), "utf8");
  expect(page).toMatch(/`url` \(String, Sensitive\)/);
});

test("an app can declare it without its own construct", { timeout: 300_000 }, async () => {
  const { passed } = await runTests([
    "src/constructs/declarations.test.ts",
    "-t",
    "site_(redirect|share_link|team)",
  ]);
  expect(passed).toBeGreaterThan(2);
});

test("the laws hold in worlds with it", { timeout: 600_000 }, async () => {
  const { passed } = await runTests(["--project", "laws"], { DOCSFORM_LAW_SHARE: "0.01" });
  expect(passed).toBeGreaterThan(4);
  // With a hundredth of the worlds, the laws do not check how often each event happens. With a tenth they do.
  const files = ["test/laws/pull.test.ts", "test/laws/worlds/other-users.test.ts"];
  // In a tenth of the worlds, other users rarely change objects of one given type. In those of the usual seed they do.
  const drawn = { DOCSFORM_LAW_SHARE: "0.1" };
  const { output } = await runTests(files, drawn);
  for (const type of ["site_redirect", "site_share_link", "site_team"]) {
    expect(output).toMatch(new RegExp(`^pull: .* ${type} \\d`, "m"));
    expect(output).toMatch(new RegExp(`^others' .* others (made|changed|deleted) ${type} \\d`, "m"));
  }
});

test("faults hit it, and other users change it", { timeout: 300_000 }, async () => {
  for (const type of ["site_redirect", "site_share_link", "site_team"]) {
    const { passed } = await runTests(["test/faults/coverage.test.ts", "-t", type]);
    expect(passed).toBe(6);
  }
});

test("Terraform creates, changes, imports and destroys it", { timeout: 600_000 }, async () => {
  const life = ["test/terraform/docs-conformance.test.ts", "-t", "current"];
  await runTests(life, { CHECKPOINT_DISABLE: "1", DOCSFORM_LAW_SHARE: "1" });
  const imports = ["test/terraform/docs-shared-reads.test.ts", "-t", "docs_site_(redirect|share_link|team)"];
  expect((await runTests(imports)).passed).toBeGreaterThan(3);
});
