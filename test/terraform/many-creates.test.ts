import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtProvider, describeTerraform, serviceOfGroup } from "./support/real-terraform.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";

const many = 300;

describeTerraform(`${many} creates, with the real terraform`, () => {
  const bundle = builtProvider();
  const service = serviceOfGroup();

  test("are recorded in little space, and no record is left", async () => {
    const workspace = terraformWorkspace(
      bundle,
      `resource "docs_space" "s" {\n  count = ${many}\n  title = "Space \${count.index}"\n}\n`,
      service.head,
    );
    const folder = join(workspace.folder, ".terraform/docsform-creates");
    let most = { files: 0, bytes: 0 };
    const watch = setInterval(() => {
      const now = sizeOf(folder);
      if (now.bytes > most.bytes) most = now;
    }, 200);
    const ran = await workspace.run("apply", "-auto-approve", "-parallelism=50");
    clearInterval(watch);
    expect([ran.code, ran.output.slice(-300)]).toEqual([0, expect.stringContaining(`${many} added`)]);
    expect(most.files).toBeGreaterThan(0);
    expect(most.bytes).toBeLessThan(400 * many);
    expect(sizeOf(folder)).toEqual({ files: 0, bytes: 0 });
  });
});

function sizeOf(folder: string): { readonly files: number; readonly bytes: number } {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
