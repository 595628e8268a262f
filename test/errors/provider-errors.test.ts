import { expect, test } from "vitest";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import type { Resource } from "../../src/terraform/resources/resource.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import { readStoredState } from "../../src/terraform/rpc/stored-state.ts";
import { createdSchemas, typeIndex } from "../terraform/support/every-type.ts";
import type { Config } from "../terraform/support/rpc-terraform.ts";
import { createResource, openBench } from "../terraform/support/type-bench.ts";

// Errors of the Terraform provider, called in this process. test/terraform shows them in the real terraform.

const schemaOf = (name: string) => createdSchemas.find((schema) => schema.name === name) as TerraformSchema;
const openSpaces = (settings: Config = {}) => openBench(schemaOf("docs_space"), "current", settings);

test("terraform/protected: a protected object is not destroyed", async () => {
  const bench = openSpaces();
  const inState = await createResource(bench, { title: "A", deletion_protection: true });
  const { errors } = await bench.terraform.apply("docs_space", inState, null);
  expect(errors.join()).toContain("is protected against deletion, and this would destroy it");
  expect(bench.service.emulator.service.list("space")).toHaveLength(1);
});

test("terraform/too-many-deletes: max_deletes limits a run", async () => {
  const bench = openSpaces({ max_deletes: 0 });
  const inState = await createResource(bench, { title: "A" });
  const { errors } = await bench.terraform.planDelete("docs_space", inState);
  expect(errors.join()).toContain("would delete or replace at least 1 object");
});

test("terraform/no-such-object and terraform/ambiguous-name: an import needs exactly one object", async () => {
  const bench = openSpaces();
  await createResource(bench, { title: "A" });
  const { terraform, service } = bench;
  const imported = async (name: string) => (await terraform.import("docs_space", name)).errors.join();
  expect(await imported("A")).toBe("");
  expect(await imported("B")).toContain("B");
  service.emulator.edit("createSpace", {}, { title: "A" });
  terraform.restart();
  expect(await imported("A")).toContain("2 spaces");
});

test("terraform/bad-import-id: an import of an object in a site names the site", async () => {
  const bench = openBench(schemaOf("docs_site_section"), "current");
  const { errors } = await bench.terraform.import("docs_site_section", "guides");
  expect(errors.join()).toContain("does not name the site");
});

test("terraform/own-access: the token does not take its own user's role", async () => {
  const bench = openBench(schemaOf("docs_space"), "current");
  const { terraform } = bench;
  const imported = await terraform.import("docs_member", "u-token");
  expect(imported.errors).toEqual([]);
  const { diagnostics } = await terraform.plan("docs_member", imported, { user_id: "u-token", role: "read" });
  expect(JSON.stringify(diagnostics)).toContain("the access of the token's own user");
});

test.each([
  { error: "terraform/newer-state", state: "{}", version: 99, says: "newer version of the provider" },
  { error: "terraform/unreadable-state", state: "{canary", version: 0, says: "is not JSON" },
  {
    error: "terraform/unreadable-state",
    state: '{"title": {"canary": 1}}',
    version: 0,
    says: "cannot be read",
  },
])(
  "$error: a state $state of version $version is not read, and not shown",
  ({ error, state, version, says }) => {
    const resource = resourcesOf(typeIndex).find(({ name }) => name === "docs_space") as Resource;
    const known = resource.schema.version ?? 0;
    const stored = { version: version === 0 ? known : version, json: Buffer.from(state) };
    expect(() => readStoredState(resource, stored)).toThrow(
      expect.objectContaining({ code: error, message: expect.stringContaining(says) as string }),
    );
    expect(() => readStoredState(resource, stored)).not.toThrow(/canary/u);
  },
);

const errorsOf = async (planned: ReturnType<ReturnType<typeof openBench>["terraform"]["plan"]>) =>
  (await planned).diagnostics.filter(({ severity }) => severity === "error").map(({ detail }) => detail);

test("terraform/imported-twice: an object has one resource", async () => {
  const { terraform } = openSpaces();
  const plan = () => errorsOf(terraform.plan("docs_organization", terraform.nothing, { ai: true }));
  expect(await plan()).toEqual([]);
  expect((await plan()).join()).toContain("already manages the same object: docs_organization");
});

test("terraform/two-defaults and terraform/not-siblings: a site has one default, and orders its own sections", async () => {
  const bench = openSpaces();
  const { terraform } = bench;
  const idOf = async (name: string, config: Config) => {
    const { state, errors } = await terraform.apply(name, terraform.nothing, config);
    expect(errors).toEqual([]);
    return state?.["id"] ?? null;
  };
  const site_id = await idOf("docs_site", { title: "Docs" });
  const section = async (title: string): Promise<Config> => ({
    site_id,
    space_id: await idOf("docs_space", { title }),
    title,
    path: title,
    default: true,
  });
  const planned = async (title: string) =>
    await errorsOf(terraform.plan("docs_site_section", terraform.nothing, await section(title)));
  expect(await planned("one")).toEqual([]);
  expect((await planned("two")).join()).toContain("default in the same place");
  const order = { site_id, ids: ["nowhere", "elsewhere"] };
  const { errors } = await terraform.apply("docs_site_order", terraform.nothing, order);
  expect(errors.join()).toContain("nowhere, elsewhere");
});

test("the empty object that Terraform writes for a hidden value keeps it, and creates nothing", async () => {
  const bench = openBench(schemaOf("docs_openapi_spec"), "current");
  const { terraform } = bench;
  const url = "https://acme.example/openapi.json";
  await createResource(bench, { slug: "petstore", source: { url, text: null } });
  const generated = { slug: "petstore", source: { url: null, text: null } };
  expect(await terraform.validate("resource", "docs_openapi_spec", generated)).toEqual([]);
  const imported = await terraform.import("docs_openapi_spec", "petstore");
  const read = await terraform.read("docs_openapi_spec", imported);
  expect(await terraform.plan("docs_openapi_spec", read, generated)).toMatchObject({
    isEmpty: true,
    state: { source: { url }, source_url: url },
  });
  const other = { ...generated, slug: "other" };
  expect(await errorsOf(terraform.plan("docs_openapi_spec", terraform.nothing, other))).toEqual([
    expect.stringContaining("source needs one of the fields url, text"),
  ]);
});
