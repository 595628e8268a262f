import { describe, expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraformAgain, serviceOfTest } from "./support/real-terraform.ts";
import type { InState } from "./support/rpc-terraform.ts";
import { checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";
import { type Bench, createResource, openBench } from "./support/type-bench.ts";

const publication = "docs_site_publication";
const siteSchema = createdSchemas.find(({ type }) => type.name === "site") as TerraformSchema;

describe.each(apiVersions)("the publication of a site, %s API version", (apiVersion) => {
  interface Stage {
    readonly bench: Bench;
    readonly site: InState;
    readonly siteId: string;
  }

  async function open(): Promise<Stage> {
    const bench = openBench(siteSchema, apiVersion);
    const site = await createResource(bench, { title: "Docs" });
    return { bench, site, siteId: site.state?.["id"] as string };
  }

  async function publish({ bench, siteId }: Stage): Promise<InState> {
    const published = await bench.terraform.apply(publication, bench.terraform.nothing, { site_id: siteId });
    expect(published.errors).toEqual([]);
    return published;
  }

  const isLive = ({ bench }: Stage): unknown => bench.service.emulator.service.list("site")[0]?.["published"];

  const writesOf = ({ bench }: Stage) =>
    bench.service.emulator.log
      .filter((request) => request.method !== "GET" && request.foreign !== true)
      .map(({ operation }) => operation);

  test("is published once", async () => {
    const stage = await open();
    const { terraform, service } = stage.bench;
    service.emulator.clearLog();
    const inState = await publish(stage);
    expect([isLive(stage), writesOf(stage)]).toEqual([true, ["publishSite"]]);
    expect(inState.state).toMatchObject({ id: stage.siteId, site_id: stage.siteId, published: true });
    terraform.restart();
    const read = await terraform.read(publication, inState);
    expect((await terraform.plan(publication, read, { site_id: stage.siteId })).isEmpty).toBe(true);
  });

  test("the plan warns about its changes to an existing site", async () => {
    const stage = await open();
    const { terraform } = stage.bench;
    const planOf = async (config: { readonly published?: boolean }) =>
      (await terraform.plan(publication, terraform.nothing, { site_id: stage.siteId, ...config }))
        .diagnostics;
    expect(await planOf({ published: false })).toEqual([]);
    terraform.restart();
    const [warned, ...more] = await planOf({});
    expect([warned?.severity, warned?.summary, more]).toEqual([
      "warning",
      "docs_site_publication imports an existing object and changes it",
      [],
    ]);
    expect(warned?.detail).toContain(stage.siteId);
    expect(warned?.detail).toContain("published: false → true");
    terraform.restart();
    await publish(stage);
    terraform.restart();
    expect(await planOf({})).toEqual([]);
  });

  test("the plan does not warn of a site that the same apply has created", async () => {
    const stage = await open();
    const { terraform } = stage.bench;
    const { diagnostics } = await terraform.plan(publication, terraform.nothing, { site_id: stage.siteId });
    expect(diagnostics).toEqual([]);
  });

  test("shows the URL from the apply that publishes the site", async () => {
    const stage = await open();
    const { terraform } = stage.bench;
    const inState = await publish(stage);
    expect(inState.state?.["urls"]).toMatchObject({ published: `https://docs.example/${stage.siteId}` });
    terraform.restart();
    expect((await terraform.read(publication, inState)).state).toEqual(inState.state);
  });

  test("shows a changed URL if the run changes it, and the same one otherwise", async () => {
    const stage = await open();
    const { terraform } = stage.bench;
    const inState = await publish(stage);
    const name = siteSchema.name;
    const config = { title: "Docs", agents_context: null };
    const titled = await terraform.apply(name, stage.site, { ...config, title: "Manual" });
    expect((await terraform.plan(publication, inState, { site_id: stage.siteId })).isEmpty).toBe(true);
    await terraform.apply(name, titled, { title: "Manual", basename: "manual" });
    const plan = await terraform.plan(publication, inState, { site_id: stage.siteId });
    expect(plan.state?.["urls"]).toMatchObject({ app: expect.any(String), published: unknown });
    const moved = await terraform.apply(publication, inState, { site_id: stage.siteId });
    expect(moved.errors).toEqual([]);
    expect(moved.state?.["urls"]).toMatchObject({ published: "https://docs.example/manual" });
    expect(writesOf(stage).filter((operation) => operation === "publishSite")).toHaveLength(1);
  });

  test("is published again after another user unpublished it", async () => {
    const stage = await open();
    const { terraform, service } = stage.bench;
    const inState = await publish(stage);
    service.emulator.edit("unpublishSite", { siteId: stage.siteId });
    terraform.restart();
    const drifted = await terraform.read(publication, inState);
    expect(drifted.state?.["published"]).toBe(false);
    const plan = await terraform.plan(publication, drifted, { site_id: stage.siteId });
    expect([plan.isEmpty, plan.replaced]).toEqual([false, []]);
    expect((await terraform.apply(publication, drifted, { site_id: stage.siteId })).errors).toEqual([]);
    expect(isLive(stage)).toBe(true);
  });

  test("is unpublished by a destroy, and by its configuration", async () => {
    const stage = await open();
    const { terraform } = stage.bench;
    const inState = await publish(stage);
    const off = await terraform.apply(publication, inState, { site_id: stage.siteId, published: false });
    expect([off.errors, isLive(stage)]).toEqual([[], false]);
    const on = await terraform.apply(publication, off, { site_id: stage.siteId });
    expect([on.errors, isLive(stage)]).toEqual([[], true]);
    const gone = await terraform.apply(publication, on, null);
    expect([gone.errors, gone.state, isLive(stage)]).toEqual([[], null, false]);
  });

  test("is imported by the site's id or title, published or not", async () => {
    const stage = await open();
    const { terraform } = stage.bench;
    const before = await terraform.import(publication, "Docs");
    expect(before.state).toMatchObject({ site_id: stage.siteId, published: false });
    await publish(stage);
    terraform.restart();
    const byId = await terraform.import(publication, stage.siteId);
    expect((await terraform.plan(publication, byId, { site_id: stage.siteId })).isEmpty).toBe(true);
    expect((await terraform.import(publication, "Docs")).state).toEqual(byId.state);
    expect((await terraform.import(publication, "Elsewhere")).errors.join()).toContain("There is no site");
  });

  test("is destroyed with its site, without a call", async () => {
    const stage = await open();
    const { terraform, service } = stage.bench;
    const inState = await publish(stage);
    service.emulator.edit("deleteSiteById", { siteId: stage.siteId });
    terraform.restart();
    expect((await terraform.read(publication, inState)).state).toBeNull();
    service.emulator.clearLog();
    expect((await terraform.apply(publication, inState, null)).errors).toEqual([]);
    expect(writesOf(stage)).toEqual([]);
  });

  test("is replaced with its site, also with an unknown id", async () => {
    const stage = await open();
    const { terraform } = stage.bench;
    const inState = await publish(stage);
    const open_ = await terraform.plan(publication, inState, { site_id: unknown });
    expect([open_.replaced, open_.isEmpty]).toEqual([["site_id"], false]);
    const moved = await terraform.plan(publication, inState, { site_id: "another" });
    expect([moved.replaced, moved.state?.["id"]]).toEqual([["site_id"], "another"]);
  });

  test("a checkout in response is an error, and the state has nothing", async () => {
    const stage = await open();
    const { terraform, service } = stage.bench;
    service.emulator.faults.add({ on: { operation: "publishSite" }, fault: { kind: "checkout" } });
    const refused = await terraform.apply(publication, terraform.nothing, { site_id: stage.siteId });
    expect(refused.errors.join()).toContain("The service did not publish the site and asked for a checkout");
    expect([refused.state, isLive(stage)]).toEqual([null, false]);
  });
});

describeTerraformAgain("publication and order through terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfTest();

  const world = (plan: string, keys: readonly string[]): string => `
resource "docs_space" "s" {
  for_each = toset(["a", "b", "c"])
  title    = each.key
}
resource "docs_site" "docs" {
  title = "Docs"
  type  = "${plan}"
}
resource "docs_site_section_group" "outer" {
  site_id = docs_site.docs.id
  title   = "Outer"
}
resource "docs_site_section_group" "inner" {
  site_id   = docs_site.docs.id
  parent_id = docs_site_section_group.outer.id
  title     = "Inner"
}
resource "docs_site_section" "s" {
  for_each  = docs_space.s
  site_id   = docs_site.docs.id
  parent_id = docs_site_section_group.inner.id
  space_id  = each.value.id
  title     = "Section \${each.key}"
  path      = each.key
}
resource "docs_site_space" "more" {
  for_each  = toset(["b", "c"])
  site_id   = docs_site.docs.id
  parent_id = docs_site_section.s["a"].id
  space_id  = docs_space.s[each.key].id
  path      = "more-\${each.key}"
}
resource "docs_site_order" "sections" {
  site_id   = docs_site.docs.id
  parent_id = docs_site_section_group.inner.id
  ids       = [${keys.map((key) => `docs_site_section.s["${key}"].id`).join(", ")}]
}
resource "docs_site_order" "variants" {
  site_id   = docs_site.docs.id
  parent_id = docs_site_section.s["a"].id
  ids       = [docs_site_space.more["c"].id, docs_site_section.s["a"].site_space_id, docs_site_space.more["b"].id]
}
resource "docs_site_publication" "live" {
  site_id    = docs_site.docs.id
  depends_on = [docs_site_order.sections, docs_site_order.variants]
}
`;

  test("a site is ordered and published again in place, and a replaced one is recreated and published last", async () => {
    const workspace = terraformWorkspace(bundle, world("basic", ["c", "a", "b"]), service.head);
    const { run } = workspace;
    const { service: live } = service.running.emulator;
    const writes = () =>
      service.running.emulator.log
        .filter((request) => request.method !== "GET")
        .map(({ operation }) => operation);
    const ranked = (type: string, inside: string) =>
      live
        .list(type)
        .filter((each) => inside in each && each[inside] !== null)
        .sort((a, b) => Number(a["rank"]) - Number(b["rank"]));
    const sections = () => ranked("site_section", "group").map((each) => each["path"]);
    const variantsOfA = () =>
      ranked("site_space", "section")
        .filter((each) => live.get("site_section", each["section"] as string)?.["path"] === "a")
        .map((each) => each["path"]);

    expect((await run("apply", "-auto-approve")).printed).toContain("14 added");
    expect(sections()).toEqual(["c", "a", "b"]);
    expect(variantsOfA()).toEqual(["more-c", "a", "more-b"]);
    expect(writes().at(-1)).toBe("publishSite");

    const [before = ""] = service.ids()["site"] ?? [];
    service.running.emulator.edit("unpublishSite", { siteId: before });
    service.running.emulator.clearLog();
    workspace.write("main.tf", world("basic", ["b", "a", "c"]));
    expect((await run("apply", "-auto-approve")).printed).toContain("0 added, 2 changed, 0 destroyed");
    expect(writes()).toEqual(["sortSiteStructure", "sortSiteStructure", "publishSite"]);
    expect(sections()).toEqual(["b", "a", "c"]);

    service.running.emulator.clearLog();
    workspace.write("main.tf", world("premium", ["b", "c", "a"]));
    expect((await run("apply", "-auto-approve")).printed).toContain("11 added, 0 changed, 11 destroyed");
    expect(writes()[0]).toBe("unpublishSite");
    expect(writes().at(-1)).toBe("publishSite");
    const [after, ...more] = service.ids()["site"] ?? [];
    expect([after === before, more]).toEqual([false, []]);
    expect(live.get("site", after as string)?.["published"]).toBe(true);
    expect(sections()).toEqual(["b", "c", "a"]);
    expect(variantsOfA()).toEqual(["more-c", "a", "more-b"]);
    await checkNoChanges(workspace);

    const destroyed = await run("destroy", "-auto-approve");
    expect(destroyed.printed).toContain("Destroy complete!");
    expect(Object.values(service.ids()).flat()).toEqual([]);
  });
});
