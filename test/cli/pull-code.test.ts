import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { appLibraries, projectFiles } from "../../src/constructs/as-code/app/project-files.ts";
import { canaryToken, openApplied, organization, smallLayout, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = await openApplied({ "docsform.yaml": smallLayout });
});
afterEach(() => bench.close());

const pull = ["pull", "--format", "hcl", "--organization", organization];

test("pull writes resources that refer to each other, each with its import", async () => {
  const { out, err } = await bench.checkDone(pull);
  const siteId = bench.idOf("site", "Docs");
  expect(out).toContain(`resource "docs_space" "guides" {
  parent_id = docs_collection.handbook.id
  title     = "Guides"
}
`);
  expect(out).toContain(`resource "docs_site_section" "guides" {
  site_id  = docs_site.docs.id
  space_id = docs_space.guides.id
  title    = "Guides"
  path     = "guides"
  default  = true
}
`);
  expect(out).toContain(`resource "docs_site_order" "docs" {
  site_id = docs_site.docs.id
  ids     = [docs_site_section.guides.id, docs_site_section.api.id]
}
`);
  expect(out).toContain(`import {
  to = docs_site_section.guides
  id = "${siteId}/`);
  expect(out.indexOf('resource "docs_collection"')).toBeLessThan(out.indexOf('resource "docs_space"'));
  expect(out).not.toContain('"docs_member"');
  expect(err).toContain("Note: docsform only imports the organization and its members");
  expect(out + err).not.toContain(canaryToken);
});

test("the same organization gives the same text, and a new space changes no other identifier", async () => {
  const { out } = await bench.checkDone(pull);
  expect((await bench.checkDone(pull)).out).toBe(out);
  bench.emulator.emulator.edit("createSpace", {}, { title: "API" });
  const added = (await bench.checkDone(pull)).out;
  const addresses = (text: string) => text.match(/^resource .*$/gm) ?? [];
  expect(addresses(added)).toEqual(expect.arrayContaining(addresses(out)));
  expect(addresses(added).length).toBe(addresses(out).length + 1);
});

test("pull writes only a site, and names what it uses by its id", async () => {
  const { out } = await bench.checkDone([...pull, "--site", "Docs"]);
  expect(out).not.toContain('resource "docs_space"');
  expect(out).toContain(`space_id = "${bench.idOf("space", "Guides")}"`);
});

test("pull writes into a file, without a state, and replaces it only with --force", async () => {
  await bench.checkDone([...pull, "--out", "infra/main.tf"]);
  const text = bench.files.read("infra/main.tf") ?? "";
  expect(text).toContain('provider "docs"');
  expect(bench.files.list("infra")).toEqual(["main.tf"]);
  const again = await bench.run([...pull, "--out", "infra/main.tf"]);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("infra/main.tf exists already.")]);
  bench.files.write("infra/main.tf", "");
  await bench.checkDone([...pull, "--out", "infra/main.tf", "--force"]);
  expect(bench.files.read("infra/main.tf")).toBe(text);
});

test.each([
  [["--state", "docs.state.json"], "--state has no effect with --format hcl"],
  [["--no-state"], "--no-state has no effect with --format hcl"],
  [["--update"], "--format has no effect with --update"],
])("pull refuses %j", async (flags, message) => {
  const { code, err } = await bench.run([...pull, ...flags]);
  expect([code, err]).toEqual([expect.any(Number), expect.stringContaining(message)]);
  expect(code).not.toBe(0);
});

test("a secret is a variable, and never in the code", async () => {
  const { emulator } = bench.emulator;
  const certificate = "-----BEGIN CERTIFICATE-----\nMIIBcanary\n-----END CERTIFICATE-----\n";
  emulator.edit("createOrganizationSAMLProvider", {}, { label: "Okta", certificate });
  const url = "https://ada:canary-password@acme.example/openapi.json";
  emulator.edit("createOpenAPISpec", {}, { slug: "petstore", source: { url } });
  const { out, err } = await bench.checkDone([...pull, "--json"]);
  expect(out + err).not.toContain("canary-password");
  expect(out + err).not.toContain("MIIBcanary");
  const { code, secrets } = JSON.parse(out) as { code: string; secrets: { variable: string }[] };
  expect(secrets.map(({ variable }) => variable).sort()).toEqual([
    "openapi_spec_petstore_source_url",
    "saml_provider_okta_certificate",
  ]);
  expect(code).toMatch(/source += \{ url = var\.openapi_spec_petstore_source_url \}/);
  expect(code).toContain("certificate_wo         = var.saml_provider_okta_certificate\n");
});

describe("pull --format constructs", () => {
  const app = ["pull", "--format", "constructs", "--organization", organization];

  test("adds the contents of a site in their order, each with its import", async () => {
    const { out } = await bench.checkDone(app);
    expect(out).toContain(`    docsSite.addSection("guides-section", {
      title: "Guides",
      path: "guides",
      spaces: [guidesSpace],
      default: true,
      importFrom: "`);
    expect(out).toContain('import { Collection, DocsProvider, Site, Space } from "docsform/constructs";');
    expect(out.indexOf('addSection("guides-section"')).toBeLessThan(out.indexOf('addSection("api-section"'));
    expect(out).toContain("// - docsform only imports the organization and its members");
  });

  test("names what one site uses by its id", async () => {
    const { out } = await bench.checkDone([...app, "--site", "Docs"]);
    const name = out.match(/const (\w+) = Space[.]fromId\(this, "([\w-]+)", "(\w+)"\);/);
    expect(name?.[3]).toBe(bench.idOf("space", "Guides"));
    expect(out).toContain(`spaces: [${name?.[1]}],`);
  });

  test("writes the project beside its main file, and replaces none of its files", async () => {
    bench.files.write("app/package.json", "{}");
    await bench.checkDone([...app, "--out", "app/docs.ts"]);
    expect(bench.files.list("app")).toEqual(["cdktf.json", "docs.ts", "package.json", "tsconfig.json"]);
    expect(bench.files.read("app/package.json")).toBe("{}");
    expect(bench.files.read("app/cdktf.json")).toContain('"app": "npx tsx docs.ts"');
    const { code, err } = await bench.run([...app, "--out", "app/docs.ts"]);
    expect([code, err]).toEqual([1, expect.stringContaining("app/docs.ts exists already.")]);
  });

  test("needs the libraries of the example app", () => {
    const example = (name: string) => JSON.parse(readFileSync(`examples/cdktf-app/${name}`, "utf8"));
    const version = example("package.json").dependencies.docsform;
    const written = projectFiles({ library: appLibraries.cdktf, main: "main.ts", version });
    const same = (name: keyof typeof written, other: object) =>
      expect(JSON.parse(written[name])).toEqual({ ...example(name), ...other });
    same("package.json", { name: "documentation" });
    same("cdktf.json", { projectId: "documentation" });
    same("tsconfig.json", {});
  });
});
