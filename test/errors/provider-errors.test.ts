import { expect, test } from "vitest";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { createProvider, resourceNamed, sessionOf } from "../../src/terraform/provider.ts";
import { formatPrivate, parsePrivate } from "../../src/terraform/resources/private-state.ts";
import type { Resource } from "../../src/terraform/resources/resource.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import { readStoredState } from "../../src/terraform/rpc/stored-state.ts";
import { untilAborted } from "../../src/terraform/session/until-aborted.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { createdSchemas, typeIndex } from "../terraform/support/every-type.ts";
import { type Config, type InState, rpcTerraform } from "../terraform/support/rpc-terraform.ts";
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

const idOf = ({ state }: InState) => state?.["id"] as string;

/** A site with two sections. */
async function openSections() {
  const bench = openBench(schemaOf("docs_site"), "current");
  const { terraform, service } = bench;
  const make = async (name: string, config: Config) => {
    const inState = await terraform.apply(name, terraform.nothing, config);
    expect(inState.errors).toEqual([]);
    return inState;
  };
  const site = await make("docs_site", { title: "Docs" });
  const site_id = idOf(site);
  const space = await make("docs_space", { title: "Guides" });
  const config = { site_id, space_id: idOf(space), title: "Guides", path: "guides" };
  const sections = [
    await make("docs_site_section", config),
    await make("docs_site_section", {
      ...config,
      space_id: idOf(await make("docs_space", { title: "B" })),
      path: "b",
    }),
  ] as const;
  return { terraform, emulator: service.emulator, make, site, site_id, space, config, sections };
}

test("terraform/still-used: a space that a section keeps is not destroyed", async () => {
  const { terraform, space, config, sections } = await openSections();
  await terraform.plan("docs_site_section", sections[0], config);
  expect((await terraform.planDelete("docs_space", space)).errors.join()).toContain("is still used by");
});

test("terraform/external-owner: what Git Sync manages is not written", async () => {
  const { terraform, emulator, site } = await openSections();
  const gitSync = {
    repoName: "acme/docs",
    installationStatus: "active",
    installationProvider: "github",
    installationId: "i1",
  };
  emulator.service.change("site", idOf(site), { gitSync });
  terraform.restart();
  expect((await errorsOf(terraform.plan("docs_site", site, { title: "Manual" }))).join()).toContain(
    "Git Sync manages the title",
  );
});

test("terraform/not-ordered: a service that cannot order sections among groups is not asked to", async () => {
  const bench = openBench(schemaOf("docs_site"), "classic-minimal");
  const { emulator } = bench.service;
  const make = async (name: string, config: Config) =>
    idOf(await createResource({ ...bench, schema: schemaOf(name) }, config));
  const { id: space_id } = emulator.edit("createSpace", {}, { title: "Guides" }).body as {
    readonly id: string;
  };
  const site_id = await make("docs_site", { title: "Docs" });
  const ids = [
    await make("docs_site_section_group", { site_id, title: "Group" }),
    await make("docs_site_section", { site_id, space_id, title: "Guides", path: "guides" }),
  ];
  const { errors } = await bench.terraform.apply("docs_site_order", bench.terraform.nothing, {
    site_id,
    ids,
  });
  expect(errors.join()).toContain("cannot put site section groups and site sections into this order");
});

test("terraform/incomplete-list: an object that a list omits is not gone", async () => {
  const bench = openSpaces();
  const inState = await createResource(bench, { title: "A" });
  const fault = { kind: "hide", ids: [idOf(inState)] } as const;
  bench.service.emulator.faults.add({ on: { method: "read", times: "always" }, fault });
  bench.terraform.restart();
  expect(await readError(bench, "docs_space", inState)).toContain("which a read by its id found");
});

test("terraform/not-confirmed: a space that another person may have created is not destroyed", async () => {
  const bench = openSpaces();
  const created = await createResource(bench, { title: "A" });
  const found = {
    ...created,
    private: formatPrivate({ ...parsePrivate(created.private), isRecovered: true }),
  };
  const { errors } = await bench.terraform.planDelete("docs_space", found);
  expect(errors.join()).toContain("nothing shows that the provider created it. This would destroy it");
});

test("terraform/already-exists: an object with a name of its own is not created twice", async () => {
  const bench = openBench(schemaOf("docs_openapi_spec"), "current");
  const config = { slug: "petstore", source: { url: "https://acme.example/a.json", text: null } };
  const {
    slug,
    source: { url },
  } = config;
  bench.service.emulator.edit("createOpenAPISpec", {}, { slug, source: { url } });
  const { errors } = await bench.terraform.apply("docs_openapi_spec", bench.terraform.nothing, config);
  expect(errors.join()).toContain("terraform import docs_openapi_spec.NAME");
});

test("terraform/name-taken: a name that another object keeps is not given to a second one", async () => {
  const bench = openBench(schemaOf("docs_team"), "current");
  const team = await createResource(bench, { title: "A" });
  await createResource(bench, { title: "B" });
  const { errors } = await bench.terraform.apply("docs_team", team, { title: "B" });
  expect(errors.join()).toContain('already has the title "B"');
});

const readError = async (
  { terraform }: Pick<ReturnType<typeof openBench>, "terraform">,
  name: string,
  inState: InState,
) =>
  await terraform.read(name, inState).then(
    ({ state }) => state?.["title"],
    (error: unknown) => (error as Error).message,
  );

test("terraform/other-organization: a transferred object is not created again", async () => {
  const bench = openSpaces();
  const { emulator } = bench.service;
  const inState = await createResource(bench, { title: "A" });
  emulator.service.add("organization", { id: "elsewhere", title: "Elsewhere" });
  emulator.edit("transferSpace", { spaceId: idOf(inState) }, { organization: "elsewhere" });
  bench.terraform.restart();
  expect(await readError(bench, "docs_space", inState)).toContain(
    "now belongs to another organization: elsewhere",
  );
});

test("terraform/wrong-organization: a state of one organization is not read in another one", async () => {
  const inState = await createResource(openSpaces(), { title: "A" });
  const { emulator, clock } = createTestService({
    apiVersion: "current",
    random: seededRandom(3),
    organization: "elsewhere",
  });
  emulator.service.add("organization", { id: "elsewhere", title: "Elsewhere" });
  const terraform = rpcTerraform(emulator, clock, { organization: null });
  expect(await readError({ terraform }, "docs_space", inState)).toContain(
    "But the provider uses the organization elsewhere",
  );
});

test("terraform/timed-out: a slow read ends in time", async () => {
  const bench = openSpaces();
  const timeouts = { create: null, read: "3s", update: null, delete: null };
  const inState = await createResource(bench, { title: "A", timeouts });
  bench.service.emulator.faults.add({
    on: { method: "read", nth: 2, times: "always" },
    fault: { kind: "latency", ms: 20_000 },
  });
  bench.terraform.restart();
  expect(await readError(bench, "docs_space", inState)).toContain(
    "within the 3s that `timeouts.read` allows",
  );
});

test("terraform/no-progress: a rate limit without end ends all writes", async () => {
  const bench = openSpaces();
  const fault = { kind: "rate-limit", headers: "retry-after", retryAfterSeconds: 30 } as const;
  bench.service.emulator.faults.add({ on: { method: "write", times: "always" }, fault });
  const create = async () =>
    (await bench.terraform.apply("docs_space", bench.terraform.nothing, { title: "A" })).errors;
  await create();
  expect((await create()).join()).toContain("no call has succeeded for 5 minutes");
});

test("terraform/interrupted: the work that others share continues", async () => {
  const shared = new Promise<string>(() => {});
  await expect(untilAborted(AbortSignal.abort(), shared)).rejects.toMatchObject({
    code: "terraform/interrupted",
  });
});

test.each([
  { code: "terraform/unknown-type", typeName: "docs_page" },
  { code: "terraform/not-configured", typeName: "docs_space" },
])("$code: an import of a $typeName by a provider without settings", async ({ code, typeName }) => {
  const unused = () => {
    throw new Error("It is not used.");
  };
  const parts = {
    types: typeIndex.all,
    environment: {},
    stop: unused,
    onDefect: unused,
    sessionHost: unused,
  };
  const provider = createProvider(parts);
  expect(() => [resourceNamed(provider, typeName), sessionOf(provider)]).toThrow(
    expect.objectContaining({ code }),
  );
});
