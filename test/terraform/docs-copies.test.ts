import { expect, test } from "vitest";
import { apiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraformAgain, serviceOfGroup } from "./support/real-terraform.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";
import { type Bench, createResource, openBench } from "./support/type-bench.ts";

const schema = createdSchemas.find(({ type }) => type.name === "space") as TerraformSchema;

function titles({ service }: Bench): readonly unknown[] {
  return service.emulator.service.list("space").map((space) => space["title"]);
}

/** A space. On an API version that cannot create spaces, another user creates it in the app, and Terraform imports it. */
async function sourceOf(bench: Bench, config: Config): Promise<InState> {
  if (bench.apiVersion !== "classic-minimal") return await createResource(bench, config);
  const { emoji, ...body } = config as JsonObject;
  const created = bench.service.emulator.edit("createSpace", {}, { ...body, ...present({ emoji }) });
  const { id } = created.body as { readonly id: string };
  return await bench.terraform.import(schema.name, id);
}

test.each(apiVersions)(
  "a copy has the configured values, and the others are cleared (%s)",
  async (apiVersion) => {
    const bench = openBench(schema, apiVersion);
    const source = await sourceOf(bench, { title: "Guides", emoji: "1f4d8", language: "en" });
    const config = { title: "French", language: "fr", copy_of_id: source.state?.["id"] as string };
    const copy = await createResource(bench, config);
    expect(copy.state).toMatchObject({ ...config, emoji: null, parent_id: null });
    expect(bench.service.emulator.log.map(({ operation }) => operation)).toContain("duplicateSpace");
    expect((await bench.terraform.read(schema.name, copy)).state).toEqual(copy.state);
  },
);

test.each(apiVersions)("another source, or none, plans nothing (%s)", async (apiVersion) => {
  const bench = openBench(schema, apiVersion);
  const [source, other] = [
    await sourceOf(bench, { title: "Guides" }),
    await sourceOf(bench, { title: "Other" }),
  ];
  const copy = await createResource(bench, { title: "French", copy_of_id: source.state?.["id"] as string });
  bench.service.emulator.clearLog();
  const otherSource = { title: "French", copy_of_id: other.state?.["id"] as string };
  for (const config of [otherSource, { ...otherSource, copy_of_id: unknown }, { title: "French" }])
    expect((await bench.terraform.plan(schema.name, copy, config)).isEmpty).toBe(true);
  const renamed = await bench.terraform.apply(schema.name, copy, { ...otherSource, title: "Français" });
  expect([renamed.errors, renamed.state?.["copy_of_id"]]).toEqual([[], copy.state?.["copy_of_id"]]);
  const writes = bench.service.emulator.log.filter(({ method }) => method !== "GET");
  expect(writes.map(({ operation }) => operation)).toEqual(["updateSpaceById"]);
  bench.service.emulator.clearLog();
  const noted = { title: "Guides", copy_of_id: other.state?.["id"] as string };
  const used = await bench.terraform.apply(schema.name, source, noted);
  expect([used.errors, used.state?.["copy_of_id"]]).toEqual([[], noted.copy_of_id]);
  expect(bench.service.emulator.log.filter(({ method }) => method !== "GET")).toEqual([]);
  const imported = await bench.terraform.import(schema.name, copy.state?.["id"] as string);
  expect([imported.errors, imported.state?.["copy_of_id"]]).toEqual([[], null]);
});

test.each(apiVersions)("the copy of a killed process is not created again (%s)", async (apiVersion) => {
  const bench = openBench(schema, apiVersion);
  const source = await sourceOf(bench, { title: "Guides", emoji: "1f4d8" });
  const config = { title: "French", copy_of_id: source.state?.["id"] as string };
  const killed = bench.terraform.killAfterWrite();
  void bench.terraform.apply(schema.name, bench.terraform.nothing, config).catch(() => undefined);
  await killed;
  expect(titles(bench)).toEqual(["Guides", "Guides"]);
  bench.terraform.restart();
  // Meanwhile another user creates a space, which must not count as the copy.
  bench.service.emulator.edit("createSpace", {}, { title: "Notes" });
  const copy = await createResource(bench, config);
  expect(new Set(titles(bench))).toEqual(new Set(["French", "Guides", "Notes"]));
  expect(titles(bench)).toHaveLength(3);
  expect(copy.state).toMatchObject({ title: "French", emoji: null });
});

test("a service that only copies spaces says so", async () => {
  const bench = openBench(schema, "classic-minimal");
  const { diagnostics } = await bench.terraform.plan(schema.name, bench.terraform.nothing, {
    title: "Guides",
  });
  expect(diagnostics.map(({ detail }) => detail)).toEqual([
    expect.stringContaining("create it as a copy of another one with `copy_of_id`"),
  ]);
});

describeTerraformAgain("a copy, with the real terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfGroup();

  const spaces = (source: string) => `
resource "docs_space" "guides" { title = "Guides" }
resource "docs_space" "other" { title = "Other" }
resource "docs_space" "french" {
  title = "French"
  ${source}
}
`;

  test("plans nothing if its source is another one, unknown, or removed", async () => {
    const workspace = terraformWorkspace(bundle, spaces("copy_of_id = docs_space.guides.id"), service.head);
    const { run } = workspace;
    await applyAll(workspace);
    const operations = service.running.emulator.log.map(({ operation }) => operation);
    expect(operations).toContain("duplicateSpace");
    for (const source of ["copy_of_id = docs_space.other.id", ""]) {
      workspace.write("main.tf", spaces(source));
      const plan = await run("plan", "-detailed-exitcode");
      expect([source, plan.code, plan.output]).toEqual([source, 0, expect.stringContaining("No changes.")]);
    }
    workspace.write("main.tf", spaces("copy_of_id = docs_space.guides.id"));
    const made = service.ids()["space"] ?? [];
    const replaced = await run("apply", "-auto-approve", "-replace=docs_space.guides");
    expect(replaced.output).toContain("1 added, 0 changed, 1 destroyed");
    expect((service.ids()["space"] ?? []).filter((id) => made.includes(id))).toHaveLength(2);
    await checkNoChanges(workspace);
  });
});
