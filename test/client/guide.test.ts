import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { startEmulator } from "../../src/emulator/server.ts";
import { registry } from "../../src/resources/registry.ts";
import { startWatchedEmulator } from "../support/contract-watch.ts";
import { organizationId } from "../support/declare-world.ts";
import { seededRandom } from "../support/service.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const guide = readFileSync(join(root, "docs/guides/client.md"), "utf8");
const token = "client-guide-canary";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docsform-client-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("both clients print the same for ten tasks", { timeout: 120_000 }, async () => {
  expect(guide.match(/^## \d+\. /gmu)).toHaveLength(10);
  installPackages();
  const [ours, theirs] = [await run("docsform"), await run("vendor")];
  expect(ours).toEqual([
    "made Guides",
    "spaces Guides, Space 1, Space 2, Space 3, Space 4, Space 5",
    "page 4 of 6 true",
    "found Space 1",
    "visibility unlisted",
    "unchanged true",
    "failed 404 true refused",
    "read Guides",
    "stopped true",
    "reads only true",
    "proposed A new start",
    "result merge",
  ]);
  expect(theirs).toEqual(ours);
});

/** Runs the guide's programs for a client, each on its own emulator, and returns their output. */
async function run(client: "docsform" | "vendor"): Promise<readonly string[]> {
  // The vendor's client sends the guide's deliberate mistake, which violates the published contract.
  const start = client === "docsform" ? startWatchedEmulator : startEmulator;
  const emulator = await start({
    types: registry,
    operations,
    organizationId,
    token,
    apiVersion: "current",
    clock: systemClock,
    random: seededRandom(1),
    port: 0,
  });
  try {
    writeFileSync(join(folder, `${client}.ts`), programOf(client));
    const env = {
      ...process.env,
      DOCSFORM_BASE_URL: emulator.url,
      DOCSFORM_TOKEN: token,
      DOCSFORM_ORGANIZATION: organizationId,
    };
    const args = ["--import", "tsx", `${client}.ts`];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
    expect(stdout).not.toContain(token);
    return stdout.trim().split("\n");
  } finally {
    await emulator.close();
  }
}

/** The code blocks of the guide for a client, joined. */
function programOf(client: string): string {
  return [...guide.matchAll(/^```ts (\w+)\n(.*?)^```$/gmsu)]
    .filter(([, whose]) => whose === client || whose === "both")
    .map(([, , code]) => code)
    .join("\n");
}

/** Links docsform's sources and the vendor's client as packages. */
function installPackages(): void {
  const home = join(folder, "node_modules", "docsform");
  mkdirSync(home, { recursive: true });
  mkdirSync(join(folder, "node_modules", "@gitbook"));
  symlinkSync(join(root, "src"), join(home, "src"));
  for (const [name, at] of [
    ["tsx", "tsx"],
    ["gitbook-api-current", "@gitbook/api"],
  ] as const)
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", at));
  const exports = { "./client": "./src/client.ts" };
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "docsform", type: "module", exports }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
}
