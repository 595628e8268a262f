import { describe, expect, test } from "vitest";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { type CtyObject, unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import { type Config, type InState, type Planned, withPlace } from "./support/rpc-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";
import { type Bench, createResource, openBench } from "./support/type-bench.ts";

const schemaOf = (type: string) => createdSchemas.find((each) => each.type.name === type) as TerraformSchema;
const idOf = ({ state }: InState) => (state as CtyObject)["id"] as string;
const saidOf = ({ diagnostics }: Planned) => diagnostics.map((each) => `${each.severity} ${withPlace(each)}`);

interface Freed {
  readonly terraform: Bench["terraform"];
  readonly team: InState;
}

function open() {
  const bench = openBench(schemaOf("team"), "current");
  const { terraform, service } = bench;
  const create = (type: string, config: Config) =>
    createResource({ ...bench, schema: schemaOf(type) }, config);
  const plan = async (name: string, config: Config, inState: InState = terraform.nothing) =>
    saidOf(await terraform.plan(name, inState, config));
  return { bench, terraform, create, plan, emulator: service.emulator };
}

describe("a plan is refused", () => {
  test("if people of a team are not in the organization, by id or e-mail address", async () => {
    const { plan, create, terraform, emulator } = open();
    const members = ["Ada@acme.example", "u-grace"];
    expect(await plan("docs_team", { title: "Writers", members })).toEqual([]);
    const wrong = { title: "Writers", members: [...members, "eve@acme.example", "u-gone"] };
    expect(await plan("docs_team", wrong)).toEqual([
      expect.stringMatching(
        /^error members: .*not in the organization.*: eve@acme.example, u-gone\. Remove them\./,
      ),
    ]);
    const team = await create("team", { title: "Writers", members });
    const gone = { organizationId: emulator.organizationId, userId: "u-grace" };
    expect(emulator.edit("removeMemberFromOrganizationById", gone, {}).status).toBeLessThan(300);
    terraform.restart();
    const left = await terraform.read("docs_team", team);
    expect(await plan("docs_team", { title: "Writers", members }, left)).toEqual([
      expect.stringContaining("u-grace"),
    ]);
    expect(await plan("docs_team", { title: "Authors", members: members.slice(0, 1) }, left)).toEqual([]);
  });

  test.each([
    ["docs_collection", { title: "Shelf", parent_id: "nope" }, "parent_id", "names no collection"],
    ["docs_site_section", { site_id: "nope", space_id: "nope", title: "One" }, "site_id", "names no site"],
    ["docs_site_section", { site_id: "nope", space_id: "nope", title: "One" }, "space_id", "names no space"],
    ["docs_saml_provider", { label: "Okta", default_team_id: "nope" }, "default_team_id", "names no team"],
  ] as const)("if a value of a new %s names nothing: %o", async (name, config, field, said) => {
    const { plan } = open();
    const errors = await plan(name, config);
    expect(errors).toContainEqual(expect.stringContaining(`error ${field}: \`${field}\` ${said}`));
  });

  test("if a change names nothing, but not if an unchanged value does", async () => {
    const { plan, create, terraform, emulator } = open();
    const shelf = await create("collection", { title: "Shelf" });
    const config = { title: "Guides", parent_id: idOf(shelf) };
    const space = await create("space", config);
    expect(await plan("docs_space", { ...config, parent_id: "nope" }, space)).toEqual([
      expect.stringContaining("error parent_id: "),
    ]);
    emulator.edit("deleteCollectionById", { collectionId: idOf(shelf) }, {});
    terraform.restart();
    expect(await plan("docs_space", { ...config, title: "More" }, space)).toEqual([]);
  });

  const secondOf: readonly (readonly [string, Config, string])[] = [
    ["docs_site_publication", {}, "site_id"],
    ["docs_site_order", { ids: ["a", "b"] }, "site_id"],
    ["docs_site_section", { title: "One", space_id: unknown, default: true }, "default"],
    ["docs_site_space", { space_id: unknown, default: true }, "default"],
  ];

  test.each(secondOf)("of two %s for one new site", async (name, config, field) => {
    const { plan } = open();
    const inNew = { site_id: unknown, ...config };
    expect(await plan("docs_site", { title: "Docs" })).toEqual([]);
    expect(await plan(name, inNew)).toEqual([]);
    // Each of two sites can have one.
    expect(await plan("docs_site", { title: "API" })).toEqual([]);
    expect(await plan(name, inNew)).toEqual([]);
    expect(await plan(name, inNew)).toEqual([
      expect.stringMatching(new RegExp(`^error ${field}: .*new|error ${field}: .*creates`)),
    ]);
  });

  test("not if the ids are unknown for another reason", async () => {
    const { plan } = open();
    for (const _ of [1, 2]) expect(await plan("docs_site_publication", { site_id: unknown })).toEqual([]);
  });
});

test("a plan shows the URL of a specification's source, without its secrets", async () => {
  const { terraform, create } = open();
  const withUrl = (url: string): Config => ({ slug: "petstore", source: { url, text: null } });
  const secret = "https://ada:canary@acme.example/a.json?token=canary";
  const created = await create("openapi_spec", withUrl("https://acme.example/a.json"));
  expect(created.state?.["source_url"]).toBe("https://acme.example/a.json");
  const planned = await terraform.plan("docs_openapi_spec", created, withUrl(secret));
  expect(planned.state?.["source_url"]).toBe("https://***:***@acme.example/a.json?token=***");
  const text = { slug: "petstore", source: { url: null, text: "openapi: 3.1.0" } };
  expect((await terraform.plan("docs_openapi_spec", created, text)).state?.["source_url"]).toBeNull();
  const applied = await terraform.apply("docs_openapi_spec", created, withUrl(secret));
  expect([applied.errors, JSON.stringify(applied.state?.["source_url"])]).toEqual([
    [],
    expect.not.stringContaining("canary"),
  ]);
});

test("a list that fails is one error, not one for each object in it", async () => {
  const { terraform, create, emulator, plan } = open();
  const teams = [await create("team", { title: "Writers" }), await create("team", { title: "Readers" })];
  terraform.restart();
  emulator.faults.add({
    on: { operation: "listTeamsInOrganizationById", times: "always" },
    fault: { kind: "forbidden" },
  });
  const failures: string[] = [];
  for (const team of [...teams, ...teams])
    await terraform.read("docs_team", team).catch((error: Error) => failures.push(error.message));
  expect(failures).toEqual([expect.stringContaining("listTeamsInOrganizationById")]);
  expect(await plan("docs_team", { title: "Editors" })).toEqual([]);
});

test("a list that fails for several plans is one error, but one for each change in an apply", async () => {
  const { terraform, create, emulator, plan } = open();
  const titles = ["One", "Two", "Three"];
  const spaces = await Promise.all(titles.map((title) => create("space", { title })));
  terraform.restart();
  emulator.faults.add({
    on: { operation: "listSpacesInOrganizationById", times: "always" },
    fault: { kind: "forbidden" },
  });
  const plans = async () => {
    const config = (index: number) => ({ title: titles[index] as string, default_level: "edit" });
    return (await Promise.all(spaces.map((space, index) => plan("docs_space", config(index), space)))).flat();
  };
  const failure = expect.stringMatching(/^error .*listSpacesInOrganizationById/);
  // Terraform refreshes nothing in an apply.
  expect(await plans()).toEqual([failure, failure, failure]);
  terraform.restart();
  const read = terraform.read("docs_space", spaces[0] as InState);
  await expect(read).rejects.toThrow("listSpacesInOrganizationById");
  expect(await plans()).toEqual([]);
});

describe("a plan warns of what somebody made by hand", () => {
  test("a team, which cannot be created twice, and not of one that the plan renames or destroys", async () => {
    const { plan, terraform, create, emulator } = open();
    const { organizationId } = emulator;
    emulator.edit("createOrganizationTeam", { organizationId }, { title: "Writers" });
    expect(await plan("docs_team", { title: "Writers" })).toEqual([
      expect.stringMatching(
        /^warning title: docs_team "Writers" already exists.*terraform import docs_team.NAME/,
      ),
    ]);
    const team = await create("team", { title: "Editors" });
    terraform.restart();
    await terraform.plan("docs_team", team, { title: "Authors" });
    expect(await plan("docs_team", { title: "Editors" })).toEqual([]);
    terraform.restart();
    await terraform.planDelete("docs_team", team);
    expect(await plan("docs_team", { title: "Editors" })).toEqual([]);
  });

  test("a collection and a section, of which there would be two, before the apply", async () => {
    const { plan, create, emulator, terraform } = open();
    const { organizationId } = emulator;
    emulator.edit("createCollection", { organizationId }, { title: "Shelf" });
    expect(await plan("docs_collection", { title: "Shelf" })).toEqual([
      expect.stringMatching(/^warning title: Another collection has the same name .*creates a second one/),
    ]);
    const outer = await create("collection", { title: "Outer" });
    terraform.restart();
    expect(await plan("docs_collection", { title: "Shelf", parent_id: idOf(outer) })).toEqual([]);
    const managed = await create("collection", { title: "Books" });
    expect(await plan("docs_collection", { title: "Books" }, managed)).toEqual([]);
    expect(await plan("docs_collection", { title: "Books" })).toEqual([]);
  });

  test("an object that is replaced and keeps its unique name is no danger", async () => {
    const { terraform, create } = open();
    const team = await create("team", { title: "Writers" });
    terraform.restart();
    const first = await terraform.plan("docs_team", team, { title: "Writers" });
    const again = { state: null, private: first.private };
    expect(saidOf(await terraform.plan("docs_team", again, { title: "Writers" }))).toEqual([]);
  });
});

describe("a name that the plan frees", () => {
  const ways = {
    renames: ({ terraform, team }: Freed) => terraform.plan("docs_team", team, { title: "Authors" }),
    destroys: ({ terraform, team }: Freed) => terraform.planDelete("docs_team", team),
  };

  /** A process has planned the change of the holder and a new team with its name. */
  async function planned(free: (freed: Freed) => Promise<unknown>) {
    const { terraform, plan, emulator } = open();
    const { organizationId } = emulator;
    const made = emulator.edit("createOrganizationTeam", { organizationId }, { title: "Writers" });
    const team = await terraform.import("docs_team", (made.body as { readonly id: string }).id);
    const refresh = () => terraform.read("docs_team", team);
    const take = () => plan("docs_team", { title: "Writers" });
    await refresh();
    await free({ terraform, team });
    expect(await take()).toEqual([]);
    terraform.restart();
    return { refresh, take };
  }

  test.each(Object.entries(ways))("no apply warns of its holder, which the plan %s", async (_, free) => {
    const { take } = await planned(free);
    expect(await take(), "an apply refreshes nothing").toEqual([]);
  });

  test.each(Object.entries(ways))(
    "a later plan warns of its holder, which only the first one %s",
    async (_, free) => {
      const { refresh, take } = await planned(free);
      await refresh();
      expect(await take()).toEqual([expect.stringContaining('docs_team "Writers" already exists')]);
    },
  );
});

describeTerraform("what a plan knows, with the real terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfTest();

  test("two publications of a new site are refused by the plan; one of each of two sites is not", async () => {
    const site = (label: string) => `resource "docs_site" "${label}" { title = "Site ${label}" }\n`;
    const live = (label: string, of: string) =>
      `resource "docs_site_publication" "${label}" { site_id = docs_site.${of}.id }\n`;
    const workspace = terraformWorkspace(
      bundle,
      `${site("a")}${live("a", "a")}${live("b", "a")}`,
      service.head,
    );
    const refused = await workspace.run("plan");
    expect([refused.code, refused.printed]).toEqual([
      1,
      expect.stringMatching(
        /site_id = docs_site.a.id.*already manages the same object: docs_site_publication of a site that this plan creates/,
      ),
    ]);
    workspace.write("main.tf", `${site("a")}${site("b")}${live("a", "a")}${live("b", "b")}`);
    await applyAll(workspace);
    await checkNoChanges(workspace);
  });
});
