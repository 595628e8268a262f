import { describe, expect, test } from "vitest";
import { type LayoutInput, type LayoutRead, readLayout } from "../../src/layout/read-layout.ts";
import { registry } from "../../src/resources/registry.ts";
import { realCertificate } from "../support/certificates.ts";

// Several files, environments, merge keys and x- fields: the test checks the result and the position of each part.

function read(texts: readonly string[], more: Partial<LayoutInput> = {}): LayoutRead {
  return readLayout({
    sources: texts.map((text, layer) => ({ file: `${"abc"[layer]}.yaml`, text, layer })),
    types: registry,
    environment: { STAGE: "beta", PEM: realCertificate },
    readFile: (path, layoutFile) => (path.endsWith(".pem") ? realCertificate : `${layoutFile} ${path}`),
    ...more,
  });
}

/** The declared values by address. */
function declared({ desired, diagnostics }: LayoutRead): Record<string, unknown> {
  expect(diagnostics).toEqual([]);
  return Object.fromEntries((desired?.objects ?? []).map(({ address, attributes }) => [address, attributes]));
}

const problems = ({ diagnostics }: LayoutRead) =>
  diagnostics.map(({ code, at, remedy }) => [code, at && `${at.file}:${at.line}:${at.column}`, remedy]);

const base = `docsform: 1
organization: org
spaces:
  guides: { title: Guides, emoji: "1f4d8", mergeRules: { type: none } }
  api: { title: API }
teams:
  writers: { title: Writers, members: [ada@example.com, grace@example.com] }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, icon: book, spaces: [guides] }
      - section: API
        path: api
        spaces: [{ space: api, path: en }, { space: guides, path: fr }]
`;

describe("several files", () => {
  test("maps are merged deeply, and the last file counts", () => {
    const over =
      "organization: other\nspaces: { guides: { title: Manuals, emoji: null }, more: { title: More } }\n";
    const layout = read([base, over]);
    expect(layout.desired?.organizationId).toBe("other");
    expect(declared(layout)).toMatchObject({
      "space.guides": { title: "Manuals", emoji: null, mergeRules: { type: "none" } },
      "space.api": { title: "API" },
      "space.more": { title: "More" },
    });
  });

  test("lists of contents are merged item by item, in the order of the first file, and new items come last", () => {
    const over = `sites:
  docs:
    structure:
      - { section: More, path: more, spaces: [api] }
      - { path: api, icon: code, spaces: [{ space: api, condition: visitor.x }] }
      - { section: Manuals, path: guides }
`;
    const layout = read([base, over]);
    const shown = declared(layout);
    expect(shown).toMatchObject({
      "site_section.docs/api": { title: "API", path: "api", icon: "code" },
      "site_section.docs/guides": { title: "Manuals", path: "guides", icon: "book" },
      "site_space.docs/api/en": { path: "en", condition: "visitor.x" },
    });
    const sections = layout.desired?.objects.filter(({ type }) => type === "site_section");
    expect(sections?.map(({ address }) => address)).toEqual([
      "site_section.docs/guides",
      "site_section.docs/api",
      "site_section.docs/more",
    ]);
  });

  test("two items with one name in one file stay two items under another file", () => {
    const over = "sites: { docs: { structure: [{ group: More, id: g1 }, { group: More, id: g2 }] } }\n";
    const { desired } = read([base, over]);
    expect(desired?.objects.filter(({ attributes }) => attributes["title"] === "More")).toHaveLength(2);
  });

  test("for any other list, the last file counts", () => {
    const layout = read([base, "teams: { writers: { members: [linus@example.com] } }\n"]);
    expect(declared(layout)["team.writers"]).toEqual({ title: "Writers", members: ["linus@example.com"] });
  });

  test("three layers: the last one counts", () => {
    const title = (name: string) => `spaces: { guides: { title: ${name} } }\n`;
    expect(declared(read([base, title("Two"), title("Three")]))["space.guides"]).toMatchObject({
      title: "Three",
    });
  });

  test("a key that occurs twice in one layer is an error that names both places", () => {
    const sources = [base, "spaces: { guides: { title: Again } }\n"].map((text, at) => ({
      file: `${"ab"[at]}.yaml`,
      text,
    }));
    expect(problems(read([], { sources }))).toEqual([
      ["layout/duplicate-key", "b.yaml:1:11", "Remove one of them, or give it another key."],
    ]);
  });

  test("an error is reported at its place", () => {
    const over =
      "spaces:\n  guides:\n    titel: Manuals\n    emoji: 7\nsites: { docs: { structure: [{ path: api, ikon: x }] } }\n";
    expect(problems(read([base, over])).map(([code, at]) => [code, at])).toEqual([
      ["layout/unknown-field", "b.yaml:3:5"],
      ["layout/invalid-value", "b.yaml:4:12"],
      ["layout/unknown-field", "b.yaml:5:43"],
    ]);
    const wrongBase = base.replace("emoji:", "emojy:");
    expect(problems(read([wrongBase, "spaces: { guides: { title: X } }\n"])).map(([, at]) => at)).toEqual([
      "a.yaml:4:28",
    ]);
  });

  test("a named file is relative to the file that names it", () => {
    const saml = (certificate: string) =>
      `saml: { okta: { ssoURL: "https://x.example", entityID: e, certificate: ${certificate} } }\n`;
    const read2 = read([base, `saml: { okta: { label: Okta } }\n`, saml("!file okta.pem")]);
    const value = read2.desired?.objects.find(({ address }) => address === "saml_provider.okta")?.attributes[
      "certificate"
    ];
    expect(read2.diagnostics).toEqual([]);
    expect(value).toMatchObject({ source: { kind: "file", path: "okta.pem" } });
  });
});

describe("environments", () => {
  const environments = `environments:
  staging:
    organization: staging-org
    variables: { stage: staging }
    spaces: { guides: { title: "Guides of \${stage}" } }
  production: { name: live }
`;
  const layout = `${base.replace("organization: org\n", "")}variables: { stage: { env: STAGE } }\norganization: org\n${environments}`;

  test.each([
    { name: "staging", organization: "staging-org", title: "Guides of staging" },
    { name: "production", organization: "org", title: "Guides" },
  ])("$name overrides the rest", ({ name, organization, title }) => {
    const found = read([layout], { environmentName: name });
    expect(declared(found)["space.guides"]).toMatchObject({ title });
    expect([found.desired?.organizationId, found.desired?.environment]).toEqual([organization, name]);
  });

  test("without a selection all environments are listed", () => {
    expect(problems(read([layout]))).toEqual([
      ["layout/no-environment", expect.stringMatching(/^a.yaml/), "Select one: --env staging."],
    ]);
    const [{ message } = { message: "" }] = read([layout]).diagnostics;
    expect(message).toContain("staging, production");
  });

  test.each([
    { name: "stagin", remedy: "Did you mean staging?" },
    { name: "qa", remedy: "Use one of staging, production." },
  ])("$name is not valid: $remedy", ({ name, remedy }) => {
    expect(problems(read([layout], { environmentName: name })).map(([code, , help]) => [code, help])).toEqual(
      [["layout/unknown-environment", remedy]],
    );
  });

  test("a layout without environments has none to select", () => {
    expect(problems(read([base], { environmentName: "qa" })).map(([code]) => code)).toEqual([
      "layout/unknown-environment",
    ]);
  });

  test("errors in every environment are reported", () => {
    const wrong = layout.replace(
      "production: { name: live }",
      'production: { spacs: {}, docsform: 1 }\n  other: 3\n  "a b": {}',
    );
    expect(
      problems(read([wrong], { environmentName: "staging" }))
        .map(([code]) => String(code))
        .sort((a, b) => a.localeCompare(b)),
    ).toEqual([
      "layout/invalid-value",
      "layout/invalid-value",
      "layout/unknown-field",
      "layout/unknown-field",
    ]);
  });

  test("an error does not show a secret in a variable", () => {
    const secret = layout.replace(
      "production: { name: live }",
      "production: { saml: { okta: { certificate: CANARY, x: y } } }",
    );
    const { sources } = read([secret], { environmentName: "staging" });
    expect(sources.map(({ text }) => text).join("")).not.toContain("CANARY");
  });
});

describe("merge keys and x- fields", () => {
  const own = `docsform: 1
organization: org
x-usual: &usual { defaultLevel: read, language: en }
x-locked: &locked { editMode: locked, language: fr }
`;

  test("a map is merged, its own fields take precedence, then the first of several maps", () => {
    const text = `${own}spaces:
  one: { <<: *usual, title: One }
  two: { title: Two, language: de, <<: [*usual, *locked] }
  three: { "title": Three }
`;
    expect(declared(read([text]))).toEqual({
      "space.one": { title: "One", defaultLevel: "read", language: "en" },
      "space.two": { title: "Two", language: "de", defaultLevel: "read", editMode: "locked" },
      "space.three": { title: "Three" },
    });
  });

  test("an error in a file is reported in that file", () => {
    const text = `${own.replace("language: en", "langauge: en")}spaces: { one: { <<: *usual, title: One } }\n`;
    expect(problems(read([text])).map(([code, at]) => [code, at])).toEqual([
      ["layout/unknown-field", "a.yaml:3:39"],
    ]);
  });

  test("a value that is not a map is not merged, and << in quotes is an ordinary key", () => {
    const text = `${own}spaces: { one: { <<: 3, title: One }, two: { "<<": *usual, title: Two } }\n`;
    expect(problems(read([text])).map(([code]) => code)).toEqual([
      "layout/invalid-merge",
      "layout/unknown-field",
    ]);
  });

  test("refuses an expansion of merges before it grows", () => {
    const bomb = Array.from({ length: 30 }, (_, at) =>
      at === 0
        ? "x-0: &a0 { title: T }"
        : `x-${at}: &a${at} { <<: [*a${at - 1}, *a${at - 1}], k: { <<: *a${at - 1} } }`,
    ).join("\n");
    const found = read([
      `docsform: 1\norganization: org\n${bomb}\nspaces: { one: { <<: *a29, title: One } }\n`,
    ]);
    expect(found.diagnostics.some(({ code }) => code === "layout/too-many-aliases")).toBe(true);
  });

  test("work across files and in environments", () => {
    const text = `${own}spaces: { one: { <<: *usual, title: One } }
environments: { qa: { spaces: { one: { <<: *locked } } } }
`;
    expect(declared(read([text], { environmentName: "qa" }))["space.one"]).toEqual({
      title: "One",
      defaultLevel: "read",
      editMode: "locked",
      language: "fr",
    });
  });
});
