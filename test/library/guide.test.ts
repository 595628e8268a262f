import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { systemClock } from "../../src/http/system-clock.ts";
import { operations } from "../../src/operations/operations.ts";
import { registry } from "../../src/resources/registry.ts";
import { startWatchedEmulator } from "../support/contract-watch.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
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
  emulator = await startWatchedEmulator({
    types: registry,
    operations,
    organizationId,
    token,
    generation: "current",
    clock: systemClock,
    random: Math.random,
    port: 0,
  });
});
afterEach(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the program of the guide plans, applies, looks again and undoes", { timeout: 60_000 }, async () => {
  write("docs.yaml", layout);
  write("guide.ts", programOf(readFileSync(join(root, "docs/guides/library.md"), "utf8")));
  installSources();
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "guide.ts"], {
    cwd: folder,
    env: { ...process.env, DOCSFORM_BASE_URL: emulator.url, DOCSFORM_TOKEN: token },
  });
  const lines = stdout.trim().split("\n");
  expect(lines.filter((line) => !line.startsWith("event: "))).toEqual([
    "create collection.handbook",
    "create space.guides",
    "outcome: done",
    "drifted: false",
    "live: 1 spaces",
    "removed: done",
  ]);
  expect(lines).toContain("event: done");
  expect(stdout).not.toContain(token);
  // The command line's lock, and a journal that nothing is left in.
  expect(readFileSync(join(folder, "docsform.lock.json"), "utf8")).toContain('"docsformLock": 2');
  expect(existsSync(join(folder, ".docsform", "docsform.jsonl"))).toBe(false);
});

/** The guide's blocks of TypeScript, one after the other. */
function programOf(guide: string): string {
  return [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code).join("\n");
}

/** The package as it is in the sources: for what it exports, no build is needed. */
function installSources(): void {
  const home = join(folder, "node_modules", "docsform");
  mkdirSync(home, { recursive: true });
  symlinkSync(join(root, "src"), join(home, "src"));
  symlinkSync(join(root, "node_modules", "tsx"), join(folder, "node_modules", "tsx"));
  const exports = { ".": "./src/index.ts", "./client": "./src/client.ts" };
  write("node_modules/docsform/package.json", JSON.stringify({ name: "docsform", type: "module", exports }));
  write("package.json", JSON.stringify({ type: "module" }));
}

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}
