import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { finalWriters, finalWriteSchema } from "../../src/model/terraform-schema.ts";
import { registry } from "../../src/resources/registry.ts";
import { textOfField } from "../../src/terraform/resources/object-values.ts";
import { toCty } from "../../src/terraform/resources/shape.ts";
import type { DocsService } from "./support/docs-service.ts";
import { createdSchemas } from "./support/every-type.ts";
import {
  builtProvider,
  describeTerraform,
  describeTerraformAgain,
  serviceOfTest,
} from "./support/real-terraform.ts";
import type { Config, InState, Planned, RpcTerraform } from "./support/rpc-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";
import { type Bench, configOf, createResource, openBench } from "./support/type-bench.ts";

const finalSchemas = registry.flatMap((type) =>
  finalWriters(type).map((writer) => finalWriteSchema(type, writer)),
);

/** An object whose final write Terraform has done: its resource `a`, and how other resources of it are planned and applied. */
interface Stage {
  readonly bench: Bench;
  readonly terraform: RpcTerraform;
  readonly name: string;
  readonly config: Config;
  readonly a: InState;
  /** The values of the object, as far as the resource manages them. */
  readonly live: () => unknown;
  /** The operations of the requests that wrote. */
  readonly writes: () => readonly unknown[];
}

function writesOf({ service }: Bench): readonly unknown[] {
  return service.emulator.log.filter(({ method }) => method !== "GET").map(({ operation }) => operation);
}

/** Plans the destroy of `a` and the resource `b`, in this order or the other one, and starts the process of the apply. */
async function planBoth(
  { terraform, name, a }: Pick<Stage, "terraform" | "name" | "a">,
  first: "a" | "b",
  planB: () => Promise<Planned>,
): Promise<InState> {
  const plansOfB: Planned[] = [];
  if (first === "b") plansOfB.push(await planB());
  const planned = await terraform.planDelete(name, a);
  if (first === "a") plansOfB.push(await planB());
  const errors = plansOfB.flatMap(({ diagnostics }) =>
    diagnostics.filter((each) => each.severity === "error"),
  );
  expect(errors).toEqual([]);
  terraform.restart();
  return planned;
}

describe.each(finalSchemas)("an object of $name that another resource gets in the apply", (schema) => {
  const { type, name, objectField } = schema;

  async function open(): Promise<Stage> {
    const object = createdSchemas.find((each) => each.type === type) as TerraformSchema;
    const bench = openBench(object, "current");
    const { terraform, service } = bench;
    const { state } = await createResource(bench, { title: "Docs" });
    const config = { [objectField]: state?.["id"] ?? null };
    const a = await terraform.apply(name, terraform.nothing, config);
    expect(a.errors).toEqual([]);
    terraform.restart();
    service.emulator.clearLog();
    const live = () => service.emulator.service.list(type.name)[0];
    const attributes = schema.fields.map((field) => field.attribute);
    return {
      bench,
      terraform,
      name,
      config,
      a,
      live: () => Object.fromEntries(attributes.map((attribute) => [attribute, live()?.[attribute]])),
      writes: () => writesOf(bench),
    };
  }

  /** The object is as the state of its resource says, and the following plan is empty. */
  async function checkKept({ terraform, config, live }: Stage, inState: InState): Promise<void> {
    expect(live()).toEqual(schema.present);
    const values = schema.fields.map((field) => [
      field.name,
      toCty(field.shape, schema.present[field.attribute]),
    ]);
    expect(inState.state).toMatchObject(Object.fromEntries(values));
    terraform.restart();
    const plan = await terraform.plan(name, await terraform.read(name, inState), config);
    expect([plan.isEmpty, plan.diagnostics]).toEqual([true, []]);
  }

  test("stays as it is if its replacement is created first", async () => {
    const stage = await open();
    const { terraform, config, a } = stage;
    const created = await terraform.apply(name, { ...a, state: null }, config);
    const destroyed = await terraform.apply(name, a, null);
    expect([created.errors, destroyed.errors, destroyed.state, stage.writes()]).toEqual([[], [], null, []]);
    await checkKept(stage, created);
    await terraform.apply(name, created, null);
    expect(stage.live()).toEqual(schema.absent);
  });

  test("gets its values back if its replacement is created last, also with old reads", async () => {
    const stage = await open();
    const { terraform, config, a, bench } = stage;
    bench.service.emulator.faults.add({ fault: { kind: "stale-reads", ms: 4_000 } });
    const destroyed = await terraform.apply(name, a, null);
    expect([destroyed.errors, stage.live()]).toEqual([[], schema.absent]);
    const created = await terraform.apply(name, { ...a, state: null }, config);
    expect(created.errors).toEqual([]);
    bench.service.emulator.faults.clear();
    await checkKept(stage, created);
  });

  test.each(["a", "b"] as const)(
    "stays as it is if the plan, which plans %s first, renames its resource",
    async (first) => {
      const stage = await open();
      const { terraform, config, a } = stage;
      const planned = await planBoth(stage, first, () => terraform.plan(name, terraform.nothing, config));
      expect([await terraform.applyDelete(name, a, planned), stage.writes()]).toEqual([[], []]);
      const created = await terraform.apply(name, terraform.nothing, config);
      expect([created.errors, stage.writes()]).toEqual([[], []]);
      await checkKept(stage, created);
    },
  );

  // A saved plan is applied elsewhere, where the notes of the plan are not.
  test.each(["create", "destroy"] as const)(
    "is right after a renaming of which only the apply knows, with the slow %s first",
    async (first) => {
      const stage = await open();
      const { terraform, config, a, bench } = stage;
      const planned = await terraform.planDelete(name, a);
      terraform.restart();
      bench.service.emulator.faults.add({
        fault: { kind: "latency", ms: 2_500 },
        on: { method: "write", times: "always" },
      });
      const destroy = () => terraform.applyDelete(name, a, planned);
      let destroying = first === "destroy" ? destroy() : undefined;
      const b =
        first === "create" ? await terraform.plan(name, terraform.nothing, config) : terraform.nothing;
      const creating = terraform.apply(name, { ...b, state: null }, config);
      destroying ??= destroy();
      const [created, errors] = [await creating, await destroying];
      expect([created.errors, errors]).toEqual([[], []]);
      expect(stage.writes()).toHaveLength(first === "create" ? 0 : 2);
      await checkKept(stage, created);
    },
  );
});

test.each(createdSchemas)(
  "$name: an object that the plan imports under another address is not deleted",
  async (schema) => {
    const bench = openBench(schema, "current");
    const { terraform, service } = bench;
    const { name, scopeField } = schema;
    const config = await configOf(bench);
    for (const first of ["a", "b"] as const) {
      const a = await createResource(bench, config);
      terraform.restart();
      const ids = [scopeField, "id"].flatMap((field) => textOfField(a.state ?? {}, field) ?? []);
      const b = await terraform.import(name, ids.join("/"));
      const planned = await planBoth({ terraform, name, a }, first, () => terraform.plan(name, b, config));
      service.emulator.clearLog();
      expect(await terraform.applyDelete(name, a, planned)).toEqual([]);
      expect(writesOf(bench)).toEqual([]);
      expect((await terraform.read(name, b)).state).toEqual(b.state);
      const gone = await terraform.apply(name, b, null);
      expect([gone.errors, gone.state]).toEqual([[], null]);
      terraform.restart();
    }
  },
);

const bundle = builtProvider();

const site = `
resource "docs_site" "x" { title = "Docs" }
`;

const publication = (address: string, more = "") => `
resource "docs_site_publication" "${address}" {
  site_id = docs_site.x.id
  ${more}
}
`;

const createFirst = "lifecycle { create_before_destroy = true }";

const dependent = `
resource "terraform_data" "smoke" {
  input = docs_site_publication.a.urls.published
  ${createFirst}
}
`;

const moduleCall = `
module "inner" {
  source  = "./inner"
  site_id = docs_site.x.id
}
`;

const moduleBody = `
terraform {
  required_providers {
    docs = { source = "docsform/docs" }
  }
}
variable "site_id" { type = string }
resource "docs_site_publication" "a" { site_id = var.site_id }
`;

interface Refactoring {
  readonly what: string;
  readonly before: string;
  readonly after: string;
  /** Options of the apply. */
  readonly options?: readonly string[];
  readonly isTainted?: true;
  /** The folder of the apply has no notes of the plan. */
  readonly isAppliedElsewhere?: true;
}

const replacements: readonly Refactoring[] = [
  {
    what: "replaced, created before destroyed",
    before: publication("a"),
    after: publication("a", createFirst),
    options: ["-replace=docs_site_publication.a"],
  },
  {
    what: "replaced, created before destroyed because of its dependent",
    before: publication("a") + dependent,
    after: publication("a") + dependent,
    options: ["-replace=docs_site_publication.a"],
  },
  {
    what: "tainted, created before destroyed",
    before: publication("a"),
    after: publication("a", createFirst),
    isTainted: true,
  },
  {
    what: "replaced, destroyed before created",
    before: publication("a"),
    after: publication("a"),
    options: ["-replace=docs_site_publication.a"],
  },
];

const renamings: readonly Refactoring[] = [
  { what: "renamed", before: publication("a"), after: publication("b") },
  {
    what: "renamed by a plan that is applied elsewhere",
    before: publication("a"),
    after: publication("b"),
    isAppliedElsewhere: true,
  },
  { what: "moved into a module", before: publication("a"), after: moduleCall },
  { what: "moved out of a module", before: moduleCall, after: publication("a") },
];

function unpublishSlowly({ running }: DocsService): void {
  running.emulator.faults.add({
    fault: { kind: "latency", ms: 2_500 },
    on: { operation: "unpublishSite", times: "always" },
  });
}

/** Applies the refactoring of a published site, which the service takes long to unpublish. */
function checkRefactorings(refactorings: readonly Refactoring[]): void {
  const service = serviceOfTest();

  test.each(refactorings)("is still published: $what", async (refactoring) => {
    const { before, after, options = [] } = refactoring;
    const layInner = (folder: string): void => {
      mkdirSync(join(folder, "inner"));
      writeFileSync(join(folder, "inner", "main.tf"), moduleBody);
    };
    // `terraform init` installs the module of a call, also of one that is written later.
    const workspace = terraformWorkspace(bundle, site + moduleCall, service.head, layInner);
    workspace.write("main.tf", site + before);
    await applyAll(workspace);
    workspace.write("main.tf", site + after);
    if (refactoring.isTainted) await workspace.run("taint", "docs_site_publication.a");
    const { service: live } = service.running.emulator;
    unpublishSlowly(service);
    await workspace.run("plan", "-out=plan", ...options);
    if (refactoring.isAppliedElsewhere)
      rmSync(join(workspace.folder, ".terraform", "docsform-moves"), { recursive: true, force: true });
    const { code, output } = await workspace.run("apply", "plan");
    expect([code, output.slice(-3_000)]).toEqual([0, expect.stringContaining("Apply complete!")]);
    expect(live.list("site").map(({ published }) => published)).toEqual([true]);
    await checkNoChanges(workspace);
  });
}

describeTerraform("a published site whose publication is refactored, through terraform", () => {
  checkRefactorings([...replacements.slice(0, 2), ...renamings.slice(0, 1)]);
});

describeTerraformAgain(
  "a published site whose publication is refactored otherwise, through terraform",
  () => {
    checkRefactorings([...replacements.slice(2), ...renamings.slice(1)]);
    const service = serviceOfTest();

    test("is still published: imported under another address", async () => {
      const workspace = terraformWorkspace(bundle, site + publication("a"), service.head);
      await applyAll(workspace);
      const [id = ""] = service.ids()["site"] ?? [];
      workspace.write(
        "main.tf",
        `${site}${publication("b")}import {
  to = docs_site_publication.b
  id = "${id}"
}
`,
      );
      await applyAll(workspace);
      expect(service.running.emulator.service.list("site").map(({ published }) => published)).toEqual([true]);
      await checkNoChanges(workspace);
    });

    test("each site of a list is still published after its order changes, and no other one", async () => {
      const listed = (...sites: readonly string[]) => `
resource "docs_site" "one" { title = "one" }
resource "docs_site" "two" { title = "two" }
locals { sites = [${sites.map((each) => `docs_site.${each}.id`).join(", ")}] }
resource "docs_site_publication" "each" {
  count   = length(local.sites)
  site_id = local.sites[count.index]
}
`;
      const workspace = terraformWorkspace(bundle, listed("one", "two"), service.head);
      await applyAll(workspace);
      unpublishSlowly(service);
      const published = () =>
        service.running.emulator.service
          .list("site")
          .flatMap(({ title, published: is }) => (is === true ? [title] : []));
      for (const sites of [["two", "one"], ["one"], ["two"]]) {
        workspace.write("main.tf", listed(...sites));
        await applyAll(workspace);
        expect(new Set(published())).toEqual(new Set(sites));
        await checkNoChanges(workspace);
      }
    });
  },
);
