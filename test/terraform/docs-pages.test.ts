import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourcesOf } from "../../src/terraform/data/sources.ts";
import { resourcesByName } from "../../src/terraform/resources/resources.ts";
import { pages, pagesIn, terraformBlocks } from "./support/docs-pages.ts";
import { typeIndex } from "./support/every-type.ts";
import { builtProvider, describeTerraform } from "./support/real-terraform.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";

// The rules of `tfplugindocs validate` and of the registry, and the layout of pages that tfplugindocs generates.

const short = (name: string) => name.slice(name.indexOf("_") + 1);

test("each resource and each data source has a page, and nothing else has", () => {
  const namesIn = (folder: string) =>
    pagesIn(folder).map(({ path }) => path.slice(folder.length + 1, -".md".length));
  const sources = sourcesOf(typeIndex).map(({ name }) => name);
  expect(namesIn("resources")).toEqual([...resourcesByName(typeIndex).keys()].map(short).sort());
  expect(namesIn("data-sources")).toEqual(sources.map(short).sort());
  expect(
    pages.filter(({ path }) => !/^(?:(?:resources|data-sources|guides)\/\w[\w-]*|index)\.md$/.test(path)),
  ).toEqual([]);
  expect(pages.length).toBeLessThan(2_000);
});

test.each(pages)("$path has the front matter of the registry", ({ path, text, front }) => {
  const kind = path.split("/")[0] as string;
  expect(text.length).toBeLessThan(500_000);
  expect(front).toMatchObject({
    page_title: expect.stringMatching(/\S/),
    description: expect.stringMatching(/\S/),
  });
  const known = ["page_title", "subcategory", "description"];
  expect(Object.keys(front).filter((key) => !known.includes(key))).toEqual([]);
  expect("subcategory" in front).toBe(kind === "resources" || kind === "data-sources");
});

test.each(pages)("$path names the language of its code, and has no broken link", ({ path, text }) => {
  const fences = text.split("\n").filter((line) => line.startsWith("```"));
  expect(fences.length % 2).toBe(0);
  expect(fences.filter((_, at) => at % 2 === 0)).not.toContain("```");
  const anchors = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id);
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
  expect(new Set(anchors)).toEqual(new Set(links));
  expect(anchors.length).toBe(links.length);
  for (const [, target = ""] of text.matchAll(/\]\(([^)#:]+\.md)\)/g))
    expect(pages.map((page) => page.path)).toContain(join(path, "..", target));
});

const reference = [...pagesIn("resources"), ...pagesIn("data-sources")];

test.each(reference)("$path has the headings of tfplugindocs, in their order", ({ path, text, front }) => {
  const isResource = path.startsWith("resources/");
  const name = `docs_${path.replace(/^.*\/(.*)\.md$/, "$1")}`;
  const kind = isResource ? "Resource" : "Data Source";
  expect(front["page_title"]).toBe(`${name} ${kind} - docs`);
  const headings = [...text.matchAll(/^#+ .*$/gm)].map(([heading]) => heading);
  const groups = ["### Required", "### Optional", "### Read-Only"].filter((each) => headings.includes(each));
  const nested = headings.filter((each) => each.startsWith("### Nested Schema for `"));
  expect(headings).toEqual([
    `# ${name} (${kind})`,
    "## Example Usage",
    "## Schema",
    ...groups,
    ...nested,
    ...(isResource ? ["## Import"] : []),
  ]);
});

test.each(pagesIn("resources"))("$path shows an import as a block and as a command", ({ text }) => {
  expect(text).toMatch(/```terraform\nimport \{.*```shell\nterraform import /s);
});

test.each(reference)(
  "$path has the type and the description of each attribute, also of nested ones",
  ({ text }) => {
    const items = text.split("\n").filter((line) => line.startsWith("- `"));
    const types = String.raw`(?:(?:List|Set|Map) of )?(?:String|Number|Boolean|Object)|Attributes(?: List| Set)?|Block`;
    expect(items.length).toBeGreaterThan(3);
    for (const item of items)
      expect(item).toMatch(new RegExp(`^- \`\\w+\` \\((?:${types})(?:, [^)]+\\)?)*\\) \\S.+`));
  },
);

describeTerraform("the examples, with the real terraform", () => {
  const bundle = builtProvider();

  test("of all pages are valid in one configuration", async () => {
    const required = `terraform {\n  required_providers {\n    docs = { source = "docsform/docs" }\n  }\n}\n`;
    const examples = reference.map(({ path, text }) => ({ path, example: terraformBlocks(text)[0] ?? "" }));
    expect(examples.filter(({ example }) => example === "")).toEqual([]);
    const calls = examples.map((_, at) => `module "example_${at}" {\n  source = "./example_${at}"\n}`);
    const workspace = terraformWorkspace(bundle, calls.join("\n"), required, (folder) => {
      for (const [at, { example }] of examples.entries()) {
        mkdirSync(join(folder, `example_${at}`));
        writeFileSync(join(folder, `example_${at}`, "main.tf"), `${required}${example}`);
      }
    });
    const { output } = await workspace.run("validate", "-json");
    const { diagnostics } = JSON.parse(output) as { diagnostics: readonly { readonly summary: string }[] };
    expect(diagnostics).toEqual([]);
  });
});
