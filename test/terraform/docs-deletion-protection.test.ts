import { describe, expect, test } from "vitest";
import { someOf } from "../support/laws.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import {
  applyAll,
  checkNoChanges,
  type TerraformWorkspace,
  terraformWorkspace,
} from "./support/terraform-workspace.ts";
import { type Bench, configOf, createResource, openBench, sampleOf } from "./support/type-bench.ts";

const protection = "deletion_protection";
const refusal = "is protected against deletion";

/** A protected object of a type, in Terraform's state. */
async function protectedObject(
  bench: Bench,
): Promise<{ readonly config: Config; readonly inState: InState }> {
  const config = { ...(await configOf(bench)), [protection]: true };
  return { config, inState: await createResource(bench, config) };
}

const errorsOf = (plan: Awaited<ReturnType<Bench["terraform"]["plan"]>>) =>
  plan.diagnostics.filter(({ severity }) => severity === "error").map(({ detail }) => detail ?? "");

const cases = createdSchemas.map((schema) => ({ name: schema.name, schema }));

describe.each(cases)("$name under deletion protection", ({ schema }) => {
  const open = () => openBench(schema, "current");
  const writes = ({ service }: Bench) => service.emulator.log.filter(({ method }) => method !== "GET");

  test("is destroyed only after an apply has removed the protection", async () => {
    const bench = open();
    const { config, inState } = await protectedObject(bench);
    expect(inState.state?.[protection]).toBe(true);
    bench.service.emulator.clearLog();
    expect((await bench.terraform.apply(schema.name, inState, null)).errors.join()).toContain(refusal);
    const opened = await bench.terraform.apply(schema.name, inState, { ...config, [protection]: false });
    expect([opened.errors, opened.state?.[protection], writes(bench)]).toEqual([[], false, []]);
    expect((await bench.terraform.apply(schema.name, opened, null)).errors).toEqual([]);
  });

  test("is not replaced, by its configuration, on request, or together with the removal of the protection", async () => {
    const bench = open();
    const { config, inState } = await protectedObject(bench);
    for (const field of schema.values.filter((each) => each.writer === undefined && each.name in config)) {
      if (field.rule.onlyAtCreate === true) continue;
      const other = { ...config, [field.name]: await sampleOf(bench, field, 1), [protection]: false };
      const plan = await bench.terraform.plan(schema.name, inState, other);
      expect([field.name, errorsOf(plan)]).toEqual([field.name, [expect.stringContaining(refusal)]]);
    }
    // Terraform plans a requested replacement twice: first with the prior state, then as a create with the first plan's private data.
    const same = await bench.terraform.plan(schema.name, inState, config);
    expect(errorsOf(same)).toEqual([]);
    const again = await bench.terraform.plan(schema.name, { state: null, private: same.private }, config);
    expect(errorsOf(again)).toEqual([expect.stringContaining(refusal)]);
  });

  test("is protected by its state: absent is false, also after an import", async () => {
    const bench = open();
    const { config, inState } = await protectedObject(bench);
    const { [protection]: _, ...without } = config;
    const plan = await bench.terraform.plan(schema.name, inState, without);
    expect([plan.state, errorsOf(plan)]).toEqual([{ ...inState.state, [protection]: false }, []]);
    const read = await bench.terraform.read(schema.name, inState);
    expect(read.state?.[protection]).toBe(true);
    const scopeId = schema.scopeField === undefined ? "" : `${inState.state?.[schema.scopeField] as string}/`;
    const imported = await bench.terraform.import(
      schema.name,
      `${scopeId}${inState.state?.["id"] as string}`,
    );
    expect([imported.errors, imported.state?.[protection]]).toEqual([[], false]);
  });
});

test("an incomplete create is not protected, because Terraform recreates it", async () => {
  const failed: string[] = [];
  for (const schema of createdSchemas) {
    const bench = openBench(schema, "current");
    const config = { ...(await configOf(bench)), [protection]: true };
    bench.terraform.refuseNextWrite("No more today.", { after: 1 });
    const { errors, state } = await bench.terraform.apply(schema.name, bench.terraform.nothing, config);
    if (errors.length > 0 && state !== null) failed.push(schema.name);
    expect([schema.name, state?.[protection]]).toEqual([schema.name, errors.length === 0]);
  }
  expect(failed).not.toEqual([]);
});

describeTerraform("deletion protection with the real terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfTest();

  async function applied(block: string): Promise<TerraformWorkspace> {
    const workspace = terraformWorkspace(bundle, block, service.head);
    await applyAll(workspace);
    return workspace;
  }

  const space = (lines: string) => `resource "docs_space" "guides" {\n  title = "Guides"\n${lines}\n}\n`;
  const refused = async (workspace: TerraformWorkspace, ...argv: string[]) => {
    const run = await workspace.run(...argv);
    expect([run.code, run.printed]).toEqual([1, expect.stringContaining(refusal)]);
  };

  test.each(someOf(["", "lifecycle { create_before_destroy = true }"], String))(
    "stays protected without its block, and refuses destroy and replace in the plan %s",
    async (lifecycle) => {
      const workspace = await applied(space(`deletion_protection = true\n${lifecycle}`));
      const before = service.ids()["space"];
      await refused(workspace, "plan", "-replace=docs_space.guides");
      await refused(workspace, "plan", "-destroy");
      workspace.write("main.tf", "");
      await refused(workspace, "plan");
      workspace.write("main.tf", space(lifecycle));
      const opened = await workspace.run("apply", "-auto-approve");
      expect([opened.code, opened.output]).toEqual([0, expect.stringContaining("1 changed")]);
      expect(service.ids()["space"]).toEqual(before);
      workspace.write("main.tf", "");
      const gone = await workspace.run("apply", "-auto-approve");
      expect([gone.code, service.ids()["space"]]).toEqual([0, []]);
    },
  );

  test("refuses to replace a tainted object in the apply, with a remedy", async () => {
    const workspace = await applied(space("deletion_protection = true"));
    const before = service.ids()["space"];
    expect((await workspace.run("taint", "docs_space.guides")).code).toBe(0);
    // Terraform plans the replacement of a tainted object as a create: the provider cannot see the old object.
    const replacing = await workspace.run("apply", "-auto-approve");
    expect(replacing.output).toContain("is tainted");
    expect([replacing.code, replacing.printed]).toEqual([
      1,
      expect.stringMatching(/is protected against deletion.*run `terraform untaint`/),
    ]);
    expect(service.ids()["space"]).toEqual(before);
    expect((await workspace.run("untaint", "docs_space.guides")).code).toBe(0);
    await checkNoChanges(workspace);
  });
});
