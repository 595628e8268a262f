import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { worldLines } from "../faults/world-lines.ts";
import { type App, installApp } from "./support/app.ts";
import { type Box, startBox } from "./support/box.ts";
import { cdktf, cdktn } from "./support/flavor.ts";
import { type Run, run } from "./support/run.ts";

/** Runs the docsform that is installed in the app. */
async function docsform(app: App, box: Box, args: readonly string[]): Promise<Run> {
  const program = join(app.folder, "node_modules/docsform/dist/bin/docsform.js");
  return await run(process.execPath, [program, ...args], {
    cwd: app.folder,
    env: { ...process.env, ...box.environment },
  });
}

describe.each([cdktf, cdktn])("one app of $name, by Terraform and by docsform alone", (flavor) => {
  test("leaves the same organization", async () => {
    const [home, tarball] = [inject("home"), inject("tarball")];
    const [terraforms, ours] = [await startBox(home), await startBox(home)];
    try {
      const app = await installApp("examples/cdktf-app", flavor, { home, tarball });
      const deployed = await app.cli(["deploy", "docs", "--auto-approve"], terraforms.environment);
      expect(deployed.code, deployed.output).toBe(0);
      const applied = await docsform(app, ours, ["apply", "cdktf.out", "--yes", "--no-state"]);
      expect(applied.code, applied.output).toBe(0);

      const world = worldLines(await ours.dump());
      expect(world).toEqual(worldLines(await terraforms.dump()));
      expect(world.join("\n")).toContain("Guides (français)");
      // After Terraform's apply, docsform has nothing to do.
      await terraforms.requests();
      const again = await docsform(app, terraforms, ["apply", "cdktf.out", "--yes", "--no-state"]);
      expect(again.code, again.output).toBe(0);
      const writes = (await terraforms.requests()).filter((request) => !request.startsWith("GET "));
      expect(writes).toEqual([]);
    } finally {
      await Promise.all([terraforms.close(), ours.close()]);
    }
  });
});
