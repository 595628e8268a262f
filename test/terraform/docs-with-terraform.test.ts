import { expect, test } from "vitest";
import { type DocsService, headFor, startService } from "./support/docs-service.ts";
import {
  builtProvider,
  describeTerraform,
  describeTerraformAgain,
  serviceOfTest,
} from "./support/real-terraform.ts";
import {
  checkNoChanges,
  type TerraformRun,
  type TerraformWorkspace,
  terraformWorkspace,
} from "./support/terraform-workspace.ts";

const bundle = builtProvider();
const service = serviceOfTest();

function open(configuration: string, more = ""): TerraformWorkspace {
  return terraformWorkspace(bundle, configuration, headFor(service.running.url, more));
}

async function apply(workspace: TerraformWorkspace, ...more: string[]): Promise<TerraformRun> {
  return await workspace.run("apply", "-auto-approve", ...more);
}

function checkMessages({ printed }: TerraformRun, ...texts: string[]): void {
  for (const text of texts) expect(printed.slice(-6_000)).toContain(text);
}

const spaces = (count: number): string =>
  `resource "docs_space" "many" {\n  count = ${count}\n  title = "Space \${count.index}"\n}\n`;

describeTerraform("the provider through terraform", () => {
  test("more deletes than allowed are refused by the plan, and nothing is done", async () => {
    const workspace = open(spaces(5), "max_deletes = 2");
    checkMessages(await apply(workspace), "5 added");
    workspace.write("main.tf", spaces(3));
    checkMessages(await apply(workspace), "2 destroyed");
    const over = await workspace.run("destroy", "-auto-approve");
    checkMessages(over, "This run would delete or replace at least 3 objects, but `max_deletes` allows 2.");
    expect(over.code).toBe(1);
    expect(service.ids()["space"]).toHaveLength(3);
  });

  test("a provider with an unknown configuration plans, and applies once it is known", async () => {
    const workspace = terraformWorkspace(
      bundle,
      `resource "terraform_data" "url" {\n  input = "${service.running.url}"\n}\n${spaces(1)}`,
      headFor("", "").replace('base_url     = ""', "base_url     = terraform_data.url.output"),
    );
    checkMessages(await apply(workspace), "2 to add", "2 added");
    await checkNoChanges(workspace);
  });

  test("terraform test, with data sources", async () => {
    const workspace = open(
      `${spaces(2)}data "docs_space" "first" {\n  title      = "Space 0"\n  depends_on = [docs_space.many]\n}\ndata "docs_spaces" "all" {\n  depends_on = [docs_space.many]\n}\ndata "docs_organization" "own" {}\n`,
    );
    workspace.write(
      "spaces.tftest.hcl",
      'run "made" {\n  assert {\n    condition     = data.docs_space.first.id == docs_space.many[0].id && length(data.docs_spaces.all.ids) == 2 && data.docs_organization.own.title == "Acme"\n    error_message = "data"\n  }\n}\n',
    );
    checkMessages(await workspace.run("test"), "1 passed, 0 failed.");
    expect(service.ids()["space"]).toEqual([]);
  });

  test("all errors are reported at their places, before any request", async () => {
    const workspace = open(
      'resource "docs_space" "bad" {\n  title    = ""\n  language = "klingon"\n  emoji    = "1f4d8"\n  icon     = "https://acme.example/i.png"\n  merge_rules = { type = "rules", rules = [{ rule = "nonsense" }] }\n  timeouts {\n    create = "soon"\n  }\n}\n',
    );
    const { code, output } = await workspace.run("validate");
    expect(code).toBe(1);
    for (const place of ["line 2", "line 3", "line 5", "line 6", "line 8"])
      expect(output).toContain(`on main.tf ${place}, in resource "docs_space" "bad"`);
  });
});

// Only Terraform moves blocks and chooses among providers.
describeTerraformAgain("the provider through terraform, as every provider", () => {
  test("two aliased providers, each with its own service", async () => {
    const other = await startService();
    const head = `${headFor(service.running.url)}provider "docs" {\n  alias        = "other"\n  base_url     = "${other.running.url}"\n  organization = "acme"\n}\n`;
    const workspace = terraformWorkspace(
      bundle,
      'resource "docs_space" "here" {\n  title = "here"\n}\nresource "docs_space" "there" {\n  provider = docs.other\n  title    = "there"\n}\n',
      head,
    );
    checkMessages(await apply(workspace), "2 added");
    const titles = (each: DocsService) =>
      each.running.emulator.service.list("space").map((space) => space["title"]);
    expect([titles(service), titles(other)]).toEqual([["here"], ["there"]]);
    await other.close();
  });

  test("a renamed resource moves, and an unavoidable replacement is one", async () => {
    const workspace = open(
      'resource "docs_openapi_spec" "old" {\n  slug   = "petstore"\n  source = { url = "https://acme.example/a.json" }\n}\n',
    );
    checkMessages(await apply(workspace), "1 added");
    const spec = (slug: string): string =>
      `resource "docs_openapi_spec" "new" {\n  slug   = "${slug}"\n  source = { url = "https://acme.example/a.json" }\n}\nmoved {\n  from = docs_openapi_spec.old\n  to   = docs_openapi_spec.new\n}\n`;
    workspace.write("main.tf", spec("petstore"));
    checkMessages(await apply(workspace), "0 added, 0 changed, 0 destroyed");
    workspace.write("main.tf", spec("petshop"));
    checkMessages(
      await apply(workspace),
      "must be replaced",
      "1 to add, 0 to change, 1 to destroy",
      "1 added, 0 changed, 1 destroyed",
    );
    expect(service.ids()["openapi_spec"]).toEqual(["petshop"]);
  });
});
