import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { bodyOf, textIn } from "../../src/model/emulator-responses.ts";
import { registry } from "../../src/resources/registry.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { startWatchedEmulator } from "../support/contract-watch.ts";
import { compilePrograms, installSources, root, runProgram } from "./package-of-sources.ts";

const organizationId = "Qm3vT8xLz1";
const token = "library-token-canary";
const layout = `docsform: 1
organization: ${organizationId}
collections:
  handbook: { title: Handbook }
spaces:
  guides: { title: Guides, collection: handbook }
`;

let folder: string;
let emulator: RunningEmulator;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docsform-library-"));
  writeProgram();
  emulator = await startWatchedEmulator({
    types: registry,
    operations,
    organizationId,
    token,
    apiVersion: "current",
    clock: systemClock,
    random: Math.random,
    port: 0,
  });
});
afterEach(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the guide's program plans, applies, checks and destroys on its own emulator", {
  timeout: 60_000,
}, async () => {
  const stdout = await runGuide();
  const lines = stdout.trim().split("\n");
  expect(lines.filter((line) => !line.startsWith("event: "))).toEqual([
    "create collection.handbook",
    "create space.guides",
    "outcome: done",
    "drifted: false",
    "live: 1 spaces",
    "delete space.draft",
    "removed: done",
  ]);
  expect(lines).toContain("event: done");
  expect(stdout).not.toContain(token);
  // The program reads the state of the command line, and leaves no journal.
  expect(readFileSync(join(folder, "docsform.state.json"), "utf8")).toContain('"docsformState": 2');
  expect(existsSync(join(folder, ".docsform", "docsform.jsonl"))).toBe(false);
});

test("the guide's program deletes nothing of a layout with all live objects", {
  timeout: 60_000,
}, async () => {
  const { service } = emulator.emulator;
  const make = (operation: string, body: JsonObject, params = {}) =>
    textIn(bodyOf(emulator.emulator.edit(operation, params, body))["id"]);
  const space = make("createSpace", { title: "Manual" });
  const site = make("createSite", { title: "Help", spaces: [space] });
  const there = () => service.list("space").length + service.list("site").length;
  const before = there();
  write(
    "docsform.yaml",
    `${layout}  manual: { id: ${space}, title: Manual }\nsites:\n  help: { id: ${site}, title: Help }\n`,
  );
  expect((await runGuide()).trim().split("\n").at(-1)).toBe("removed: done");
  // The apply creates the layout's own space, and the destroy does not delete the others.
  expect(there()).toBe(before + 1);
  expect(service.list("space").filter(({ deletedAt }) => deletedAt != null)).toEqual([]);
});

test("the guide's program compiles without errors", { timeout: 300_000 }, async () => {
  expect(await compilePrograms(folder)).toBe("");
});

function writeProgram(): void {
  write("docsform.yaml", layout);
  write("guide.ts", guideProgram());
  installSources(folder);
}

/** The TypeScript blocks of the guide, joined. */
function guideProgram(): string {
  const text = readFileSync(join(root, "docs/guides/library.md"), "utf8");
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code).join("\n");
}

function runGuide(): Promise<string> {
  return runProgram(folder, "guide.ts", { DOCSFORM_BASE_URL: emulator.url, DOCSFORM_TOKEN: token });
}

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}
