import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { someOf } from "../support/laws.ts";
import { type DocsService, startService } from "./support/docs-service.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraformAgain } from "./support/real-terraform.ts";
import { applyAll, type TerraformWorkspace, terraformWorkspace } from "./support/terraform-workspace.ts";
import { openBench } from "./support/type-bench.ts";

const [space, collection] = ["docs_space", "docs_collection"] as const;
const spaceSchema = createdSchemas.find(({ type }) => type.name === "space") as TerraformSchema;

describe("a collection that Terraform deletes before its contents have left", () => {
  async function open() {
    const bench = openBench(spaceSchema, "current");
    const { terraform, service } = bench;
    const holder = await terraform.apply(collection, terraform.nothing, { title: "Handbook" });
    const guides = await terraform.apply(space, terraform.nothing, {
      title: "Guides",
      parent_id: holder.state?.["id"] as string,
    });
    terraform.restart();
    const live = (type: string) =>
      service.emulator.service.list(type).filter((each) => each["deletedAt"] == null);
    return { terraform, service, holder, guides, live };
  }

  test("is emptied first, as the plan says, and the space keeps its id", async () => {
    const { terraform, holder, guides, live, service } = await open();
    const goes = await terraform.planDelete(collection, holder);
    await terraform.plan(space, guides, { title: "Guides" });
    terraform.restart();
    expect(await terraform.applyDelete(collection, holder, goes)).toEqual([]);
    service.emulator.clearLog();
    const left = await terraform.apply(space, guides, { title: "Guides" });
    expect([left.errors, left.state?.["parent_id"]]).toEqual([[], null]);
    expect(service.emulator.log.filter(({ method }) => method !== "GET")).toEqual([]);
    expect([live("collection"), live("space").map(({ id }) => id)]).toEqual([[], [guides.state?.["id"]]]);
  });

  test("keeps contents of another plan, and contents that no plan moves", async () => {
    const { terraform, holder, guides, live } = await open();
    await terraform.plan(space, guides, { title: "Guides" });
    terraform.restart();
    const goes = await terraform.planDelete(collection, holder);
    terraform.restart();
    const [error] = await terraform.applyDelete(collection, holder, goes);
    expect(error).toContain(`It still contains the space "Guides" (${guides.state?.["id"] as string})`);
    expect(error).toContain("first give them their new `parent_id` and keep this resource");
    expect(live("space")).toMatchObject([{ parent: holder.state?.["id"] }]);
  });
});

describeTerraformAgain("dissolving a container, with the real terraform", () => {
  const bundle = builtProvider();

  interface World {
    readonly name: string;
    readonly before: string;
    readonly after: string;
  }

  const site = `
resource "docs_space" "s" {
  count = 3
  title = "Space \${count.index}"
}
resource "docs_site" "docs" { title = "Docs" }
`;
  const section = (parent: string) => `
resource "docs_site_section" "s" {
  count     = 3
  site_id   = docs_site.docs.id
  space_id  = docs_space.s[count.index].id
  title     = "Section \${count.index}"
  path      = "s\${count.index}"
  parent_id = ${parent}
}
`;
  const inside = (parent: string) => `
resource "docs_space" "s" {
  count     = 12
  title     = "Space \${count.index}"
  parent_id = ${parent}
}
resource "docs_collection" "inner" {
  title     = "Inner"
  parent_id = ${parent}
}
`;
  const worlds: readonly World[] = [
    {
      name: "a collection whose spaces and collections go to the top",
      before: `resource "docs_collection" "c" { title = "C" }${inside("docs_collection.c.id")}`,
      after: inside("null"),
    },
    {
      name: "a collection whose spaces and collections go to a new one",
      before: `resource "docs_collection" "c" { title = "C" }${inside("docs_collection.c.id")}`,
      after: `resource "docs_collection" "d" { title = "D" }${inside("docs_collection.d.id")}`,
    },
    {
      name: "a group whose sections go to the top",
      before: `${site}resource "docs_site_section_group" "g" {\n site_id = docs_site.docs.id\n title = "G"\n}${section("docs_site_section_group.g.id")}`,
      after: `${site}${section("null")}`,
    },
    {
      name: "a group whose sections go to another one, which is new",
      before: `${site}resource "docs_site_section_group" "g" {\n site_id = docs_site.docs.id\n title = "G"\n}${section("docs_site_section_group.g.id")}`,
      after: `${site}resource "docs_site_section_group" "h" {\n site_id = docs_site.docs.id\n title = "H"\n}${section("docs_site_section_group.h.id")}`,
    },
  ];
  const cases = worlds.map((world, at) => ({
    ...world,
    apiVersion: apiVersions[at % apiVersions.length] as ApiVersion,
  }));

  async function withWorld(
    apiVersion: ApiVersion,
    before: string,
    work: (workspace: TerraformWorkspace, service: DocsService) => Promise<void>,
  ): Promise<void> {
    const service = await startService(apiVersion);
    try {
      const workspace = terraformWorkspace(bundle, before, service.head);
      await applyAll(workspace);
      await work(workspace, service);
    } finally {
      await service.close();
    }
  }

  /** The ids of the objects that must survive. */
  const kept = (service: DocsService) =>
    ["space", "site_section"].map((type) => [...(service.ids()[type] ?? [])].sort());

  const settled = async (workspace: TerraformWorkspace) =>
    (await workspace.run("plan", "-detailed-exitcode")).code;

  test.each(someOf(cases, ({ name }) => name))(
    "takes one apply of a saved plan with -parallelism=1: $name, $apiVersion API version",
    async ({ before: old, after, apiVersion }) => {
      await withWorld(apiVersion, old, async (workspace, service) => {
        const before = kept(service);
        workspace.write("main.tf", after);
        await workspace.run("plan", "-parallelism=1", "-out=saved");
        const applied = await workspace.run("apply", "-parallelism=1", "saved");
        expect([applied.code, applied.output]).toEqual([0, expect.stringContaining("1 destroyed")]);
        expect(kept(service)).toEqual(before);
        expect(await settled(workspace)).toBe(0);
      });
    },
  );

  test("without the plan's folder, the message names the two steps", async () => {
    const [world] = worlds as [World];
    await withWorld("current", world.before, async (workspace, service) => {
      const before = kept(service);
      workspace.write("main.tf", world.after);
      await workspace.run("plan", "-out=saved");
      rmSync(join(workspace.folder, ".terraform/docsform-moves"), { recursive: true });
      const refused = await workspace.run("apply", "saved");
      const printed = refused.printed;
      expect([refused.code, printed]).toEqual([
        1,
        expect.stringContaining("and keep this resource, then remove this resource"),
      ]);
      workspace.write("main.tf", `resource "docs_collection" "c" { title = "C" }${world.after}`);
      await applyAll(workspace);
      workspace.write("main.tf", world.after);
      await applyAll(workspace);
      expect(kept(service)).toEqual(before);
    });
  });
});
