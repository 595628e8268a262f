import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { sourcesOf } from "../../src/terraform/data/sources.ts";
import { resourcesByName } from "../../src/terraform/resources/resources.ts";
import { type DocsService, organization, startService, tokenVariable } from "./support/docs-service.ts";
import { typeIndex } from "./support/every-type.ts";
import { buildDocsProvider, type ProviderBundle } from "./support/provider-bundle.ts";
import { terraformWorkspace, whyNoTerraform } from "./support/terraform-workspace.ts";

// The rules by which `tfplugindocs validate` and the registry hold pages, and the layout that tfplugindocs gives them.

const root = "docs/terraform";

interface DocsPage {
  readonly path: string;
  readonly text: string;
  readonly front: Readonly<Record<string, unknown>>;
}

const pages: readonly DocsPage[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => statSync(join(root, path)).isFile())
  .sort((a, b) => (a < b ? -1 : 1))
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const [, front = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
    return { path, text, front: parse(front) as DocsPage["front"] };
  });

const inFolder = (folder: string) => pages.filter(({ path }) => path.startsWith(`${folder}/`));
const short = (name: string) => name.slice(name.indexOf("_") + 1);

test("there is a page for each resource and data source, and none besides", () => {
  const namesIn = (folder: string) =>
    inFolder(folder).map(({ path }) => path.slice(folder.length + 1, -".md".length));
  const sources = sourcesOf(typeIndex).map(({ name }) => name);
  expect(namesIn("resources")).toEqual([...resourcesByName(typeIndex).keys()].map(short).sort());
  expect(namesIn("data-sources")).toEqual(sources.map(short).sort());
  expect(
    pages.filter(({ path }) => !/^(?:(?:resources|data-sources|guides)\/\w[\w-]*|index)\.md$/.test(path)),
  ).toEqual([]);
  expect(pages.length).toBeLessThan(2_000);
});

test.each(pages)("$path has the front matter that the registry takes", ({ path, text, front }) => {
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

test.each(pages)("$path has code of a language, and no link to what is not there", ({ path, text }) => {
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

const reference = [...inFolder("resources"), ...inFolder("data-sources")];

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

test.each(inFolder("resources"))("$path shows an import as a block and as a command", ({ text }) => {
  expect(text).toMatch(/```terraform\nimport \{.*```shell\nterraform import /s);
});

test.each(reference)("$path says of each attribute, nested or not, its type and what it is", ({ text }) => {
  const items = text.split("\n").filter((line) => line.startsWith("- `"));
  const types = String.raw`(?:(?:List|Set) of )?(?:String|Number|Boolean|Object)|Attributes(?: List| Set)?|Block`;
  expect(items.length).toBeGreaterThan(3);
  for (const item of items)
    expect(item).toMatch(new RegExp(`^- \`\\w+\` \\((?:${types})(?:, [^)]+\\)?)*\\) \\S.+`));
});

const why = whyNoTerraform();

/** The resource that a data source reads, or something of: the longest name that its own begins with. */
function resourceOf(kind: string): string | undefined {
  const names = inFolder("resources").map(({ path }) => path.replace(/^.*\/(.*)\.md$/, "$1"));
  return names
    .filter((name) => [name, `${name}s`].includes(kind) || kind.startsWith(`${name}_`))
    .sort((a, b) => b.length - a.length)[0];
}

describe.skipIf(why !== undefined)(
  `the examples, with the real terraform${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: 60_000 },
  () => {
    let bundle: ProviderBundle;
    beforeAll(async () => {
      bundle = await buildDocsProvider();
    });
    afterAll(() => bundle.remove());

    const blocksIn = (text: string) =>
      [...text.matchAll(/```terraform\n(.*?)```/gs)].map(([, code]) => code ?? "");

    async function withWorkspace(
      configuration: string,
      work: (
        run: (...argv: string[]) => Promise<{ code: number | null; output: string }>,
        write: (text: string) => void,
        service: DocsService,
      ) => Promise<void>,
    ): Promise<void> {
      const service: DocsService = await startService("current");
      try {
        const workspace = terraformWorkspace(bundle, configuration, service.head);
        await work(
          (...argv) => workspace.run(argv, tokenVariable),
          (text) => workspace.write("main.tf", text),
          service,
        );
      } finally {
        await service.close();
      }
    }

    /** The example's main resource again, each time imported by another id, by a provider that knows of no other one. */
    function imported(example: string, address: string, ids: readonly string[], url: string): string {
      const [type, label] = address.split(".") as [string, string];
      const head = `resource "${type}" "${label}" {\n`;
      const body = example.slice(example.indexOf(head) + head.length);
      return ids
        .map(
          (id, at) => `provider "docs" {
  alias        = "by_${at}"
  base_url     = ${JSON.stringify(url)}
  organization = "${organization}"
}
import {
  to       = ${type}.by_${at}
  id       = ${JSON.stringify(id)}
  provider = docs.by_${at}
}
resource "${type}" "by_${at}" {
  provider = docs.by_${at}
${body.slice(0, body.indexOf("\n}") + 3)}`,
        )
        .join("\n");
    }

    test.each(inFolder("resources"))(
      "of $path can be applied as it is, and imported by each id that it shows, with nothing to change",
      async ({ path, text }) => {
        const [example = "", importing = ""] = blocksIn(text);
        const address = /to = (\S+)/.exec(importing)?.[1] as string;
        const shown = [...text.matchAll(/^terraform import \S+ "(.*)"$/gm)].map(([, id]) => id as string);
        expect(shown.length).toBeGreaterThan(1);
        expect(importing).toContain(`id = "${shown[0]}"`);
        await withWorkspace(example, async (run, write, service) => {
          const applied = await run("apply", "-auto-approve");
          expect([path, applied.code, applied.output]).toEqual([path, 0, expect.any(String)]);
          const again = await run("plan", "-detailed-exitcode");
          expect([path, again.code, again.output]).toEqual([path, 0, expect.any(String)]);
          const values = await valuesOf(run, address);
          const ids = shown.map((id) => id.replace(/<(\w+)>/g, (_, name: string) => values[name] as string));
          write(`${example}\n${imported(example, address, ids, service.running.url)}`);
          const plan = await run("plan");
          expect(plan.output).toContain(
            `Plan: ${ids.length} to import, 0 to add, 0 to change, 0 to destroy.`,
          );
          write(example);
          await run("state", "rm", address);
          expect((await run("import", address, ids[0] as string)).output).toContain("Import successful!");
        });
      },
    );

    async function valuesOf(
      run: (...argv: string[]) => Promise<{ output: string }>,
      address: string,
    ): Promise<Readonly<Record<string, unknown>>> {
      const { output } = await run("show", "-json");
      const { values } = JSON.parse(output) as {
        values: { root_module: { resources: { address: string; values: Record<string, unknown> }[] } };
      };
      return values.root_module.resources.find((each) => each.address === address)?.values ?? {};
    }

    test.each(inFolder("data-sources"))("of $path can be read as it is", async ({ path, text }) => {
      const [example = ""] = blocksIn(text);
      const kind = path.replace(/^.*\/(.*)\.md$/, "$1");
      const own = inFolder("resources").find(({ path: each }) => each === `resources/${resourceOf(kind)}.md`);
      const made = own === undefined ? "" : (blocksIn(own.text)[0] ?? "");
      await withWorkspace(made, async (run, write, { ids, running }) => {
        expect((await run("apply", "-auto-approve")).code).toBe(0);
        // What readers see is told of a published site alone.
        for (const siteId of ids()["site"] ?? []) running.emulator.edit("publishSite", { siteId });
        // It looks for what the resource's example has made, and owns nothing of it.
        await run("state", "list").then(async ({ output }) => {
          const addresses = output
            .trim()
            .split("\n")
            .filter((line) => line !== "");
          if (addresses.length > 0) await run("state", "rm", ...addresses);
        });
        write(example);
        const read = await run("plan");
        expect([path, read.code, read.output]).toEqual([path, 0, expect.any(String)]);
      });
    });
  },
);
