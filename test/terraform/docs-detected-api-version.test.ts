import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersions } from "../../src/model/endpoint.ts";
import { type DocsService, headFor, startService, tokenVariable } from "./support/docs-service.ts";
import { buildDocsProvider, type ProviderBundle } from "./support/provider-bundle.ts";
import { terraformWorkspace, whyNoTerraform } from "./support/terraform-workspace.ts";

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

describe.skipIf(whyNoTerraform() !== undefined)("terraform without a setting of the API version", () => {
  let bundle: ProviderBundle;
  let service: DocsService | undefined;
  beforeAll(async () => {
    bundle = await buildDocsProvider();
  }, 60_000);
  afterAll(async () => {
    await service?.close();
    bundle.remove();
  });

  test.each(apiVersions)("an empty %s service is filled, and then matches", async (apiVersion) => {
    service = await startService(apiVersion);
    const { emulator, url } = service.running;
    const { body } = emulator.edit("createSpace", {}, { title: "Guides" });
    const workspace = terraformWorkspace(bundle, world((body as { readonly id: string }).id), headFor(url));
    const applied = await workspace.run(["apply", "-auto-approve", "-input=false"], tokenVariable);
    expect([applied.code, applied.code === 0 ? "" : applied.output]).toEqual([0, ""]);
    const planned = await workspace.run(["plan", "-detailed-exitcode", "-input=false"], tokenVariable);
    expect([planned.code, planned.code === 0 ? "" : planned.output]).toEqual([0, ""]);
    expect(emulator.service.list("site_section")).toHaveLength(1);
    await service.close();
    service = undefined;
  });

  test("a wrong setting is an error that names the right one", async () => {
    service = await startService("classic");
    const head = headFor(service.running.url, 'api_version = "current"');
    const workspace = terraformWorkspace(
      bundle,
      'resource "docs_team" "writers" {\n  title = "Writers"\n}\n',
      head,
    );
    const { code, output } = await workspace.run(["apply", "-auto-approve", "-input=false"], tokenVariable);
    expect(code).toBe(1);
    expect(output.replace(/\s*[│\n]\s*/g, " ")).toContain("responses show classic");
    expect(service.running.emulator.service.list("team")).toEqual([]);
  });
});
