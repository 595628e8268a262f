import { describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import type { Fault } from "../../src/emulator/faults.ts";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { someOf } from "../support/laws.ts";
import { createdSchemasIn, typeIndex } from "./support/every-type.ts";
import { builtProvider, describeTerraformAgain, serviceOfTest } from "./support/real-terraform.ts";
import type { InState } from "./support/rpc-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";
import { type Bench, configOf, createResource, openBench } from "./support/type-bench.ts";

const cases = apiVersions.flatMap((apiVersion) =>
  createdSchemasIn(apiVersion).map((schema) => ({
    name: `${schema.name}, ${apiVersion}`,
    schema,
    apiVersion,
  })),
);
const root = cases.filter(({ schema }) => schema.type.readById !== undefined);
const inside = cases.filter(({ schema }) => schema.type.readById === undefined);

/** A resource in Terraform's state, and a new provider process that has made no request yet. */
async function openInState({ schema, apiVersion }: Pick<Bench, "schema" | "apiVersion">) {
  const bench = openBench(schema, apiVersion);
  const inState = await createResource(bench, await configOf(bench));
  await bench.service.clock.sleep(120_000);
  bench.terraform.restart();
  bench.service.emulator.clearLog();
  const { faults } = bench.service.emulator;
  const list = typeIndex.readOf(schema.type.name, apiVersion)?.endpoint.operation as string;
  return {
    ...bench,
    held: inState,
    list,
    id: inState.state?.["id"] as string,
    read: (each: InState = inState) => bench.terraform.read(schema.name, each),
    hide: (hidden: Partial<Extract<Fault, { kind: "hide" }>>, times: number | "always" = "always") =>
      faults.add({
        on: { method: "read", times },
        fault: { kind: "hide", ids: [inState.state?.["id"] as string], ...hidden },
      }),
    /** The number of requests of an operation. */
    asked: (operation: string | undefined) =>
      bench.service.emulator.log.filter((each) => each.operation === operation).length,
  };
}

describe.each(root)("$name, which a list omits", (given) => {
  const byId = given.schema.type.readById?.endpoint.operation;

  test.each([
    { what: "a list that counts its items", ids: undefined },
    { what: "an empty list", ids: "all" },
  ] as const)(
    "is not gone because of $what: the read fails, and reports what is omitted",
    async ({ ids }) => {
      const { read, hide, id } = await openInState(given);
      hide(ids === undefined ? {} : { ids });
      const { label } = given.schema.type;
      const reported = `list of ${label.many} omits the ${label.one} ${id}, which a read by its id found`;
      await expect(read()).rejects.toThrow(reported);
      await expect(read()).rejects.toThrow("The state is unchanged.");
    },
  );

  test("is not gone if no read by its id is permitted", async () => {
    const { read, hide } = await openInState(given);
    hide({ byId: "forbidden" });
    await expect(read()).rejects.toThrow("docsform does not know whether it is gone");
  });

  test("is found if a second list has it", async () => {
    const { read, hide, held: inState } = await openInState(given);
    hide({}, 1);
    expect((await read()).state).toEqual(inState.state);
  });

  test("is gone after one read by its id", async () => {
    const { read, held: inState, asked, list, terraform, schema } = await openInState(given);
    expect((await terraform.apply(schema.name, inState, null)).errors).toEqual([]);
    terraform.restart();
    const before = [list, byId].map(asked);
    expect((await read()).state).toBeNull();
    expect([list, byId].map(asked)).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1]);
    const stranger = { ...inState, state: { ...inState.state, id: "nobody" } };
    expect((await read(stranger)).state).toBeNull();
    expect([list, byId].map(asked)).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 2]);
  });

  test("is found by an import and a data source", async () => {
    const { hide, id, terraform, schema } = await openInState(given);
    hide({});
    const answers = [await terraform.import(schema.name, id), await terraform.data(schema.name, { id })];
    for (const { errors } of answers) expect(errors.join()).toContain("which a read by its id found");
  });
});

const served = new Set(operationsIn(operations).map(({ operation }) => operation));
const transferOf = ({ name }: ResourceType) => `transfer${name[0]?.toUpperCase()}${name.slice(1)}`;
const transferred = root.filter(({ schema }) => served.has(transferOf(schema.type)));

test.each(transferred)("$name, which is now in another organization, is not recreated", async (given) => {
  const { read, id, service, schema } = await openInState(given);
  const { emulator } = service;
  emulator.service.add("organization", { id: "elsewhere", title: "Elsewhere" });
  const { type } = schema;
  emulator.edit(transferOf(type), { [`${type.name}Id`]: id }, { organization: "elsewhere" });
  await expect(read()).rejects.toThrow("now belongs to another organization: elsewhere");
});

describe.each(inside)("$name, which the list of its contents omits", (given) => {
  test("is gone if a second list after the consistency window omits it too", async () => {
    const { read, hide, service, held: inState, asked, list } = await openInState(given);
    hide({});
    const before = service.clock.now();
    expect((await read()).state).toBeNull();
    expect(service.clock.now() - before).toBe(5_000);
    const reads = asked(list);
    const stranger = { ...inState, state: { ...inState.state, id: "nobody" } };
    expect((await read(stranger)).state).toBeNull();
    expect([service.clock.now() - before, asked(list)]).toEqual([5_000, reads]);
  });

  test("is found if the list after the consistency window has it", async () => {
    const { read, hide, held: inState } = await openInState(given);
    hide({}, 2);
    expect((await read()).state).toEqual(inState.state);
  });

  test("is not gone if its container exists, whatever its contents say", async () => {
    const { read, list, service } = await openInState(given);
    const fault = { kind: "error-before", status: 404 } as const;
    service.emulator.faults.add({ on: { operation: list, times: "always" }, fault });
    await expect(read()).rejects.toThrow(/does not find the .*, but the .* exists/);
  });

  test("is not gone if no read of its container is permitted", async () => {
    const { read, list, service, held: inState, schema } = await openInState(given);
    const { faults } = service.emulator;
    const fault = { kind: "error-before", status: 404 } as const;
    faults.add({ on: { operation: list, times: "always" }, fault });
    const holder = inState.state?.[schema.scopeField ?? ""] as string;
    faults.add({ on: { method: "read" }, fault: { kind: "hide", ids: [holder], byId: "forbidden" } });
    await expect(read()).rejects.toThrow(/403|permission/);
  });
});

const firstChild = inside.filter(({ schema }) => schema.firstChild !== undefined);

test.each(firstChild)(
  "the first child of $name is not gone before the consistency window ends",
  async (given) => {
    const { read, hide, held: inState, schema } = await openInState(given);
    hide({ ids: [inState.state?.[schema.firstChild?.idField ?? ""] as string] }, 2);
    expect((await read()).state).toEqual(inState.state);
  },
);

describeTerraformAgain("known ids through terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfTest();

  const emptied = [
    {
      lists: ["listCollectionsInOrganizationById", "listSpacesInOrganizationById"],
      reported: "collections",
    },
    { lists: ["listSites"], reported: "sites" },
  ];
  test("an empty list creates nothing twice, and a deleted object is recreated by one apply", async () => {
    const workspace = terraformWorkspace(bundle, everything, service.head);
    await applyAll(workspace);
    const { emulator } = service.running;
    const before = service.ids();
    for (const { lists, reported } of someOf(emptied, (each) => each.reported)) {
      for (const operation of lists)
        emulator.faults.add({ on: { operation, times: "always" }, fault: { kind: "hide", ids: "all" } });
      const { code, printed } = await workspace.run("apply", "-auto-approve");
      expect(code).toBe(1);
      expect(printed).toContain(`The service's list of ${reported} omits the`);
      expect(service.ids()).toEqual(before);
      emulator.faults.clear();
    }
    const [spaceId = ""] = emulator.service
      .list("space")
      .filter(({ title }) => title === "A2")
      .map(({ id }) => id);
    emulator.edit("deleteSpaceById", { spaceId });
    const { output } = await workspace.run("apply", "-auto-approve");
    expect(output).toContain("1 added, 0 changed, 0 destroyed");
    await checkNoChanges(workspace);
  });
});

const everything = `
resource "docs_collection" "c" {
  title = "Coll"
}
resource "docs_space" "a" {
  count     = 3
  title     = "A\${count.index}"
  parent_id = docs_collection.c.id
}
resource "docs_site" "s" {
  title = "Site"
}
resource "docs_site_section" "sec" {
  site_id  = docs_site.s.id
  title    = "Sec"
  path     = "sec"
  space_id = docs_space.a[0].id
}
`;
