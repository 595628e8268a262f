import { generateKeyPairSync } from "node:crypto";
import { App, TerraformStack } from "cdktf";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { DocsProvider, OpenApiSpec, SamlProvider, Space } from "../../src/constructs.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { shownOf } from "../../src/model/kinds-of.ts";
import { Secret } from "../../src/model/secret.ts";
import { isHidden, isSecretValue, mayBeSecret } from "../../src/model/secret-value.ts";
import { terraformSchema } from "../../src/model/terraform-schema.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import type { CtyObject } from "../../src/terraform/plugin/values/cty-value.ts";
import { validateObject } from "../../src/terraform/resources/object-validate.ts";
import type { Json } from "../../src/util/json.ts";
import { realCertificate } from "../support/certificates.ts";

const types = indexTypes(registry);
let key = "";
beforeAll(() => {
  key = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
});

interface Given {
  readonly type: string;
  readonly values: Readonly<Record<string, Json>>;
}

/** Each way to declare an object, with the messages that it reports. */
const faces: Readonly<Record<string, (given: Given) => readonly string[]>> = {
  "in a layout": ({ type, values }) => {
    const { layout } = types.get(type);
    const { slug: entry = "a", ...fields } = values;
    const text = JSON.stringify({
      docsform: 1,
      organization: "org1",
      [layout.kind === "map" ? layout.field : ""]: { [entry as string]: fields },
    });
    const { diagnostics, sources } = layoutOf(text);
    const shown = diagnostics.map(({ message }) => message);
    expect(sources.map((source) => source.text).join()).not.toContain(key.split("\n")[1]);
    return shown;
  },
  "in Terraform": ({ type, values }) => {
    const schema = terraformSchema(types, types.get(type));
    const config = Object.fromEntries(
      schema.values.flatMap(({ name, attribute }) => {
        const value = values[attribute];
        return value === undefined
          ? []
          : [[name, typeof value === "string" ? value : { url: null, ...(value as object) }]];
      }),
    );
    return validateObject(schema, config as CtyObject, true).map(
      ({ summary, detail }) => `${summary} ${detail ?? ""}`,
    );
  },
  "in an app": ({ type, values }) => {
    const stack = new TerraformStack(new App(), "stack");
    new DocsProvider(stack, "docs", { organization: "org1" });
    const classes = { space: Space, saml_provider: SamlProvider, openapi_spec: OpenApiSpec };
    const Class = classes[type as keyof typeof classes] as unknown as new (
      ...args: readonly unknown[]
    ) => Space;
    return new Class(stack, "a", values).node.validate();
  },
};

function layoutOf(text: string, file = "") {
  return readLayout({
    sources: [{ file: "docsform.yaml", text }],
    types: registry,
    environment: {},
    readFile: () => file,
  });
}

describe.each(Object.keys(faces))("%s", (name) => {
  const messagesOf = (type: string, values: Given["values"]) =>
    (faces[name] as (given: Given) => readonly string[])({ type, values });
  const withCertificate = (certificate: string) =>
    messagesOf("saml_provider", { label: "Okta", certificate });
  const withSpecification = (text: string) => messagesOf("openapi_spec", { slug: "pets", source: { text } });

  test("a private key is no certificate, and no message repeats it", () => {
    const [message = "", ...more] = withCertificate(key);
    expect(more).toEqual([]);
    expect(message).toContain("contains a private key, which docsform never sends. Give the certificate");
    expect(message).not.toContain(key.split("\n")[1]);
  });

  test("a private key is refused in every short text, and in a document that is one", () => {
    const title = key.replaceAll("\n", " ").slice(0, 50);
    expect(messagesOf("space", { title }).join()).toContain("must not contain a private key");
    expect(withSpecification(key)).toHaveLength(1);
    expect(withSpecification(`  \n${key}`)).toHaveLength(1);
    const page = `openapi: 3.1.0\ninfo: { title: A }\nx-example: |\n  ${key.replaceAll("\n", "\n  ")}`;
    expect(withSpecification(page)).toEqual([]);
  });

  test("a certificate in another form is accepted", () => {
    for (const text of [
      realCertificate,
      realCertificate.replaceAll("\n", "\\n"),
      `Subject: x\n${realCertificate}`,
    ])
      expect(withCertificate(text)).toEqual([]);
  });

  test.each([
    ["<!doctype html><title>404</title>", "this is an HTML page"],
    ["{}", "it has neither a field openapi nor a field swagger"],
    ["openapi: 3.1", "its version is no text"],
    ["null", "it is no map of fields"],
    ["openapi: 3.1.0\ninfo:\n\ttitle: A\n", "line 3, column 1 is wrong: a tab indents it"],
    ["{", "neither JSON nor YAML continues like this"],
  ])("%j is no specification", (text, words) => {
    const message = withSpecification(text).join();
    expect(message).toContain("must be an OpenAPI document, but");
    expect(message).toContain(words);
  });
});

test("a kind describes a value only as a whole", () => {
  const url = z.object({ url: z.url(), label: z.string().optional(), count: z.number().optional() });
  const rule = { schema: url };
  const address = "https://ada:canary@acme.example/a";
  expect(shownOf(rule, { url: address })).toContain("acme.example");
  expect(shownOf(rule, { url: address, label: "A" })).toBeUndefined();
  expect(shownOf(rule, { url: address, count: 1 })).toBeUndefined();
});

test("Terraform shows no line with a private key", () => {
  const schema = terraformSchema(types, types.get("space"));
  const placeOf = (title: string) => validateObject(schema, { title } as CtyObject, true)[0]?.attribute;
  expect(placeOf(key.replaceAll("\n", " "))).toBeUndefined();
  expect(placeOf("x".repeat(1000))).toBeDefined();
});

test("a layout sends a certificate in its normal form", () => {
  const declared = JSON.stringify(realCertificate.replaceAll("\n", "\\n"));
  const { desired } = layoutOf(
    `docsform: 1\norganization: org1\nsaml: { a: { label: A, certificate: ${declared} } }\n`,
  );
  const value = desired?.objects[0]?.attributes["certificate"];
  expect(value instanceof Secret && value.reveal()).toBe(realCertificate);
});

test("a layout reads a long text from a file, without its byte order mark", () => {
  const { desired, diagnostics } = layoutOf(
    'docsform: 1\norganization: { id: org1, agentInstructions: !file agents.md }\nspaces: { a: { title: "\uFEFFA" } }\n',
    "\uFEFFBe brief.",
  );
  expect(diagnostics).toEqual([]);
  const values = Object.fromEntries(
    (desired?.objects ?? []).map(({ type, attributes }) => [type, attributes]),
  );
  expect(values["organization"]?.["agentInstructions"]).toBe("Be brief.");
  expect(values["space"]?.["title"]).toBe("A");
});

describe("a password in a URL is a secret", () => {
  const urls = registry.flatMap(({ name, attributes }) =>
    Object.entries(attributes).flatMap(([attribute, rule]) =>
      rule.samples
        .flatMap((sample) =>
          typeof sample === "string" && /^https?:/u.test(sample) ? [{ name, attribute, rule, sample }] : [],
        )
        .slice(0, 1),
    ),
  );

  test("Terraform hides every URL that the service fetches", () => {
    expect(isHidden(types.get("openapi_spec").attributes["source"] ?? {})).toBe(true);
  });

  test("at least the known ones are found", () => {
    expect(urls.map(({ name, attribute }) => `${name}.${attribute}`)).toEqual(
      expect.arrayContaining(["saml_provider.ssoURL", "saml_provider.entityID", "space.icon"]),
    );
  });

  test.each(urls)("in $name, $attribute", ({ rule, sample }) => {
    const withPassword = sample.replace("://", "://ada:canary@");
    expect(mayBeSecret(rule)).toBe(true);
    expect(isSecretValue(rule, sample)).toBe(false);
    expect(isSecretValue(rule, withPassword)).toBe(true);
    expect(shownOf(rule, withPassword)).not.toContain("canary");
    expect(isHidden(rule)).toBe(false);
  });

  test.each([
    ["a URL", "https://ada:canary@acme.example/a.png", false],
    ["a text that is no URL", "https://ada:canary@acme example/a.png", false],
    ["a URL without a password", "https://acme.example/a.png", true],
  ])("no line of an error shows it in %s", (_what, icon, isShown) => {
    const { sources, diagnostics } = layoutOf(
      `docsform: 1\norganization: org1\nspaces: { a: { titel: A, icon: "${icon}" } }\n`,
    );
    expect(diagnostics).not.toEqual([]);
    const shown = [...diagnostics.map(({ message }) => message), ...sources.map(({ text }) => text)].join();
    expect(shown).not.toContain("canary");
    expect(shown.includes(icon)).toBe(isShown);
  });
});
