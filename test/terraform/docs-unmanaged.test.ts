import { describe, expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import type { CtyObject } from "../../src/terraform/plugin/values/cty-value.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import type { Config, InState, Planned } from "./support/rpc-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";
import { createResource, openBench } from "./support/type-bench.ts";

const schemaOf = (type: string) => createdSchemas.find((each) => each.type.name === type) as TerraformSchema;
const idOf = ({ state }: InState) => (state as CtyObject)["id"] as string;
const force = "force_destroy";

/** A world with one object of each type that holds others, and by whom each of them is held or referred to. */
async function open(apiVersion: (typeof apiVersions)[number] = "current", settings: Config = {}) {
  const bench = openBench(schemaOf("space"), apiVersion, settings);
  const { terraform, service } = bench;
  const create = (type: string, config: Config) =>
    createResource({ ...bench, schema: schemaOf(type) }, config);
  const site = await create("site", { title: "Docs", [force]: false });
  const guides = await create("space", { title: "Guides" });
  const place = { site_id: idOf(site) };
  const section = await create("site_section", {
    ...place,
    space_id: idOf(guides),
    title: "One",
    path: "one",
  });
  const edit = (operation: string, params: Record<string, string>, body: JsonObject) => {
    const { status, body: made } = service.emulator.edit(operation, params, body);
    expect(status).toBeLessThan(300);
    return (made as { readonly id: string }).id;
  };
  const live = (type: string) =>
    service.emulator.service
      .list(type)
      .filter((each) => each["deletedAt"] == null)
      .map(({ id }) => id);
  const destroy = async (type: string, inState: InState) => {
    terraform.restart();
    return await terraform.apply(schemaOf(type).name, inState, null);
  };
  const siteId = idOf(site);
  return { bench, terraform, create, edit, live, destroy, site, siteId, guides, place, section };
}
type World = Awaited<ReturnType<typeof open>>;

/** For each type that holds others: its object, and one that a person makes inside it or that refers to it. */
const cases: readonly {
  readonly type: string;
  readonly made: string;
  readonly make: (
    world: World,
  ) => Promise<{ readonly inState: InState; readonly config: Config; readonly by: string }>;
}[] = [
  {
    type: "site",
    made: "site_section",
    make: async ({ edit, site, siteId, create }) => {
      const spaceId = idOf(await create("space", { title: "Theirs" }));
      const by = edit("addSectionToSite", { siteId }, { title: "By hand", spaceId });
      return { inState: site, config: { title: "Docs" }, by };
    },
  },
  {
    type: "site_section",
    made: "site_space",
    make: async ({ edit, siteId, create, place, guides }) => {
      const config = { ...place, space_id: idOf(guides), title: "Two", path: "two" };
      const inState = await create("site_section", config);
      const spaceId = idOf(await create("space", { title: "Theirs" }));
      return {
        inState,
        config,
        by: edit("addSpaceToSite", { siteId }, { sectionId: idOf(inState), spaceId }),
      };
    },
  },
  {
    type: "site_section_group",
    made: "site_section_group",
    make: async ({ edit, siteId, create, place }) => {
      const config = { ...place, title: "Group" };
      const inState = await create("site_section_group", config);
      const by = edit("addSectionGroupToSite", { siteId }, { title: "By hand", parent: idOf(inState) });
      return { inState, config, by };
    },
  },
  {
    type: "collection",
    made: "space",
    make: async ({ edit, create, bench }) => {
      const inState = await create("collection", { title: "Shelf" });
      const { organizationId } = bench.service.emulator;
      const by = edit("createSpace", { organizationId }, { title: "By hand", parent: idOf(inState) });
      return { inState, config: { title: "Shelf" }, by };
    },
  },
  {
    type: "space",
    made: "site_section",
    make: async ({ edit, siteId, create }) => {
      const inState = await create("space", { title: "Manual" });
      const by = edit("addSectionToSite", { siteId }, { title: "By hand", spaceId: idOf(inState) });
      return { inState, config: { title: "Manual" }, by };
    },
  },
];

describe.each(cases)("a $type with a $made that Terraform does not manage", ({ type, made, make }) => {
  test.each(apiVersions)("is not destroyed, and the error names it, %s API version", async (apiVersion) => {
    const world = await open(apiVersion);
    const { inState, by } = await make(world);
    const before = [world.live(type), world.live(made)];
    const { errors, state } = await world.destroy(type, inState);
    expect(errors).toEqual([expect.stringContaining(`set \`${force} = true\``)]);
    expect(errors.join()).toContain(type === "space" ? `in the site section ${by}` : `(${by})`);
    expect([state, world.live(type), world.live(made)]).toEqual([inState.state, ...before]);
  });

  test("is destroyed with it under force_destroy, which an import does not set", async () => {
    const world = await open();
    const { inState, config, by } = await make(world);
    const { terraform } = world;
    const { name, scopeField } = schemaOf(type);
    const imported = await terraform.import(
      name,
      `${scopeField === undefined ? "" : `${world.siteId}/`}${idOf(inState)}`,
    );
    expect(imported.state?.[force]).toBe(false);
    const forced = await terraform.apply(name, inState, { ...config, [force]: true });
    expect([forced.errors, forced.state?.[force]]).toEqual([[], true]);
    expect((await world.destroy(type, forced)).errors).toEqual([]);
    expect([world.live(type), world.live(made)].flat()).not.toContain(by);
  });
});

test("every type that holds others or is referred to can be destroyed by force, and no other", () => {
  const forcible = createdSchemas.filter(({ deletionFlags }) => deletionFlags.includes(force));
  expect(forcible.map(({ type }) => type.name).sort()).toEqual([
    "collection",
    "site",
    "site_section",
    "site_section_group",
    "space",
    "team",
  ]);
});

describe("what this configuration destroys too", () => {
  test("does not keep the object, whether it is destroyed before, or stays as the last of its kind", async () => {
    const world = await open();
    const { terraform, section, site, guides, live } = world;
    const planned = await terraform.planDelete("docs_site_section", section);
    const sitePlan = await terraform.planDelete("docs_site", site);
    const spacePlan = await terraform.planDelete("docs_space", guides);
    terraform.restart();
    expect(await terraform.applyDelete("docs_site_section", section, planned)).toEqual([]);
    expect(await terraform.applyDelete("docs_space", guides, spacePlan)).toEqual([]);
    expect(await terraform.applyDelete("docs_site", site, sitePlan)).toEqual([]);
    expect([live("site"), live("space")]).toEqual([[], []]);
  });

  test("is enough to have been planned, in another process", async () => {
    const world = await open();
    const { terraform, section, site, live } = world;
    await terraform.planDelete("docs_site_section", section);
    const sitePlan = await terraform.planDelete("docs_site", site);
    terraform.restart();
    expect(await terraform.applyDelete("docs_site", site, sitePlan)).toEqual([]);
    expect(live("site")).toEqual([]);
  });
});

describe("an object that the plan keeps", () => {
  const errorsOf = (plan: Planned) => plan.diagnostics.map(({ detail }) => detail ?? "");

  test.each(["before", "after"])("keeps what it refers to or is in, planned %s it", async (when) => {
    const { terraform, section, guides, site, place } = await open();
    const config = { ...place, space_id: idOf(guides), title: "One", path: "one" };
    for (const [name, inState] of [
      ["docs_space", guides],
      ["docs_site", site],
    ] as const) {
      terraform.restart();
      const keep = async () => errorsOf(await terraform.plan("docs_site_section", section, config));
      const drop = async () => (await terraform.planDelete(name, inState)).errors;
      const found = when === "before" ? [await keep(), await drop()] : [await drop(), await keep()];
      expect(found).toEqual([[], [expect.stringContaining('is still used by docs_site_section "One"')]]);
    }
  });

  test("and that is protected is not destroyed by force, in the plan and in the apply", async () => {
    const world = await open();
    const { terraform, guides, place, live, section } = world;
    const forced = await terraform.apply("docs_space", guides, { title: "Guides", [force]: true });
    const kept = { ...place, space_id: idOf(guides), title: "One", path: "one", deletion_protection: true };
    const guarded = await terraform.apply("docs_site_section", section, kept);
    terraform.restart();
    const dropped = await terraform.planDelete("docs_space", forced);
    expect(dropped.errors).toEqual([]);
    expect(errorsOf(await terraform.plan("docs_site_section", guarded, kept)).join()).toContain(
      "is still used by",
    );
    terraform.restart();
    expect((await terraform.applyDelete("docs_space", forced, dropped)).join()).toContain("is still used by");
    expect(live("space")).toContain(idOf(guides));
  });
});

describeTerraform("unmanaged contents with the real terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfTest();

  test("a section of another workspace keeps its space, and a destroy of all takes all of its own", async () => {
    const first = terraformWorkspace(bundle, `resource "docs_space" "s" { title = "S" }\n`, service.head);
    await applyAll(first);
    const second = terraformWorkspace(
      bundle,
      `resource "docs_site" "docs" { title = "Docs" }
data "docs_spaces" "all" {}
resource "docs_site_section" "one" {
  site_id  = docs_site.docs.id
  space_id = data.docs_spaces.all.ids[0]
  title    = "One"
}
resource "docs_site_section" "two" {
  site_id  = docs_site.docs.id
  space_id = data.docs_spaces.all.ids[0]
  title    = "Two"
}
`,
      service.head,
    );
    await applyAll(second);
    for (const argv of [["apply", "-replace=docs_space.s"], ["destroy"]]) {
      const refused = await first.run(...argv, "-auto-approve");
      expect([refused.code, refused.printed]).toEqual([
        1,
        expect.stringContaining("is still used by the site space"),
      ]);
    }
    expect([service.ids()["space"]?.length, service.ids()["site_section"]?.length]).toEqual([1, 2]);
    const gone = await second.run("destroy", "-auto-approve");
    expect([gone.code, gone.output]).toEqual([0, expect.stringContaining("3 destroyed")]);
    await checkNoChanges(first);
    const last = await first.run("destroy", "-auto-approve");
    expect([last.code, service.ids()["space"]]).toEqual([0, []]);
  });
});
