import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { registry } from "../../src/resources/registry.ts";
import { providerSchemaJson } from "../../tools/generate/provider-schema-json.ts";
import { succeed } from "./support/run.ts";

const provider = "registry.terraform.io/docsform/docs";
const configuration =
  'terraform {\n  required_providers {\n    docs = { source = "docsform/docs" }\n  }\n}\n';

test("constructs are generated from the provider's schema", async () => {
  const home = inject("home");
  const folder = mkdtempSync(join(home, "schema-"));
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home, CHECKPOINT_DISABLE: "1" };
  const terraform = (...args: readonly string[]) =>
    succeed("terraform", args, { cwd: folder, env: environment });
  writeFileSync(join(folder, "main.tf"), configuration);
  await terraform("init", "-input=false");
  const answer = JSON.parse(await terraform("providers", "schema", "-json"));
  const { provider: settings, resource_schemas, data_source_schemas } = answer["provider_schemas"][provider];
  expect(withoutEmptyObjects(providerSchemaJson(registry))).toEqual(
    withoutEmptyObjects({ provider: settings, resource_schemas, data_source_schemas }),
  );
});

/** The value without empty objects: Terraform omits some of them. */
function withoutEmptyObjects(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value)
    .map(([name, item]) => [name, withoutEmptyObjects(item)] as const)
    .filter(([, item]) => typeof item !== "object" || item === null || Object.keys(item).length > 0);
  return Object.fromEntries(kept);
}
