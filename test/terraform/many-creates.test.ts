import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocsService, startService, tokenVariable } from "./support/docs-service.ts";
import { buildDocsProvider, type ProviderBundle } from "./support/provider-bundle.ts";
import { terraformWorkspace, whyNoTerraform } from "./support/terraform-workspace.ts";

const why = whyNoTerraform();
const many = 300;

describe.skipIf(why !== undefined)(
  `${many} creates, with the real terraform${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: 120_000 },
  () => {
    let bundle: ProviderBundle;
    let service: DocsService;
    beforeAll(async () => {
      bundle = await buildDocsProvider();
      service = await startService();
    });
    afterAll(async () => {
      await service.close();
      bundle.remove();
    });

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
      const ran = await workspace.run(["apply", "-auto-approve", "-parallelism=50"], tokenVariable);
      clearInterval(watch);
      expect([ran.code, ran.output.slice(-300)]).toEqual([0, expect.stringContaining(`${many} added`)]);
      expect(most.files).toBeGreaterThan(0);
      expect(most.bytes).toBeLessThan(400 * many);
      expect(sizeOf(folder)).toEqual({ files: 0, bytes: 0 });
    });
  },
);

function sizeOf(folder: string): { readonly files: number; readonly bytes: number } {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
