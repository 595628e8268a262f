import { expect, test } from "vitest";
import { createTestService } from "../support/service.ts";
import type { Config } from "./support/rpc-terraform.ts";
import { rpcTerraform } from "./support/rpc-terraform.ts";

async function reported(name: string, config: Config): Promise<readonly string[]> {
  const { emulator, clock } = createTestService({ apiVersion: "current", random: () => 0.5 });
  return await rpcTerraform(emulator, clock).validate("resource", name, config);
}

const rule = { rule: null, users: null, expression: null, message: null };

test.each<[string, string, Config, string]>([
  ["an empty text", "docs_space", { title: "" }, "title: `title` is not valid. title must not be empty."],
  [
    "a text that is too short",
    "docs_site",
    { title: "A" },
    "title: `title` is not valid. title is too short: 1 character, at least 2.",
  ],
  [
    "a choice, with the word for null among the values",
    "docs_space",
    { title: "A", default_level: "owner" },
    "default_level: `default_level` is not valid. default_level must be one of admin, create, edit, review, comment, read, inherit, none, not owner.",
  ],
  [
    "a URL that is none",
    "docs_space",
    { title: "A", icon: "cat" },
    "icon: `icon` is not valid. icon must be a URL.",
  ],
  [
    "a form of our own",
    "docs_space",
    { title: "A", emoji: "book" },
    "emoji: `emoji` is not valid. emoji must be an emoji, or its code points in hex.",
  ],
  [
    "a branch that there is not",
    "docs_space",
    { title: "A", merge_rules: { type: "some", rules: null } },
    "merge_rules: `merge_rules` is not valid. merge_rules.type must be one of inherit, none, rules, not some.",
  ],
  [
    "a field of another branch",
    "docs_space",
    { title: "A", merge_rules: { type: "none", rules: [] } },
    'merge_rules: `merge_rules` is not valid. merge_rules has no field rules. This rule applies because merge_rules.type is "none".',
  ],
  [
    "a field in a part of a branch",
    "docs_space",
    { title: "A", merge_rules: { type: "rules", rules: [{ ...rule, rule: "cat" }] } },
    "merge_rules.rules[0].rule must be one of",
  ],
  [
    "what a branch needs",
    "docs_space",
    { title: "A", merge_rules: { type: "rules", rules: [{ ...rule, rule: "require_specific_reviewers" }] } },
    'merge_rules.rules[0].users is missing. This rule applies because merge_rules.rules[0].rule is "require_specific_reviewers".',
  ],
  [
    "two fields that exclude each other",
    "docs_openapi_spec",
    { slug: "petstore", source: { url: "https://a.example/spec.json", text: "openapi: 3.1.0" } },
    "source: `source` is not valid. Set source.url or source.text, not both.",
  ],
  [
    "JSON that does not parse",
    "docs_site",
    { title: "Docs", adaptive_schema: "{" },
    "adaptive_schema: `adaptive_schema` is not valid JSON. Write the value with `jsonencode`.",
  ],
  [
    "JSON of another kind",
    "docs_site",
    { title: "Docs", adaptive_schema: '"A"' },
    "adaptive_schema: `adaptive_schema` is not valid. adaptive_schema must be a map of fields, not text.",
  ],
  [
    "a translation into the language of its space",
    "docs_translation",
    { space_id: "sp1", source_language: "en", language: "en" },
    "language: `language` is not valid. Space sp1 is already in English. Declare another language, or correct source_language.",
  ],
  [
    "a name of several words",
    "docs_site",
    { title: "Docs", adaptive_content: { enabled: null } },
    "`adaptive_content.enabled` must have a value",
  ],
  [
    "a key of the user's own",
    "docs_site",
    {
      title: "Docs",
      adaptive_schema: JSON.stringify({
        type: "object",
        properties: { isGamma: { type: "boolean" } },
        additionalProperties: false,
      }),
    },
    "adaptive_schema.properties.isGamma.description is missing",
  ],
  [
    "a text that rich text cannot hold",
    "docs_organization",
    { agent_instructions: "Be brief.\n\n<table></table>" },
    "Line 3 of agent_instructions has HTML",
  ],
])("explains in Terraform's terms what is wrong with %s", async (_what, name, config, message) => {
  const diagnostics = await reported(name, config);
  expect(diagnostics.join("\n")).toContain(message);
  for (const diagnostic of diagnostics)
    expect(diagnostic).not.toMatch(/layout|Invalid|expected|received|Too (small|big)|undefined/);
});
