import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { headFor, tokenVariable } from "./support/docs-service.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import { runDocsform } from "./support/run-docsform.ts";
import { type TerraformWorkspace, terraformWorkspace } from "./support/terraform-workspace.ts";

const bundle = builtProvider();
const service = serviceOfTest();
const products = ["alpha", "beta", "delta", "epsilon", "gamma"];

/** The resources of one product, at the names that `at` gives. */
function product(name: string, at: (part: string) => string, siteId: string): string {
  const quoted = name.startsWith("var.") ? name : JSON.stringify(name);
  return `
resource "docs_collection" "${at("handbook")}" {
  title = ${quoted}
}
resource "docs_space" "${at("guides")}" {
  title     = "Guides"
  parent_id = docs_collection.${at("handbook")}.id
}
resource "docs_space" "${at("api")}" {
  title     = "API"
  parent_id = docs_collection.${at("handbook")}.id
}
resource "docs_site_section" "${at("section")}" {
  site_id  = ${siteId}
  title    = "Product"
  path     = ${quoted}
  space_id = docs_space.${at("guides")}.id
}
`;
}

/** A site, the order of its sections, and its publication. */
const site = (name: string, ids: string, dependency: string): string => `
resource "docs_site" "${name}" {
  title      = "Docs"
  visibility = "public"
}
resource "docs_site_order" "${name}" {
  site_id = docs_site.${name}.id
  ids     = ${ids}
}
resource "docs_site_publication" "${name}" {
  site_id    = docs_site.${name}.id
  published  = true
  depends_on = [${dependency}]
}
`;

const flat = [
  site(
    "docs",
    `[${products.map((name) => `docs_site_section.${name}_section.id`).join(", ")}]`,
    products.map((name) => `docs_site_section.${name}_section`).join(", "),
  ),
  ...products.map((name) => product(name, (part) => `${name}_${part}`, "docs_site.docs.id")),
].join("");

const module = `variable "name" {}
variable "site_id" {}
${product("var.name", (part) => (part === "handbook" ? "this" : part), "var.site_id")}
output "section_id" {
  value = docs_site_section.section.id
}
`;

const wrapped = `
module "product" {
  source   = "./product"
  for_each = toset(${JSON.stringify(products)})
  name     = each.key
  site_id  = docs_site.portal.id
}
${site("portal", "[for each in module.product : each.section_id]", "module.product")}`;

const all = products.length * 4 + 3;

function open(configuration: string): TerraformWorkspace {
  const requirements =
    'terraform {\n  required_providers {\n    docs = { source = "docsform/docs" }\n  }\n}\n';
  return terraformWorkspace(bundle, configuration, headFor(service.running.url), (folder) => {
    mkdirSync(join(folder, "product"));
    writeFileSync(join(folder, "product/main.tf"), `${requirements}${module}`);
  });
}

async function run(workspace: TerraformWorkspace, ...argv: string[]) {
  const result = await workspace.run(...argv);
  expect([result.code, result.code === 0 ? "" : result.output.slice(-3_000)]).toEqual([0, ""]);
  return result;
}

/** Runs `docsform terraform ACTION` on the plan of a configuration, and returns the plan and its output. */
async function blocks(
  workspace: TerraformWorkspace,
  action: "moves" | "imports",
  out: string,
): Promise<{ readonly plan: string; readonly declared: string }> {
  const plan = (await run(workspace, "plan", "-out", "plan.tfplan")).printed;
  workspace.write("plan.json", (await run(workspace, "show", "-json", "plan.tfplan")).output);
  const { code, declared } = await runDocsform(
    filesBelow(workspace.folder),
    ["terraform", action, "plan.json", "--out", out],
    tokenVariable,
  );
  expect(code, declared).toBe(0);
  return { plan, declared };
}

const dump = () => JSON.stringify(service.running.emulator.dump().tables);

describeTerraform("a configuration that is refactored", () => {
  test("five products that are wrapped in a module move, nothing is deleted or created, and a lost state comes back with imports alone", async () => {
    const workspace = open(flat);
    expect((await run(workspace, "apply", "-auto-approve")).printed).toContain(`${all} added`);
    const before = dump();
    workspace.write("main.tf", wrapped);
    await run(workspace, "init", "-input=false");
    const without = await blocks(workspace, "moves", "moved.tf");
    expect(without.plan).toContain(`${all} to add, 0 to change, ${all} to destroy`);
    expect(without.declared).toContain(`${all} resources move`);
    expect((await run(workspace, "apply", "-auto-approve")).printed).toContain(
      "0 added, 0 changed, 0 destroyed",
    );
    expect(dump()).toBe(before);
    const { plan, declared } = await blocks(workspace, "moves", "unused.tf");
    expect(plan).toContain("No changes.");
    expect(declared).toContain("creates nothing that it also deletes");

    for (const file of ["terraform.tfstate", "moved.tf"]) rmSync(join(workspace.folder, file));
    const lost = await blocks(workspace, "imports", "imports.tf");
    expect(lost.declared).toContain(`${all} objects exist`);
    expect((await run(workspace, "apply", "-auto-approve")).printed).toContain(
      `${all} imported, 0 added, 0 changed, 0 destroyed`,
    );
    expect((await run(workspace, "plan")).printed).toContain("No changes.");
    expect(dump()).toBe(before);
  });

  test("a list that becomes a map moves by its natural keys", async () => {
    const collections = 'resource "docs_collection" "all" {\n  count = 3\n  title = "C ${count.index}"\n}\n';
    const spaces =
      'resource "docs_space" "all" {\n  count     = 3\n  title     = "Guides"\n  parent_id = docs_collection.all[count.index].id\n}\n';
    const workspace = open(`${collections}${spaces}`);
    await run(workspace, "apply", "-auto-approve");
    const before = dump();
    workspace.write(
      "main.tf",
      `locals {\n  keys = { "a b" = "C 0", b = "C 1", c = "C 2" }\n}
resource "docs_collection" "map" {\n  for_each = local.keys\n  title = each.value\n}
resource "docs_space" "map" {\n  for_each  = docs_collection.map\n  title     = "Guides"\n  parent_id = each.value.id\n}\n`,
    );
    await blocks(workspace, "moves", "moved.tf");
    expect((await run(workspace, "apply", "-auto-approve")).printed).toContain(
      "0 added, 0 changed, 0 destroyed",
    );
    expect(dump()).toBe(before);
  });
});
