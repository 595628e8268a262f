import { expect, test } from "vitest";
import { readTerraformJson } from "../../src/layout/synthesized/read-terraform-json.ts";
import { registry } from "../../src/resources/registry.ts";

test.each([
  ["{", "adaptive_schema is not valid JSON."],
  ['"A"', "adaptive_schema must be a map of fields, not text."],
])("a JSON argument refuses %s with its reason", (text, message) => {
  const site = { title: "Docs", adaptive_schema: text };
  const file = {
    provider: { docs: [{ organization: "acme" }] },
    resource: { docs_site: { docs: site } },
  };
  const { diagnostics } = readTerraformJson({
    stacks: [{ name: "docs", source: { file: "cdk.tf.json", text: JSON.stringify(file) } }],
    types: registry,
    environment: {},
    readFile: () => "",
    organization: "acme",
  });
  expect(diagnostics.map((each) => each.message)).toEqual([message]);
});
