import { describe, expect, test } from "vitest";
import type { EmulatorRecord } from "../../src/model/emulator-rules.ts";
import { apiVersions } from "../../src/model/endpoint.ts";
import { isOnlyImported } from "../../src/model/resource-type/creation.ts";
import { terraformSchema } from "../../src/model/terraform-schema.ts";
import { registry } from "../../src/resources/registry.ts";
import { unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import type { Json } from "../../src/util/json.ts";
import { organizationId } from "../support/declare-world.ts";
import { forGroup } from "../support/made-by-hook.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";
import { typeIndex } from "./support/every-type.ts";
import { builtProvider, describeTerraformOn, serviceOfGroup } from "./support/real-terraform.ts";
import { type Config, type InState, type RpcTerraform, rpcTerraform } from "./support/rpc-terraform.ts";
import { checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";

const people = [
  { id: "u_ada", email: "ada@acme.example", role: "read" },
  { id: "u_bob", email: "bob@acme.example", role: "read" },
  { id: "u_me", email: "me@acme.example", role: "admin", currentUser: true },
];

interface Fixture {
  readonly service: TestService;
  readonly terraform: RpcTerraform;
}

function fixture(): Fixture {
  const service = createTestService({ apiVersion: "current", random: seededRandom(1) });
  const store = service.emulator.service;
  store.add("organization", { id: organizationId, title: "Acme", ai: true, defaultRole: "read" });
  for (const { email, ...person } of people)
    store.add("organization_member", {
      ...person,
      user: { displayName: "Same name", email },
    } as EmulatorRecord);
  return { service, terraform: rpcTerraform(service.emulator, service.clock) };
}

function writesOf({ service }: Fixture): readonly string[] {
  return service.emulator.log
    .filter(({ method }) => method !== "GET")
    .map(({ operation }) => operation ?? "");
}

test("an imported object keeps omitted values", () => {
  const modes = registry
    .filter(isOnlyImported)
    .flatMap((type) => terraformSchema(typeIndex, type).values)
    .filter(({ mode }) => mode !== "derived");
  expect(modes.map(({ name }) => name)).toEqual([]);
});

describe("creating an existing object", () => {
  test.each<{ name: string; config: Config; writes: readonly string[] }>([
    { name: "docs_organization", config: {}, writes: [] },
    { name: "docs_organization", config: { title: "Acme", ai: true }, writes: [] },
    { name: "docs_organization", config: { ai: false }, writes: ["updateOrganizationById"] },
    { name: "docs_member", config: { email: "ADA@acme.example", role: "read" }, writes: [] },
    {
      name: "docs_member",
      config: { email: "ada@acme.example", role: "guest" },
      writes: ["updateMemberInOrganizationById"],
    },
    { name: "docs_member", config: { email: "me@acme.example", role: "admin" }, writes: [] },
  ])("writes only what differs: $name $config", async ({ name, config, writes }) => {
    const on = fixture();
    const inState = await on.terraform.apply(name, on.terraform.nothing, config);
    expect([inState.errors, writesOf(on)]).toEqual([[], writes]);
    const read = await on.terraform.read(name, inState);
    expect(read.state).toEqual(inState.state);
    expect((await on.terraform.plan(name, read, config)).isEmpty).toBe(true);
  });

  test("is refused by the plan if nothing identifies it", async () => {
    const on = fixture();
    const { diagnostics } = await on.terraform.plan("docs_member", on.terraform.nothing, { role: "edit" });
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "The member is not specified" }]);
  });

  test("is planned with a warning if it is missing, and refused by the apply", async () => {
    const on = fixture();
    const config = { email: "eve@acme.example", role: "edit" };
    const { diagnostics, state } = await on.terraform.plan("docs_member", on.terraform.nothing, config);
    const printed = 'There is no member "eve@acme.example". A member can only be imported.';
    const remedy = "Remove the block. To keep the block: Invite the person in the app";
    expect(diagnostics).toMatchObject([
      { severity: "warning", summary: 'docs_member "eve@acme.example" does not exist' },
    ]);
    expect(diagnostics[0]?.detail).toContain(printed);
    expect(diagnostics[0]?.detail).toContain(remedy);
    expect(state).toMatchObject(config);
    const { errors } = await on.terraform.apply("docs_member", on.terraform.nothing, config);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(printed);
    expect(errors[0]).toContain(remedy);
  });

  test.each<{ name: string; config: Config; reported: readonly string[] }>([
    {
      name: "docs_member",
      config: { email: "ada@acme.example", role: "admin" },
      reported: ["role: read → admin"],
    },
    {
      name: "docs_member",
      config: { email: "ada@acme.example", role: "guest" },
      reported: ["role: read → guest"],
    },
    { name: "docs_member", config: { email: "ADA@acme.example", role: "read" }, reported: [] },
    { name: "docs_member", config: { email: "ada@acme.example", role: unknown }, reported: [] },
    {
      name: "docs_organization",
      config: { title: "Acme & Co", ai: false, default_role: "read" },
      reported: ['title: Acme → "Acme & Co"\nai: true → false'],
    },
    {
      name: "docs_organization",
      config: { agent_instructions: "Be *brief*." },
      reported: ['agent_instructions: "" → "Be *brief*."'],
    },
  ])("the plan warns about its changes: $name $config", async ({ name, config, reported }) => {
    const on = fixture();
    const planned = await on.terraform.plan(name, on.terraform.nothing, config);
    // A sentence that begins with ! is about who gets more rights.
    const diagnostics = planned.diagnostics.filter(({ summary }) => !summary.startsWith("!"));
    expect(diagnostics.map(({ severity }) => severity)).toEqual(reported.map(() => "warning"));
    for (const line of reported)
      expect(diagnostics[0]?.detail).toMatch(`This apply does not create it, but changes it:\n\n${line}`);
  });

  test("is refused if another resource has imported it in this run", async () => {
    const on = fixture();
    const config = { email: "ada@acme.example" };
    await on.terraform.apply("docs_member", on.terraform.nothing, config);
    const again = await on.terraform.apply("docs_member", on.terraform.nothing, config);
    expect(again.errors.join()).toContain("Another resource already manages the member u_ada.");
  });
});

test("the access of the token's own user never changes, and the plan says so", async () => {
  const on = fixture();
  const config = { email: "me@acme.example" };
  const lower = { ...config, role: "read" };
  const printed = "`role` would change the access of the token's own user.";
  const planned = async (inState: InState) => {
    const { diagnostics } = await on.terraform.plan("docs_member", inState, lower);
    return diagnostics.map(({ summary, detail }) => `${summary} ${detail}`).join();
  };
  expect(await planned(on.terraform.nothing)).toContain(printed);
  const refused = await on.terraform.apply("docs_member", on.terraform.nothing, lower);
  expect(refused.errors.join()).toContain(printed);
  on.terraform.restart();
  const inState = await on.terraform.apply("docs_member", on.terraform.nothing, config);
  expect(inState.errors).toEqual([]);
  expect(await planned(inState)).toContain(printed);
  expect((await on.terraform.apply("docs_member", inState, lower)).errors.join()).toContain(printed);
  expect(writesOf(on)).toEqual([]);
});

test.each([
  { name: "docs_organization", config: { ai: true } },
  { name: "docs_member", config: { email: "ada@acme.example" } },
])("destroying it writes nothing, and does not count: $name", async ({ name, config }) => {
  const on = fixture();
  const terraform = rpcTerraform(on.service.emulator, on.service.clock, { max_deletes: 0 });
  const inState = await terraform.apply(name, terraform.nothing, config);
  const gone = await terraform.apply(name, inState, null);
  expect([gone.errors, gone.state, writesOf(on)]).toEqual([[], null, []]);
});

test("another e-mail address imports another person, and leaves the first one", async () => {
  const on = fixture();
  const inState = await on.terraform.apply("docs_member", on.terraform.nothing, {
    email: "ada@acme.example",
  });
  const planned = await on.terraform.plan("docs_member", inState, { email: "bob@acme.example" });
  expect(planned.replaced).toEqual(["email"]);
});

const bundle = builtProvider();

describeTerraformOn(apiVersions, "what is only imported, through terraform, %s API version", (apiVersion) => {
  const service = serviceOfGroup(apiVersion);
  const workspace = forGroup(() =>
    terraformWorkspace(bundle, configuration("Answer *briefly*.", "edit"), service.head),
  );
  const run = (...argv: string[]) => workspace.run(...argv);

  const live = (): Readonly<Record<string, Json | undefined>> => {
    const store = service.running.emulator.service;
    const [organization] = store.list("organization");
    const [ada] = store.list("organization_member");
    return { title: organization?.["title"], ai: organization?.["ai"], role: ada?.["role"] };
  };

  test("is imported, planned empty, changed, imported again, and left as it is by a destroy", async () => {
    expect((await run("apply", "-auto-approve")).output).toContain("2 added, 0 changed, 0 destroyed");
    expect(live()).toEqual({ title: "Acme", ai: true, role: "edit" });
    await checkNoChanges(workspace);
    workspace.write("main.tf", configuration("Answer **at length**.\n", "guest"));
    expect((await run("apply", "-auto-approve")).output).toContain("0 added, 2 changed, 0 destroyed");
    expect(live()).toEqual({ title: "Acme", ai: true, role: null });
    expect((await run("state", "rm", "docs_organization.one", "docs_member.ada")).output).toContain(
      "Successfully removed 2",
    );
    expect((await run("import", "docs_organization.one", "acme")).output).toContain("Import successful!");
    expect((await run("import", "docs_member.ada", "u-ada")).output).toContain("Import successful!");
    await checkNoChanges(workspace);
    const before = live();
    const destroyed = await run("destroy", "-auto-approve");
    expect(destroyed.output).toContain("stays on the service");
    expect([destroyed.code, live()]).toEqual([0, before]);
  });
});

/** The service stores this Markdown in another form, which must not count as a difference. */
function configuration(instructions: string, role: string): string {
  return `
resource "docs_organization" "one" {
  ai                 = true
  agent_instructions = ${JSON.stringify(instructions)}
}
resource "docs_member" "ada" {
  email = "Ada@acme.example"
  role  = "${role}"
}
`;
}
