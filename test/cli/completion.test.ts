import { afterEach, expect, test } from "vitest";
import { openWorkbench, organization, smallLayout, type Workbench } from "./workbench.ts";

// These tests check the output of `docsform completion`. test/terminal tests the shells.

let bench: Workbench;
afterEach(() => bench?.close());

/** The completions at the end of the line. */
async function offered(line: string, layout = smallLayout, shell = "bash"): Promise<readonly string[]> {
  bench = await openWorkbench({ "docsform.yaml": layout });
  const words = line.split(" ");
  const { code, out, err } = await bench.run(["completion", "completion-server", "--", ...words], {
    environment: {
      COMP_LINE: line,
      COMP_POINT: String(line.length),
      COMP_CWORD: String(words.length - 1),
      SHELL: shell,
    },
  });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out.trimEnd().split("\n");
}

const environments = `${smallLayout}environments: { staging: {}, production: {} }\n`;

test.each([
  ["docsform im", ["import"]],
  ["docsform help pla", ["plan"]],
  ["docsform plan --target space.", ["space.guides", "space.api"]],
  ["docsform graph --address site.", ["site.docs"]],
  ["docsform state show collection.", ["collection.handbook"]],
  ["docsform accept space.a", ["space.api"]],
  ["docsform plan --only=", [""]],
  ["docsform plan --out ", ["__tabtab_complete_files__"]],
  ["docsform plan --ma", ["--max-deletes", "--max-changes"]],
  ["docsform apply --api-version cl", ["classic", "classic-minimal"]],
  ["docsform call teams li", ["list", "list-members"]],
  ["docsform call spaces get --sp", ["--space-id"]],
  ["docsform call spaces get --js", ["--json"]],
  ["docsform schema la", ["layout"]],
  ["docsform completion ", ["bash", "zsh", "fish"]],
  ["docsform plant ", [""]],
] as const)("%s", async (line, expected) => {
  expect(await offered(line)).toEqual(expected);
});

test("completes environments, and the addresses of each", async () => {
  expect(await offered("docsform plan --env ", environments)).toEqual(["staging", "production"]);
  await bench.close();
  expect(await offered("docsform plan --target space.g", environments)).toEqual(["space.guides"]);
});

test.each([
  ["zsh", "guard/deletes:"],
  ["fish", "guard/deletes\t"],
])("%s gets a description of each word", async (shell, start) => {
  expect((await offered("docsform explain guard/deletes", smallLayout, shell))[0]).toContain(start);
});

test.each(["docsform: 1\nspaces: [\n", "", "docsform: 1\nspaces: { guides: { titel: x } }\n"])(
  "a layout with an error completes nothing, without a message: %j",
  async (layout) => {
    expect(await offered("docsform plan --target space.", layout)).toEqual([""]);
  },
);

test("does not complete words that need quoting", async () => {
  const layout = `docsform: 1\norganization: ${organization}\nspaces: { api: { title: API } }\nsites:\n  docs:\n    title: Docs\n    structure:\n      - group: $(touch ruined)\n        children: [{ section: API, path: api, spaces: [api] }]\n`;
  const offers = await offered("docsform plan --target site", layout);
  expect(offers).toContain("site_section.docs/api");
  expect(offers.filter((address) => /[$ ()]/u.test(address))).toEqual([]);
});

test.each(["bash", "zsh", "fish"])("the script of %s calls docsform", async (shell) => {
  bench = await openWorkbench();
  const { code, out } = await bench.run(["completion", shell]);
  expect(code).toBe(0);
  expect(out).toContain("docsform completion completion-server -- ");
  expect((await bench.run(["completion", "tcsh"])).code).toBe(64);
});
