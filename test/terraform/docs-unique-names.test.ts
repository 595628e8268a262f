import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EmulatorPolicy } from "../../src/model/emulator-rules.ts";
import type { TerraformSchema, ValueField } from "../../src/model/terraform-schema.ts";
import type { CtyValue } from "../../src/terraform/plugin/values/cty-value.ts";
import {
  formatPrivate,
  type PrivateState,
  parsePrivate,
} from "../../src/terraform/resources/private-state.ts";
import { someOf } from "../support/laws.ts";
import { type DocsService, startService } from "./support/docs-service.ts";
import { createdSchemas } from "./support/every-type.ts";
import { builtProvider, describeTerraform, describeTerraformAgain } from "./support/real-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";
import { configOf, createResource, fieldsOf, openBench, sampleOf } from "./support/type-bench.ts";

const team = "docs_team";
const teamSchema = createdSchemas.find(({ type }) => type.name === "team") as TerraformSchema;

describe("a unique name", () => {
  async function open(titles: readonly string[]) {
    const bench = openBench(teamSchema, "current");
    const { terraform, service } = bench;
    const inState = [];
    for (const title of titles) inState.push(await terraform.apply(team, terraform.nothing, { title }));
    const live = () => service.emulator.service.list("team").map((each) => each["title"] as string);
    return { terraform, held: inState, live };
  }

  test("is waited for until its holder has another name", async () => {
    const { terraform, held: inState, live } = await open(["aa", "bb", "cc"]);
    const next = ["bb", "cc", "dd"];
    // Each team takes the name of the next one, and they start in an order that cannot work without waiting.
    const results = await Promise.all(
      inState.map((each, at) => terraform.apply(team, each, { title: next[at] as string })),
    );
    expect(results.flatMap(({ errors }) => errors)).toEqual([]);
    expect(live().sort()).toEqual(next);
  });

  test("cannot belong to two objects: a swap is an error with a remedy", async () => {
    const { terraform, held: inState, live } = await open(["aa", "bb"]);
    const [first] = inState;
    const { errors } = await terraform.apply(team, first as (typeof inState)[0], { title: "bb" });
    expect(errors.join()).toContain('already has the title "bb"');
    expect(errors.join()).toContain("third name");
    expect(live().sort()).toEqual(["aa", "bb"]);
  });

  test("is not the cause of every refusal", async () => {
    const { terraform, held: inState } = await open(["aa"]);
    terraform.refuseNextWrite("No more today.");
    const [first] = inState;
    expect((await terraform.apply(team, first as (typeof inState)[0], { title: "bb" })).errors).toEqual([]);
  });
});

const uniquelyNamed = createdSchemas.flatMap((schema) =>
  (schema.type.unique ?? []).map((rule) => {
    const field = schema.values.find(({ attribute }) => attribute === rule.attribute) as ValueField;
    return { name: `${schema.name}.${field.name}`, schema, field };
  }),
);

describe.each(uniquelyNamed)(
  "a new object with the former name of another one that changes later: $name",
  ({ schema, field }) => {
    /** A resource that has the name, and the configuration of another resource that takes it. */
    async function open() {
      const bench = openBench(schema, "current");
      const config = await configOf(bench, field);
      const holder = await createResource(bench, config);
      const newcomer: Record<string, CtyValue> = { ...config };
      for (const each of fieldsOf(bench).filter((other) => other !== field && other.name in config))
        newcomer[each.name] = await sampleOf(bench, each, 1);
      const renamed = { ...config, [field.name]: await sampleOf(bench, field, 1) };
      // Terraform's state has the resource, so it does not count as a create of unknown outcome.
      bench.terraform.restart();
      await bench.terraform.read(schema.name, holder);
      bench.terraform.restart();
      return { ...bench, config, holder, newcomer, renamed };
    }

    test.each(field.writer === undefined ? [] : [field.name])(
      "%s moves to the object, and the other one gets the next name",
      async () => {
        const { terraform, holder, newcomer, renamed, service } = await open();
        await terraform.plan(schema.name, terraform.nothing, newcomer);
        expect((await terraform.plan(schema.name, holder, renamed)).replaced).toEqual([]);
        terraform.restart();
        const created = await terraform.apply(schema.name, terraform.nothing, newcomer);
        expect([created.errors, created.state?.[field.name]]).toEqual([[], newcomer[field.name]]);
        service.emulator.clearLog();
        const moved = await terraform.apply(schema.name, holder, renamed);
        expect([moved.errors, moved.state?.["id"]]).toEqual([[], holder.state?.["id"]]);
        const read = await terraform.read(schema.name, moved);
        expect(read.state?.[field.name]).toBe(renamed[field.name]);
      },
    );

    test("gets the name at once if the plan deletes the other object, whose destroy comes later", async () => {
      const { terraform, holder, newcomer } = await open();
      await terraform.plan(schema.name, terraform.nothing, newcomer);
      const goes = await terraform.planDelete(schema.name, holder);
      terraform.restart();
      const created = await terraform.apply(schema.name, terraform.nothing, newcomer);
      expect([created.errors, created.state?.[field.name]]).toEqual([[], newcomer[field.name]]);
      expect(await terraform.applyDelete(schema.name, holder, goes)).toEqual([]);
      expect((await terraform.read(schema.name, created)).state).toEqual(created.state);
    });

    test.each(["-replace", "taint"] as const)(
      "passes to a replacement that is created first: %s",
      async (way) => {
        const { terraform, holder, config } = await open();
        const read = await terraform.read(schema.name, holder);
        // Terraform plans a replaced object twice. Of a tainted one, it plans the new one alone, without the private state.
        if (way === "-replace") await terraform.plan(schema.name, read, config);
        const former = way === "-replace" ? { ...read, state: null } : terraform.nothing;
        const planned = await terraform.plan(schema.name, former, config);
        expect(planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        terraform.restart();
        const created = await terraform.apply(schema.name, { ...planned, state: null }, config);
        expect([created.errors, created.state?.[field.name]]).toEqual([[], config[field.name]]);
        expect(await terraform.applyDelete(schema.name, read, planned)).toEqual([]);
        terraform.restart();
        const again = await terraform.plan(schema.name, await terraform.read(schema.name, created), config);
        expect([again.isEmpty, again.diagnostics]).toEqual([true, []]);
      },
    );

    test("is refused if the plan keeps the other object, which it reads before and plans after the new one", async () => {
      const { terraform, holder, newcomer, config } = await open();
      const read = await terraform.read(schema.name, holder);
      await terraform.plan(schema.name, terraform.nothing, newcomer);
      expect((await terraform.plan(schema.name, read, config)).isEmpty).toBe(true);
      terraform.restart();
      const { errors } = await terraform.apply(schema.name, terraform.nothing, newcomer);
      expect(errors).toHaveLength(1);
      expect((await terraform.read(schema.name, read)).state).toEqual(read.state);
    });

    test.each(["protected", "recovered"] as const)(
      "stays with a %s object whose resource is tainted, because its destroy would be refused",
      async (kind) => {
        const { terraform, holder, config } = await open();
        const wanted = kind === "protected" ? { ...config, deletion_protection: true } : config;
        const guarded = await terraform.apply(schema.name, holder, wanted);
        terraform.restart();
        const marks = {
          ...parsePrivate(guarded.private),
          ...(kind === "recovered" && { isRecovered: true }),
        };
        const read = await terraform.read(schema.name, {
          ...guarded,
          private: formatPrivate(marks as PrivateState),
        });
        // Terraform plans the new one of a tainted resource alone.
        await terraform.plan(schema.name, terraform.nothing, wanted);
        terraform.restart();
        const { errors } = await terraform.apply(schema.name, terraform.nothing, wanted);
        expect(errors).toHaveLength(1);
        expect((await terraform.read(schema.name, read)).state).toEqual(read.state);
      },
    );

    test("gets the name if every plan since the last apply deletes the other object", async () => {
      const { terraform, holder, newcomer, config, service } = await open();
      await terraform.plan(schema.name, terraform.nothing, newcomer);
      await terraform.plan(schema.name, holder, config);
      await service.clock.sleep(1);
      terraform.restart();
      expect((await terraform.apply(schema.name, terraform.nothing, newcomer)).errors).toHaveLength(1);
      await service.clock.sleep(1);
      terraform.restart();
      await terraform.plan(schema.name, terraform.nothing, newcomer);
      await terraform.planDelete(schema.name, holder);
      terraform.restart();
      expect((await terraform.apply(schema.name, terraform.nothing, newcomer)).errors).toEqual([]);
    });

    test("is refused if no plan renames the other object", async () => {
      const { terraform, newcomer } = await open();
      await terraform.plan(schema.name, terraform.nothing, newcomer);
      terraform.restart();
      const { errors } = await terraform.apply(schema.name, terraform.nothing, newcomer);
      expect(errors).toHaveLength(1);
    });
  },
);

const bundle = builtProvider();

async function withService(
  work: (service: DocsService) => Promise<void>,
  policy: EmulatorPolicy = {},
): Promise<void> {
  const service = await startService("current", 0, policy);
  try {
    await work(service);
  } finally {
    await service.close();
  }
}

describeTerraformAgain("names of teams, with the real terraform", () => {
  const teams = (titles: readonly string[]) => `
resource "docs_team" "t" {
  count = ${titles.length}
  title = ${JSON.stringify(titles)}[count.index]
}
`;

  const inEachOrder = [
    { titles: ["aa", "bb"], wanted: ["bb", "cc"] },
    { titles: ["bb", "aa"], wanted: ["cc", "bb"] },
    { titles: ["aa", "bb", "cc", "dd"], wanted: ["bb", "cc", "dd", "ee"] },
  ];
  test.each(inEachOrder)(
    "$titles become $wanted in one apply with any -parallelism, also of a saved plan",
    async ({ titles, wanted }) => {
      await withService(async (service) => {
        const workspace = terraformWorkspace(bundle, teams(titles), service.head);
        const { run } = workspace;
        const ids = () => service.running.emulator.service.list("team").map(({ id, title }) => [title, id]);
        expect((await run("apply", "-auto-approve", "-parallelism=1")).code).toBe(0);
        const before = new Map(ids() as [string, string][]);
        workspace.write("main.tf", teams(wanted));
        const moved = await run("apply", "-auto-approve", "-parallelism=1");
        expect([moved.code, moved.output]).toEqual([0, expect.stringContaining(`${titles.length} changed`)]);
        const after = new Map(ids() as [string, string][]);
        expect(wanted.map((title) => after.get(title))).toEqual(titles.map((title) => before.get(title)));
        const renamed = [0, expect.stringContaining(`0 added, ${titles.length} changed, 0 destroyed`)];
        workspace.write("main.tf", teams([...wanted.slice(1), "zz"]));
        await run("plan", "-parallelism=1", "-out=saved");
        const saved = await run("apply", "-parallelism=1", "saved");
        expect([saved.code, saved.output]).toEqual(renamed);
        workspace.write("main.tf", teams([...wanted.slice(2), "zz", "zzz"]));
        const parallel = await run("apply", "-auto-approve");
        expect([parallel.code, parallel.output]).toEqual(renamed);
        await checkNoChanges(workspace);
      });
    },
  );
});

describeTerraform("names and replacing, with the real terraform", () => {
  /** Two objects of each type with a unique name. `otherwise` replaces the names for some types. */
  const named = (names: readonly string[], otherwise: Readonly<Record<string, readonly string[]>> = {}) => `
locals {
  usual     = ${JSON.stringify(names)}
  otherwise = ${JSON.stringify(otherwise)}
}
resource "docs_team" "named" {
  count = 2
  title = lookup(local.otherwise, "docs_team", local.usual)[count.index]
}
resource "docs_space" "s" {
  count = 4
  title = "Space \${count.index}"
}
resource "docs_site" "named" {
  count    = 2
  title    = "Site \${count.index}"
  basename = lookup(local.otherwise, "docs_site", local.usual)[count.index]
}
resource "docs_site_section" "named" {
  count    = 2
  site_id  = docs_site.named[0].id
  space_id = docs_space.s[count.index].id
  title    = "Section \${count.index}"
  path     = lookup(local.otherwise, "docs_site_section", local.usual)[count.index]
}
resource "docs_site_space" "named" {
  count     = 2
  site_id   = docs_site.named[0].id
  parent_id = docs_site_section.named[0].id
  space_id  = docs_space.s[count.index + 2].id
  path      = lookup(local.otherwise, "docs_site_space", local.usual)[count.index]
}
`;

  test("names of every type move along a chain with -parallelism=1, and none in a cycle", async () => {
    const changeable = uniquelyNamed.filter(({ field }) => field.writer !== undefined);
    const types = [...named([]).matchAll(/"(\w+)" "named"/g)].map(([, name]) => name);
    expect(new Set(types)).toEqual(new Set(changeable.map(({ schema }) => schema.name)));
    await withService(async (service) => {
      const workspace = terraformWorkspace(bundle, named(["aa", "bb"]), service.head);
      const { run } = workspace;
      const first = await run("apply", "-auto-approve");
      expect([first.code, first.output]).toEqual([0, expect.stringContaining("12 added")]);
      workspace.write("main.tf", named(["bb", "cc"]));
      const moved = await run("apply", "-auto-approve", "-parallelism=1");
      expect([moved.code, moved.output]).toEqual([
        0,
        expect.stringContaining("0 added, 8 changed, 0 destroyed"),
      ]);
      await checkNoChanges(workspace);
      workspace.write("main.tf", named(["cc", "dd"]));
      await run("plan", "-parallelism=1", "-out=saved");
      const saved = await run("apply", "saved");
      expect([saved.code, saved.output]).toEqual([0, expect.stringContaining("8 changed, 0 destroyed")]);
      for (const type of someOf(types as string[], String)) {
        workspace.write("main.tf", named(["cc", "dd"], { [type]: ["dd", "cc"] }));
        const cycle = await run("plan");
        expect([type, cycle.code, cycle.printed]).toEqual([type, 1, expect.stringContaining("in a cycle")]);
      }
    });
  });

  test("a new team gets the name of a renamed one after the rename", async () => {
    await withService(async (service) => {
      const block = (label: string, title: string, more = "") =>
        `resource "docs_team" "${label}" {\n  title = "${title}"\n  ${more}\n}\n`;
      const workspace = terraformWorkspace(bundle, block("old", "bb"), service.head);
      await applyAll(workspace);
      const before = service.ids()["team"];
      workspace.write(
        "main.tf",
        `${block("new", "bb")}${block("old", "cc", "depends_on = [docs_team.new]")}`,
      );
      const applied = await workspace.run("apply", "-auto-approve", "-parallelism=1");
      expect([applied.code, applied.output]).toEqual([0, expect.stringContaining("1 added, 1 changed")]);
      const titles = service.running.emulator.service.list("team").map(({ id, title }) => [id, title]);
      expect(titles).toContainEqual([before?.[0], "cc"]);
      await checkNoChanges(workspace);
    });
  });

  const forgotten = `
removed {
  from = docs_team.old
  lifecycle { destroy = false }
}
resource "docs_team" "new" { title = "bb" }
`;
  const laterPlans = [
    { later: "alone", config: undefined },
    {
      later: "before another plan that would destroy it",
      config: `resource "docs_team" "new" { title = "bb" }
`,
    },
  ];

  test.each(laterPlans)(
    "a team that a saved plan forgets keeps its name, and the new one is refused: $later",
    async ({ config }) => {
      await withService(async (service) => {
        const workspace = terraformWorkspace(
          bundle,
          `resource "docs_team" "old" { title = "bb" }
`,
          service.head,
        );
        await applyAll(workspace);
        const before = service.ids()["team"];
        workspace.write("main.tf", forgotten);
        await workspace.run("plan", "-out=saved");
        workspace.write("main.tf", config ?? forgotten);
        await workspace.run("plan");
        const applied = await workspace.run("apply", "saved");
        expect([applied.code, applied.printed]).toEqual([1, expect.stringContaining("already exists")]);
        expect(service.ids()["team"]).toEqual(before);
      });
    },
  );

  const shown = (last: boolean, lifecycle = "") => `
resource "docs_space" "s" {
  count = 2
  title = "Space \${count.index}"
  ${lifecycle}
}
resource "docs_site" "docs" { title = "Docs" }
resource "docs_site_section" "s" {
  count    = ${last ? 1 : 2}
  site_id  = docs_site.docs.id
  space_id = docs_space.s[count.index].id
  title    = "Section \${count.index}"
}
`;

  const create = "lifecycle { create_before_destroy = true }";
  const spaceIds = (of: DocsService) => of.ids()["space"] ?? [];

  test.each(someOf(["refuse", "takes-site-spaces"], String))(
    "the space of a section is replaced in one apply, also of the last one on its site, with and without create_before_destroy: %s",
    async (usedSpaceDelete) => {
      await withService(
        async (service) => {
          const workspace = terraformWorkspace(bundle, shown(false), service.head);
          await applyAll(workspace);
          const ways = [
            { last: false, lifecycle: "" },
            { last: false, lifecycle: create },
            { last: true, lifecycle: create },
            { last: true, lifecycle: "" },
          ];
          for (const { last, lifecycle } of someOf(ways, ({ last, lifecycle }) => `${last} ${lifecycle}`)) {
            workspace.write("main.tf", shown(last, lifecycle));
            if (last) await applyAll(workspace);
            const before = { sections: service.ids()["site_section"], spaces: spaceIds(service) };
            const argv = ["apply", "-auto-approve", "-replace=docs_space.s[0]"];
            const replaced = await workspace.run(...argv);
            expect([replaced.code, replaced.output]).toEqual([0, expect.stringContaining("1 destroyed")]);
            expect([...(service.ids()["site_section"] ?? [])].sort()).toEqual(
              [...(before.sections ?? [])].sort(),
            );
            const after = spaceIds(service);
            expect(after).toHaveLength(2);
            expect(after.filter((id) => before.spaces.includes(id))).toHaveLength(1);
          }
          await checkNoChanges(workspace);
        },
        { usedSpaceDelete },
      );
    },
  );

  test("the space of a section is replaced as a saved plan says, and the message helps without its folder", async () => {
    await withService(
      async (service) => {
        const workspace = terraformWorkspace(bundle, shown(false), service.head);
        await applyAll(workspace);
        const argv = ["plan", "-out=saved", "-replace=docs_space.s[0]"];
        await workspace.run(...argv);
        expect((await workspace.run("apply", "saved")).code).toBe(0);
        await workspace.run(...argv);
        rmSync(join(workspace.folder, ".terraform/docsform-moves"), { recursive: true });
        const refused = await workspace.run("apply", "saved");
        expect([refused.code, refused.printed]).toEqual([
          1,
          expect.stringContaining("add `lifecycle { create_before_destroy = true }`"),
        ]);
      },
      { usedSpaceDelete: "refuse" },
    );
  });
});
