import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as cdktf from "cdktf";
import fc from "fast-check";
import { expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { formatBlock, formatText } from "../../src/constructs/as-code/hcl/format-hcl.ts";
import * as docsformConstructs from "../../src/constructs.ts";
import { apiVersions } from "../../src/model/endpoint.ts";
import { usualSeed } from "../support/usual-seed.ts";
import { type DocsService, tokenCanary } from "./support/docs-service.ts";
import {
  builtProvider,
  describeTerraform,
  describeTerraformAgain,
  versionsForTerraform,
} from "./support/real-terraform.ts";
import { docsformOn, richService } from "./support/rich-organization.ts";
import { synthesize } from "./support/synthesize.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";

const bundle = builtProvider();

describeTerraform("pull --format hcl", () => {
  test.each(versionsForTerraform(apiVersions))(
    "writes a configuration that only imports, on the %s API version",
    async (apiVersion) => {
      const service = await richService(bundle, apiVersion);
      try {
        const before = service.running.emulator.dump();
        const workspace = terraformWorkspace(bundle, "", service.head);
        workspace.write("head.tf", "");
        const files = filesBelow(workspace.folder);
        await docsformOn(service, files, "pull", "--format", "hcl", "--all", "--out", "main.tf", "--force");
        const text = readFileSync(join(workspace.folder, "main.tf"), "utf8");
        expect(text).not.toMatch(/canary/);
        expect(text).not.toContain(tokenCanary);
        expect(text).not.toContain("because the token may not read it");
        expect(text.includes("because this service does not show it")).toBe(apiVersion === "classic-minimal");
        const imports = text.match(/^import \{$/gm) ?? [];
        expect(imports.length).toBeGreaterThan(30);
        const environment = { DOCSFORM_BASE_URL: service.running.url };
        const run = async (...argv: readonly string[]) => {
          const { code, output } = await workspace.runIn(environment, ...argv);
          expect(code, `${output.slice(-6_000)}\n${text}`).toBe(0);
          return output;
        };
        await run("init", "-input=false");
        expect(await run("fmt", "-check", "-diff")).toBe("");
        expect(await run("apply", "-auto-approve")).toContain(
          `Plan: ${imports.length} to import, 0 to add, 0 to change, 0 to destroy.`,
        );
        expect(await run("plan", "-detailed-exitcode")).toContain("No changes.");
        expect(service.running.emulator.dump().tables).toEqual(before.tables);
      } finally {
        await service.close();
      }
    },
  );
});

/** Plans and applies the stack of an app, which must only import. */
async function checkImports(service: DocsService, folder: string, stackText: string): Promise<void> {
  const before = service.running.emulator.dump();
  const workspace = terraformWorkspace(bundle, "", service.head);
  for (const file of ["head.tf", "main.tf"]) workspace.write(file, "");
  const stack = JSON.parse(stackText);
  stack.terraform = { required_providers: { docs: { source: "docsform/docs" } } };
  workspace.write("cdk.tf.json", JSON.stringify(stack));
  const run = async (...argv: readonly string[]) => {
    const environment = { DOCSFORM_BASE_URL: service.running.url };
    const { code, output } = await workspace.runIn(environment, ...argv);
    expect(code, `${output.slice(-6_000)}\n${folder}`).toBe(0);
    return output;
  };
  const count = (stack.import as readonly object[]).length;
  expect(count).toBeGreaterThan(25);
  const applied = await run("apply", "-auto-approve");
  expect(applied).toContain(`Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`);
  expect(await run("plan", "-detailed-exitcode")).toContain("No changes.");
  expect(service.running.emulator.dump().tables).toEqual(before.tables);
}

describeTerraformAgain("an app of what exists", () => {
  test.each(versionsForTerraform(apiVersions))(
    "pull --format constructs only imports, on the %s API version",
    async (apiVersion) => {
      const service = await richService(bundle, apiVersion);
      try {
        const files = filesBelow(mkdtempSync(join(bundle.folder, "app-")));
        await docsformOn(service, files, "pull", "--format", "constructs", "--all", "--out", "app/main.ts");
        const main = files.read("app/main.ts") ?? "";
        expect(main).not.toMatch(/canary/);
        expect(files.list("app")).toEqual(["cdktf.json", "main.ts", "package.json", "tsconfig.json"]);
        synthesize(main, files.full("app/cdktf.out"));
        await checkImports(service, main, files.read("app/cdktf.out/stacks/docs/cdk.tf.json") ?? "");
      } finally {
        await service.close();
      }
    },
  );

  test("a layout that pull wrote only imports, with the ids of its state", async () => {
    const service = await richService(bundle, "current");
    try {
      const files = filesBelow(mkdtempSync(join(bundle.folder, "app-")));
      await docsformOn(service, files, "pull", "--out", "docsform.yaml");
      const app = new cdktf.App({ outdir: files.full("cdktf.out"), stackTraces: false });
      const stack = new cdktf.TerraformStack(app, "docs");
      docsformConstructs.DocsLayout.fromYaml(stack, "layout", files.full("docsform.yaml"), {
        environment: {},
      });
      app.synth();
      await checkImports(service, files.folder, files.read("cdktf.out/stacks/docs/cdk.tf.json") ?? "");
    } finally {
      await service.close();
    }
  });
});

/** Texts that are hard to write, and random ones. */
const hardTexts = ["${a}", "$${a}", "%{ if }", '"\\', "a\nb", "a\nb\n", "  a\n b\n\n", "\n\n", "EOT\nEOTT\n"];
const characters = fc.constantFrom(...Array.from('$%{}\\"\n\r\t EOT~aé📘\u0007\u2028'));
const drawn = fc.string({ unit: characters, maxLength: 20 });
const texts = [...hardTexts, ...fc.sample(drawn, { numRuns: 300, seed: usualSeed })];

describeTerraform("texts in Terraform's language", () => {
  test("are read as they were", async () => {
    const items = texts.map((text, at) => ({ name: `text_${at}`, text: formatText(text) }));
    const workspace = terraformWorkspace(bundle, formatBlock({ head: "locals", items }), "");
    workspace.write(
      "outputs.tf",
      `output "texts" {\n  value = [${texts.map((_, at) => `local.text_${at}`).join(", ")}]\n}\n`,
    );
    const formatted = await workspace.run("fmt", "-check", "-diff", "main.tf");
    expect([formatted.code, formatted.output]).toEqual([0, ""]);
    const { code, output } = await workspace.run("apply", "-auto-approve");
    expect(code, output.slice(-3_000)).toBe(0);
    const shown = await workspace.run("output", "-json", "texts");
    expect(JSON.parse(shown.output)).toEqual(texts.map((text) => text.normalize("NFC")));
  });
});
