import { describe, expect, test } from "vitest";
import { sourcesOf } from "../../src/terraform/data/sources.ts";
import type { SchemaAttribute } from "../../src/terraform/plugin/protobuf/schema-messages.ts";
import type { CtyType, ObjectType } from "../../src/terraform/plugin/values/cty-type.ts";
import { type CtyValue, isUnknown, unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import { createTestService } from "../support/service.ts";
import { typeIndex } from "./support/every-type.ts";
import { builtProvider, describeTerraformAgain, serviceOfGroup } from "./support/real-terraform.ts";
import { rpcTerraform, withPlace } from "./support/rpc-terraform.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";

interface Block {
  readonly kind: "resource" | "data";
  readonly name: string;
  readonly type: ObjectType;
  readonly attributes: readonly SchemaAttribute[];
}

const blocks: readonly Block[] = [
  ...resourcesOf(typeIndex).map(({ name, type, schema }) => ({
    kind: "resource" as const,
    name,
    type,
    attributes: schema.block.attributes ?? [],
  })),
  ...sourcesOf(typeIndex)
    .map(({ source }) => source())
    .map(({ name, type, schema }) => ({
      kind: "data" as const,
      name,
      type,
      attributes: schema.block.attributes ?? [],
    })),
];

function terraform() {
  const { emulator, clock } = createTestService({ apiVersion: "current", random: () => 0.5 });
  return rpcTerraform(emulator, clock);
}

/** Any value of a type. */
function someValue(type: CtyType): CtyValue {
  switch (type.kind) {
    case "string":
      return "text";
    case "number":
      return 1;
    case "bool":
      return true;
    case "list":
    case "set":
      return [someValue(type.element)];
    case "map":
      return { fr: someValue(type.element) };
    case "object":
      return Object.fromEntries(
        Object.entries(type.attributes).map(([name, part]) => [name, someValue(part)]),
      );
  }
}

describe.each(blocks)("$kind $name", ({ kind, name, type, attributes }) => {
  const readOnly = attributes.filter((each) => each.required !== true && each.optional !== true);
  const required = attributes.filter((each) => each.required === true);
  const whole = Object.fromEntries(
    required.map((each) => [each.name, someValue(type.attributes[each.name] as CtyType)]),
  );

  test("sets no read-only value, known or not", async () => {
    expect(readOnly.length).toBeGreaterThan(0);
    for (const { name: set } of readOnly)
      for (const value of [someValue(type.attributes[set] as CtyType), unknown]) {
        const reported = await terraform().validate(kind, name, { ...whole, [set]: value });
        const [first] = reported.filter((text) => text.startsWith(`${set}: `));
        expect([set, isUnknown(value), first]).toEqual([
          set,
          isUnknown(value),
          expect.stringContaining("is read-only"),
        ]);
      }
  });

  test("has every required value, once it is known", async () => {
    for (const { name: left } of required) {
      const missing = await terraform().validate(kind, name, { ...whole, [left]: null });
      expect(missing).toContainEqual(expect.stringMatching(`^${left}: .*must have a value`));
      const open = await terraform().validate(kind, name, { ...whole, [left]: unknown });
      expect(open.filter((text) => text.includes("must have a value"))).toEqual([]);
    }
  });

  test("is refused by its plan or read if an unknown value is null", async () => {
    for (const { name: left } of required) {
      const started = terraform();
      const config = { ...whole, [left]: null };
      const reported =
        kind === "data"
          ? (await started.data(name, config)).errors
          : (await started.plan(name, started.nothing, config)).diagnostics.map(withPlace);
      expect(reported.join()).toContain(`\`${left}\` must have a value`);
    }
  });
});

test("a missing required part is reported with its place, in each element", async () => {
  const part = await terraform().validate("resource", "docs_space", {
    title: "Guides",
    merge_rules: {
      type: null,
      rules: [{ rule: null, users: null, expression: null, message: null }],
    },
  });
  expect(part).toContainEqual(expect.stringMatching(/^merge_rules.type: .*must have a value/));
  expect(part).toContainEqual(expect.stringMatching(/^merge_rules.rules.0.rule: .*must have a value/));
});

test.each([
  ["resource", "docs_site_order", "site_id", { ids: [] }],
  ["resource", "docs_site_publication", "site_id", {}],
  ["data", "docs_site_sections", "site_id", {}],
  ["data", "docs_site_section", "site_id", { title: "Guides" }],
] as const)("%s %s refuses an empty %s, which would read the parent", async (kind, name, id, more) => {
  const reported = await terraform().validate(kind, name, { ...more, [id]: "" });
  expect(reported).toContainEqual(expect.stringContaining(`${id}: \`${id}\` must not be empty`));
});

describeTerraformAgain("what nobody can change, through terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfGroup();

  const run = async (configuration: string, ...argv: string[]) => {
    const workspace = terraformWorkspace(bundle, configuration, service.head);
    return await workspace.run(...argv);
  };

  // Terraform validates the whole configuration before it evaluates variables, so each of these is one plan.
  test.each([
    [
      "read-only values",
      `
resource "docs_space" "a" {
  id    = "my-own-id"
  title = "A"
}
resource "docs_site" "a" {
  title = "A"
  urls  = { app = "x" }
}
data "docs_spaces" "a" {
  ids = ["x"]
}
`,
      {
        3: "`id` is read-only",
        8: "`urls` is read-only",
        11: "`ids` is read-only",
      },
    ],
    [
      "required values that are null",
      `
variable "n" {
  default = null
}
resource "docs_space" "a" {
  title = var.n
}
data "docs_site_sections" "a" {
  site_id = var.n
}
`,
      { 6: "`title` must have a value", 9: "`site_id` must have a value" },
    ],
  ] as const)("a plan refuses %s, each at its place", async (_, configuration, messages) => {
    const { code, printed } = await run(configuration, "plan", "-input=false");
    expect(code).toBe(1);
    for (const [line, message] of Object.entries(messages))
      expect(printed).toMatch(new RegExp(`Error: ${message} with [\\w.]+, on main\\.tf line ${line},`));
  });

  test("a value that is null in the apply is refused before any request", async () => {
    const { code, printed } = await run(
      'resource "terraform_data" "n" {}\nresource "docs_space" "a" {\n  title = terraform_data.n.output\n}',
      "apply",
      "-auto-approve",
    );
    expect([code, printed]).toEqual([1, expect.stringContaining("`title` must have a value")]);
    expect(service.ids()["space"]).toEqual([]);
  });

  test("generated configuration is refused if the service keeps the specification's text", async () => {
    const { service: live } = service.running.emulator;
    live.add("openapi_spec", { id: "petstore", slug: "petstore", source: { text: "openapi: 3.1.0" } });
    const { code, printed } = await run(
      'import {\n  to = docs_openapi_spec.petstore\n  id = "petstore"\n}',
      "plan",
      "-generate-config-out=generated.tf",
    );
    expect([code, printed]).toEqual([1, expect.stringContaining("`source` must have a value")]);
    expect(printed).toContain("on generated.tf line");
    expect(printed).toContain("after an import, add it to the configuration yourself");
  });
});
