import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cornerProvider } from "./support/provider-bundle.ts";
import { firstOutput, spawnProvider } from "./support/provider-process.ts";
import { builtProvider, describeTerraform } from "./support/real-terraform.ts";
import {
  checkNoChanges,
  type TerraformWorkspace,
  terraformWorkspace,
} from "./support/terraform-workspace.ts";

const bundle = builtProvider(cornerProvider);

const everything = `
resource "corner_thing" "all" {
  name         = "all"
  amount       = 123456789012345678901234567890.25
  flag         = true
  words        = ["a", "b"]
  labels       = ["y", "x", "y"]
  point        = { x = 0.1, y = null }
  password     = "hush"
  secret_wo    = "canary-write-only"
  home         = { street = "s" }
  offices      = [{ street = "o1", number = 1e3 }, { street = "o2", number = -40 }]
  depots       = [{ street = "d2", number = 1 / 1024 }, { street = "d1", number = 1 / 3 }]
  rule { port = 1 }
  rule {
    port = 2
    note = "n"
  }
  exception { port = 3 }
  default_rule { port = 4 }
}
resource "corner_thing" "next" {
  name  = corner_thing.all.id
  words = [corner_thing.all.label, "next to \${corner_thing.all.id}"]
  kind  = "after-\${corner_thing.all.id}"
}
data "corner_echo" "echo" {
  text   = corner_thing.all.label
  amount = corner_thing.next.amount
  words  = ["b", "start-\${corner_thing.all.id}"]
}
output "never_null" { value = corner_thing.all.label != null }
output "echo" { value = data.corner_echo.echo.words[1] }
`;

/** A repeated block without instances is an empty list, never null. */
const noBlocks = { rule: [], exception: [] };

const one = (attributes: string): string =>
  `resource "corner_thing" "one" {\n  name = "one"\n  ${attributes}\n}\n`;

async function apply(workspace: TerraformWorkspace): Promise<string> {
  const { code, output } = await workspace.run("apply", "-auto-approve");
  expect(output).toContain("Apply complete!");
  expect(code).toBe(0);
  return output;
}

// The tests of the docs provider prove changes in place, replacing, drift, imports, diagnostics, write-only values and `terraform test`.
describeTerraform("the real terraform", () => {
  test("every kind of attribute is planned, applied, unchanged and destroyed completely", async () => {
    const workspace = terraformWorkspace(bundle, everything);
    const plan = await workspace.run("plan", "-out=saved.plan");
    expect(plan.output).toContain("never_null = true");
    expect(plan.output).toContain("2 to add, 0 to change, 0 to destroy");
    expect((await workspace.run("apply", "saved.plan")).output).toContain("2 added");
    const outputs = await workspace.run("output", "-json");
    expect(JSON.parse(outputs.output)).toMatchObject({
      echo: { value: "start-id-all" },
    });
    await checkNoChanges(workspace);
    expect((await workspace.run("destroy", "-auto-approve")).output).toContain(
      "Destroy complete! Resources: 2 destroyed.",
    );
    expect(readdirSync(workspace.store)).toEqual([]);
    expect(workspace.leftovers()).toEqual([]);
  });

  test("a resource of another provider moves here", async () => {
    const workspace = terraformWorkspace(bundle, 'resource "terraform_data" "old" {}\n');
    await apply(workspace);
    const state = JSON.parse(readFileSync(join(workspace.folder, "terraform.tfstate"), "utf8")) as {
      resources: { instances: { attributes: { id: string } }[] }[];
    };
    const id = state.resources[0]?.instances[0]?.attributes.id ?? "";
    workspace.write(
      "main.tf",
      `resource "corner_thing" "new" {\n  name = ${JSON.stringify(id)}\n}\nmoved {\n  from = terraform_data.old\n  to   = corner_thing.new\n}\n`,
    );
    const there = { id: `id-${id}`, name: id, label: `corner-${id}`, ...noBlocks };
    writeFileSync(join(workspace.store, `id-${id}.json`), JSON.stringify(there));
    expect(await apply(workspace)).toContain("0 added, 0 changed, 0 destroyed");
    await checkNoChanges(workspace);
  });

  test("terraform attaches to a provider that runs for a debugger", async () => {
    const workspace = terraformWorkspace(bundle, one("amount = 1"));
    const started = spawnProvider(bundle.executable, ["--debug"], {});
    const text = await firstOutput(started.child);
    const store = { TF_REATTACH_PROVIDERS: /TF_REATTACH_PROVIDERS='(.*)'/.exec(text)?.[1] ?? "" };
    workspace.write(
      "head.tf",
      readFileSync(join(workspace.folder, "head.tf"), "utf8").replace(
        '"store"',
        JSON.stringify(workspace.store),
      ),
    );
    expect((await workspace.runIn(store, "apply", "-auto-approve")).output).toContain("1 added");
    expect((await workspace.runIn(store, "plan", "-detailed-exitcode")).code).toBe(0);
    started.child.kill("SIGINT");
    expect(await started.ended).toBe(0);
  });
});
