import { describe, expect, test } from "vitest";
import type { EmulatorRecord } from "../../src/model/emulator-rules.ts";
import type { ProviderDiagnostic } from "../../src/terraform/plugin/protobuf/messages.ts";
import { forGroup } from "../support/made-by-hook.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";
import { builtProvider, describeTerraformAgain, serviceOfGroup } from "./support/real-terraform.ts";
import { type Config, type InState, type RpcTerraform, rpcTerraform } from "./support/rpc-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";

interface Fixture {
  readonly service: TestService;
  readonly terraform: RpcTerraform;
}

function fixture(): Fixture {
  const service = createTestService({ apiVersion: "current", random: seededRandom(1) });
  const store = service.emulator.service;
  for (const name of ["ada", "bob"])
    store.add("organization_member", {
      id: `u_${name}`,
      role: "read",
      user: { displayName: name, email: `${name}@acme.example` },
    } as EmulatorRecord);
  return { service, terraform: rpcTerraform(service.emulator, service.clock) };
}

const errorsOf = (diagnostics: readonly ProviderDiagnostic[]) =>
  diagnostics.filter(({ severity }) => severity === "error").map(({ detail }) => detail ?? "");

/** A site with sections of these paths, in Terraform's state. */
async function sitesIn({ terraform }: Fixture, paths: readonly string[], title = "Docs") {
  const make = async (name: string, config: Config): Promise<InState> => {
    const made = await terraform.apply(name, terraform.nothing, config);
    expect(made.errors).toEqual([]);
    return made;
  };
  const site = await make("docs_site", { title });
  const siteId = site.state?.["id"] as string;
  const sections: { inState: InState; config: Config }[] = [];
  for (const path of paths) {
    const space = await make("docs_space", { title: `Space ${path}` });
    const config = { site_id: siteId, space_id: space.state?.["id"] ?? null, title: `Section ${path}`, path };
    sections.push({ inState: await make("docs_site_section", config), config });
  }
  terraform.restart();
  return { site, siteId, sections };
}

describe("of two resources for one object, the second one is refused and names the first", () => {
  test.each<{ name: string; config: Config; other: string }>([
    {
      name: "docs_member",
      config: { email: "ada@acme.example" },
      other: 'docs_member "ada@acme.example" (u_ada)',
    },
    { name: "docs_organization", config: { ai: true }, other: "docs_organization (acmeOrganization0001)" },
  ])("$name, created twice", async ({ name, config, other }) => {
    const { terraform } = fixture();
    const plan = () => terraform.plan(name, terraform.nothing, config);
    expect(errorsOf((await plan()).diagnostics)).toEqual([]);
    expect(errorsOf((await plan()).diagnostics)).toEqual([
      expect.stringContaining(`already manages the same object: ${other}.`),
    ]);
  });

  test.each(["docs_site_publication", "docs_site_order"])("%s", async (name) => {
    const on = fixture();
    const { siteId, sections } = await sitesIn(on, ["a", "b"]);
    const ids = sections.map(({ inState }) => inState.state?.["id"] ?? null);
    const config: Config =
      name === "docs_site_order" ? { site_id: siteId, ids } : { site_id: siteId, published: true };
    const plan = () => on.terraform.plan(name, on.terraform.nothing, config);
    expect(errorsOf((await plan()).diagnostics)).toEqual([]);
    expect(errorsOf((await plan()).diagnostics)).toEqual([
      expect.stringContaining(`already manages the same object: ${name} of the site "Docs" (${siteId}).`),
    ]);
  });

  test("docs_site, imported twice", async () => {
    const on = fixture();
    const { siteId } = await sitesIn(on, []);
    const [one, two] = [
      await on.terraform.import("docs_site", siteId),
      await on.terraform.import("docs_site", siteId),
    ];
    const config = { title: "Docs" };
    expect(errorsOf((await on.terraform.plan("docs_site", one, config)).diagnostics)).toEqual([]);
    expect(errorsOf((await on.terraform.plan("docs_site", two, config)).diagnostics)).toEqual([
      expect.stringContaining(`already manages the same object: docs_site "Docs" (${siteId}).`),
    ]);
    const again = await on.terraform.plan("docs_site", await on.terraform.read("docs_site", one), config);
    expect(errorsOf(again.diagnostics)).toEqual([]);
    expect((await on.terraform.planDelete("docs_site", two)).state).toBeNull();
  });

  test("a second default in one place is refused, and one in another place is not", async () => {
    const on = fixture();
    const { sections } = await sitesIn(on, ["a", "b"]);
    const { sections: others } = await sitesIn(on, ["c"], "More docs");
    const plan = async ({ inState, config }: { inState: InState; config: Config }) =>
      errorsOf(
        (await on.terraform.plan("docs_site_section", inState, { ...config, default: true })).diagnostics,
      );
    const [a, b] = sections as [(typeof sections)[0], (typeof sections)[0]];
    expect(await plan(a)).toEqual([]);
    expect(await plan(b)).toEqual([
      expect.stringMatching(/default in the same place: docs_site_section "Section a" \(\w+\)/),
    ]);
    expect(await plan(others[0] as (typeof others)[0])).toEqual([]);
  });
});

test("a replacement is the same resource, and two resources may swap objects", async () => {
  const { terraform } = fixture();
  const emails = ["ada@acme.example", "bob@acme.example"];
  const inState = [];
  for (const email of emails)
    inState.push(await terraform.apply("docs_member", terraform.nothing, { email }));
  terraform.restart();
  for (const [at, before] of inState.entries()) {
    const config = { email: emails[1 - at] as string };
    const first = await terraform.plan("docs_member", before, config);
    expect([first.replaced, errorsOf(first.diagnostics)]).toEqual([["email"], []]);
    const asNew = { state: null, private: first.private };
    for (const _ of ["once", "and again"])
      expect(errorsOf((await terraform.plan("docs_member", asNew, config)).diagnostics)).toEqual([]);
  }
});

describe("moved names", () => {
  const planned = async (paths: readonly string[], wanted: readonly string[]) => {
    const on = fixture();
    const { sections } = await sitesIn(on, paths);
    const errors = [];
    for (const [at, { inState, config }] of sections.entries()) {
      const plan = await on.terraform.plan("docs_site_section", inState, {
        ...config,
        path: wanted[at] ?? "",
      });
      errors.push(errorsOf(plan.diagnostics));
    }
    return errors;
  };

  test("in a chain are planned", async () => {
    expect(await planned(["a", "b", "c"], ["b", "c", "d"])).toEqual([[], [], []]);
  });

  test.each([
    { paths: ["a", "b"], wanted: ["b", "a"] },
    { paths: ["a", "b", "c"], wanted: ["b", "c", "a"] },
  ])("in a cycle are refused at its last member: $paths to $wanted", async ({ paths, wanted }) => {
    const errors = await planned(paths, wanted);
    expect(errors.slice(0, -1)).toEqual(paths.slice(1).map(() => []));
    expect(errors.at(-1)).toEqual([
      expect.stringMatching(
        /gets the path a, which docs_site_section "Section a" \(\w+\) still has\. .* in a cycle/,
      ),
    ]);
  });
});

const configuration = (members: string): string => `
resource "docs_site" "docs" { title = "Docs" }
resource "docs_site_publication" "one" {
  site_id   = docs_site.docs.id
  published = true
}
${members}
`;

const member = (name: string, role: string, email = "ada@acme.example"): string => `
resource "docs_member" "${name}" {
  email = "${email}"
  role  = "${role}"
}
`;

const bundle = builtProvider();

describeTerraformAgain("one object, one owner, through terraform", () => {
  const service = serviceOfGroup();
  const workspace = forGroup(async () => {
    const opened = terraformWorkspace(bundle, configuration(member("ada", "edit")), service.head);
    await applyAll(opened);
    return opened;
  });
  const run = (...argv: string[]) => workspace.run(...argv);

  test("a second resource for a member is refused before any write", async () => {
    workspace.write("main.tf", configuration(member("ada", "edit") + member("other", "read")));
    const { code, output, printed } = await run("apply", "-auto-approve");
    expect(code).toBe(1);
    expect(output.match(/Error: /g)).toHaveLength(1);
    expect(printed).toContain('docs_member "ada@acme.example" (u-ada).');
    const [ada] = service.running.emulator.service.list("organization_member");
    expect(ada?.["role"]).toBe("edit");
  });

  test("a second publication of a created site is refused by the apply", async () => {
    workspace.write(
      "main.tf",
      `${configuration(member("ada", "edit"))}
resource "docs_site" "more" { title = "More" }
resource "docs_site_publication" "two" {
  count   = 2
  site_id = docs_site.more.id
}
`,
    );
    const { code, output, printed } = await run("apply", "-auto-approve");
    expect(code).toBe(1);
    expect(output.match(/Error: /g)).toHaveLength(1);
    expect(printed).toContain('docs_site_publication of the site "More"');
  });

  test("a replaced resource is planned and applied, by its configuration or on request", async () => {
    workspace.write("main.tf", configuration(member("ada", "edit", "grace@acme.example")));
    const replaced = await run("apply", "-auto-approve", "-replace=docs_site_publication.one");
    expect(replaced.code, replaced.output).toBe(0);
    await checkNoChanges(workspace);
  });
});
