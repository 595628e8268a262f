import { expect, test } from "vitest";
import { hiddenAppParts } from "../../src/layout/synthesized/hidden-app-parts.ts";
import { parseJsonSource } from "../../src/layout/synthesized/json-source.ts";
import { resourceSchemas } from "../../src/layout/synthesized/schemas.ts";
import { registry } from "../../src/resources/registry.ts";

/** The text of a synthesized file, with its hidden parts replaced. */
function shownOf(text: string): string {
  const source = parseJsonSource({ file: "cdk.tf.json", text }, () => undefined);
  if (source === undefined) throw new Error("The file is not JSON.");
  const hidden = hiddenAppParts(source, resourceSchemas(registry));
  const isHidden = (at: number) => hidden.some(({ start, end }) => at >= start && at < end);
  return text
    .split("")
    .filter((_, at) => !isHidden(at))
    .join("");
}

test.each([
  { what: "the token", file: { provider: { docs: [{ base_url: "plain", token: "canary" }] } } },
  {
    what: "a value of another provider",
    file: { locals: { a: "plain" }, provider: { cloud: [{ region: "canary" }] } },
  },
  {
    what: "the default of a sensitive variable",
    file: {
      variable: { a: { default: "plain" }, b: { default: "canary", sensitive: true } },
    },
  },
  {
    what: "what a resource of others says",
    file: { locals: { a: "plain" }, resource: { cloud_key: { a: { text: "canary" } } } },
  },
  {
    what: "a secret field",
    file: { resource: { docs_saml_provider: { a: { label: "plain", certificate_wo: "canary" } } } },
  },
  {
    what: "a password in a URL",
    file: {
      resource: {
        docs_saml_provider: {
          a: { sso_url: "https://plain.example" },
          b: { sso_url: "https://ada:canary@acme example" },
        },
      },
    },
  },
  {
    what: "an output",
    file: { locals: { a: "plain" }, output: { a: { value: "canary" } } },
  },
])("no output shows $what", ({ file }) => {
  const shown = shownOf(JSON.stringify(file));
  expect(shown).toContain("plain");
  expect(shown).not.toContain("canary");
});
