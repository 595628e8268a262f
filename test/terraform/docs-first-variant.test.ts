import { describe, expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import type { CtyObject, CtyValue } from "../../src/terraform/plugin/values/cty-value.ts";
import { isLacking } from "../../src/terraform/resources/api-version.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";
import { createResource, openBench } from "./support/type-bench.ts";

const schemaOf = (type: string) => createdSchemas.find((each) => each.type.name === type) as TerraformSchema;
const idOf = ({ state }: InState) => (state as CtyObject)["id"] as string;
const [section, variant] = ["docs_site_section", "docs_site_space"] as const;

async function open(apiVersion: (typeof apiVersions)[number] = "current") {
  const bench = openBench(schemaOf("space"), apiVersion);
  const create = (type: string, config: Config) =>
    createResource({ ...bench, schema: schemaOf(type) }, config);
  const site = await create("site", { title: "Docs" });
  const [guides, other] = [
    await create("space", { title: "Guides" }),
    await create("space", { title: "Other" }),
  ];
  const config = (firstVariant?: CtyObject, more: Config = {}): Config => ({
    site_id: idOf(site),
    space_id: idOf(guides),
    title: "One",
    path: "one",
    ...(firstVariant && { first_variant: firstVariant }),
    ...more,
  });
  // The first section is the default one, in which the service does not hide the first variant.
  await create("site_section", { ...config(), space_id: idOf(other), title: "Zero", path: "zero" });
  const { terraform, service } = bench;
  const { emulator } = service;
  const live = (inState: InState) =>
    emulator.service.get("site_space", inState.state?.["site_space_id"] as string);
  const edit = (inState: InState, body: Record<string, boolean>) => {
    const params = { siteId: idOf(site), siteSpaceId: inState.state?.["site_space_id"] as string };
    expect(emulator.edit("updateSiteSpaceById", params, body).status).toBe(200);
    terraform.restart();
  };
  return { terraform, create, config, site, guides, other, live, edit, emulator };
}

const part = schemaOf("site_section").firstChild?.part as {
  readonly name: string;
  readonly values: TerraformSchema["values"];
};

test("the nested attribute has everything that a write can set, and that the section does not set by itself", () => {
  expect(part.name).toBe("first_variant");
  expect(part.values.map(({ name }) => name).sort()).toEqual([
    "condition",
    "draft",
    "hidden",
    "page_id",
    "path",
  ]);
});

describe.each(apiVersions)("the first variant of a section, %s API version", (apiVersion) => {
  const samples = (which: 0 | 1) =>
    Object.fromEntries(
      part.values.map(({ name, rule }) => [
        name,
        isLacking(rule, apiVersion) ? null : (rule.samples[which] as CtyValue),
      ]),
    );

  test("is created, changed and cleared with the section's own attribute", async () => {
    const { terraform, create, config } = await open(apiVersion);
    const created = await create("site_section", config(samples(0)));
    expect(created.state?.["first_variant"]).toEqual(samples(0));
    const fresh = async (inState: InState) => {
      terraform.restart();
      return await terraform.read(section, inState);
    };
    expect((await terraform.plan(section, await fresh(created), config(samples(0)))).isEmpty).toBe(true);
    const changed = await terraform.apply(section, await fresh(created), config(samples(1)));
    expect([changed.errors, changed.state?.["first_variant"]]).toEqual([[], samples(1)]);
    const cleared = await terraform.apply(section, await fresh(changed), config({ path: "en" }));
    const optional = part.values.filter(({ mode }) => mode === "optional").map(({ name }) => [name, null]);
    const expected = { ...samples(1), ...Object.fromEntries(optional), path: "en" };
    expect([cleared.errors, (await fresh(cleared)).state?.["first_variant"]]).toEqual([[], expected]);
    expect((await terraform.plan(section, await fresh(cleared), config())).isEmpty).toBe(true);
  });
});

test("what a person changed is put back if it is declared, and stays if it is omitted", async () => {
  const { terraform, create, config, edit, live } = await open();
  const created = await create("site_section", config({ draft: false, condition: "visitor.claims.beta" }));
  edit(created, { draft: true });
  const drifted = await terraform.read(section, created);
  expect((await terraform.plan(section, drifted, config())).isEmpty).toBe(true);
  const declared = config({ draft: false, condition: "visitor.claims.beta" });
  const plan = await terraform.plan(section, drifted, declared);
  expect([plan.isEmpty, plan.diagnostics.length]).toEqual([false, 0]);
  const repaired = await terraform.apply(section, drifted, declared);
  expect([repaired.errors, live(repaired)?.["draft"]]).toEqual([[], false]);
});

test("another space leaves the page to the service, unless the section declares one", async () => {
  const { terraform, create, config, other } = await open();
  const created = await create("site_section", config({ page_id: "page-one", path: "en" }));
  const kept = { page_id: "page-one", path: "en" };
  const moved = await terraform.apply(section, created, config(kept, { space_id: idOf(other) }));
  expect([moved.errors, moved.state?.["first_variant"]]).toMatchObject([[], kept]);
  const back = await terraform.apply(section, moved, config());
  expect([back.errors, back.state?.["first_variant"]]).toMatchObject([[], { page_id: null, path: "en" }]);
});

test("a plan that opens it warns, and an invalid value names its place", async () => {
  const { terraform, create, config, site, emulator } = await open();
  const created = await create("site_section", config({ draft: true }));
  expect(emulator.edit("publishSite", { siteId: idOf(site) }, {}).status).toBe(200);
  terraform.restart();
  const plan = await terraform.plan(section, created, config({ draft: false }));
  expect(plan.diagnostics.map(({ summary }) => summary).join()).toMatch(/^! .*becomes readable/);
  const errors = await terraform.validate("resource", section, config({ path: "" }));
  expect(errors).toEqual([expect.stringContaining("first_variant.path: ")]);
});

describe("a second resource for the first variant", () => {
  test("is refused in the same apply, not made twice, and the message names the attribute", async () => {
    const { terraform, create, config, emulator } = await open();
    const before = emulator.service.list("site_space").length;
    const created = await create("site_section", config());
    const twin = {
      site_id: config()["site_id"],
      parent_id: idOf(created),
      space_id: config()["space_id"],
    } as Config;
    const { errors } = await terraform.apply(variant, terraform.nothing, twin);
    expect(errors).toEqual([expect.stringContaining("Set its values in `first_variant` of the resource")]);
    expect(errors.join()).not.toContain("terraform import");
    expect(emulator.service.list("site_space")).toHaveLength(before + 1);
    const second = await terraform.apply(variant, terraform.nothing, { ...twin, path: "second" });
    expect([second.errors, emulator.service.list("site_space").length]).toEqual([[], before + 2]);
  });

  test("is refused by a plan after an import, and its removal leaves the variant", async () => {
    const { terraform, create, config, site, live } = await open();
    const created = await create("site_section", config());
    const id = created.state?.["site_space_id"] as string;
    const imported = await terraform.import(variant, `${idOf(site)}/${id}`);
    terraform.restart();
    expect((await terraform.plan(section, created, config())).diagnostics).toEqual([]);
    const own = { site_id: idOf(site), parent_id: idOf(created), space_id: config()["space_id"] } as Config;
    const plan = await terraform.plan(variant, imported, own);
    expect(plan.diagnostics.map(({ detail }) => detail).join()).toContain("already manages the same object");
    terraform.restart();
    await terraform.plan(section, created, config());
    const removed = await terraform.apply(variant, imported, null);
    expect([removed.errors, live(created)?.id]).toEqual([[], id]);
  });
});

describeTerraform("the first variant with the real terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfTest();

  test("is declared, changed, omitted and imported, and each plan after it is empty", async () => {
    const blocks = (firstVariant: string) => `
resource "docs_space" "s" {
  title = "S"
}
resource "docs_site" "docs" {
  title = "Docs"
}
resource "docs_site_section" "one" {
  site_id  = docs_site.docs.id
  space_id = docs_space.s.id
  title    = "One"
  ${firstVariant}
}
`;
    const drafts = () =>
      service.running.emulator.service.list("site_space").map((each) => [each["draft"], each["path"]]);
    const workspace = terraformWorkspace(
      bundle,
      blocks('first_variant = { draft = true, path = "en" }'),
      service.head,
    );
    await applyAll(workspace);
    expect(drafts()).toEqual([[true, "en"]]);
    await checkNoChanges(workspace);
    workspace.write("main.tf", blocks("first_variant = { draft = false }"));
    await applyAll(workspace);
    expect(drafts()).toEqual([[false, "en"]]);
    workspace.write("main.tf", blocks(""));
    await checkNoChanges(workspace);
    expect((await workspace.run("state", "rm", "docs_site_section.one")).code).toBe(0);
    const [siteId, sectionId] = [service.ids()["site"]?.[0], service.ids()["site_section"]?.[0]];
    expect((await workspace.run("import", "docs_site_section.one", `${siteId}/${sectionId}`)).code).toBe(0);
    await checkNoChanges(workspace);
    workspace.write(
      "main.tf",
      `${blocks("")}
resource "docs_site_space" "again" {
  site_id   = docs_site.docs.id
  parent_id = docs_site_section.one.id
  space_id  = docs_space.s.id
}
`,
    );
    const twice = await workspace.run("apply", "-auto-approve");
    expect([twice.code, twice.printed]).toEqual([
      1,
      expect.stringContaining("Set its values in `first_variant`"),
    ]);
    expect(drafts()).toHaveLength(1);
  });
});
