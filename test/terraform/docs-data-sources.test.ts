import { describe, expect, test } from "vitest";
import { apiVersions } from "../../src/model/endpoint.ts";
import { registry } from "../../src/resources/registry.ts";
import { viewSourceName } from "../../src/terraform/data/view-source.ts";
import { organizationId } from "../support/declare-world.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { builtProvider, describeTerraformOn, serviceOfGroup } from "./support/real-terraform.ts";
import { rpcTerraform } from "./support/rpc-terraform.ts";
import { checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";

/* Data sources of objects that no configuration declares: people, versions, and what readers see. */

const specification = "openapi: 3.1.0\ninfo: { title: Petstore, version: '1' }\npaths: {}\n";

type Emulator = ReturnType<typeof createTestService>["emulator"];

/** Creates a specification with two versions, an unpublished site, and a published site. */
async function fill(emulator: Emulator): Promise<{ readonly siteId: string; readonly hiddenId: string }> {
  const source = { text: specification };
  emulator.edit("createOpenAPISpec", {}, { slug: "petstore", source });
  await emulator.settle();
  const changed = { text: specification.replace("'1'", "'2'") };
  emulator.edit("createOrUpdateOpenAPISpecBySlug", { specSlug: "petstore" }, { source: changed });
  await emulator.settle();
  const space = emulator.edit("createSpace", {}, { title: "Guides" }).body as { readonly id: string };
  const site = (title: string) =>
    (emulator.edit("createSite", {}, { title, spaces: [space.id] }).body as { readonly id: string }).id;
  const [siteId, hiddenId] = [site("Docs"), site("Drafts")];
  emulator.edit("publishSite", { siteId });
  return { siteId, hiddenId };
}

test("each has the name of its type, and its own", () => {
  const names = registry.flatMap((type) => (type.views ?? []).map((view) => viewSourceName(type, view)));
  expect(names).toEqual(["docs_openapi_spec_versions", "docs_site_published_content"]);
});

describe.each(apiVersions)("on a %s service", (apiVersion) => {
  test("lists the versions of a specification, the newest first", async () => {
    const { emulator, clock } = createTestService({ apiVersion, random: seededRandom(5) });
    await fill(emulator);
    const terraform = rpcTerraform(emulator, clock, { api_version: apiVersion });
    const { state, errors } = await terraform.data("docs_openapi_spec_versions", {
      openapi_spec_id: "petstore",
    });
    expect(errors).toEqual([]);
    const items = state?.["items"] as readonly { readonly id: string; readonly url: string }[];
    const last = emulator.service.list("openapi_spec")[0];
    expect(items).toHaveLength(2);
    expect(items.map(({ id }) => id)[0]).toBe(last?.["lastVersion"]);
    const absent = await terraform.data("docs_openapi_spec_versions", { openapi_spec_id: "none" });
    expect(absent.errors.join()).toContain("404");
  });

  test("shows the billing and the trial of an organization", async () => {
    // The response has only some of the prices: the service need not show all of them.
    const { emulator, clock } = createTestService({ apiVersion, random: seededRandom(5), watch: "none" });
    const pair = { monthly: 15, yearly: 12 };
    emulator.service.add("organization", {
      id: organizationId,
      title: "Acme",
      customHostname: "docs.acme.example",
      billing: {
        interval: "yearly",
        pricing: { members: { pro_2024: pair } },
        usageAddons: { ai: { enabled: true } },
      },
      trial: { status: "ended", count: 2 },
    });
    const terraform = rpcTerraform(emulator, clock, { api_version: apiVersion });
    const { state, errors } = await terraform.data("docs_organization", { id: organizationId });
    expect(errors).toEqual([]);
    expect(state).toMatchObject({
      custom_hostname: "docs.acme.example",
      billing: {
        interval: "yearly",
        end_date: null,
        pricing: { members: { plus_2024: null, pro_2024: pair }, sites: null },
        usage_addons: [{ name: "ai", enabled: true }],
      },
      trial: { status: "ended", count: 2 },
    });
  });

  test("shows what readers see of a published site only", async () => {
    const { emulator, clock } = createTestService({ apiVersion, random: seededRandom(5) });
    const { siteId, hiddenId } = await fill(emulator);
    const terraform = rpcTerraform(emulator, clock, { api_version: apiVersion });
    const { state, errors } = await terraform.data("docs_site_published_content", { site_id: siteId });
    expect(errors).toEqual([]);
    expect(JSON.parse(state?.["structure"] as string)).toMatchObject({ type: expect.any(String) });
    expect(JSON.parse(state?.["customizations"] as string)).toHaveProperty("site");
    const hidden = await terraform.data("docs_site_published_content", { site_id: hiddenId });
    expect([hidden.state, hidden.errors.join()]).toEqual([null, expect.stringContaining("404")]);
  });
});

const bundle = builtProvider();

describeTerraformOn(apiVersions, "what is only read, through terraform, %s API version", (apiVersion) => {
  const service = serviceOfGroup(apiVersion);

  test("shows the service's values", async () => {
    const { siteId } = await fill(service.running.emulator);
    const workspace = terraformWorkspace(bundle, configuration(siteId), service.head);
    const applied = await workspace.run("apply", "-auto-approve");
    expect([applied.code, applied.output]).toEqual([0, expect.stringContaining("Apply complete!")]);
    const { output } = await workspace.run("output", "-json", "all");
    expect(JSON.parse(output)).toEqual({
      organization: "Acme",
      member: "u-ada",
      members: ["u-ada", "u-grace", "u-token"],
      versions: 2,
      structure: expect.any(String),
      git: null,
    });
    await checkNoChanges(workspace);
  });
});

function configuration(siteId: string): string {
  return `
data "docs_organization" "one" {}
data "docs_member" "ada" {
  email = "ada@acme.example"
}
data "docs_members" "all" {}
data "docs_openapi_spec_versions" "petstore" {
  openapi_spec_id = "petstore"
}
data "docs_site_published_content" "docs" {
  site_id = "${siteId}"
}
data "docs_space" "guides" {
  title = "Guides"
}
output "all" {
  value = {
    organization = data.docs_organization.one.title
    member       = data.docs_member.ada.id
    members      = sort(data.docs_members.all.ids)
    versions     = length(data.docs_openapi_spec_versions.petstore.items)
    structure    = jsondecode(data.docs_site_published_content.docs.structure).type
    git          = data.docs_space.guides.git_sync
  }
}
`;
}
