import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { certificateWith } from "../../test/support/certificates.ts";
import { problemsOf, type Synthesized, synth } from "../../test/support/synth.ts";
import { DocsLayout, type DocsLayoutOptions } from "./docs-layout.ts";
import { Space } from "./docs-space.ts";
import { DocsProvider } from "./generated/provider.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "layout-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A layout that ends with these lines, and other files beside it. */
function layoutFile(lines: string, beside: Readonly<Record<string, string>> = {}): string {
  for (const [name, text] of Object.entries(beside)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const file = join(folder, "docsform.yaml");
  writeFileSync(file, `docsform: 1\norganization: org_1\n${lines}`);
  return file;
}

function synthLayout(lines: string, options: DocsLayoutOptions = { environment: {} }): Synthesized {
  return synth((stack) => DocsLayout.fromYaml(stack, "layout", layoutFile(lines), options));
}

function errorOf(lines: string): string {
  const file = layoutFile(lines);
  try {
    synth((stack) => DocsLayout.fromYaml(stack, "layout", file, { environment: {} }));
  } catch (error) {
    return (error as Error).message.replaceAll(folder, ".");
  }
  return "";
}

describe("a layout inside an app", () => {
  test("has a resource for everything that it declares", () => {
    const { resource, provider } = synth((stack) => {
      DocsLayout.fromYaml(stack, "acme", "examples/acme/docsform.yaml", { environment: {} });
    }, null);
    const counts = Object.entries(resource).map(([type, all]) => [type, Object.keys(all).length]);
    expect(Object.fromEntries(counts)).toEqual({
      docs_collection: 2,
      docs_openapi_spec: 1,
      docs_saml_provider: 1,
      docs_site: 1,
      docs_site_order: 2,
      docs_site_publication: 1,
      docs_site_section: 3,
      docs_site_section_group: 1,
      docs_site_space: 1,
      docs_space: 4,
      docs_team: 1,
    });
    expect(provider).toEqual({ docs: [{ organization: "Qm3vT8xLz1" }] });
  });

  test("can be a folder of files", () => {
    const sites = "sites:\n  docs: { title: Acme docs }\n";
    layoutFile("spaces:\n  guides: { title: Guides }\n", { "b.yml": sites, "notes.txt": "none" });
    const { resource } = synth((stack) => DocsLayout.fromYaml(stack, "layout", folder, { environment: {} }));
    expect(Object.keys(resource).sort()).toEqual(["docs_site", "docs_space"]);
  });

  test("does not manage what it omits, and clears what is null", () => {
    const { resource } = synthLayout(
      "collections:\n  a: { title: Handbook, description: null, parent: null, defaultLevel: null }\n  b: { title: Other, ignore: [title] }\n",
    );
    expect(Object.values(resource["docs_collection"] ?? {})).toEqual([
      { title: "Handbook", default_level: "none", lifecycle: { create_before_destroy: true } },
      {
        title: "Other",
        lifecycle: { create_before_destroy: true, ignore_changes: ["title", "description", "parent_id"] },
      },
    ]);
  });

  test("keeps a text that looks like a Terraform expression", () => {
    const lines =
      'variables: { name: { env: NAME }, d: { default: no } }\nspaces:\n  a: { title: "$${a} %{b} ${name} ${d}" }\n';
    const { resource } = synthLayout(lines, { environment: { TF_VAR_NAME: "c" }, variables: { d: "d" } });
    expect(Object.values(resource["docs_space"] ?? {})).toMatchObject([{ title: "$${a} %%{b} c d" }]);
  });

  test("imports what it pins with values, and refers to what it only pins", () => {
    const result = synthLayout(
      `spaces:
  taken: { id: space_1, title: Taken, protect: true }
  named: { id: space_2 }
  inside: { title: Inside, collection: { id: collection_1 } }
sites:
  docs: { id: site_1, structure: [{ section: Guides, path: guides, id: section_1, spaces: [named] }] }
`,
    );
    const [used, inside] = Object.entries(result.resource["docs_space"] ?? {});
    const [section] = Object.entries(result.resource["docs_site_section"] ?? {});
    expect(Object.keys(result.resource)).toEqual(["docs_space", "docs_site_section"]);
    expect(used?.[1]).toMatchObject({ title: "Taken", deletion_protection: true });
    expect(inside?.[1]).toMatchObject({ title: "Inside", parent_id: "collection_1" });
    expect(section?.[1]).toMatchObject({ site_id: "site_1", space_id: "space_2", title: "Guides" });
    expect(result.import).toEqual([
      { to: `docs_space.${used?.[0]}`, id: "space_1" },
      { to: `docs_site_section.${section?.[0]}`, id: "site_1/section_1" },
    ]);
  });

  test("was: becomes a moved block, for the object and its contents", () => {
    const layout = (group: string, path: string) => `spaces:
  a: { title: Space }
sites:
  docs:
    title: Acme docs
    structure:
      - { group: ${group}, children: [{ group: Inner, children: [{ section: API, path: api, spaces: [a] }] }] }
      - { section: Guides, path: ${path}, spaces: [a, { space: a, path: fr }, { space: a, path: de }] }
`;
    const addresses = ({ resource }: Synthesized) =>
      Object.entries(resource).flatMap(([type, all]) => Object.keys(all).map((name) => `${type}.${name}`));
    const before = addresses(synthLayout(layout("Old", "old")));
    const after = synthLayout(layout("New, was: { title: Old }", "new, was: { path: old }"));
    const moved = after.moved as readonly { readonly from: string; readonly to: string }[];
    const now = new Set(addresses(after));
    expect(moved.map(({ from }) => from).sort()).toEqual(before.filter((each) => !now.has(each)).sort());
    expect(moved.map(({ to }) => to).sort()).toEqual(
      [...now].filter((each) => !before.includes(each)).sort(),
    );
    expect(moved).toHaveLength(6);
    const file = layoutFile(
      "spaces: {}\nsites:\n  a: { title: Docs, structure: [{ group: B, was: { title: A } }] }\n",
    );
    let hcl = "";
    synth((stack) => {
      DocsLayout.fromYaml(stack, "layout", file, { environment: {} });
      hcl = (stack.toHclTerraform() as { hcl: string }).hcl;
    });
    expect(hcl).toMatch(
      /moved \{\s+from = docs_site_section_group\.\w+\s+to = docs_site_section_group\.\w+\s+\}/,
    );
  });
});

describe("secrets of a layout", () => {
  const canary = "canary3f9a1c77";

  test("are not in the synthesized files", () => {
    const outdir = join(folder, "cdktf.out");
    mkdirSync(outdir);
    const app = new App({ outdir, stackTraces: false });
    const stack = new TerraformStack(app, "acme");
    const pem = certificateWith(canary);
    const file = layoutFile(
      `saml:
  file: { label: Okta, certificate: !file secrets/okta.pem }
  variable: { label: Okta, certificate: !env OKTA_PEM }
openapi:
  petstore: { source: { text: !file petstore.json } }
`,
      { "secrets/okta.pem": pem, "petstore.json": '{"openapi":"3.1.0"}' },
    );
    DocsLayout.fromYaml(stack, "layout", file, { environment: {} });
    const text = Testing.synth(stack, true);
    const { resource, variable } = JSON.parse(text) as Synthesized;
    expect(text).not.toContain(canary);
    const [fromFile, fromVariable] = Object.values(resource["docs_saml_provider"] ?? {});
    expect(fromFile?.["certificate_wo"]).toBe('${file("../../../secrets/okta.pem")}');
    expect(fromVariable?.["certificate_wo"]).toBe("${var.OKTA_PEM}");
    expect(fromFile?.["certificate_wo_version"]).toEqual(expect.any(Number));
    // By the same rule, in Terraform: cdktf passes no TF_VAR_NAME to the app.
    expect(fromVariable?.["certificate_wo_version"]).toBe(
      '${parseint(substr(sha256(jsonencode(replace(var.OKTA_PEM, "/-----[^-]+-----|\\\\\\\\[rn]|\\\\s+/", ""))), 0, 12), 16)}',
    );
    expect(Object.values(resource["docs_openapi_spec"] ?? {})[0]).toMatchObject({
      source: { text: '${file("../../../petstore.json")}' },
    });
    const described = { type: "string", sensitive: true };
    expect(variable).toMatchObject({ OKTA_PEM: described });
  });

  test("cannot be in the layout in clear text", () => {
    const error = errorOf(
      `saml:\n  okta: { label: Okta, certificate: ${JSON.stringify(certificateWith(canary))} }\n`,
    );
    expect(error).not.toContain(canary);
    expect(error).toContain("error constructs/secret-in-clear: certificate is secret");
  });
});

describe("the organization of a layout", () => {
  function appOf(organization: string): string {
    const file = layoutFile("spaces:\n  a: { title: A }\n");
    writeFileSync(file, `docsform: 1\norganization: ${organization}\nspaces:\n  a: { title: A }\n`);
    try {
      const { resource } = synth((stack) => DocsLayout.fromYaml(stack, "layout", file, { environment: {} }));
      return Object.keys(resource ?? {}).join();
    } catch (error) {
      return (error as Error).message.replaceAll(folder, ".");
    }
  }

  test.each(["org_1", "{ id: org_1 }"])("is its id: %s", (organization) => {
    expect(appOf(organization)).toBe("docs_space");
  });

  test("can have settings, which become a resource that imports it", () => {
    expect(appOf("{ id: org_1, ai: true }")).toBe("docs_organization,docs_space");
  });
});

test("the organization's settings and members become resources that import the existing objects", () => {
  const file = layoutFile("");
  writeFileSync(
    file,
    `docsform: 1
organization: { id: org_1, agentInstructions: "Be *brief*", defaultSite: null, mergeRules: { type: none } }
members:
  ada: { email: ada@acme.example, role: null }
  robot: { id: u_robot, role: edit }
`,
  );
  const synthesized = synth((stack) => DocsLayout.fromYaml(stack, "layout", file, { environment: {} }));
  const { resource, import: imports } = synthesized as Synthesized & { import?: readonly object[] };
  const valuesOf = (type: string) =>
    Object.values(resource?.[type] ?? {}).map((each) => ({ ...(each as object), "//": undefined }));
  expect(valuesOf("docs_organization")).toMatchObject([
    { agent_instructions: "Be *brief*", default_site_id: "none", merge_rules: { type: "none" } },
  ]);
  expect(valuesOf("docs_member")).toMatchObject([
    { email: "ada@acme.example", role: "guest" },
    { role: "edit" },
  ]);
  expect(imports).toMatchObject([{ id: "u_robot" }]);
});

test("a translation and an adaptive schema in a layout become valid Terraform values", () => {
  const { resource } = synthLayout(`spaces:
  a: { title: A }
translations:
  fr: { space: a, sourceLanguage: en, language: fr, instructions: "Be *brief*" }
sites:
  docs:
    title: Docs
    adaptiveSchema: { type: object, additionalProperties: false, properties: { isBeta: { type: boolean, description: Tries what is new. } } }
`);
  const [translation] = Object.values(resource?.["docs_translation"] ?? {}) as Record<string, unknown>[];
  const [site] = Object.values(resource?.["docs_site"] ?? {}) as Record<string, unknown>[];
  expect(translation).toMatchObject({ language: "fr", instructions: "Be *brief*" });
  expect(JSON.parse(String(site?.["adaptive_schema"]))).toMatchObject({
    properties: { isBeta: { type: "boolean" } },
  });
});

describe("errors in a layout", () => {
  test("are one error that shows each one at its place", () => {
    expect(
      errorOf("spaces:\n  a: { titel: A }\nsaml:\n  b: { label: B, certificate: !file NOWHERE }\n"),
    ).toMatchInlineSnapshot(`
      "The layout is not valid.

      ./docsform.yaml:4:3: error layout/missing-field: space.a has no title, which is required to create a space.
        4 |   a: { titel: * }
          |   ^
        Add title, or the id of an existing space.

      ./docsform.yaml:4:8: error layout/unknown-field: A space has no field titel.
        4 |   a: { titel: * }
          |        ^^^^^
        Did you mean title?

      ./docsform.yaml:6:37: error layout/unreadable-file: Cannot read NOWHERE: there is no such file.
        6 |   b: { label: B, certificate: !file NOWHERE }
          |                                     ^^^^^^^
        The path is relative to the layout file."
    `);
  });

  test("what Terraform cannot do is an error at its place", () => {
    expect(
      errorOf(`prune: [teams]
spaces:
  a: { title: Space }
  b: { id: space_1, language: en }
sites:
  docs:
    title: Acme docs
    structure:
      - { section: Guides, path: guides, spaces: [{ space: a, title: English, path: en }] }
`),
    ).toMatchInlineSnapshot(`
      "The layout is not valid.

      warning constructs/not-in-terraform: prune in the layout has no effect here: Terraform deletes every object that you remove from the app.
        Set the provider's max_deletes to limit how many objects one run deletes.

      ./docsform.yaml:6:3: error constructs/not-in-terraform: space.b has no title, which Terraform needs to manage it.
        6 |   b: { id: space_1, language: en }
          |   ^
        Add it. Or keep only id, so that Terraform does not manage the object.

      ./docsform.yaml:11:70: error constructs/not-in-terraform: Terraform cannot set title of the first site space: the service creates it together with its parent.
        11 |       - { section: Guides, path: guides, spaces: [{ space: a, title: English, path: en }] }
           |                                                                      ^^^^^^^
        Put another site space before it."
    `);
  });

  test("an error names a missing file", () => {
    const read = () => synth((stack) => DocsLayout.fromYaml(stack, "layout", "no-such.yaml"));
    expect(read).toThrow("The layout file no-such.yaml cannot be read.");
  });
});

describe("its objects", () => {
  test("have addresses, and can be referenced and extended", () => {
    const file = layoutFile(
      "spaces:\n  guides: { title: Guides }\nsites:\n  docs: { title: Acme docs, structure: [{ section: Guides, path: guides, spaces: [guides] }] }\n",
    );
    const { resource } = synth((stack) => {
      const layout = DocsLayout.fromYaml(stack, "layout", file, { environment: {} });
      const site = layout.get("site.docs");
      site.addSection("more", { title: "More", spaces: [layout.get("space.guides")] });
      site.arrange([layout.get("site_section.docs/guides")]);
      expect(layout.get("site_space.docs/guides/guides").kind).toBe("site_space");
      expect(() => layout.get("space.guide")).toThrow("Did you mean space.guides?");
    });
    expect(Object.keys(resource["docs_site_section"] ?? {})).toHaveLength(2);
  });

  test("belong to the provider's organization", () => {
    const file = layoutFile("spaces:\n  guides: { title: Guides }\n");
    const build = (stack: TerraformStack) => {
      DocsLayout.fromYaml(stack, "layout", file, { environment: {} });
      new Space(stack, "own", { title: "Own" });
    };
    expect(problemsOf(build, { organization: "org_1" })).toEqual([]);
    expect(synth(build).provider).toEqual({ docs: [{ organization: "org_1" }] });
    expect(problemsOf(build, { organization: "org_2" })).toEqual([
      "[acme/layout] The layout is for the organization org_1, but the provider is for org_2. Use the same organization in both.",
    ]);
  });

  test("need no provider, or a provider that was created before them", () => {
    const file = layoutFile("spaces:\n  guides: { title: Guides }\n");
    const build = () =>
      synth((stack) => {
        DocsLayout.fromYaml(stack, "layout", file, { environment: {} });
        new DocsProvider(stack, "late", {});
      }, null);
    expect(build).toThrow("[acme/layout] The app creates acme/late after the layout");
  });

  test("what has no meaning in Terraform is a warning", () => {
    const file = layoutFile("prune: [teams]\nsafety: { maxDeletes: 30% }\n");
    const warnings: unknown[] = [];
    synth((stack) => {
      const layout = DocsLayout.fromYaml(stack, "layout", file, { environment: {} });
      warnings.push(
        ...layout.node.metadata.map(({ data }) => String(data).split(":", 2).join(":").slice(0, 60)),
      );
    });
    expect(warnings).toEqual([
      "warning constructs/not-in-terraform: prune in the layout has",
      "warning constructs/not-in-terraform: safety in the layout ha",
    ]);
  });

  test("can belong to another provider", () => {
    const file = layoutFile("spaces:\n  guides: { title: Guides }\n");
    const { resource, provider } = synth((stack) => {
      const other = new DocsProvider(stack, "other", { alias: "other" });
      DocsLayout.fromYaml(stack, "layout", file, { environment: {}, provider: other });
    });
    expect(Object.values(resource["docs_space"] ?? {})).toMatchObject([{ provider: "docs.other" }]);
    expect(provider).toEqual({ docs: [{}, { alias: "other", organization: "org_1" }] });
  });
});

describe("the state beside a layout", () => {
  const lines = "spaces:\n  guides: { title: Guides }\n  api: { title: API, id: space_api }\n";
  const stateOf = (organization: string) => ({
    docsformState: 2,
    organization,
    salt: "00",
    objects: {
      "space.guides": { id: "space_guides", applied: {} },
      "space.api": { id: "space_other", applied: {} },
    },
  });
  const importsWith = (state: unknown, options: DocsLayoutOptions = {}, name = "docsform.state.json") => {
    const file = layoutFile(lines, { [name]: typeof state === "string" ? state : JSON.stringify(state) });
    return synth((stack) => DocsLayout.fromYaml(stack, "layout", file, { environment: {}, ...options }))
      .import;
  };
  const onlyApi = [expect.objectContaining({ id: "space_api" })];

  test("gives objects without an id of their own the id that they have", () => {
    const ids = (importsWith(stateOf("org_1")) as { id: string }[]).map(({ id }) => id);
    expect(ids.sort()).toEqual(["space_api", "space_guides"]);
  });

  test("is not read if the app says so, or if it belongs to another organization", () => {
    expect(importsWith(stateOf("org_1"), { state: false })).toEqual(onlyApi);
    expect(importsWith(stateOf("org_2"))).toEqual(onlyApi);
  });

  test("may be in another file, which then has to be a state", () => {
    const state = join(folder, "other.json");
    expect(importsWith(stateOf("org_1"), { state }, "other.json")).toHaveLength(2);
    expect(() => importsWith({}, { state: join(folder, "nowhere.json") })).toThrow(
      "nowhere.json cannot be read",
    );
    for (const text of ["{", "{}", "[]"])
      expect(() => importsWith(text)).toThrow("docsform.state.json is not a state of docsform.");
  });

  test("imports a section with its first space, whose other values stay as they are", () => {
    const structure = `${lines}sites:
  docs:
    title: Acme docs
    structure:
      - { section: Guides, path: guides, spaces: [{ space: guides, path: en }] }
`;
    const entry = (id: string) => ({ id, applied: {} });
    const objects = {
      "site.docs": entry("site_1"),
      "site_section.docs/guides": entry("section_1"),
      "site_space.docs/guides/en": entry("variant_1"),
    };
    const state = { ...stateOf("org_1"), objects };
    const file = layoutFile(structure, { "docsform.state.json": JSON.stringify(state) });
    const result = synth((stack) => DocsLayout.fromYaml(stack, "layout", file, { environment: {} }));
    expect((result.import as { id: string }[]).map(({ id }) => id)).toEqual(
      expect.arrayContaining(["site_1", "site_1/section_1", "space_api"]),
    );
    expect(Object.keys(result.resource)).not.toContain("docs_site_space");
  });

  test("does not hide a specification whose text only the service has: the app refers to it", () => {
    const { resource } = synthLayout(`${lines}openapi:\n  petstore: { id: petstore, visibility: public }\n`);
    expect(Object.keys(resource)).toEqual(["docs_space"]);
  });
});
