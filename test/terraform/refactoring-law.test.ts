import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { StoreDump } from "../../src/emulator/dump.ts";
import type { FaultTarget } from "../../src/emulator/faults.ts";
import { groupBy } from "../../src/util/groups.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { idsIn, worldLines } from "../faults/world-lines.ts";
import { shareOf, someOf } from "../support/laws.ts";
import { forGroup } from "../support/made-by-hook.ts";
import { createdSchemas, everyResource, resourceNames } from "./support/every-type.ts";
import { builtProvider, describeTerraform, serviceOfGroup } from "./support/real-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";

// A refactoring changes where a configuration declares an object, and nothing of what it declares. Without `moved`, Terraform plans a create and a
// destroy of it, in an order that the provider does not choose. Whatever the order: one apply does it, and afterwards the organization is as before.

/** How a configuration is refactored, and applied. */
interface Refactoring {
  readonly what: string;
  /** The configurations that are applied, one after the other. */
  readonly steps: (text: string, resource: string, object: InState) => readonly Configuration[];
  readonly options?: (resource: string) => readonly string[];
  readonly isTainted?: true;
  /** The requests that the service executes slowly, so that others overtake them. */
  readonly slow?: FaultTarget;
  /** What the refactoring keeps beyond what is declared. Default: nothing, because Terraform may create the object anew. */
  readonly keeps?: "ids" | "everything";
}

interface Configuration {
  readonly root: string;
  /** The module `inner`. */
  readonly inner?: string;
}

/** An object in Terraform's state. */
interface InState {
  readonly id: string;
  readonly importId: string;
}

const createFirst = "  lifecycle {\n    create_before_destroy = true\n  }\n";
const moved = (from: string, to: string) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;
const importAt = (address: string, { importId }: InState) =>
  `import {\n  to = ${address}\n  id = ${JSON.stringify(importId)}\n}\n`;

const one = (resource: string) => `${resource}.one`;
const other = (resource: string) => `${resource}.other`;
const inner = (resource: string) => `module.inner.${one(resource)}`;

function renamed(text: string, resource: string): string {
  return text
    .replace(`resource "${resource}" "one"`, `resource "${resource}" "other"`)
    .replaceAll(new RegExp(`\\b${resource}\\.one\\b`, "gu"), other(resource));
}

function blockOf(text: string, resource: string): string {
  const [block] = new RegExp(`^resource "${resource}" "one" \\{\\n.*?^\\}\\n`, "msu").exec(text) ?? [];
  if (block === undefined) throw new Error(`The configuration has no ${one(resource)}.`);
  return block;
}

/** The resource in a module of its own, which gets what the resource refers to, and returns its attributes. */
function inModule(text: string, resource: string): Configuration {
  const block = blockOf(text, resource);
  const references = [...new Set(block.match(/\bdocs_\w+\.\w+\.\w+/gu))];
  const nameOf = (reference: string) => reference.replaceAll(".", "_");
  const body = references.reduce((left, each) => left.replaceAll(each, `var.${nameOf(each)}`), block);
  const given = references.map((each) => `  ${nameOf(each)} = ${each}\n`).join("");
  const call = `module "inner" {\n  source = "./inner"\n${given}}\n`;
  const rest = text
    .replace(block, "")
    .replaceAll(new RegExp(`\\b${resource}\\.one\\b`, "gu"), "module.inner.one");
  return {
    root: `${rest}${call}`,
    inner: [
      body,
      ...references.map((each) => `variable "${nameOf(each)}" {}\n`),
      `output "one" {\n  value = ${one(resource)}\n}\n`,
    ].join(""),
  };
}

/** The configuration without the resource. The other resources name its object by the id. */
function without(text: string, resource: string, { id }: InState): string {
  return text
    .replace(blockOf(text, resource), "")
    .replaceAll(`${one(resource)}.id`, () => JSON.stringify(id));
}

const removed = (resource: string) =>
  `removed {\n  from = ${one(resource)}\n  lifecycle {\n    destroy = false\n  }\n}\n`;

const withOwnOrder = (text: string, resource: string) =>
  text.replace(blockOf(text, resource), (block) => block.replace(/^\}\n/mu, `${createFirst}}\n`));

const withDependant = (text: string, resource: string) =>
  `${text}resource "terraform_data" "dependant" {\n  input = ${one(resource)}.id\n${createFirst}}\n`;

const slowCreate: FaultTarget = { method: "POST", times: "always" };
const slowDestroy: FaultTarget = { method: "DELETE", times: "always" };
const oneAtATime = () => ["-parallelism=1"];
const replace = (resource: string) => [`-replace=${one(resource)}`];

const addresses: readonly Refactoring[] = [
  { what: "renamed", steps: (text, resource) => [{ root: renamed(text, resource) }] },
  { what: "moved into a module", steps: (text, resource) => [inModule(text, resource)] },
];
const recreations: readonly Refactoring[] = addresses.flatMap((each) => [
  { ...each, what: `${each.what}, with a slow create`, slow: slowCreate },
  { ...each, what: `${each.what}, with a slow destroy`, slow: slowDestroy },
  { ...each, what: `${each.what}, one operation at a time`, options: oneAtATime },
]);

const replacements: readonly Refactoring[] = [
  { what: "destroyed first", steps: (text: string) => [{ root: text }] },
  {
    what: "created first",
    steps: (text: string, resource: string) => [{ root: withOwnOrder(text, resource) }],
  },
  {
    what: "created first because of a dependant",
    steps: (text: string, resource: string) => [{ root: withDependant(text, resource) }],
  },
].flatMap(({ what, steps }): Refactoring[] => [
  { what: `replaced, ${what}`, steps, options: replace },
  { what: `tainted, ${what}`, steps, isTainted: true },
]);

const kept: readonly Refactoring[] = [
  {
    what: "renamed with `moved`",
    steps: (text, resource) => [{ root: renamed(text, resource) + moved(one(resource), other(resource)) }],
    keeps: "everything",
  },
  {
    what: "moved into a module with `moved`",
    steps: (text, resource) => {
      const { root, inner: body = "" } = inModule(text, resource);
      return [{ root: root + moved(one(resource), inner(resource)), inner: body }];
    },
    keeps: "everything",
  },
  {
    what: "removed, and then imported",
    steps: (text, resource, object) => [
      { root: without(text, resource, object) + removed(resource) },
      { root: renamed(text, resource) + importAt(other(resource), object) },
    ],
    keeps: "ids",
  },
  {
    what: "removed and imported at once",
    steps: (text, resource, object) => [
      { root: renamed(text, resource) + removed(resource) + importAt(other(resource), object) },
    ],
    keeps: "ids",
  },
  {
    what: "imported under another address",
    steps: (text, resource, object) => [
      { root: renamed(text, resource) + importAt(other(resource), object) },
    ],
    keeps: "ids",
  },
];

const cells = resourceNames.flatMap((resource) =>
  [...recreations, ...replacements, ...kept].map((refactoring) => ({
    name: `${resource} is ${refactoring.what}`,
    resource,
    refactoring,
  })),
);

const requirements = 'terraform {\n  required_providers {\n    docs = { source = "docsform/docs" }\n  }\n}\n';
const innerCall = 'module "inner" {\n  source = "./inner"\n}\n';
const bundle = builtProvider();

describeTerraform("a refactored configuration", () => {
  const service = serviceOfGroup();
  const text = everyResource("current", { email: "ada@acme.example" });
  const workspace = forGroup(() =>
    // `terraform init` installs the module of a call, also of one that is written later.
    terraformWorkspace(bundle, innerCall, service.head, (folder) => {
      mkdirSync(join(folder, "inner"));
      writeFileSync(join(folder, "inner", "main.tf"), requirements);
    }),
  );
  let applied: { readonly dump: StoreDump; readonly state: string };
  const stateFile = () => join(workspace.folder, "terraform.tfstate");
  const dump = () => service.running.emulator.dump();

  beforeAll(async () => {
    workspace.write("main.tf", text);
    await applyAll(workspace);
    await checkNoChanges(workspace);
    applied = { dump: dump(), state: readFileSync(stateFile(), "utf8") };
  });

  test("it has every resource of the provider", async () => {
    const { output } = await workspace.run("providers", "schema", "-json");
    const [provider] = Object.values((JSON.parse(output) as ProviderSchemas).provider_schemas);
    expect(Object.keys(provider?.resource_schemas ?? {}).sort()).toEqual([...resourceNames].sort());
    expect(Object.keys(objectsIn(applied.state))).toEqual(expect.arrayContaining(resourceNames.map(one)));
  });

  const drawn = someOf(
    shareOf(cells, ({ name }) => name),
    ({ name }) => name,
    2,
  );
  test.each(drawn.map((cell) => [cell.name, cell] as const))("%s", async (_, { resource, refactoring }) => {
    begin();
    const { steps, isTainted, slow } = refactoring;
    if (isTainted) await workspace.run("taint", one(resource));
    const { emulator } = service.running;
    emulator.clearLog();
    if (slow !== undefined) emulator.faults.add({ fault: { kind: "latency", ms: 2_000 }, on: slow });
    const object = objectsIn(applied.state)[one(resource)] as InState;
    for (const configuration of steps(text, resource, object)) {
      write(configuration);
      const options = refactoring.options?.(resource) ?? [];
      const { code, output } = await workspace.run("apply", "-auto-approve", ...options);
      expect(code, output.slice(-3_000)).toBe(0);
    }
    emulator.faults.clear();
    await checkNoChanges(workspace);
    expect(linesOf(dump())).toEqual(linesOf(applied.dump));
    checkStateIsLive();
    expect(lossesOf(refactoring)).toEqual([]);
  });

  /** What the refactoring has replaced or written, although it keeps that. */
  function lossesOf({ keeps }: Refactoring): readonly unknown[] {
    if (keeps === undefined) return [];
    const ids = idsIn(dump());
    const replaced = [...idsIn(applied.dump)].filter((id) => !ids.has(id));
    return keeps === "everything" ? [...replaced, ...writes()] : replaced;
  }

  function begin(): void {
    service.running.emulator.load(structuredClone(applied.dump));
    writeFileSync(stateFile(), applied.state);
    rmSync(join(workspace.folder, ".terraform", "docsform-moves"), { recursive: true, force: true });
    write({ root: text });
  }

  function write({ root, inner: body = "" }: Configuration): void {
    workspace.write("main.tf", root);
    workspace.write(join("inner", "main.tf"), requirements + body);
  }

  const writes = () =>
    service.running.emulator.log.filter(({ method }) => method !== "GET").map(({ operation }) => operation);

  /** Every object of the state exists. */
  function checkStateIsLive(): void {
    const live = new Set([...idsIn(dump())].map((each) => each.slice(each.indexOf(" ") + 1)));
    const ids = Object.values(objectsIn(readFileSync(stateFile(), "utf8"))).map(({ id }) => id);
    expect(ids.filter((id) => !live.has(id))).toEqual([]);
  }
});

/** The objects of a service. Of their ranks, only the order counts. */
function linesOf({ tables, ...rest }: StoreDump): readonly string[] {
  const siblings = groupBy(Object.values(tables).flat(), ({ site, group, section }) =>
    JSON.stringify([site, group, section]),
  );
  const places = new Map(
    [...siblings.values()].flatMap((group) =>
      group
        .toSorted((a, b) => Number(a["rank"]) - Number(b["rank"]))
        .map(({ id }, place) => [id, place] as const),
    ),
  );
  const placed = Object.entries(tables).map(
    ([type, records]) =>
      [
        type,
        records.map((each) => ("rank" in each ? { ...each, rank: places.get(each.id) ?? 0 } : each)),
      ] as const,
  );
  return worldLines({ ...rest, tables: Object.fromEntries(placed) });
}

interface ProviderSchemas {
  readonly provider_schemas: Readonly<
    Record<string, { readonly resource_schemas: Readonly<Record<string, unknown>> }>
  >;
}

interface TerraformState {
  readonly resources: readonly {
    readonly module?: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { readonly attributes: JsonObject; readonly deposed?: string }[];
  }[];
}

/** The objects in a state, by address. */
function objectsIn(state: string): Readonly<Record<string, InState>> {
  const { resources } = JSON.parse(state) as TerraformState;
  return Object.fromEntries(
    resources.flatMap(({ module, type, name, instances }) => {
      if (!resourceNames.includes(type)) return [];
      const scopeField = createdSchemas.find((each) => each.name === type)?.scopeField;
      return instances.map(({ attributes, deposed }) => {
        const id = attributes["id"] as string;
        const scope = scopeField === undefined ? [] : [attributes[scopeField] as string];
        const address = [...(module === undefined ? [] : [module]), type, name, deposed ?? []]
          .flat()
          .join(".");
        return [address, { id, importId: [...scope, id].join("/") }];
      });
    }),
  );
}
