import { mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Box, startBox } from "./support/box.ts";
import { cdktf, pathOf } from "./support/flavor.ts";
import { run } from "./support/run.ts";

let box: Box;
let folder: string;
beforeAll(async () => {
  box = await startBox();
  // Only the files that the example needs, without files of earlier runs.
  folder = mkdtempSync(join(inject("home"), "root-"));
  for (const name of ["cdktf.json", "examples", "node_modules", "package.json", "src", "tsconfig.json"])
    symlinkSync(resolve(name), join(folder, name));
});
afterAll(() => box?.close());

test("cdktf synthesizes the example from the sources, at the top of the project, without a request", async () => {
  const { code, output } = await run(cdktf.node, [cdktf.cli, "synth"], {
    cwd: folder,
    env: {
      PATH: pathOf(cdktf),
      HOME: inject("home"),
      CI: "true",
      NO_COLOR: "1",
      CHECKPOINT_DISABLE: "1",
      CDKTF_DISABLE_PLUGIN_CACHE_ENV: "1",
      ...box.environment,
    },
  });
  expect(code, output).toBe(0);
  const text = readFileSync(join(folder, "cdktf.out/stacks/docs/cdk.tf.json"), "utf8");
  expect(JSON.parse(text)).toHaveProperty("resource.docs_site_section");
  expect(text).not.toContain("BEGIN CERTIFICATE");
  expect(box.requests()).toEqual([]);
});
