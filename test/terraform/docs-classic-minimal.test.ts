import { expect, test } from "vitest";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { createdSchemas } from "./support/every-type.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { type Bench, openBench } from "./support/type-bench.ts";

// The service shows only a part of its interface: Terraform's plan reports the missing operations, and everything else works.

const schemaOf = (name: string) => createdSchemas.find((each) => each.type.name === name) as TerraformSchema;
const open = (settings: Config = {}) => openBench(schemaOf("site"), "classic-minimal", settings);

async function make(bench: Bench, name: string, config: Config): Promise<InState & { readonly id: string }> {
  const made = await bench.terraform.apply(name, bench.terraform.nothing, config);
  expect([name, made.errors]).toEqual([name, []]);
  return { ...made, id: made.state?.["id"] as string };
}

function spaceIn(bench: Bench, title: string): string {
  const { body } = bench.service.emulator.edit("createSpace", {}, { title });
  return (body as { readonly id: string }).id;
}

const ways = [
  { how: "told", settings: { api_version: "classic-minimal" } },
  { how: "seen", settings: { api_version: null } },
];

test.each(ways)("a space cannot be created, and the plan says so ($how)", async ({ settings }) => {
  const { terraform, service } = open(settings);
  const { diagnostics } = await terraform.plan("docs_space", terraform.nothing, { title: "Guides" });
  expect(diagnostics.map(({ summary, detail }) => `${summary} ${detail}`)).toEqual([
    expect.stringMatching(/cannot create spaces.*classic-minimal.*terraform import/s),
  ]);
  expect(service.emulator.log.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("the members of a team cannot be declared, and the plan says so", async () => {
  const { terraform } = open();
  const config = { title: "Writers", members: ["ada@acme.example"] };
  const { diagnostics } = await terraform.plan("docs_team", terraform.nothing, config);
  expect(diagnostics.map(({ summary }) => summary)).toEqual(["This service has no `members`"]);
});

test.each(ways)(
  "a team is imported without its members, which the service does not show ($how)",
  async ({ settings }) => {
    const { terraform, service } = open(settings);
    const id = service.emulator.edit("createOrganizationTeam", {}, { title: "Writers" }).body as {
      id: string;
    };
    const imported = await terraform.import("docs_team", id.id);
    expect(imported.state).toMatchObject({ title: "Writers", members: null });
  },
);

test.each(ways)("sections and site spaces are created, read, ordered and deleted ($how)", async (given) => {
  const bench = open(given.settings);
  const { terraform, service } = bench;
  const [guides, api] = [spaceIn(bench, "Guides"), spaceIn(bench, "API")];
  const site = await make(bench, "docs_site", { title: "Docs" });
  const group = await make(bench, "docs_site_section_group", { site_id: site.id, title: "All" });
  const place = { site_id: site.id, parent_id: group.id };
  const sectionOf = (title: string, space: string) => ({ ...place, title, path: title, space_id: space });
  const first = await make(bench, "docs_site_section", sectionOf("first", guides));
  const second = await make(bench, "docs_site_section", sectionOf("second", api));
  const variant = { site_id: site.id, parent_id: second.id, space_id: guides };
  const added = await make(bench, "docs_site_space", variant);
  const order = { site_id: site.id, parent_id: group.id, ids: [second.id, first.id] };
  const ordered = await make(bench, "docs_site_order", order);
  expect((await terraform.read("docs_site_order", ordered)).state).toMatchObject({ ids: order.ids });
  expect((await terraform.read("docs_site_section", first)).state).toEqual(first.state);
  expect((await terraform.read("docs_site_space", added)).state).toEqual(added.state);
  expect((await terraform.plan("docs_site_section", first, sectionOf("first", guides))).isEmpty).toBe(true);
  const asked = service.emulator.log.map(({ operation }) => operation);
  expect(asked).toContain("moveSiteSection");
  expect(asked).toContain("listSiteSections");
});

test("an order of sections and groups together is refused before any move", async () => {
  const bench = open();
  const site = await make(bench, "docs_site", { title: "Docs" });
  const space = spaceIn(bench, "Guides");
  const place = { site_id: site.id };
  const section = await make(bench, "docs_site_section", {
    ...place,
    title: "Start",
    path: "start",
    space_id: space,
  });
  const group = await make(bench, "docs_site_section_group", { ...place, title: "All" });
  const { terraform, service } = bench;
  const before = service.emulator.log.length;
  const { errors } = await terraform.apply("docs_site_order", terraform.nothing, {
    ...place,
    ids: [group.id, section.id],
  });
  expect(errors).toEqual([expect.stringContaining("site sections")]);
  expect(service.emulator.log.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);
});
