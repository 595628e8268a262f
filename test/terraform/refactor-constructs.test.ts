import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { App, LocalBackend, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { Collection, DocsProvider, FormerId, Site, Space, type SpaceProps } from "../../src/constructs.ts";
import { type DocsService, organization, tokenVariable } from "./support/docs-service.ts";
import { builtProvider, describeTerraformAgain, serviceOfTest } from "./support/real-terraform.ts";
import { runDocsform } from "./support/run-docsform.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";

const bundle = builtProvider();
const service = serviceOfTest();
const products = ["alpha", "beta", "gamma", "delta", "epsilon"];

/** A product directly in a stack, with a prefix before each id. */
function flatProduct(scope: Construct, site: Site, name: string): void {
  const handbook = new Collection(scope, `${name}-handbook`, { title: name });
  const guides = new Space(scope, `${name}-guides`, { title: "Guides", collection: handbook });
  const api = new Space(scope, `${name}-api`, { title: "API", collection: handbook });
  site.addSection(name, {
    title: `Product ${name}`,
    path: name,
    spaces: [guides, { space: api, path: "api" }],
  });
}

/** The same product as an L3. */
class Product extends Construct {
  constructor(scope: Construct, name: string, { site, isMoved }: { site: Site; isMoved: boolean }) {
    super(scope, name);
    const former = (id: string) => (isMoved ? { formerId: `../${name}-${id}` } : {});
    const handbook = new Collection(this, "handbook", { title: name, ...former("handbook") });
    const guides = new Space(this, "guides", { title: "Guides", collection: handbook, ...former("guides") });
    const api = new Space(this, "api", { title: "API", collection: handbook, ...former("api") });
    site.addSection(name, {
      title: `Product ${name}`,
      path: name,
      spaces: [guides, { space: api, path: "api" }],
    });
  }
}

const flat = (stack: TerraformStack) => {
  const site = new Site(stack, "docs", { title: "Docs", visibility: "public", published: true });
  for (const name of products) flatProduct(stack, site, name);
};

/** The products as L3s, and the site under another id. */
const wrapped = (isMoved: boolean) => (stack: TerraformStack) => {
  const site = new Site(stack, "portal", { title: "Docs", visibility: "public", published: true });
  if (isMoved) FormerId.of(site).add("docs");
  for (const name of products) new Product(stack, name, { site, isMoved });
};

/** The products as L3s inside another construct, whose id changed too. */
const nested = (id: string, formerIds: readonly string[]) => (stack: TerraformStack) => {
  const site = new Site(stack, "portal", { title: "Docs", visibility: "public", published: true });
  const around = new Construct(stack, id);
  for (const each of formerIds) FormerId.of(around).add(each);
  for (const name of products) new Product(around, name, { site, isMoved: false });
};

type Build = (stack: TerraformStack) => void;

/** Synthesizes an app of one stack, for the provider of this test. */
function synth(folder: string, { running }: DocsService, build: Build): void {
  const app = new App({ outdir: folder, stackTraces: false });
  const stack = new TerraformStack(app, "acme");
  new DocsProvider(stack, "provider", { baseUrl: running.url, organization });
  new LocalBackend(stack, { path: join(folder, "..", "acme.tfstate") });
  build(stack);
  app.synth();
  const path = join(folder, "stacks", "acme", "cdk.tf.json");
  const { terraform, ...rest } = JSON.parse(readFileSync(path, "utf8"));
  const required_providers = { docs: { source: terraform.required_providers.docs.source } };
  filesBelow("/").write(path, JSON.stringify({ ...rest, terraform: { ...terraform, required_providers } }));
}

const worldOf = ({ running }: DocsService) => JSON.stringify(running.emulator.dump().tables);

describeTerraformAgain("constructs that are refactored with former ids", () => {
  test("keep their objects with terraform: no create, no change, no delete", async () => {
    const workspace = terraformWorkspace(bundle, "", "");
    const out = join(workspace.folder, "cdktf.out");
    const run = async (build: Build, ...argv: string[]) => {
      synth(out, service, build);
      const chdir = "-chdir=cdktf.out/stacks/acme";
      await workspace.run(chdir, "init", "-input=false");
      const result = await workspace.run(chdir, ...argv);
      expect([result.code, result.code === 0 ? "" : result.output.slice(-3_000)]).toEqual([0, ""]);
      return result.printed;
    };
    expect(await run(flat, "apply", "-auto-approve")).toContain("33 added");
    const before = worldOf(service);
    const moved = await run(wrapped(true), "apply", "-auto-approve");
    expect(moved).toContain("has moved to");
    expect(moved).toContain("0 added, 0 changed, 0 destroyed");
    const around = nested("catalog", ["products", "."]);
    expect(await run(around, "apply", "-auto-approve")).toContain("0 added, 0 changed, 0 destroyed");
    expect(worldOf(service)).toBe(before);
  });

  test("keep their objects with docsform", async () => {
    const files = filesBelow(mkdtempSync(join(bundle.folder, "docsform-")));
    const run = async (build: Build, ...argv: string[]) => {
      synth(join(files.folder, "cdktf.out"), service, build);
      return await runDocsform(files, [argv[0] as string, "cdktf.out", ...argv.slice(1)], tokenVariable);
    };
    expect((await run(flat, "apply", "--yes")).code).toBe(0);
    const before = worldOf(service);
    for (const build of [wrapped(true), nested("products", ["."]), nested("catalog", ["products", "."])]) {
      const plan = await run(build, "plan", "--detailed-exitcode");
      expect([plan.code, plan.declared]).toEqual([0, expect.any(String)]);
      const applied = await run(build, "apply", "--yes");
      expect([applied.code, applied.declared]).toEqual([0, expect.any(String)]);
    }
    expect(worldOf(service)).toBe(before);
    const state = files.read("docsform.cdktf.out.state.json") ?? "";
    expect(state).toContain("catalog_alpha_handbook");
    expect(state).not.toContain('"collection.alpha-handbook"');
  });

  test("go from docsform to terraform with imports alone", async () => {
    const workspace = terraformWorkspace(bundle, "", "");
    const files = filesBelow(workspace.folder);
    synth(join(workspace.folder, "cdktf.out"), service, flat);
    const docsform = async (...argv: string[]) => {
      const { code, declared } = await runDocsform(files, argv, tokenVariable);
      expect(code, declared).toBe(0);
      return declared;
    };
    await docsform("apply", "cdktf.out", "--yes");
    const before = worldOf(service);
    const stack = "cdktf.out/stacks/acme";
    const found = await docsform("terraform", "imports", "cdktf.out", "--out", `${stack}/imports.tf`);
    expect(found).toContain("33 objects exist");
    expect(files.read(`${stack}/imports.tf`)).toContain("# acme/alpha-guides/Default\nimport {");
    await workspace.run(`-chdir=${stack}`, "init", "-input=false");
    const { printed } = await workspace.run(`-chdir=${stack}`, "apply", "-auto-approve");
    expect(printed.slice(-2_000)).toContain("33 imported, 0 added, 0 changed, 0 destroyed");
    expect(worldOf(service)).toBe(before);
  });
});

test.each([
  ["directly in the stack", (stack: TerraformStack) => stack],
  ["in a construct", (stack: TerraformStack) => new Construct(stack, "products")],
])(
  "a plan of docsform prints the former id that keeps an object with another title and id, %s",
  async (_, scopeIn) => {
    const files = filesBelow(mkdtempSync(join(bundle.folder, "docsform-")));
    const run = async (argv: readonly string[], id: string, options: SpaceProps) => {
      synth(join(files.folder, "cdktf.out"), service, (stack) => void new Space(scopeIn(stack), id, options));
      return await runDocsform(files, [argv[0] as string, "cdktf.out", ...argv.slice(1)], tokenVariable);
    };
    expect((await run(["apply", "--yes"], "guides", { title: "Guides" })).code).toBe(0);
    const [before] = service.running.emulator.service.list("space");
    const { declared } = await run(["plan"], "manual", { title: "Manual" });
    const formerId = /`formerId: "([^"]+)"`/u.exec(declared)?.[1] ?? declared;
    const applied = await run(["apply", "--yes"], "manual", { title: "Manual", formerId });
    expect([applied.code, applied.declared]).toEqual([0, expect.any(String)]);
    expect(service.running.emulator.service.list("space")).toMatchObject([
      { id: before?.id, title: "Manual" },
    ]);
  },
);

/** An app of two stacks with spaces of the same titles. Their ids tell which is which. */
function synthStacks(folder: string, { running }: DocsService, ofFirst: string, ofSecond: string): void {
  const app = new App({ outdir: folder, stackTraces: false });
  const [first, second] = ["first", "second"].map((name) => {
    const stack = new TerraformStack(app, name);
    new DocsProvider(stack, "provider", { baseUrl: running.url, organization });
    return stack;
  }) as [TerraformStack, TerraformStack];
  new Space(first, ofFirst, { title: "First" });
  for (const [name, inStack] of [
    ["shared", first],
    ["shared", second],
  ] as const)
    new Space(inStack, `${name}-${ofSecond}`, { title: inStack.node.id });
  new Space(ofSecond === "old" ? first : second, "guides", { title: "Guides", protect: true });
  app.synth();
}

test("an object that moves to another stack of the app stays the same with docsform", async () => {
  const files = filesBelow(mkdtempSync(join(bundle.folder, "docsform-")));
  const apply = async (...ids: [string, string]) => {
    synthStacks(join(files.folder, "cdktf.out"), service, ...ids);
    return await runDocsform(files, ["apply", "cdktf.out", "--yes"], tokenVariable);
  };
  expect((await apply("own", "old")).code).toBe(0);
  const before = worldOf(service);
  const { code, declared } = await apply("own", "new");
  expect([code, declared]).toEqual([0, expect.any(String)]);
  expect(worldOf(service)).toBe(before);
});
