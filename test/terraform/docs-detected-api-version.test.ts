import { expect, test } from "vitest";
import { apiVersions } from "../../src/model/endpoint.ts";
import { headFor } from "./support/docs-service.ts";
import {
  builtProvider,
  describeTerraform,
  describeTerraformOn,
  serviceOfGroup,
} from "./support/real-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";

/** A section in a group: creating it needs other calls in each API version. */
const world = (spaceId: string) => `
resource "docs_site" "docs" {
  title = "Docs"
}
resource "docs_site_section_group" "all" {
  site_id = docs_site.docs.id
  title   = "All"
}
resource "docs_site_section" "start" {
  site_id   = docs_site.docs.id
  parent_id = docs_site_section_group.all.id
  title     = "Start"
  path      = "start"
  space_id  = "${spaceId}"
}
`;

const bundle = builtProvider();

describeTerraformOn(apiVersions, "terraform without a setting, %s API version", (apiVersion) => {
  const service = serviceOfGroup(apiVersion);

  test("fills an empty service, and then matches", async () => {
    const { emulator, url } = service.running;
    const { body } = emulator.edit("createSpace", {}, { title: "Guides" });
    const workspace = terraformWorkspace(bundle, world((body as { readonly id: string }).id), headFor(url));
    await applyAll(workspace);
    await checkNoChanges(workspace);
    expect(emulator.service.list("site_section")).toHaveLength(1);
  });
});

describeTerraform("terraform with a wrong setting", () => {
  const service = serviceOfGroup("classic");

  test("names the right one in an error", async () => {
    const head = headFor(service.running.url, 'api_version = "current"');
    const workspace = terraformWorkspace(
      bundle,
      'resource "docs_team" "writers" {\n  title = "Writers"\n}\n',
      head,
    );
    const { code, printed } = await workspace.run("apply", "-auto-approve");
    expect(code).toBe(1);
    expect(printed).toContain("responses show classic");
    expect(service.running.emulator.service.list("team")).toEqual([]);
  });
});
