import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getLanguageService, TextDocument } from "yaml-language-server";
import { layoutJsonSchema } from "../../src/layout/layout-schema.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { registry } from "../../src/resources/registry.ts";
import { realCertificate } from "../support/certificates.ts";

// The tests run the YAML language server with docsform's schema, as an editor does.

const schemaText = JSON.stringify(layoutJsonSchema(registry));
const root = new URL("../../", import.meta.url);
const textAt = (path: string) => readFileSync(new URL(path, root), "utf8");

let version = 0;

/** The errors of the language server: the line and the message. */
async function findingsIn(text: string): Promise<readonly string[]> {
  const service = getLanguageService({
    schemaRequestService: async () => schemaText,
    workspaceContext: { resolveRelativePath: (path) => path },
  });
  service.configure({
    validate: true,
    yamlVersion: "1.2",
    customTags: ["!env scalar", "!file scalar"],
    // The language server changes its schema object, so each run gets a copy.
    schemas: [{ uri: "file:///layout.json", fileMatch: ["*"], schema: JSON.parse(schemaText) }],
  });
  // The language server caches documents by version.
  version += 1;
  const document = TextDocument.create("file:///docsform.yaml", "yaml", version, withoutSchemaLine(text));
  // The package declares the same document type twice, with small differences.
  const found = await service.doValidation(document as Parameters<typeof service.doValidation>[0], false);
  return found.map(({ range, message }) => `${range.start.line + 1} ${JSON.stringify(message)}`);
}

/** The schema comes from the test, so the server must not fetch it. */
function withoutSchemaLine(text: string): string {
  return text.replace(/^# yaml-language-server:.*$/mu, "");
}

/** The whole layouts among the code blocks of a page. */
function layoutsIn(page: string): readonly (readonly [string, string])[] {
  const blocks = [...textAt(page).matchAll(/^```yaml\n([\s\S]*?)^```/gmu)].map(([, text = ""]) => text);
  const whole = blocks.filter((text) => /^docsform: 1$/mu.test(text));
  return whole.map((text, at) => [`${page} ${at + 1}`, text]);
}

const guides = readdirSync(new URL("docs/guides/", root)).map((name) => `docs/guides/${name}`);
const examples = [
  ["examples/acme/docsform.yaml", textAt("examples/acme/docsform.yaml")] as const,
  ...["README.md", ...guides].flatMap(layoutsIn),
];

test.each(examples)("finds nothing in %s", async (_name, text) => {
  expect(await findingsIn(text)).toEqual([]);
});

test("the guides contain layouts", () => {
  expect(examples.length).toBeGreaterThan(3);
});

const everything = `docsform: 1
variables: { domain: docs.acme.example, stage: { env: STAGE, default: read } }
environments:
  staging:
    organization: Stg3vT8xLz
    variables: { domain: staging.docs.acme.example }
    spaces: { guides: { title: "Guides (staging)" } }
    sites: { docs: { structure: [{ path: api, icon: book }] } }
  production: { organization: Qm3vT8xLz1 }
x-public: &public { visibility: public, published: true }
x-space: &space { title: Titled, language: en }
spaces:
  guides: { <<: *space, emoji: "1f4d8" }
  api: { <<: [*space], title: "API of \${domain}" }
  again: *space
saml:
  okta:
    label: Okta
    ssoURL: "https://\${domain}/sso"
    entityID: okta
    certificate: !env PEM
    defaultRole: "\${stage}"
  file: { label: File, ssoURL: "https://x.example", entityID: e, certificate: !file okta.pem }
sites:
  docs:
    <<: *public
    title: Docs
    structure: [{ section: API, path: api, spaces: [api, { space: guides, path: fr }] }]
`;

test("editors accept merge keys, x- fields, environments, variables and tags", async () => {
  expect(await findingsIn(everything)).toEqual([]);
  const { diagnostics } = readLayout({
    sources: [{ file: "docsform.yaml", text: everything }],
    types: registry,
    environmentName: "staging",
    environment: { PEM: realCertificate },
    readFile: () => realCertificate,
  });
  expect(diagnostics).toEqual([]);
});

test.each([
  { what: "a field at the top", from: "x-space:", to: "y-space:", line: 11 },
  { what: "a field of an object", from: "emoji:", to: "emojy:", line: 13 },
  { what: "a field that is merged in", from: "language: en", to: "langauge: en", line: 11 },
  { what: "a field in an environment", from: 'title: "Guides (staging)"', to: "titel: x", line: 7 },
  { what: "a field of an item in an environment", from: "icon: book", to: "ikon: book", line: 8 },
  { what: "an environment's map", from: "    sites: { docs", to: "    site: { docs", line: 8 },
  { what: "a field of a variable", from: "default: read", to: "defualt: read", line: 2 },
  { what: "a field of a nested item", from: "path: fr", to: "pfad: fr", line: 28 },
])("a misspelt $what is found in its line", async ({ from, to, line }) => {
  expect(everything).toContain(from);
  const found = await findingsIn(everything.replace(from, to));
  expect(found.map((each) => Number(each.split(" ")[0]))).toContain(line);
});
