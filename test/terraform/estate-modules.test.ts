import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { copyOf, estateService } from "./support/estate.ts";
import { idsOf, plannedChanges, worldDifference } from "./support/plan-lines.ts";
import { builtProvider, describeTerraform } from "./support/real-terraform.ts";
import { rewrite } from "./support/rewrite.ts";
import { docsformOn } from "./support/rich-organization.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";

const bundle = builtProvider();

/** The files of a configuration by their paths. */
type Sources = Readonly<Record<string, string>>;

interface Refactoring {
  readonly name: string;
  readonly edit: (main: string, sources: Sources) => Sources;
  /** How often `docsform terraform moves` runs: a plan does not contain to what local values refer, until their objects have moved. */
  readonly runs?: 1 | 2;
  readonly created?: readonly string[];
  readonly destroyed?: readonly string[];
  /** The same edits in the app. */
  readonly inApp?: (emulator: Emulator) => void;
}

/** The blocks of resources, with the empty line after each. */
function resources(source: string, isWanted: (name: string) => boolean): readonly string[] {
  const all = source.matchAll(/^resource "(\w+)" "(\w+)" \{\n[^]*?^\}\n\n?/gmu);
  return [...all].filter(([, type, name]) => isWanted(`${type}.${name}`)).map(([text]) => text);
}

const without = (source: string, blocks: readonly string[]): string =>
  rewrite(source, ...blocks.map((block) => [block, ""] as const));

const requirements = 'terraform {\n  required_providers {\n    docs = { source = "docsform/docs" }\n  }\n}\n';
const libraries = ["Swift", "Kotlin", "Go"];
const isLegacy = (name: string) =>
  /legacy|[.]release_notes$|_section[.](?:api|help)$|[.]guides_api$/u.test(name);
const helpId = /docs_space[.]space_\w+[.]id/u;

const refactorings: readonly Refactoring[] = [
  {
    name: "a resource gets another name, and several become one with for_each",
    edit: (main) => {
      const names = libraries.map((title) => title.toLowerCase());
      const isLibrary = (name: string) =>
        names.some((each) => name === `docs_space.${each}` || name === `docs_site_section.libraries_${each}`);
      const blocks = resources(main, isLibrary);
      expect(blocks).toHaveLength(6);
      const loop = `locals {
  libraries = {
    Swift  = docs_collection.mobile.id
    Kotlin = docs_collection.mobile.id
    Go     = docs_collection.sdks.id
  }
}
resource "docs_space" "shelf" {
  for_each  = local.libraries
  parent_id = each.value
  title     = each.key
}
resource "docs_site_section" "shelf" {
  for_each  = local.libraries
  site_id   = docs_site.developers.id
  parent_id = docs_site_section_group.reference_libraries.id
  space_id  = docs_space.shelf[each.key].id
  title     = each.key
  path      = lower(each.key)
}
`;
      const listed = names.map((name) => `    docs_site_section.libraries_${name}.id,\n`).join("");
      const named = names.map((name) => `    docs_site_section.libraries_${name},\n`).join("");
      const rest = rewrite(
        without(main, blocks),
        [listed, libraries.map((title) => `    docs_site_section.shelf["${title}"].id,\n`).join("")],
        [named, "    docs_site_section.shelf,\n"],
        ['"docs_space" "guides"', '"docs_space" "user_guides"'],
      );
      return { "main.tf": `${rest.replaceAll("docs_space.guides.", "docs_space.user_guides.")}${loop}` };
    },
  },
  {
    name: "a module is put around a product",
    edit: (main) => {
      const blocks = resources(main, isLegacy);
      expect(blocks).toHaveLength(13);
      const help = helpId.exec(blocks.join(""))?.[0] ?? "";
      const call = `module "legacy" {\n  source        = "./legacy"\n  help_space_id = ${help}\n}\n`;
      return {
        "main.tf": `${without(main, blocks)}${call}`,
        "legacy/main.tf": `${requirements}variable "help_space_id" {}\n${blocks.join("").replace(help, "var.help_space_id")}`,
      };
    },
  },
  {
    name: "a module gets another name, and local values for its references",
    edit: (main, { "legacy/main.tf": legacy = "" }) => ({
      "main.tf": rewrite(main, ['module "legacy"', 'module "archive"']),
      "legacy/main.tf": `${legacy
        .replaceAll("parent_id = docs_collection.legacy.id", "parent_id = local.collection_id")
        .replaceAll(
          /site_id( +)= docs_site.legacy_docs.id/gu,
          "site_id$1= local.site.id",
        )}locals {\n  collection_id = docs_collection.legacy.id\n  site          = docs_site.legacy_docs\n}\n`,
    }),
    runs: 2,
  },
  {
    name: "a module is taken away while an object is deleted and another one added",
    edit: (main, { "legacy/main.tf": legacy = "" }) => {
      const help = helpId.exec(main)?.[0] ?? "";
      const call = /module "archive" \{\n[^]*?^\}\n/mu.exec(main)?.[0] ?? "";
      const added = 'resource "docs_space" "onboarding" {\n  title = "Onboarding"\n}\n';
      const blocks = legacy.slice(legacy.indexOf("resource")).replace("var.help_space_id", help);
      const notes = resources(main, (name) => name === "docs_space.notes");
      return { "main.tf": `${rewrite(without(main, notes), [call, ""])}${added}${blocks}` };
    },
    runs: 2,
    created: ["docs_space.onboarding"],
    destroyed: ["docs_space.notes"],
    inApp: (app) => {
      const notes = app.service.list("space").find(({ title }) => title === "Notes");
      app.edit("deleteSpaceById", { spaceId: notes?.id ?? "" });
      app.edit("createSpace", {}, { title: "Onboarding" });
    },
  },
];

describeTerraform("an estate as a configuration", () => {
  test("keeps every object through refactorings, with the blocks of `docsform terraform moves`", {
    timeout: 300_000,
  }, async () => {
    const service = await estateService();
    const oracle = await copyOf(service);
    const kept = idsOf(service);
    const workspace = terraformWorkspace(bundle, "", service.head);
    const files = filesBelow(workspace.folder);
    const run = async (...argv: readonly string[]) => {
      const { code, output } = await workspace.runIn({ DOCSFORM_BASE_URL: service.running.url }, ...argv);
      expect([code, code === 0 ? "" : output.slice(-6_000)]).toEqual([0, ""]);
      return output;
    };
    workspace.write("head.tf", "");
    await docsformOn(service, files, "pull", "--format", "hcl", "--all", "--out", "main.tf", "--force");
    const first = plannedChanges(await run("apply", "-auto-approve"));
    expect(first).toEqual({
      imported: expect.any(Number),
      moved: 0,
      created: [],
      changed: [],
      destroyed: [],
    });
    expect(first.imported).toBeGreaterThan(50);
    const imported = files.read("main.tf") ?? "";
    let sources: Sources = { "main.tf": imported.slice(0, imported.indexOf("# The objects exist already.")) };

    for (const { name, edit, runs = 1, created = [], destroyed = [], inApp } of refactorings) {
      for (const path of Object.keys(sources)) rmSync(files.full(path));
      sources = edit(sources["main.tf"] ?? "", sources);
      for (const [path, text] of Object.entries(sources)) files.write(path, text);
      inApp?.(oracle.running.emulator);
      await run("init", "-input=false");
      const outs = ["moved.tf", "moved-2.tf"].slice(0, runs);
      for (const out of outs) {
        await run("plan", "-out", "plan.tfplan");
        files.write("plan.json", await run("show", "-json", "plan.tfplan"));
        const printed = await docsformOn(service, files, "terraform", "moves", "plan.json", "--out", out);
        expect([name, printed.includes("refer through local values")]).toEqual([name, out !== outs.at(-1)]);
      }
      const { moved, ...planned } = plannedChanges(await run("apply", "-auto-approve"));
      expect({ name, ...planned }).toEqual({ name, imported: 0, created, changed: [], destroyed });
      expect(moved, name).toBeGreaterThan(0);
      for (const out of outs) rmSync(files.full(out));
      expect(worldDifference(service, oracle, kept), name).toEqual({ more: [], fewer: [] });
    }
  });
});
