import { describe, expect, test } from "vitest";
import {
  apiVersions as allApiVersions,
  publishedApiVersions as apiVersions,
} from "../../src/model/endpoint.ts";
import { callAt } from "../../src/model/resource-type/call-at.ts";
import type { TerraformSchema, ValueField } from "../../src/model/terraform-schema.ts";
import { namingFields } from "../../src/terraform/resources/object-import.ts";
import { organizationId } from "../support/declare-world.ts";
import { createdSchemas, createdSchemasIn, typeIndex } from "./support/every-type.ts";
import { builtProvider, describeTerraformAgain, serviceOfGroup } from "./support/real-terraform.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";
import { type Bench, configOf, createResource, fieldsOf, openBench, sampleOf } from "./support/type-bench.ts";

const cases = apiVersions.flatMap((apiVersion) =>
  createdSchemasIn(apiVersion).map((schema) => ({
    name: `${schema.name}, ${apiVersion}`,
    schema,
    apiVersion,
  })),
);

/** The reads that the service received, by the names of their operations. */
function reads({ service }: Bench): readonly (string | null)[] {
  return service.emulator.log
    .filter((request) => request.method === "GET" && request.foreign !== true)
    .map(({ operation }) => operation);
}

/** A second object with the same values, except for those that must differ. */
async function createSecond(bench: Bench, schema: TerraformSchema, config: Config): Promise<InState> {
  const own: Record<string, string> = {};
  for (const field of fieldsOf(bench)) {
    const isKey =
      schema.type.identity.key.includes(field.attribute) ||
      schema.type.unique?.some(({ attribute }) => attribute === field.attribute) === true;
    const isCreatedWithParent = schema.firstChild?.values.includes(field) === true;
    if (isKey || isCreatedWithParent) own[field.name] = (await sampleOf(bench, field, 1)) as string;
  }
  return await createResource(bench, { ...config, ...own });
}

test("a cached list needs no wait and no signal", async () => {
  const space = createdSchemas.find(({ type }) => type.name === "space") as TerraformSchema;
  const bench = openBench(space, "current");
  const inState = await createResource(bench, { title: "Guides" });
  bench.terraform.restart();
  const before = bench.terraform.signalsUsed();
  await bench.terraform.read(space.name, inState);
  const first = bench.terraform.signalsUsed();
  expect(first).toBeGreaterThan(before);
  expect((await bench.terraform.read(space.name, inState)).state).toEqual(inState.state);
  expect(bench.terraform.signalsUsed()).toBe(first);
});

/** Each pair of types in one scope: a write to one type can change the list of the other type. */
const neighbors = allApiVersions.flatMap((apiVersion) => {
  const served = createdSchemasIn(apiVersion).filter(
    ({ type }) => typeIndex.readOf(type.name, apiVersion) !== undefined,
  );
  return served.flatMap((schema) =>
    served
      .filter(({ type }) => type.scope !== undefined && type.scope === schema.type.scope)
      .filter((other) => other !== schema)
      .map((other) => ({
        name: `${schema.name} beside ${other.name}, ${apiVersion}`,
        schema,
        other,
        apiVersion,
      })),
  );
});

test.each(neighbors)("a write drops the cached reads of its neighbors: $name", async (given) => {
  const { schema, other, apiVersion } = given;
  const bench = openBench(schema, apiVersion);
  const beside: Bench = { ...bench, schema: other };
  const inState = await createResource(beside, await configOf(beside));
  const config = await configOf(bench);
  const written = await createResource(bench, config);
  const field = fieldsOf(bench).find((each) => each.writer !== undefined && each.name in config);
  const changed = { ...config, [field?.name ?? ""]: await sampleOf(bench, field as ValueField, 1) };
  bench.terraform.restart();
  await bench.terraform.read(other.name, inState);
  bench.service.emulator.clearLog();
  await bench.terraform.read(other.name, inState);
  expect(reads(bench)).toEqual([]);
  expect((await bench.terraform.apply(schema.name, written, changed)).errors).toEqual([]);
  bench.service.emulator.clearLog();
  await bench.terraform.read(other.name, inState);
  expect(reads(bench)).toContain(typeIndex.readOf(other.type.name, apiVersion)?.endpoint.operation);
});

describe.each(cases)("reads of $name", ({ schema, apiVersion }) => {
  const listOf = typeIndex.readOf(schema.type.name, apiVersion)?.endpoint.operation as string;

  test("share one list within a process", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const inState = [await createResource(bench, config), await createSecond(bench, schema, config)];
    bench.terraform.restart();
    bench.service.emulator.clearLog();
    const many = [...inState, ...inState, ...inState];
    const read = await Promise.all(many.map((each) => bench.terraform.read(schema.name, each)));
    expect(read.map(({ state }) => state?.["id"])).toEqual(many.map(({ state }) => state?.["id"]));
    const place =
      schema.scopeField === undefined
        ? {}
        : { [schema.scopeField]: inState[0]?.state?.[schema.scopeField] as string };
    await bench.terraform.data(`${schema.name}s`, place);
    expect(reads(bench).filter((operation) => operation === listOf)).toEqual([listOf]);
  });

  test("see the writes of this process, and not older reads", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const inState = await createResource(bench, config);
    bench.terraform.restart();
    await bench.terraform.read(schema.name, inState);
    const field = fieldsOf(bench).find((each) => each.writer !== undefined && !each.isDetail);
    const changed = { ...config, [field?.name ?? ""]: await sampleOf(bench, field as never, 1) };
    const applied = await bench.terraform.apply(schema.name, inState, changed);
    expect(applied.errors).toEqual([]);
    bench.service.emulator.clearLog();
    const read = await bench.terraform.read(schema.name, applied);
    expect(read.state?.[field?.name ?? ""]).toEqual(changed[field?.name ?? ""]);
    expect((await bench.terraform.apply(schema.name, read, null)).errors).toEqual([]);
    expect((await bench.terraform.read(schema.name, read)).state).toBeNull();
  });

  test("find nothing after the object or its parent is gone", async () => {
    const bench = openBench(schema, apiVersion);
    const inState = await createResource(bench, await configOf(bench));
    const stranger = { ...inState, state: { ...inState.state, id: "nobody" } };
    await bench.service.clock.sleep(120_000);
    bench.terraform.restart();
    expect((await bench.terraform.read(schema.name, stranger)).state).toBeNull();
    const { scope } = schema.type;
    const deletion = scope === undefined ? undefined : typeIndex.get(scope).deletion;
    if (deletion !== undefined) {
      const id = inState.state?.[schema.scopeField ?? ""] as string;
      bench.service.emulator.foreign(callAt(deletion.endpoint, { organizationId, apiVersion }, [id]));
    }
    bench.terraform.restart();
    const read = await bench.terraform.read(schema.name, inState);
    expect(read.state === null).toBe(deletion !== undefined);
  });
});

const detailed = cases.filter(({ schema }) => schema.values.some(({ isDetail }) => isDetail));

test.each(detailed)(
  "$name: a value that the token may not read stops neither a data source nor an import, and is a warning",
  async ({ schema, apiVersion }) => {
    const bench = openBench(schema, apiVersion);
    const inState = await createResource(bench, await configOf(bench));
    const id = inState.state?.["id"] as string;
    const unreadable = schema.values.filter(({ isDetail }) => isDetail);
    for (const { endpoint } of schema.type.details ?? []) {
      const on = { operation: endpoint.operation, times: "always" } as const;
      bench.service.emulator.faults.add({ on, fault: { kind: "forbidden" } });
    }
    const answers = [
      await bench.terraform.data(schema.name, { id }),
      await bench.terraform.import(schema.name, id),
    ];
    for (const { state, errors, warnings } of answers) {
      expect([errors, state?.["id"]]).toEqual([[], id]);
      expect(warnings).toHaveLength(unreadable.length);
      for (const { name } of unreadable) {
        expect(state?.[name]).toBeNull();
        expect(warnings.join()).toContain(`Cannot read ${name} of the ${schema.type.label.one} ${id}`);
      }
    }
  },
);

describe("the cache", () => {
  const schema = createdSchemas.find(({ type }) => type.name === "space") as TerraformSchema;

  test("serves for half a minute, and no longer", async () => {
    const bench = openBench(schema, "current");
    const inState = await createResource(bench, { title: "Guides" });
    bench.terraform.restart();
    const titleNow = async () => (await bench.terraform.read(schema.name, inState)).state?.["title"];
    expect(await titleNow()).toBe("Guides");
    const spaceId = inState.state?.["id"] as string;
    bench.service.emulator.edit("updateSpaceById", { spaceId }, { title: "User guides" });
    await bench.service.clock.sleep(29_000);
    expect(await titleNow()).toBe("Guides");
    await bench.service.clock.sleep(2_000);
    expect(await titleNow()).toBe("User guides");
  });

  test("drops a failure: the next read asks the service again", async () => {
    const bench = openBench(schema, "current");
    const inState = await createResource(bench, { title: "Guides" });
    bench.terraform.restart();
    bench.service.emulator.faults.add({
      on: { operation: "listSpacesInOrganizationById", times: 1 },
      fault: { kind: "forbidden" },
    });
    await expect(bench.terraform.read(schema.name, inState)).rejects.toThrow("Cannot read docs_space");
    expect((await bench.terraform.read(schema.name, inState)).state).toEqual(inState.state);
  });
});

describe("filters of the service", () => {
  async function openWorld() {
    const bench = openBench(
      createdSchemas.find(({ type }) => type.name === "site") as TerraformSchema,
      "current",
    );
    const make = async (name: string, config: Config): Promise<string> => {
      const { errors, state } = await bench.terraform.apply(name, bench.terraform.nothing, config);
      expect([name, errors]).toEqual([name, []]);
      return state?.["id"] as string;
    };
    return { bench, make };
  }

  test("sites by a space that they show, also with another filter", async () => {
    const { bench, make } = await openWorld();
    const space = await make("docs_space", { title: "Guides" });
    const shows = await make("docs_site", { title: "Shows it" });
    await make("docs_site", { title: "Does not" });
    await make("docs_site_space", { site_id: shows, space_id: space });
    const ids = async (config: Config) => (await bench.terraform.data("docs_sites", config)).state?.["ids"];
    expect(await ids({ space })).toEqual([shows]);
    expect(await ids({ space, title: "Shows it" })).toEqual([shows]);
    expect(await ids({ space, title: "Does not" })).toEqual([]);
    expect(await ids({})).toHaveLength(2);
  });

  test("teams by their owner", async () => {
    const { bench, make } = await openWorld();
    const writers = await make("docs_team", { title: "Writers" });
    await make("docs_team", { title: "Readers" });
    bench.service.emulator.service.change("team", writers, { memberships: { "u-ada": "owner" } });
    const owned = await bench.terraform.data("docs_teams", { owner: "u-ada" });
    expect(owned.state?.["ids"]).toEqual([writers]);
  });
});

describe.each(cases)("imports of $name", ({ schema, apiVersion }) => {
  const names = namingFields(schema.type).filter((attribute) =>
    schema.values.some(
      (field) =>
        field.attribute === attribute && field.rule.reference === undefined && field.rule.samples.length > 0,
    ),
  );

  test("accept each name that people use", async () => {
    expect(names.length + Number(schema.type.identity.key.includes("space"))).toBeGreaterThan(0);
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const inState = await createResource(bench, config);
    bench.terraform.restart();
    for (const attribute of names) {
      const field = schema.values.find((each) => each.attribute === attribute);
      const place = schema.scopeField === undefined ? [] : ["scope"];
      const id = [...place, inState.state?.[field?.name ?? ""] as string].join("/");
      const imported = await bench.terraform.import(schema.name, id);
      expect([id, imported.errors, imported.state?.["id"]]).toEqual([id, [], inState.state?.["id"]]);
    }
  });

  const withSlash = schema.values.filter(
    ({ attribute, rule }) => names.includes(attribute) && rule.schema.safeParse("left/right").success,
  );

  test.each(withSlash)("accept a $name with a slash", async ({ name }) => {
    const bench = openBench(schema, apiVersion);
    const inState = await createResource(bench, { ...(await configOf(bench)), [name]: "left/right" });
    bench.terraform.restart();
    const place = schema.scopeField === undefined ? [] : ["scope"];
    const imported = await bench.terraform.import(schema.name, [...place, "left/right"].join("/"));
    expect([imported.errors, imported.state?.["id"]]).toEqual([[], inState.state?.["id"]]);
  });

  test("explain a name that no object has, and an id without its parent", async () => {
    const bench = openBench(schema, apiVersion);
    const inState = await createResource(bench, await configOf(bench));
    const scope =
      schema.scopeField === undefined ? undefined : (inState.state?.[schema.scopeField] as string);
    const anonymous = await bench.terraform.import(
      schema.name,
      scope === undefined ? "nobody" : `${scope}/nobody`,
    );
    expect(anonymous.errors.join()).toContain(
      `There is no ${schema.type.label.one} "nobody" in the organization `,
    );
    expect(anonymous.errors.join()).toContain("Use its id");
    if (scope === undefined) return;
    const placeless = await bench.terraform.import(schema.name, inState.state?.["id"] as string);
    expect(placeless.errors.join()).toContain("Write it as `<site>/");
  });
});

describe("a name of several objects needs their parents", () => {
  const byName = (name: string) => createdSchemas.find(({ type }) => type.name === name) as TerraformSchema;
  const make = async (bench: Bench, name: string, config: Config) => {
    const inState = await createResource({ ...bench, schema: byName(name) }, config);
    return inState.state?.["id"] as string;
  };

  test("accept the names of all parents, and of no other object", async () => {
    const bench = openBench(byName("space"), "current");
    const outer = await make(bench, "collection", { title: "Handbook" });
    const inner = await make(bench, "collection", { title: "Inner", parent_id: outer });
    const other = await make(bench, "collection", { title: "Inner" });
    const [inIt, beside] = [
      await make(bench, "space", { title: "Guides", parent_id: inner }),
      await make(bench, "space", { title: "Guides", parent_id: other }),
    ];
    const imported = async (id: string) => {
      const { state, errors } = await bench.terraform.import("docs_space", id);
      return errors.length > 0 ? errors.join() : state?.["id"];
    };
    expect(await imported("Guides")).toContain("write the longer form `<collection>/<space>`");
    expect(await imported("Inner/Guides")).toContain(`2 spaces are called "Guides": ${inIt}, ${beside}.`);
    expect(await imported("Handbook/Inner/Guides")).toBe(inIt);
    expect(await imported(`${other}/Guides`)).toBe(beside);
    expect(await imported("Handbook/Guides")).toContain('There is no space "Guides" in the organization ');
  });

  test("a translation by its space", async () => {
    const bench = openBench(byName("translation"), "current");
    const config = { source_language: "en", language: "fr" };
    const spaces = [
      await make(bench, "space", { title: "Guides" }),
      await make(bench, "space", { title: "API" }),
    ];
    for (const space_id of spaces) await make(bench, "translation", { ...config, space_id });
    const { state, errors } = await bench.terraform.import("docs_translation", "API/fr");
    expect([errors, state?.["space_id"]]).toEqual([[], spaces[1]]);
    const { errors: refused } = await bench.terraform.import("docs_translation", "fr");
    expect(refused.join()).toContain("write the longer form `<space>/<translation>`");
  });
});

describeTerraformAgain("reads through terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfGroup();

  test("a refresh of many objects reads each list once", async () => {
    const workspace = terraformWorkspace(
      bundle,
      `
resource "docs_space" "s" {
  count = 8
  title = "Space \${count.index}"
}
resource "docs_site" "site" {
  count = 2
  title = "Site \${count.index}"
}
resource "docs_site_section" "s" {
  count    = 6
  site_id  = docs_site.site[count.index % 2].id
  space_id = docs_space.s[count.index].id
  title    = "Section \${count.index}"
}
resource "docs_team" "t" {
  count   = 3
  title   = "Team \${count.index}"
  members = ["ada@acme.example"]
}
resource "docs_site_publication" "p" {
  count   = 2
  site_id = docs_site.site[count.index].id
}
`,
      service.head,
    );
    expect((await workspace.run("apply", "-auto-approve")).output).toContain("21 added");
    service.running.emulator.clearLog();
    const plan = await workspace.run("plan", "-detailed-exitcode");
    expect(plan.code).toBe(0);
    const counts: Record<string, number> = {};
    for (const { operation } of service.running.emulator.log)
      counts[operation ?? ""] = (counts[operation ?? ""] ?? 0) + 1;
    expect(counts).toEqual({
      getOrganizationById: 1,
      listSpacesInOrganizationById: 1,
      listSites: 1,
      getSiteStructure: 2,
      listTeamsInOrganizationById: 1,
      listTeamMembersInOrganizationById: 3,
      getAuthenticatedUser: 1,
    });
  });
});
