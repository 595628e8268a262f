import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { systemClock } from "../../src/http/system-clock.ts";
import { operations } from "../../src/operations/operations.ts";
import { registry } from "../../src/resources/registry.ts";
import { startWatchedEmulator } from "../support/contract-watch.ts";
import { organizationId } from "../support/declare-world.ts";
import { seededRandom } from "../support/service.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const token = "accept-guide-canary";

test("the commands of the guide accept a change into the layout", { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "docsform-accept-"));
  const emulator = await startWatchedEmulator({
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
    emulator.emulator.edit("createSpace", {}, { title: "Guides" });
    const [space] = emulator.emulator.service.list("space");
    const main = join(root, "src/bin/docsform.ts");
    const tsx = join(root, "node_modules/tsx/dist/esm/index.mjs");
    const command = `#!/bin/sh\nexec ${process.execPath} --import ${tsx} ${main} "$@"\n`;
    writeFileSync(join(folder, "docsform"), command, { mode: 0o755 });
    const { stdout } = await promisify(execFile)("sh", ["-e", "-c", script()], {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${folder}${delimiter}${process.env["PATH"]}`,
        DOCSFORM_BASE_URL: emulator.url,
        DOCSFORM_TOKEN: token,
        DOCSFORM_ORGANIZATION: organizationId,
        SPACE: space?.id ?? "",
      },
    });
    expect(stdout).toContain("-    title: Guides\n+    title: Manuals\n");
    expect(stdout).toContain("Nothing to accept");
    expect(readFileSync(join(folder, "docsform.yaml"), "utf8")).toContain("  guides:\n    title: Manuals\n");
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The guide's commands as one script. The test sets the token, the organization and the id of a space. */
function script(): string {
  const guide = readFileSync(join(root, "docs/guides/changed-in-the-app.md"), "utf8");
  return [...guide.matchAll(/^```sh\n(.*?)^```$/gmsu)].map(([, code = ""]) => code).join("\n");
}
