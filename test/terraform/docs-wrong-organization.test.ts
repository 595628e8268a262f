import { afterEach, describe, expect, test } from "vitest";
import { parsePrivate } from "../../src/terraform/resources/private-state.ts";
import { realCertificate } from "../support/certificates.ts";
import { forTest } from "../support/made-by-hook.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { startService } from "./support/docs-service.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import { type Config, type InState, type RpcTerraform, rpcTerraform } from "./support/rpc-terraform.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";
import { configOf, createResource, openBench } from "./support/type-bench.ts";

const other = "otherOrganization";

/** A service with one other organization, and a provider with a token for it. */
async function elsewhere(settings: Config = { organization: null }) {
  const { emulator, clock } = createTestService({
    apiVersion: "current",
    random: seededRandom(3),
    organization: other,
  });
  emulator.service.add("organization", { id: other, title: "Other" });
  const terraform = rpcTerraform(emulator, clock, settings);
  expect(await terraform.configure()).toEqual([]);
  emulator.clearLog();
  return { terraform, emulator };
}

const spaceSchema = createdSchemas.find(({ name }) => name === "docs_space") as (typeof createdSchemas)[0];
const config = { title: "Handbook" };

async function spaceInState(): Promise<{ readonly space: InState; readonly home: string }> {
  const bench = openBench(spaceSchema, "current");
  return { space: await createResource(bench, config), home: bench.service.emulator.organizationId };
}

const errorOfRead = async (terraform: RpcTerraform, name: string, inState: InState) =>
  await terraform.read(name, inState).then(
    () => "",
    (error: unknown) => (error as Error).message,
  );

describe("a state of another organization than the token's", () => {
  const changed = { title: "Manual" };
  const detailsOf = async (terraform: RpcTerraform, inState: InState, wanted: Config) =>
    (await terraform.plan("docs_space", inState, wanted)).diagnostics.map(({ detail }) => detail ?? "");

  test.each<{ what: string; call: (terraform: RpcTerraform, space: InState) => Promise<readonly string[]> }>([
    { what: "plan", call: async (terraform, space) => await detailsOf(terraform, space, changed) },
    {
      what: "plan of a replacement",
      call: async (terraform, space) => await detailsOf(terraform, { ...space, state: null }, config),
    },
    {
      what: "change",
      call: async (terraform, space) => (await terraform.apply("docs_space", space, changed)).errors,
    },
    {
      what: "delete",
      call: async (terraform, space) =>
        await terraform.applyDelete("docs_space", space, { ...space, state: null }),
    },
  ])("is no base of a $what, and the error names both", async ({ call }) => {
    const { space, home } = await spaceInState();
    const { terraform, emulator } = await elsewhere();
    expect(await call(terraform, space)).toEqual([
      expect.stringContaining(
        `The state has this object in the organization ${home}. But the provider uses the organization ${other} at http://127.0.0.1,`,
      ),
    ]);
    expect(emulator.log).toEqual([]);
  });

  test.each(createdSchemas)("keeps its $name, although it is not there", async (schema) => {
    const bench = openBench(schema, "current");
    const inState = await createResource(bench, await configOf(bench));
    const { terraform, emulator } = await elsewhere();
    const { organizationId: home } = bench.service.emulator;
    expect(await errorOfRead(terraform, schema.name, inState)).toContain(`in the organization ${home}.`);
    expect(emulator.log).toEqual([]);
  });

  test("is reported once by a plan, which keeps all its objects", async () => {
    const { space } = await spaceInState();
    const { terraform } = await elsewhere();
    expect(await errorOfRead(terraform, "docs_space", space)).not.toBe("");
    const { state, private: privateState } = space;
    expect(await terraform.read("docs_space", space)).toEqual({ state, private: privateState });
    expect(await detailsOf(terraform, space, changed)).toEqual([]);
    expect(await terraform.planDelete("docs_space", space)).toMatchObject({ state: null });
    expect((await terraform.apply("docs_space", space, changed)).errors).toHaveLength(1);
  });

  test("is reported without a word about the token if the provider block names the other organization", async () => {
    const { space, home } = await spaceInState();
    const { terraform } = await elsewhere({ organization: other });
    expect(await errorOfRead(terraform, "docs_space", space)).toMatch(
      new RegExp(`in the organization ${home}\\. .* ${other} .* because the provider block or`),
    );
  });
});

describe("a state that names no organization", () => {
  const unnamed = (inState: InState): InState => ({ ...inState, private: new Uint8Array() });

  test("is kept if only the token names one, and the object seems gone", async () => {
    const { space } = await spaceInState();
    const { terraform } = await elsewhere();
    expect(await errorOfRead(terraform, "docs_space", unnamed(space))).toContain(
      `The organization ${other} at http://127.0.0.1 does not have this object`,
    );
  });

  test("is dropped if the provider block names one, and the object is gone", async () => {
    const { space } = await spaceInState();
    const { terraform } = await elsewhere({ organization: other });
    expect((await terraform.read("docs_space", unnamed(space))).state).toBeNull();
  });

  test("names it after a read", async () => {
    const bench = openBench(spaceSchema, "current");
    const space = await createResource(bench, config);
    const read = await bench.terraform.read("docs_space", unnamed(space));
    expect(parsePrivate(read.private).organization).toBe(bench.service.emulator.organizationId);
  });
});

test("an import names the organization, and so does its error", async () => {
  const bench = openBench(spaceSchema, "current");
  const space = await createResource(bench, config);
  const imported = await bench.terraform.import("docs_space", "Handbook");
  expect(parsePrivate(imported.private).organization).toBe(bench.service.emulator.organizationId);
  const { terraform } = await elsewhere();
  const id = space.state?.["id"] as string;
  expect((await terraform.import("docs_space", id)).errors).toEqual([
    expect.stringContaining(`There is no space "${id}" in the organization ${other}.`),
  ]);
});

describeTerraform("a token of another organization, through terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfTest();
  const otherService = forTest(() => startService("current", 0, {}, other));
  afterEach(() => otherService.close());

  const head = `
terraform {
  required_providers {
    docs = { source = "docsform/docs" }
  }
}
provider "docs" {}
`;

  const everyKind = `
resource "docs_organization" "acme" {}
resource "docs_member" "ada" { email = "ada@acme.example" }
resource "docs_saml_provider" "sso" {
  label                  = "SSO"
  entity_id              = "https://sso.example"
  sso_url                = "https://sso.example/login"
  certificate_wo         = ${JSON.stringify(realCertificate)}
  certificate_wo_version = 1
}
resource "docs_space" "guides" {
  title = "Guides"
}
resource "docs_site" "docs" { title = "Docs" }
resource "docs_site_section" "guides" {
  site_id  = docs_site.docs.id
  space_id = docs_space.guides.id
  title    = "Guides"
  path     = "guides"
}
resource "docs_site_order" "sections" {
  site_id = docs_site.docs.id
  ids     = [docs_site_section.guides.id]
}
resource "docs_site_publication" "docs" { site_id = docs_site.docs.id }
`;

  test("plans, refreshes, changes and destroys nothing, and one error names both", async () => {
    const workspace = terraformWorkspace(bundle, everyKind, head);
    const home = { DOCSFORM_BASE_URL: service.running.url };
    const wrong = { DOCSFORM_BASE_URL: otherService.running.url };
    expect(await workspace.runIn(home, "apply", "-auto-approve")).toMatchObject({ code: 0 });
    const state = (await workspace.run("state", "pull")).output;
    otherService.running.emulator.clearLog();
    workspace.write(
      "main.tf",
      everyKind.replaceAll("Guides", "Manual").replace("version = 1", "version = 2"),
    );
    const commands = [
      ["plan"],
      ["plan", "-refresh=false"],
      ["plan", "-destroy"],
      ["apply", "-auto-approve"],
      ["apply", "-refresh-only", "-auto-approve"],
      ["destroy", "-auto-approve", "-refresh=false"],
    ];
    for (const command of commands) {
      const { code, output, printed } = await workspace.runIn(wrong, ...command);
      expect([command, code, output.match(/Error: .*/g)]).toEqual([
        command,
        1,
        [expect.stringMatching(/Cannot (read|plan) docs_/)],
      ]);
      expect(printed).toContain(
        `in the organization acme. But the provider uses the organization ${other} at ${otherService.running.url}`,
      );
    }
    expect((await workspace.run("state", "pull")).output).toBe(state);
    const writes = otherService.running.emulator.log.filter(({ method }) => method !== "GET");
    expect(writes).toEqual([]);
    workspace.write("main.tf", everyKind);
    const { code, output } = await workspace.runIn(home, "plan", "-detailed-exitcode");
    expect([code, output]).toEqual([0, expect.stringContaining("No changes.")]);
  });
});
