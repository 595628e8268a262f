import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type DocsService,
  headFor,
  startService,
  tokenCanary,
  tokenVariable,
} from "./support/docs-service.ts";
import { buildDocsProvider, type ProviderBundle } from "./support/provider-bundle.ts";
import {
  type TerraformRun,
  type TerraformWorkspace,
  terraformWorkspace,
  textBelow,
  whyNoTerraform,
} from "./support/terraform-workspace.ts";

const why = whyNoTerraform();
const secondsEach = 60_000;

let bundle: ProviderBundle;
beforeAll(async () => {
  bundle = await buildDocsProvider();
});
afterAll(() => bundle.remove());

let service: DocsService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

function open(configuration: string, more = ""): TerraformWorkspace {
  return terraformWorkspace(bundle, configuration, headFor(service.running.url, more));
}

async function apply(workspace: TerraformWorkspace, ...more: string[]): Promise<TerraformRun> {
  return await workspace.run(["apply", "-auto-approve", ...more], tokenVariable);
}

async function checkNoChanges(workspace: TerraformWorkspace): Promise<void> {
  const { code, output } = await workspace.run(["plan", "-detailed-exitcode"], tokenVariable);
  expect(output.slice(-3_000)).toContain("No changes.");
  expect(code).toBe(0);
}

function checkMessages({ output }: TerraformRun, ...texts: string[]): void {
  // Terraform wraps its output to the width of a terminal.
  const printed = output.replace(/\s+/g, " ");
  for (const text of texts) expect(printed.slice(-6_000)).toContain(text);
}

const spaces = (count: number): string =>
  `resource "docs_space" "many" {\n  count = ${count}\n  title = "Space \${count.index}"\n}\n`;

const structure = `
resource "docs_space" "s" {
  for_each = toset(["a", "b", "c", "d"])
  title    = each.key
}
resource "docs_site" "docs" {
  title = "Docs"
}
resource "docs_site_section" "s" {
  for_each = docs_space.s
  site_id  = docs_site.docs.id
  space_id = each.value.id
  title    = "Section \${each.key}"
  path     = each.key
}
`;

const order = (...keys: string[]): string => `
resource "docs_site_order" "top" {
  site_id = docs_site.docs.id
  ids     = [${keys.map((key) => `docs_site_section.s["${key}"].id`).join(", ")}]
  timeouts {
    update = "2m"
  }
}
`;

describe.skipIf(why !== undefined)(
  `the provider through terraform${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: secondsEach },
  () => {
    test("orders siblings with the fewest moves, detects another order, and is destroyed without a call", async () => {
      const workspace = open(structure + order("a", "b", "c", "d"));
      checkMessages(await apply(workspace), "10 added");
      await checkNoChanges(workspace);
      workspace.write("main.tf", structure + order("d", "a", "b", "c"));
      service.running.emulator.clearLog();
      checkMessages(await apply(workspace), "0 added, 1 changed, 0 destroyed");
      expect(writesIn(service)).toEqual(["sortSiteStructure"]);
      await checkNoChanges(workspace);
      const [site] = service.ids()["site"] ?? [];
      const [, second, third] = service.ids()["site_section"] ?? [];
      service.running.emulator.edit(
        "sortSiteStructure",
        { siteId: site as string },
        {
          item: { type: "site-section", id: third as string },
          position: { before: { type: "site-section", id: second as string } },
        },
      );
      checkMessages(await workspace.run(["plan"], tokenVariable), "0 to add, 1 to change, 0 to destroy");
      checkMessages(await apply(workspace), "0 added, 1 changed, 0 destroyed");
      workspace.write("main.tf", structure);
      service.running.emulator.clearLog();
      checkMessages(await apply(workspace), "0 added, 0 changed, 1 destroyed");
      expect(writesIn(service)).toEqual([]);
    });

    test("publishes last, repairs an unpublished site, and unpublishes when it is destroyed", async () => {
      const publication =
        'resource "docs_site_publication" "live" {\n  site_id    = docs_site.docs.id\n  depends_on = [docs_site_section.s]\n}\n';
      const workspace = open(structure + publication);
      checkMessages(await apply(workspace), "10 added");
      expect(writesIn(service).at(-1)).toBe("publishSite");
      const [site] = service.ids()["site"] ?? [];
      service.running.emulator.edit("unpublishSite", { siteId: site as string });
      checkMessages(await apply(workspace), "0 added, 1 changed, 0 destroyed");
      workspace.write("main.tf", structure);
      checkMessages(await apply(workspace), "0 added, 0 changed, 1 destroyed");
      expect(service.running.emulator.service.list("site")[0]?.["published"]).toBe(false);
    });

    test("a write-only certificate: written for a new version, detected when changed, in no state, plan or log", async () => {
      const provider = (canary: string, version: number): string =>
        `resource "docs_saml_provider" "sso" {\n  label = "Okta"\n  certificate_wo = "${canary}"\n  certificate_wo_version = ${version}\n}\n`;
      const workspace = open(provider("canary-cert-one", 1));
      const log = { ...tokenVariable, TF_LOG: "TRACE", TF_LOG_PATH: join(workspace.folder, "trace.log") };
      await workspace.run(["plan", "-out=saved.plan"], log);
      checkMessages(await workspace.run(["apply", "saved.plan"], log), "1 added");
      const live = () =>
        service.running.emulator.service.list("saml_provider")[0] as { id: string; certificate: string };
      expect(live().certificate).toBe("canary-cert-one");
      await checkNoChanges(workspace);
      workspace.write("main.tf", provider("canary-cert-two", 1));
      checkMessages(
        await workspace.run(["plan", "-detailed-exitcode"], log),
        "has changed, but `certificate_wo_version` has not",
      );
      workspace.write("main.tf", provider("canary-cert-two", 2));
      checkMessages(await workspace.run(["apply", "-auto-approve"], log), "1 changed");
      expect(live().certificate).toBe("canary-cert-two");
      service.running.emulator.edit(
        "updateOrganizationSAMLProvider",
        { samlProviderId: live().id },
        { certificate: "somebody-elses" },
      );
      checkMessages(await workspace.run(["apply", "-auto-approve"], log), "1 changed");
      expect(live().certificate).toBe("canary-cert-two");
      await checkNoChanges(workspace);
      rmSync(join(workspace.folder, "main.tf"));
      const written = textBelow(workspace.folder);
      expect(written).toContain("ApplyResourceChange");
      expect(written).not.toContain("canary-cert");
      expect(written).not.toContain(tokenCanary);
    });

    test("more deletes than allowed are refused by the plan, and nothing is done", async () => {
      const workspace = open(spaces(4), "max_deletes = 2");
      checkMessages(await apply(workspace), "4 added");
      workspace.write("main.tf", spaces(2));
      checkMessages(await apply(workspace), "2 destroyed");
      const refused = await workspace.run(["destroy", "-auto-approve"], tokenVariable);
      expect(refused.code).toBe(0);
      workspace.write("main.tf", spaces(3));
      checkMessages(await apply(workspace), "3 added");
      const over = await workspace.run(["destroy", "-auto-approve"], tokenVariable);
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
      checkMessages(await workspace.run(["plan"], tokenVariable), "2 to add");
      checkMessages(await apply(workspace), "2 added");
      await checkNoChanges(workspace);
    });

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
      const plan = await workspace.run(["plan"], tokenVariable);
      checkMessages(plan, "must be replaced", "1 to add, 0 to change, 1 to destroy");
      checkMessages(await apply(workspace), "1 added, 0 changed, 1 destroyed");
      expect(service.ids()["openapi_spec"]).toEqual(["petshop"]);
    });

    test("terraform test, with data sources", async () => {
      const workspace = open(
        `${spaces(2)}data "docs_space" "first" {\n  title      = "Space 0"\n  depends_on = [docs_space.many]\n}\ndata "docs_spaces" "all" {\n  depends_on = [docs_space.many]\n}\ndata "docs_organization" "own" {}\n`,
      );
      workspace.write(
        "spaces.tftest.hcl",
        'run "made" {\n  assert {\n    condition     = data.docs_space.first.id == docs_space.many[0].id && length(data.docs_spaces.all.ids) == 2 && data.docs_organization.own.title == "Acme"\n    error_message = "data"\n  }\n}\n',
      );
      checkMessages(await workspace.run(["test"], tokenVariable), "1 passed, 0 failed.");
      expect(service.ids()["space"]).toEqual([]);
    });

    test("all errors are reported at their places, before any request", async () => {
      const workspace = open(
        'resource "docs_space" "bad" {\n  title    = ""\n  language = "klingon"\n  emoji    = "1f4d8"\n  icon     = "https://acme.example/i.png"\n  merge_rules = { type = "rules", rules = [{ rule = "nonsense" }] }\n  timeouts {\n    create = "soon"\n  }\n}\n',
      );
      const { code, output } = await workspace.run(["validate"], tokenVariable);
      expect(code).toBe(1);
      for (const place of ["line 2", "line 3", "line 5", "line 6", "line 8"])
        expect(output).toContain(`on main.tf ${place}, in resource "docs_space" "bad"`);
    });

    test("a unique name imports, an ambiguous one lists the objects, and contents of a site have a path", async () => {
      const workspace = open(structure);
      checkMessages(await apply(workspace), "9 added");
      for (const [address, id] of [
        ["docs_site.docs", "Docs"],
        ['docs_site_section.s["b"]', "Docs/b"],
        ['docs_space.s["a"]', "a"],
      ] as const) {
        await workspace.run(["state", "rm", address], tokenVariable);
        checkMessages(await workspace.run(["import", address, id], tokenVariable), "Import successful!");
      }
      await checkNoChanges(workspace);
      service.running.emulator.edit("createSpace", {}, { title: "a" });
      await workspace.run(["state", "rm", 'docs_space.s["a"]'], tokenVariable);
      checkMessages(
        await workspace.run(["import", 'docs_space.s["a"]', "a"], tokenVariable),
        '2 spaces are called "a"',
      );
      checkMessages(
        await workspace.run(["import", 'docs_space.s["a"]', "nowhere"], tokenVariable),
        'There is no space "nowhere".',
      );
    });

    test("a create with a lost response is found, and not repeated", async () => {
      const workspace = open(spaces(3));
      service.running.emulator.faults.add({
        on: { operation: "createSpace" },
        fault: { kind: "drop-after" },
      });
      checkMessages(await apply(workspace), "3 added");
      expect(titlesOf(service)).toHaveLength(3);
      await checkNoChanges(workspace);
    });
  },
);

/** The writes that the service received, by the names of their operations. */
function writesIn(of: DocsService): readonly (string | null)[] {
  return of.running.emulator.log
    .filter((request) => request.method !== "GET")
    .map(({ operation }) => operation);
}

function titlesOf(of: DocsService): readonly unknown[] {
  return of.running.emulator.service.list("space").map((space) => space["title"]);
}
