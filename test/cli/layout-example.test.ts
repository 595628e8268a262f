import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { layoutJsonSchema } from "../../src/layout/layout-schema.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { renderDiagnostic } from "../../src/layout/render-diagnostic.ts";
import { registry } from "../../src/resources/registry.ts";
import { certificateWith } from "../support/certificates.ts";

/** A commented example of the whole format of layouts. */
const example = `# yaml-language-server: $schema=./node_modules/docsform/schema/layout.json
docsform: 1                                # format version
organization: Qm3vT8xLz1                   # id; pinned: a token that sees another organization is refused

prune: [teams]                             # types whose undeclared objects are deleted; without it they are reported and left alone
safety: { maxDeletes: 30%, maxChanges: 50% }

collections:
  handbook: { title: Handbook, defaultLevel: read }
  engineering: { title: Engineering, parent: handbook }

spaces:
  guides: { title: Guides, collection: handbook, emoji: "1f4d8" }
  guides-fr: { title: Guides (français), collection: handbook, language: fr }
  api: { title: API reference, collection: engineering }
  legacy: { id: 3sXk92LmPq0aTz7Yc1Vb }      # pinned to an object that exists; fields not named are not managed

teams:
  writers: { title: Writers, members: [ada@example.com, u_19fk2] }

saml:
  okta:
    label: Okta
    ssoURL: https://acme.okta.example/app/sso/saml
    entityID: http://www.okta.example/exk1
    certificate: !file secrets/okta.pem
    defaultTeam: writers                     # by key: a reference, so it orders the work
    defaultRole: read

openapi:
  petstore: { source: { url: https://acme.example/openapi.json }, visibility: public }

sites:
  docs:
    title: Acme docs
    visibility: public
    published: true
    proxy: acme.example/docs
    structure:                               # authoritative; the order here is the order on the site
      - section: Guides
        path: guides
        icon: book
        spaces:
          - { space: guides, default: true }
          - { space: guides-fr, path: fr, condition: visitor.claims.unsigned.french }
      - group: Reference
        icon: code
        children:
          - { section: API, path: api, was: { path: api-v1 }, spaces: [api] }
          - { section: Legacy, path: legacy, protect: true, spaces: [legacy] }
`;

const pem = certificateWith("Q0FOQVJZ");

test("the example of the format reads with the real types", () => {
  const sources = [{ file: "docsform.yaml", text: example }];
  const { desired, diagnostics } = readLayout({
    sources,
    types: registry,
    environment: {},
    readFile: () => pem,
  });
  expect(diagnostics.map((each) => renderDiagnostic(each, sources))).toEqual([]);
  expect(desired?.objects.map(({ address }) => address)).toEqual([
    "collection.handbook",
    "collection.engineering",
    "space.guides",
    "space.guides-fr",
    "space.api",
    "space.legacy",
    "team.writers",
    "saml_provider.okta",
    "openapi_spec.petstore",
    "site.docs",
    "site_section.docs/guides",
    "site_space.docs/guides/guides",
    "site_space.docs/guides/fr",
    "site_section_group.docs/Reference",
    "site_section.docs/api",
    "site_space.docs/api/api",
    "site_section.docs/legacy",
    "site_space.docs/legacy/legacy",
  ]);
});

test("the example matches the JSON Schema of the real types", () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(layoutJsonSchema(registry));
  const layout: unknown = parse(example, { customTags: [{ tag: "!file", resolve: () => pem }] });
  expect(validate(layout) ? [] : validate.errors).toEqual([]);
});
