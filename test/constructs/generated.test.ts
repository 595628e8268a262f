import { Testing, Token } from "cdktf";
import { expect, test } from "vitest";
import * as generated from "../../src/constructs/generated/index.ts";
import { registry } from "../../src/resources/registry.ts";
import { providerSchemaJson } from "../../tools/generate/provider-schema-json.ts";

const schema = providerSchemaJson(registry);
const typesOf = (pattern: RegExp): string[] =>
  Object.entries(generated)
    .filter(([name, value]) => "tfResourceType" in value && pattern.test(name))
    .map(([, value]) => (value as { tfResourceType: string }).tfResourceType)
    .sort();

test("every resource and every data source has a construct", () => {
  expect({ resources: typesOf(/^(?!Data|DocsProvider)/), sources: typesOf(/^DataDocs/) }).toEqual({
    resources: Object.keys(schema.resource_schemas),
    sources: Object.keys(schema.data_source_schemas),
  });
});

test("constructs synthesize valid Terraform", () => {
  const synthesized = Testing.synthScope((stack) => {
    new generated.DocsProvider(stack, "docs", { baseUrl: "https://docs.example.com", maxDeletes: 3 });
    const site = new generated.DataDocsSite(stack, "site", { title: "Acme" });
    const section = new generated.SiteSection(stack, "guides", {
      siteId: site.id,
      spaceId: "space",
      title: "Guides",
      timeouts: { create: "1m" },
    });
    new generated.SiteOrder(stack, "order", { siteId: site.id, ids: [section.id] });
  });
  expect(JSON.parse(synthesized)).toEqual({
    terraform: { required_providers: { docs: { source: "docsform/docs", version: "~> 0.1.0" } } },
    provider: { docs: [{ base_url: "https://docs.example.com", max_deletes: 3 }] },
    data: { docs_site: { site: { title: "Acme" } } },
    resource: {
      docs_site_section: {
        guides: {
          site_id: "${data.docs_site.site.id}",
          space_id: "space",
          title: "Guides",
          timeouts: { create: "1m" },
        },
      },
      docs_site_order: {
        order: { site_id: "${data.docs_site.site.id}", ids: ["${docs_site_section.guides.id}"] },
      },
    },
  });
});

test("nested values can be set, changed and removed after the construct is created", () => {
  const synthesized = Testing.synthScope((stack) => {
    const title = "Space";
    new generated.Space(stack, "put", { title }).putTimeouts({ create: "1m" });
    new generated.Space(stack, "changed", { title, timeouts: { create: "1m" } }).timeouts.create = "2m";
    new generated.Space(stack, "reset", { title, timeouts: { create: "1m" } }).resetTimeouts();
    new generated.Space(stack, "empty", { title, timeouts: {} });
  });
  const { resource } = JSON.parse(synthesized);
  expect(resource.docs_space).toEqual({
    put: { title: "Space", timeouts: { create: "1m" } },
    changed: { title: "Space", timeouts: { create: "2m" } },
    reset: { title: "Space" },
    empty: { title: "Space", timeouts: {} },
  });
});

test("an id is a reference, and its parts are others", () => {
  const synthesized = Testing.synthScope((stack) => {
    const site = new generated.Site(stack, "site", { title: "Acme" });
    expect(site.id).toBe(site.id);
    expect(Token.isUnresolved(site.urls.published)).toBe(true);
    new generated.Space(stack, "space", { title: `${site.id} ${site.urls.published}` });
  });
  expect(JSON.parse(synthesized).resource.docs_space.space.title).toBe(
    "${docs_site.site.id} ${docs_site.site.urls.published}",
  );
});
