import { describe, expect, test } from "vitest";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { applyAll, terraformWorkspace } from "./support/terraform-workspace.ts";
import { createResource, openBench } from "./support/type-bench.ts";

const schemaOf = (type: string) => createdSchemas.find((each) => each.type.name === type) as TerraformSchema;

/** A public site with a section, a section that is a draft, and a draft of a group with a section. A space is in no section. */
async function open() {
  const bench = openBench(schemaOf("site"), "current");
  const { terraform, service } = bench;
  const configs = new Map<InState, { readonly name: string; readonly config: Config }>();
  const create = async (type: string, config: Config) => {
    const schema = schemaOf(type);
    const created = await createResource({ ...bench, schema }, config);
    configs.set(created, { name: schema.name, config });
    return { inState: created, id: created.state?.["id"] as string };
  };
  const space = async (title: string) => (await create("space", { title })).id;
  const site = await create("site", { title: "Docs", basename: "docs", visibility: "public" });
  const section = async (title: string, more: Config) =>
    create("site_section", {
      site_id: site.id,
      title,
      path: title.toLowerCase(),
      space_id: await space(title),
      ...more,
    });
  const one = await section("One", {});
  const two = await section("Two", { draft: true });
  const group = await create("site_section_group", { site_id: site.id, title: "Group", draft: true });
  const three = await section("Three", { parent_id: group.id });
  const alone = await space("Alone");
  const publish = () => terraform.apply("docs_site_publication", terraform.nothing, { site_id: site.id });
  const summariesOf = async (name: string, prior: InState, config: Config) => {
    terraform.restart();
    const { diagnostics } = await terraform.plan(name, prior, config);
    return diagnostics.flatMap(({ summary, detail = "" }) =>
      summary.startsWith("!") ? [summary, ...detail.split("\n").filter((line) => line.startsWith("!"))] : [],
    );
  };
  /** The dangers of which the plan of a changed resource warns. */
  const dangersOf = ({ inState }: { readonly inState: InState }, changes: Config) => {
    const { name, config } = configs.get(inState) as { name: string; config: Config };
    return summariesOf(name, inState, { ...config, ...changes });
  };
  return { terraform, service, create, site, one, two, group, three, alone, publish, summariesOf, dangersOf };
}

describe("a plan of the provider warns of what one resource opens", () => {
  test("a section or a group that was a draft, and a section that leaves a draft of a group", async () => {
    const { two, group, three, publish, dangersOf } = await open();
    await publish();
    expect(await dangersOf(two, { draft: false })).toEqual([
      '! space "Two" becomes readable for everybody at docs.example/docs/two (before: nobody)',
    ]);
    const opened = [
      '! space "Three" becomes readable for everybody at docs.example/docs/three (before: nobody)',
    ];
    expect(await dangersOf(three, { parent_id: null })).toEqual(opened);
    expect((await dangersOf(group, { draft: false })).map((each) => each.replace(/ \(.*/u, ""))).toEqual(
      opened.map((each) => each.replace(/ \(.*/u, "")),
    );
  });

  test("a site that is published, and a published site that more people may read", async () => {
    const { terraform, site, publish, summariesOf, dangersOf } = await open();
    const publication = "docs_site_publication";
    expect(await summariesOf(publication, terraform.nothing, { site_id: site.id })).toEqual([
      '! space "One" becomes readable for everybody (before: nobody)',
    ]);
    expect(await summariesOf(publication, terraform.nothing, { site_id: unknown })).toEqual([]);
    await publish();
    expect(await dangersOf(site, { visibility: "share-link" })).toEqual([]);
    expect(await dangersOf(site, { basename: "manual" })).toEqual([
      '! the URLs of site "Docs" end without a redirect: basename "docs" → "manual"',
    ]);
  });

  test("a new section or variant that shows an existing space", async () => {
    const { terraform, site, one, alone, publish, summariesOf } = await open();
    await publish();
    const section = { site_id: site.id, title: "New", path: "new" };
    expect(
      await summariesOf("docs_site_section", terraform.nothing, { ...section, space_id: alone }),
    ).toEqual(['! space "Alone" becomes readable for everybody at docs.example/docs/new (before: nobody)']);
    const variant = { site_id: site.id, parent_id: one.id, path: "alone" };
    expect(await summariesOf("docs_site_space", terraform.nothing, { ...variant, space_id: alone })).toEqual([
      '! space "Alone" becomes readable for everybody at docs.example/docs/alone (before: nobody)',
    ]);
    for (const more of [{ space_id: unknown }, { space_id: alone, draft: true }])
      expect(await summariesOf("docs_site_section", terraform.nothing, { ...section, ...more })).toEqual([]);
  });

  test("a collection that members may use, and a space that moves into one", async () => {
    const { create, dangersOf } = await open();
    const closed = await create("collection", { title: "Closed", default_level: "read" });
    const collection = await create("collection", { title: "Open", default_level: "edit" });
    const inside = await create("space", { title: "Inside", parent_id: closed.id });
    expect(await dangersOf(closed, { default_level: "edit" })).toEqual([
      '! collection "Closed": every member of the organization may now edit it (before: read it)',
      '! space "Inside": every member of the organization may now edit it (before: read it)',
    ]);
    expect(await dangersOf(inside, { parent_id: collection.id })).toEqual([
      '! space "Inside": every member of the organization may now edit it (before: read it)',
    ]);
  });

  test("an object that existed before the apply, and not one that the apply created", async () => {
    const { terraform, create, alone } = await open();
    // Everything that `open` created existed before this process started.
    terraform.restart();
    const site = await create("site", { title: "Manuals", basename: "manuals", visibility: "public" });
    const section = (title: string, space: string) =>
      create("site_section", { site_id: site.id, title, path: title.toLowerCase(), space_id: space });
    await section("Fresh", (await create("space", { title: "Fresh" })).id);
    await section("Copy", (await create("space", { title: "Copy", copy_of_id: alone })).id);
    const published = { site_id: site.id };
    const { diagnostics } = await terraform.plan("docs_site_publication", terraform.nothing, published);
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      '! space "Copy" becomes readable for everybody (before: nobody)',
    ]);
    expect(diagnostics[0]?.detail).not.toContain("Fresh");
  });

  test("and of nothing else: a title, or what closes", async () => {
    const { service, one, site, publish, dangersOf } = await open();
    await publish();
    expect(await dangersOf(one, { draft: true })).toEqual([]);
    expect(await dangersOf(site, { title: "Manual" })).toEqual([]);
    service.emulator.clearLog();
    expect(await dangersOf(one, { title: "First" })).toEqual([]);
    const operations = service.emulator.log.map(({ operation }) => operation);
    expect(operations, "the structure and the spaces are not read").toEqual([
      "getOrganizationById",
      "listSites",
    ]);
  });
});

const bundle = builtProvider();
const service = serviceOfTest();

describeTerraform("terraform plan", () => {
  test("shows the sentences with the resource that opens something", async () => {
    const layout = (draft: boolean) => `
resource "docs_space" "pay" { title = "Salaries" }
resource "docs_site" "docs" {
  title      = "Docs"
  basename   = "docs"
  visibility = "public"
}
resource "docs_site_section" "pay" {
  site_id  = docs_site.docs.id
  space_id = docs_space.pay.id
  title    = "Salaries"
  path     = "salaries"
  draft    = ${draft}
}
resource "docs_site_publication" "docs" { site_id = docs_site_section.pay.site_id }
`;
    const workspace = terraformWorkspace(bundle, layout(true), service.head);
    await applyAll(workspace);
    workspace.write("main.tf", layout(false));
    const { printed } = await workspace.run("plan");
    const warned = printed.slice(printed.indexOf("Warning:"));
    expect(warned).toContain(
      'Warning: ! space "Salaries" becomes readable for everybody at docs.example/docs (before: nobody)',
    );
    expect(warned).toContain("with docs_site_section.pay");
  });
});
