import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, Fn, LocalBackend, TerraformOutput, TerraformStack } from "cdktf";
import { expect, test } from "vitest";
import {
  Collection,
  DocsLayout,
  DocsProvider,
  OpenApiSpec,
  SamlProvider,
  Site,
  type SiteSectionGroup,
  Space,
  Team,
} from "../../src/constructs.ts";
import { present } from "../../src/util/present.ts";
import { certificateWith } from "../support/certificates.ts";
import { describeAgain } from "../support/laws.ts";
import { organization } from "./support/docs-service.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import { type TerraformWorkspace, terraformWorkspace } from "./support/terraform-workspace.ts";

const bundle = builtProvider();
const service = serviceOfTest();

const stackFolder = "stacks/acme";
const synthesized = `${stackFolder}/cdk.tf.json`;

/** Synthesizes a stack into `cdk.tf.json`, as the command line of cdktf does. */
function synth(workspace: TerraformWorkspace, build: (stack: TerraformStack) => void): void {
  const app = new App({ outdir: workspace.folder, stackTraces: false });
  const stack = new TerraformStack(app, "acme");
  new DocsProvider(stack, "provider", { baseUrl: service.running.url, organization });
  new LocalBackend(stack, { path: "terraform.tfstate" });
  build(stack);
  app.synth();
  const { terraform, ...rest } = JSON.parse(readFileSync(join(workspace.folder, synthesized), "utf8"));
  // The provider of this test has another version than the one that the constructs require.
  const required_providers = { docs: { source: terraform.required_providers.docs.source } };
  workspace.write(synthesized, JSON.stringify({ ...rest, terraform: { ...terraform, required_providers } }));
}

async function run(workspace: TerraformWorkspace, argv: readonly string[], code: number): Promise<string> {
  const result = await workspace.run(`-chdir=${stackFolder}`, ...argv);
  expect([result.code, result.code === code ? "" : result.output.slice(-3_000)]).toEqual([code, ""]);
  return result.output.replace(/\s+/g, " ");
}

const pem = certificateWith("MIIBszCCAVmgAwIBAgIU");

async function open(build: (stack: TerraformStack) => void): Promise<TerraformWorkspace> {
  const workspace = terraformWorkspace(bundle, "", "");
  workspace.write("okta.pem", pem);
  synth(workspace, build);
  await run(workspace, ["init", "-input=false"], 0);
  return workspace;
}

/** A site that uses each handwritten construct, with a section in a group. */
function everything(stack: TerraformStack): { site: Site; group: SiteSectionGroup; space: Space } {
  const writers = new Team(stack, "writers", { title: "Writers", members: ["ada@acme.example"] });
  const handbook = new Collection(stack, "handbook", { title: "Handbook", description: "How we work" });
  const space = new Space(stack, "guides", { title: "Guides", collection: handbook, ignore: ["emoji"] });
  const french = new Space(stack, "guides-fr", {
    title: "Guides (fr)",
    collection: handbook,
    language: "fr",
  });
  const site = new Site(stack, "docs", {
    title: "Acme docs",
    visibility: "public",
    published: true,
    adaptiveContent: { enabled: true },
  });
  site.addSection("guides", {
    title: "Guides",
    path: "guides",
    spaces: [space, { space: french, path: "fr" }],
  });
  const group = site.addGroup("api", { title: "Reference" });
  new SamlProvider(stack, "okta", {
    label: "Okta",
    certificate: Fn.file("../../okta.pem"),
    defaultTeam: writers,
    ignore: ["certificate"],
  });
  new OpenApiSpec(stack, "petstore", {
    slug: "petstore",
    source: { url: "https://acme.example/openapi.json" },
  });
  return { site, group, space };
}

describeTerraform("constructs through terraform", () => {
  test("every construct is applied, the next plan is empty, and another app imports the objects, a site with its contents", async () => {
    const workspace = await open((stack) => {
      const { group, space } = everything(stack);
      const api = group.addSection("api", { title: "API", path: "api", spaces: [space], protect: true });
      new TerraformOutput(stack, "api_url", { value: api.urls.published });
    });
    expect(await run(workspace, ["apply", "-auto-approve"], 0)).toMatch(/api_url = "https:\/\//);
    expect(await run(workspace, ["plan", "-detailed-exitcode"], 0)).toContain("No changes.");
    const made = service.ids();
    expect([made["site_section"], made["site_space"], made["team"]].map((each) => each?.length)).toEqual([
      2, 3, 1,
    ]);

    const idOf = (type: string, name: string, value: string) =>
      service.running.emulator.service.list(type).find((each) => each[name] === value)?.id ?? "";
    const ids = {
      space: idOf("space", "title", "Guides"),
      site: idOf("site", "title", "Acme docs"),
      guides: idOf("site_section", "path", "guides"),
      group: idOf("site_section_group", "title", "Reference"),
      api: idOf("site_section", "path", "api"),
    };
    const used = (importFrom: string | undefined) => present({ importFrom });
    const build = (given: Partial<typeof ids>) => (stack: TerraformStack) => {
      const ignore = ["collection"] as const;
      const space = new Space(stack, "guides", { title: "Guides", ignore, ...used(given.space) });
      const site = new Site(stack, "docs", { title: "Acme docs", ...used(given.site) });
      const options = { title: "Guides", path: "guides", spaces: [space] } as const;
      site.addSection("guides", { ...options, ...used(given.guides) });
      const group = site.addGroup("api", { title: "Reference", ...used(given.group) });
      if (given.api === undefined) return;
      group.addSection("api", { ...options, title: "API", path: "api", importFrom: given.api });
    };
    const { api, ...first } = ids;
    const second = await open(build(first));
    const output = await run(second, ["apply", "-auto-approve"], 0);
    expect(output).toContain("5 imported, 0 added, 0 changed, 0 destroyed");
    // By now Terraform's state has the site.
    synth(second, build({ api }));
    const more = await run(second, ["apply", "-auto-approve"], 0);
    expect(more).toContain("1 imported, 0 added, 0 changed, 0 destroyed");
  });

  describeAgain("changes", () => {
    test("contents that enter a group or collection, or leave a deleted one, stay the same", async () => {
      const build = (isGrouped: boolean) => (stack: TerraformStack) => {
        const place = isGrouped ? { collection: new Collection(stack, "shelf", { title: "Shelf" }) } : {};
        const space = new Space(stack, "guides", { title: "Guides", ...place });
        const site = new Site(stack, "docs", { title: "Acme docs", published: true });
        site.addSection("guides", { title: "Guides", path: "guides", spaces: [space] });
        const parent = isGrouped ? site.addGroup("reference", { title: "Reference" }) : site;
        parent.addSection("api", { title: "API", path: "api", spaces: [space] });
      };
      const workspace = await open(build(false));
      await run(workspace, ["apply", "-auto-approve"], 0);
      const before = service.ids();
      synth(workspace, build(true));
      const into = await run(workspace, ["apply", "-auto-approve"], 0);
      expect(into).toContain("2 added, 3 changed, 0 destroyed");
      synth(workspace, build(false));
      const out = await run(workspace, ["apply", "-auto-approve"], 0);
      expect(out).toContain("0 added, 3 changed, 2 destroyed");
      expect(service.ids()).toEqual(before);
      await run(workspace, ["destroy", "-auto-approve"], 0);
      expect(Object.values(service.ids()).flat()).toEqual([]);
    });

    test("a layout inside an app is applied, renamed objects stay, and omitted ones are not managed", async () => {
      const build = (path: string) => (stack: TerraformStack) => {
        DocsLayout.fromYaml(stack, "layout", path, { environment: { ADA: "ada@acme.example" } });
      };
      const layout = (section: string) => `docsform: 1
organization: ${organization}
variables: { ada: { env: ADA } }
spaces:
  guides: { title: Guides, emoji: "1f4d8" }
teams:
  writers: { title: Writers, members: ["\${ada}"] }
saml:
  okta: { label: Okta, certificate: !file okta.pem, defaultTeam: writers }
sites:
  docs:
    title: Acme docs
    published: true
    structure:
      - ${section}
      - { group: Reference, children: [{ section: API, path: api, spaces: [guides] }] }
`;
      const workspace = terraformWorkspace(bundle, "", "");
      const file = join(workspace.folder, "docsform.yaml");
      workspace.write("okta.pem", pem);
      workspace.write("docsform.yaml", layout("{ section: Guides, path: guides, spaces: [guides] }"));
      synth(workspace, build(file));
      await run(workspace, ["init", "-input=false"], 0);
      await run(workspace, ["apply", "-auto-approve"], 0);
      const before = service.ids();
      const [space = ""] = before["space"] ?? [];
      service.running.emulator.edit("updateSpaceById", { spaceId: space }, { language: "fr" });
      const section = "{ section: Guides, path: how-to, was: { path: guides }, spaces: [guides] }";
      workspace.write("docsform.yaml", layout(section));
      synth(workspace, build(file));
      const output = await run(workspace, ["apply", "-auto-approve"], 0);
      expect(output).toContain("0 added, 1 changed, 0 destroyed");
      expect(service.ids()).toEqual(before);
    });
  });
});
