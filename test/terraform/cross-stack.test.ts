import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { App, LocalBackend, TerraformStack } from "cdktf";
import { expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import {
  Collection,
  DocsProvider,
  SamlProvider,
  Site,
  SiteSection,
  SiteSpace,
  Space,
  Team,
} from "../../src/constructs.ts";
import { worldLines } from "../faults/world-lines.ts";
import { type DocsService, organization, startService, tokenVariable } from "./support/docs-service.ts";
import { builtProvider, describeTerraform } from "./support/real-terraform.ts";
import { runDocsform } from "./support/run-docsform.ts";
import { type TerraformWorkspace, terraformWorkspace } from "./support/terraform-workspace.ts";

const bundle = builtProvider();

/** The stacks of the app, in the order of their applies. The alphabetical order of their names is the reverse. */
const stacks = ["the.first", "second"] as const;

/** Synthesizes an app of two stacks. One of them refers to the other in each possible way. */
function synth(folder: string, { running }: DocsService): void {
  const app = new App({ outdir: folder, stackTraces: false });
  const [first, second] = stacks.map((name) => {
    const stack = new TerraformStack(app, name);
    new DocsProvider(stack, "provider", { baseUrl: running.url, organization });
    new LocalBackend(stack, { path: join(folder, `${name}.tfstate`) });
    return stack;
  }) as [TerraformStack, TerraformStack];
  const handbook = new Collection(first, "handbook", { title: "Handbook" });
  const guides = new Space(first, "guides", { title: "Guides" });
  const writers = new Team(first, "writers", { title: "Writers" });
  const site = new Site(first, "docs", { title: "Docs", visibility: "public", published: true });
  const group = site.addGroup("reference", { title: "Reference" });
  const own = site.addSection("guides", { title: "Guides", path: "guides", spaces: [guides], default: true });

  const api = new Space(second, "api", { title: "API", collection: handbook });
  const french = new Space(second, "french", { title: "Guides (fr)" });
  new SamlProvider(second, "okta", { label: "Okta", defaultTeam: writers });
  const there = Site.fromId(second, "docs", site.id);
  const again = Space.fromId(second, "guides", guides.id);
  for (const path of ["changes", "archive"])
    there.addSection(path, { title: `Older ${path}`, path, spaces: [again] });
  for (const path of ["v2", "v1"])
    new SiteSection(second, path, { site, parent: group, title: `API ${path}`, path, spaces: [api] });
  // Lists with one object of their own stack.
  const small = new Site(first, "small", { title: "Small" });
  const start = small.addGroup("start", { title: "Start" });
  start.addSection("one", { title: "One", path: "one", spaces: [guides], default: true });
  for (const path of ["ship", "pay"]) {
    new SiteSection(second, path, { site: small, title: `To ${path}`, path, spaces: [api] });
    new SiteSection(second, `start-${path}`, {
      site: small,
      parent: start,
      title: `In ${path}`,
      spaces: [api],
    });
  }
  for (const path of ["fr", "fr-ca"])
    new SiteSpace(second, path, { site, section: own, space: french, path });
  app.synth();
  for (const name of stacks) {
    const path = join(folder, "stacks", name, "cdk.tf.json");
    const { terraform, ...rest } = JSON.parse(readFileSync(path, "utf8"));
    // The provider of this test has another version than the one that the constructs require.
    const required_providers = { docs: { source: terraform.required_providers.docs.source } };
    filesBelow("/").write(path, JSON.stringify({ ...rest, terraform: { ...terraform, required_providers } }));
  }
}

async function run(workspace: TerraformWorkspace, stack: string, ...argv: string[]): Promise<string> {
  const result = await workspace.run(`-chdir=stacks/${stack}`, ...argv);
  expect([result.code, result.code === 0 ? "" : result.output.slice(-3_000)]).toEqual([0, ""]);
  return result.output;
}

const worldOf = ({ running }: DocsService) => worldLines(running.emulator.dump());

describeTerraform("an app whose stacks refer to one another", () => {
  test("leaves the same organization with terraform, stack by stack, and with docsform at once", async () => {
    const [terraforms, docsforms] = [await startService(), await startService()];
    try {
      const workspace = terraformWorkspace(bundle, "", "");
      synth(workspace.folder, terraforms);
      for (const stack of stacks) {
        await run(workspace, stack, "init", "-input=false");
        await run(workspace, stack, "apply", "-auto-approve");
      }
      for (const stack of stacks)
        expect(await run(workspace, stack, "plan", "-detailed-exitcode")).toContain("No changes.");
      const folder = mkdtempSync(join(bundle.folder, "docsform-"));
      synth(join(folder, "cdktf.out"), docsforms);
      const files = filesBelow(folder);
      const docsform = (...argv: string[]) => runDocsform(files, argv, tokenVariable);
      const applied = await docsform("apply", "cdktf.out", "--yes");
      expect(applied.code, applied.declared).toBe(0);
      expect((await docsform("plan", "cdktf.out", "--detailed-exitcode")).code).toBe(0);
      expect(worldOf(docsforms)).toEqual(worldOf(terraforms));
      expect(worldOf(docsforms).join("\n")).toContain("Guides (fr)");
    } finally {
      await Promise.all([terraforms.close(), docsforms.close()]);
    }
  });

  test("is refused if docsform gets only the stack that refers", async () => {
    const service = await startService();
    try {
      const folder = mkdtempSync(join(bundle.folder, "docsform-"));
      synth(join(folder, "cdktf.out"), service);
      const { code, declared: printed } = await runDocsform(
        filesBelow(folder),
        ["plan", "cdktf.out/stacks/second"],
        tokenVariable,
      );
      expect([code, printed]).toEqual([1, expect.stringContaining("name the folder of the whole app")]);
    } finally {
      await service.close();
    }
  });
});
