import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { builtPackage } from "../support/built.ts";
import { organizationId } from "../support/declare-world.ts";
import { startTestServer } from "../support/test-server.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const token = "call-guide-canary";

test("the commands of the guide work", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "docsform-call-"));
  const emulator = await startTestServer({ token, apiVersion: "current" });
  try {
    symlinkSync((await builtPackage()).program, join(folder, "docsform"));
    const { stdout } = await promisify(execFile)("sh", ["-e", "-c", script()], {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${folder}${delimiter}${process.env["PATH"]}`,
        DOCSFORM_BASE_URL: emulator.url,
        DOCSFORM_TOKEN: token,
        DOCSFORM_ORGANIZATION: organizationId,
      },
    });
    expect(stdout).toContain("--title <value>");
    expect(stdout).not.toContain(token);
    const writes = emulator.emulator.log.filter(({ method }) => method !== "GET");
    expect(writes.map(({ method, status, body }) => ({ method, status, body }))).toEqual([
      { method: "POST", status: 201, body: { title: "Guides" } },
      { method: "PATCH", status: 200, body: { title: "Manual", defaultLevel: null } },
      { method: "PATCH", status: 200, body: { mergeRules: { type: "inherit" } } },
      { method: "PATCH", status: 200, body: { title: "Handbook" } },
      { method: "DELETE", status: 205, body: undefined },
      { method: "POST", status: 201, body: { title: "Notes" } },
    ]);
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The guide's commands as one script, without the first block: the test starts the emulator. */
function script(): string {
  const guide = readFileSync(join(root, "docs/guides/call.md"), "utf8");
  return [...guide.matchAll(/^```sh\n(.*?)^```$/gmsu)]
    .map(([, code = ""]) => code)
    .filter((code) => !code.startsWith("npm "))
    .join("\n");
}
