import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// A removed or changed name is a breaking change. A new name changes the golden file, and needs a changeset.

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly exports: Readonly<Record<string, unknown>>;
};

test("the entries of the package", async () => {
  const entries = Object.keys(manifest.exports).sort();
  await expect(`${entries.join("\n")}\n`).toMatchFileSnapshot("exports/entries.golden");
});

test.each([
  ["index", () => import("../../src/index.ts")],
  ["client", () => import("../../src/client.ts")],
  ["emulator", () => import("../../src/emulator.ts")],
  ["constructs", () => import("../../src/constructs.ts")],
  ["testing", () => import("../../src/testing.ts")],
] as const)("what %s exports", async (entry, load) => {
  const names = Object.keys(await load()).sort();
  await expect(`${names.join("\n")}\n`).toMatchFileSnapshot(`exports/${entry}.golden`);
});
