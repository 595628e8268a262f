import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Files, filesBelow } from "../../src/cli/files.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { isFullShare } from "../support/laws.ts";
import type { DocsService } from "./support/docs-service.ts";
import { copyOf, estateService } from "./support/estate.ts";
import { idsOf, plannedChanges, worldDifference } from "./support/plan-lines.ts";
import { builtProvider, describeTerraform } from "./support/real-terraform.ts";
import { rewrite } from "./support/rewrite.ts";
import { docsformOn } from "./support/rich-organization.ts";
import { synthesize } from "./support/synthesize.ts";
import { type TerraformWorkspace, terraformWorkspace } from "./support/terraform-workspace.ts";

const bundle = builtProvider();

/** The only statement of the app that contains a text. */
function statement(source: string, text: string): string {
  const statements = source.split(/^(?= {4}\w)/mu).map((each) => each.split(/^ {2}\}/mu)[0] ?? "");
  const found = statements.filter((each) => each.includes(text));
  expect(found, `${text}\n${source}`).toHaveLength(1);
  return found[0] as string;
}

/** The variable of the construct whose statement contains a text. */
function variable(source: string, text: string): string {
  return /const (\w+)/u.exec(statement(source, text))?.[1] ?? "";
}

/** Takes statements out of the source. */
function take(source: string, texts: readonly string[]): { readonly rest: string; readonly taken: string } {
  const taken = texts.map((text) => statement(source, text));
  return { rest: rewrite(source, ...taken.map((each) => [each, ""] as const)), taken: taken.join("") };
}

/** The objects that a step of Terraform's plan must name, by what happens to them. */
interface Meant {
  readonly created?: readonly string[];
  readonly changed?: readonly string[];
  readonly destroyed?: readonly string[];
  /** The same edits in the app. */
  readonly inApp: (emulator: Emulator) => void;
}

/** The id of the only object of a type with a title. */
function idIn({ service }: Emulator, type: string, title: string): string {
  const found = service.list(type).filter((each) => each["title"] === title);
  expect(found, `${type} ${title}`).toHaveLength(1);
  return found[0]?.id ?? "";
}

interface Refactoring {
  readonly name: string;
  readonly edit: (source: string) => string;
  readonly meant?: Meant;
  readonly imported?: number;
  /** Terraform moves nothing, because no address changes. */
  readonly keepsAddresses?: true;
  /** What docsform's own way does without. */
  readonly onlyForTerraform?: RegExp;
  /** It changes what an earlier refactoring changed, so that one is applied before it. */
  readonly isLater?: true;
}

const main = "    const developersSite = ";
const legacy = [
  '"legacy-collection"',
  '"legacy-guides-space"',
  '"legacy-api-space"',
  '"release-notes-space"',
  '"legacy-release-notes-space"',
  '"legacy-docs-site"',
  '"legacy-docs-guides-section"',
  '"guides-api-variant"',
  '"api-section"',
  '"help-section"',
];

/** An L3 with statements of the stack. */
const l3 = (name: string, props: string, body: string): string =>
  `class ${name} extends Construct {\n  constructor(scope: Construct, id: string, ${props}) {\n    super(scope, id);\n${body}  }\n}\n\n`;

const refactorings: readonly Refactoring[] = [
  {
    name: "importFrom is removed",
    keepsAddresses: true,
    edit: (source) =>
      source
        // A person without an address has nothing else that names them.
        .replace(/(?:^ *|, )importFrom: "(?!u-token)[^"]*"(?:,\n)?/gmu, "")
        .replace("import type { Construct }", "import { Construct }")
        .replace("  DocsProvider,\n", "  DocsProvider,\n  FormerId,\n"),
  },
  {
    name: "an L3 is put around a product",
    isLater: true,
    edit: (source) => {
      const { rest, taken } = take(source, legacy);
      const help = variable(source, '"入门"');
      return rewrite(
        rest,
        ["class Documentation", `${l3("Legacy", `${help}: Space`, taken)}class Documentation`],
        [main, `    FormerId.of(new Legacy(this, "legacy", ${help})).add(".");\n${main}`],
      );
    },
  },
  {
    name: "a space gets another id",
    edit: (source) =>
      rewrite(source, ['"guides-space", {', '"platform-guides", {\n      formerId: "guides-space",']),
  },
  {
    name: "constructs move into another one",
    edit: (source) => {
      const ids = ["handbook-collection", "people-space", "security-space", "handbook-site"];
      return rewrite(
        source,
        [
          "    const handbookCollection",
          '    const handbook = new Construct(this, "handbook");\n    const handbookCollection',
        ],
        ...ids.map((id) => [`this, "${id}", {`, `handbook, "${id}", { formerId: "../${id}",`] as const),
      );
    },
  },
  {
    name: "an L3 and objects in it get other ids",
    isLater: true,
    edit: (source) =>
      rewrite(
        source,
        ['"legacy", ', '"archive", '],
        ['.add(".")', '.add("legacy").add(".")'],
        ['"legacy-docs-site", {', '"site", { formerId: "legacy-docs-site",'],
        ['"legacy-docs-guides-section", {', '"guides", { formerId: "legacy-docs-guides-section",'],
      ),
  },
  {
    name: "the class of the stack is split, and the stack gets another id",
    keepsAddresses: true,
    edit: (source) => {
      const provider = '    new DocsProvider(this, "provider", { organization: "acme" });\n';
      const { rest, taken } = take(source, ['"petstore-', '"billing-', '"reviewers-team"', '"编辑"']);
      const base = `class Foundation extends TerraformStack {\n  constructor(scope: Construct, id: string) {\n    super(scope, id);\n${provider}${taken}  }\n}\n\n`;
      return rewrite(
        rewrite(rest, [provider, ""]),
        ["class Documentation extends TerraformStack", `${base}class Documentation extends Foundation`],
        ['(app, "docs")', '(app, "documentation")'],
      );
    },
  },
  {
    name: "a loop creates what single statements created",
    edit: (source) => {
      const names = ["swift", "kotlin", "go"];
      const { rest, taken } = take(source, [
        ...names.map((name) => `"${name}-space"`),
        ...names.map((name) => `"libraries-${name}-section"`),
      ]);
      expect(taken.match(/formerId/u)).toBeNull();
      const loop = `    for (const [title, collection] of [["Swift", mobileCollection], ["Kotlin", mobileCollection], ["Go", sdksCollection]] as const) {
      const path = title.toLowerCase();
      const space = new Space(this, \`sdk-\${path}\`, { title, collection, formerId: \`\${path}-space\` });
      referenceLibrariesGroup.addSection(path, { title, path, spaces: [space], formerId: \`libraries-\${path}-section\` });
    }\n`;
      const last = statement(rest, '"reference-libraries-group"');
      return rewrite(rest, [last, `${last}${loop}`]);
    },
  },
  {
    name: "an object gets another id and another title at once",
    isLater: true,
    edit: (source) =>
      rewrite(
        source,
        ['"changelog-space", {', '"news-space", { formerId: "changelog-space",'],
        [
          '      title: "Changelog",\n    });\n    const peopleSpace',
          '      title: "News",\n    });\n    const peopleSpace',
        ],
      ),
    meant: {
      changed: ["docs_space.news-space"],
      inApp: (app) =>
        app.edit("updateSpaceById", { spaceId: idIn(app, "space", "Changelog") }, { title: "News" }),
    },
  },
  {
    name: "a section moves into a group",
    keepsAddresses: true,
    edit: (source) =>
      rewrite(source, ['developersSite.addSection("changelog-', 'referenceGroup.addSection("changelog-']),
    meant: {
      changed: [
        "docs_site_order.developers-site_groups_reference-group_order",
        "docs_site_order.developers-site_order",
        "docs_site_section.developers-site_changelog-section",
      ],
      inApp: (app) =>
        app.edit(
          "updateSiteSectionById",
          { siteId: idIn(app, "site", "Developers"), siteSectionId: idIn(app, "site_section", "Changelog") },
          { siteSectionGroupId: idIn(app, "site_section_group", "Reference") },
        ),
    },
  },
  {
    name: "a space moves to another collection with its construct",
    edit: (source) =>
      rewrite(source, [
        'new Space(this, "notes-space", {',
        'new Space(handbook, "notes", { formerId: "../notes-space", collection: handbookCollection,',
      ]),
    meant: {
      changed: ["docs_space.handbook_notes"],
      inApp: (app) =>
        app.edit(
          "moveSpace",
          { spaceId: idIn(app, "space", "Notes") },
          { parent: idIn(app, "collection", "Handbook") },
        ),
    },
  },
  {
    name: "an L3 is used twice",
    isLater: true,
    edit: (source) => {
      const all = ["release-notes-space", "legacy-release-notes-space"].map((id) =>
        statement(source, `"${id}"`),
      );
      const [red = "", green = ""] = all;
      return rewrite(
        source,
        [red, '    new ReleaseNotes(this, "red", legacyCollection, "1f4d5", "../release-notes-space");\n'],
        [
          green,
          '    new ReleaseNotes(this, "green", legacyCollection, "1f4d7", "../legacy-release-notes-space");\n',
        ],
        [
          "class Legacy",
          `${l3("ReleaseNotes", "collection: Collection, emoji: string, formerId: string", '    new Space(this, "space", { title: "Release notes", collection, emoji, formerId });\n')}class Legacy`,
        ],
      );
    },
  },
  {
    name: "an object is deleted on purpose",
    keepsAddresses: true,
    edit: (source) => take(source, ['(handbook, "notes"']).rest,
    meant: {
      destroyed: ["docs_space.handbook_notes"],
      inApp: (app) => app.edit("deleteSpaceById", { spaceId: idIn(app, "space", "Notes") }),
    },
  },
  {
    name: "an object is added while another one moves",
    edit: (source) =>
      rewrite(
        source,
        [
          '(handbook, "security-space", { formerId: "../security-space",',
          '(this, "security-space", { formerId: "handbook/security-space",',
        ],
        [
          main,
          `    new Space(handbook, "onboarding", { title: "Onboarding", collection: handbookCollection });\n${main}`,
        ],
      ),
    meant: {
      created: ["docs_space.handbook_onboarding"],
      inApp: (app) =>
        app.edit("createSpace", {}, { title: "Onboarding", parent: idIn(app, "collection", "Handbook") }),
    },
  },
  {
    name: "two objects get third ids",
    edit: (source) =>
      rewrite(
        source,
        ['"writers-team", {', '"writers-team-2", { formerId: "writers-team",'],
        ['"reviewers-team", {', '"reviewers-team-2", { formerId: "reviewers-team",'],
      ),
  },
  {
    name: "and then each other's",
    isLater: true,
    edit: (source) =>
      rewrite(
        source,
        ['"writers-team-2", { formerId: "writers-team",', '"reviewers-team", { formerId: "writers-team-2",'],
        [
          '"reviewers-team-2", { formerId: "reviewers-team",',
          '"writers-team", { formerId: "reviewers-team-2",',
        ],
      ),
  },
  {
    name: "an object gets a logical id of its own",
    edit: (source) => {
      const saml = statement(source, '"okta-saml-provider"');
      return rewrite(source, [
        saml,
        `${saml.replace("new SamlProvider", "const okta = new SamlProvider")}    okta.resource.overrideLogicalId("sso");\n    okta.resource.moveFromId("docs_saml_provider.okta-saml-provider");\n`,
      ]);
    },
  },
  {
    name: "a site gets another id",
    edit: (source) => rewrite(source, ['"developers-site", {', '"portal", { formerId: "developers-site",']),
  },
  {
    name: "an L3 is taken away",
    edit: (source) => {
      const start = source.indexOf("class Legacy");
      const end = source.indexOf("class Foundation");
      const l3Text = source.slice(start, end);
      const statements = l3Text.slice(
        l3Text.indexOf("    const legacyCollection"),
        l3Text.lastIndexOf("  }\n}"),
      );
      const call = statement(source, "new Legacy(");
      const flat = rewrite(
        statements.replaceAll(
          /(?<=new (?:Space|Collection)\(this, )"([\w-]+)", \{/gu,
          '"$1", { formerId: "archive/$1",',
        ),
        ['"site", { formerId: "legacy-docs-site",', '"legacy-docs-site", { formerId: "archive/site",'],
        ...(["red", "green"] as const).map((id) => {
          const each = statement(statements, `"${id}"`);
          return [each, `    FormerId.of(${each.trim().slice(0, -1)}).add("archive/${id}");\n`] as const;
        }),
      );
      return rewrite(source, [l3Text, ""], [call, flat]);
    },
  },
  {
    name: "former ids are removed",
    isLater: true,
    keepsAddresses: true,
    edit: (source) =>
      source
        .replaceAll(/ *formerId: "[^"]*",\n?/gu, "")
        .replaceAll(/, formerId: `[^`]*`/gu, "")
        .replaceAll(/FormerId\.of\((.*)\)(?:\.add\("[^"]*"\))+;/gu, "$1;")
        .replaceAll(/ *okta\.resource\.moveFromId.*\n/gu, ""),
  },
  {
    name: "objects move to another stack",
    keepsAddresses: true,
    edit: (source) => {
      const { rest, taken } = take(source, ['"petstore-', '"billing-']);
      const imported = taken.replaceAll(/slug: ("\w+"),/gu, "slug: $1, importFrom: $1,");
      const removed = ["petstore", "billing"].map((slug) => ({
        from: `docs_openapi_spec.${slug}-openapi-specification`,
        lifecycle: { destroy: false },
      }));
      return rewrite(
        rest,
        [
          "class Documentation extends Foundation {\n  constructor(scope: Construct, id: string) {\n    super(scope, id);\n",
          `class Documentation extends Foundation {\n  constructor(scope: Construct, id: string) {\n    super(scope, id);\n    this.addOverride("removed", ${JSON.stringify(removed)});\n`,
        ],
        [
          "const app =",
          `class Apis extends TerraformStack {\n  constructor(scope: Construct, id: string) {\n    super(scope, id);\n    new DocsProvider(this, "provider", { organization: "acme" });\n${imported}  }\n}\n\nconst app =`,
        ],
        ["app.synth()", 'new Apis(app, "apis");\napp.synth()'],
      );
    },
    imported: 2,
    // All stacks have one state with docsform.
    onlyForTerraform: /^ *this[.]addOverride[(]"removed".*\n/mu,
  },
];

const environmentOf = ({ running }: DocsService) => ({ DOCSFORM_BASE_URL: running.url });

interface ManifestStack {
  readonly name: string;
  readonly synthesizedStackPath: string;
}

/** Applies the stacks of an app with Terraform. A stack whose id changes keeps its state. */
function terraformFor(service: DocsService, files: Files) {
  const workspaces = new Map<string, TerraformWorkspace>();
  const apply = async ({ name, synthesizedStackPath: path }: ManifestStack): Promise<string> => {
    const { terraform, ...rest } = JSON.parse(files.read(`cdktf.out/${path}`) ?? "");
    const required_providers = { docs: { source: terraform.required_providers.docs.source } };
    const key = name === "documentation" ? "docs" : name;
    const workspace = workspaces.get(key) ?? terraformWorkspace(bundle, "", service.head);
    workspaces.set(key, workspace);
    for (const file of ["head.tf", "main.tf"]) workspace.write(file, "");
    workspace.write("cdk.tf.json", JSON.stringify({ ...rest, terraform: { required_providers } }));
    const { code, output } = await workspace.runIn(environmentOf(service), "apply", "-auto-approve");
    expect([code, code === 0 ? "" : output.slice(-4_000)]).toEqual([0, ""]);
    return output;
  };
  return async () => {
    const { stacks } = JSON.parse(files.read("cdktf.out/manifest.json") ?? "");
    let output = "";
    for (const stack of Object.values(stacks) as ManifestStack[]) output += await apply(stack);
    return plannedChanges(output);
  };
}

/** How often anyone has written to a service. */
const writesOf = ({ running }: DocsService) =>
  running.emulator.log.filter(({ method }) => method !== "GET").length;

/** The refactorings that are applied at once. A run of the full share applies each by itself. */
function rounds(): readonly (readonly Refactoring[])[] {
  const all: Refactoring[][] = [];
  for (const each of refactorings)
    if (all.length === 0 || each.isLater === true || isFullShare()) all.push([each]);
    else all.at(-1)?.push(each);
  return all;
}

/** What Terraform must plan for a round. */
function changesOf(round: readonly Refactoring[]) {
  const all = (kind: "created" | "changed" | "destroyed") =>
    round.flatMap(({ meant }) => meant?.[kind] ?? []).sort();
  return {
    imported: round.reduce((sum, { imported = 0 }) => sum + imported, 0),
    created: all("created"),
    changed: all("changed"),
    destroyed: all("destroyed"),
  };
}

describeTerraform("an estate as an app", () => {
  test("keeps every object through refactorings, with terraform and with docsform", {
    timeout: 600_000,
  }, async () => {
    const terraforms = await estateService();
    const [docsforms, oracle] = [await copyOf(terraforms), await copyOf(terraforms)];
    const kept = idsOf(terraforms);
    const files = filesBelow(mkdtempSync(join(bundle.folder, "estate-")));
    const synth = (main: string) => synthesize(main, files.full("cdktf.out"));
    const terraform = terraformFor(terraforms, files);
    const docsform = async (...argv: string[]) => await docsformOn(docsforms, files, ...argv);

    await docsformOn(terraforms, files, "pull", "--format", "constructs", "--all", "--out", "main.ts");
    let source = files.read("main.ts") ?? "";
    synth(source);
    const first = await terraform();
    expect(first).toMatchObject({ moved: 0, created: [], changed: [], destroyed: [] });
    expect(first.imported).toBeGreaterThan(50);
    await docsform("plan", "cdktf.out", "--detailed-exitcode");
    await docsform("apply", "cdktf.out", "--yes");

    for (const round of rounds()) {
      const name = round.map((each) => each.name).join(", ");
      source = round.reduce((text, { edit }) => edit(text), source);
      const before = [terraforms, docsforms].map(writesOf);
      synth(source);
      const { moved, ...planned } = await terraform();
      const changes = changesOf(round);
      expect({ name, ...planned }).toEqual({ name, ...changes });
      expect(moved > 0, name).toBe(round.some(({ keepsAddresses }) => keepsAddresses !== true));
      synth(round.reduce((text, { onlyForTerraform = /^$/u }) => text.replace(onlyForTerraform, ""), source));
      const flags = changes.destroyed.length > 0 ? ["--allow-deletes"] : [];
      await docsform("apply", "cdktf.out", "--yes", ...flags);
      for (const { meant } of round) meant?.inApp(oracle.running.emulator);
      const isWriting = round.some(({ meant }) => meant !== undefined);
      for (const [at, way] of [terraforms, docsforms].entries()) {
        expect(worldDifference(way, oracle, kept), name).toEqual({ more: [], fewer: [] });
        expect(writesOf(way) > (before[at] ?? 0), name).toBe(isWriting);
      }
    }
  });
});
