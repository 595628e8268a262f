import { expect, test } from "vitest";
import { pagesIn, terraformBlocks } from "./support/docs-pages.ts";
import { organization } from "./support/docs-service.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";

// Each example is applied alone, as a reader copies it from its page. `docs-pages.test.ts` only validates all examples, in one run of Terraform.

/** The resource whose objects a data source reads: the longest resource name at the beginning of the data source's name. */
function resourceOf(kind: string): string | undefined {
  const names = pagesIn("resources").map(({ path }) => path.replace(/^.*\/(.*)\.md$/, "$1"));
  return names
    .filter((name) => [name, `${name}s`].includes(kind) || kind.startsWith(`${name}_`))
    .sort((a, b) => b.length - a.length)[0];
}

describeTerraform("the examples, with the real terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfTest();

  /** The example's main resource, once for each form of its import id. Each copy has its own provider, which does not know the other copies. */
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

  test.each(pagesIn("resources"))(
    "of $path can be applied unchanged, and imported by each id, with an empty plan",
    async ({ text }) => {
      const [example = "", importing = ""] = terraformBlocks(text);
      const address = /to = (\S+)/.exec(importing)?.[1] as string;
      const shown = [...text.matchAll(/^terraform import \S+ "(.*)"$/gm)].map(([, id]) => id as string);
      expect(shown.length).toBeGreaterThan(1);
      expect(importing).toContain(`id = "${shown[0]}"`);
      const workspace = terraformWorkspace(bundle, example, service.head);
      const { run, write } = workspace;
      await applyAll(workspace);
      await checkNoChanges(workspace);
      const values = await valuesOf(run, address);
      const ids = shown.map((id) => id.replace(/<(\w+)>/g, (_, name: string) => values[name] as string));
      write("main.tf", `${example}\n${imported(example, address, ids, service.running.url)}`);
      const plan = await run("plan");
      expect(plan.output).toContain(`Plan: ${ids.length} to import, 0 to add, 0 to change, 0 to destroy.`);
      write("main.tf", example);
      await run("state", "rm", address);
      expect((await run("import", address, ids[0] as string)).output).toContain("Import successful!");
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

  test.each(pagesIn("data-sources"))("of $path can be read unchanged", async ({ path, text }) => {
    const [example = ""] = terraformBlocks(text);
    const kind = path.replace(/^.*\/(.*)\.md$/, "$1");
    const own = pagesIn("resources").find(({ path: each }) => each === `resources/${resourceOf(kind)}.md`);
    const made = own === undefined ? "" : (terraformBlocks(own.text)[0] ?? "");
    const workspace = terraformWorkspace(bundle, made, service.head);
    const { run, write } = workspace;
    await applyAll(workspace);
    // The service shows what readers see only of a published site.
    for (const siteId of service.ids()["site"] ?? [])
      service.running.emulator.edit("publishSite", { siteId });
    // The data source must find the objects of the resource's example without owning them.
    await run("state", "list").then(async ({ output }) => {
      const addresses = output
        .trim()
        .split("\n")
        .filter((line) => line !== "");
      if (addresses.length > 0) await run("state", "rm", ...addresses);
    });
    write("main.tf", example);
    const read = await run("plan");
    expect([path, read.code, read.output]).toEqual([path, 0, expect.any(String)]);
  });
});
