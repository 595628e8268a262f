import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { benchOfGroup, openWorkbench } from "./workbench.ts";

const example = (path: string) =>
  readFileSync(new URL(`../../examples/acme/${path}`, import.meta.url), "utf8");

const bench = benchOfGroup(() =>
  openWorkbench({
    "docsform.yaml": example("docsform.yaml"),
    "secrets/okta.pem": example("secrets/okta.pem"),
  }),
);

async function graphOf(...args: readonly string[]): Promise<string> {
  const { out, err } = await bench.run(["graph", ...args]);
  return `${out}${err}`;
}

test("prints a tree of contents and dependencies", async () => {
  expect(await graphOf("--format", "tree")).toMatchInlineSnapshot(`
    "collection.handbook
    ├─ collection.engineering
    │  └─ space.api
    ├─ space.changelog
    ├─ space.guides
    └─ space.guides-fr
    openapi_spec.petstore
    saml_provider.okta → defaultTeam: team.writers
    site.docs
    ├─ site_section.docs/changelog
    │  └─ site_space.docs/changelog/changelog → space: space.changelog
    ├─ site_section.docs/guides
    │  ├─ site_space.docs/guides/fr → space: space.guides-fr
    │  └─ site_space.docs/guides/guides → space: space.guides
    └─ site_section_group.docs/Reference
       └─ site_section.docs/api
          └─ site_space.docs/api/api → space: space.api
    team.writers
    "
  `);
});

test("prints an object with its contents and dependencies as Mermaid", async () => {
  expect(
    await graphOf("--format", "mermaid", "--address", "site_section.docs/guides"),
  ).toMatchInlineSnapshot(`
    "flowchart LR
      subgraph collection
        n0["collection.handbook"]
      end
      subgraph site
        n1["site.docs"]
      end
      subgraph site_section
        n2["site_section.docs/guides"]
      end
      subgraph site_space
        n3["site_space.docs/guides/fr"]
        n4["site_space.docs/guides/guides"]
      end
      subgraph space
        n5["space.guides"]
        n6["space.guides-fr"]
      end
      n2 -->|scope| n1
      n3 -->|inside| n2
      n3 -->|space| n6
      n4 -->|inside| n2
      n4 -->|space| n5
      n5 -->|inside| n0
      n6 -->|inside| n0
    "
  `);
});

test.each(["docs", "Acme docs"])("prints a part by its site: %s", async (site) => {
  const { addresses } = JSON.parse(await graphOf("--json", "--site", site)) as { addresses: string[] };
  expect(addresses).toContain("site_space.docs/guides/fr");
  expect(addresses).toContain("collection.handbook");
  expect(addresses.filter((address) => address.startsWith("team."))).toEqual([]);
});

test.each([
  ["--address", "space.guide", "Did you mean space.guides?"],
  ["--site", "other", "No site of the layout has the key or title other."],
  ["--format", "svg", "Allowed choices are dot, mermaid, tree"],
])("%s %s: %s", async (flag, value, printed) => {
  expect((await graphOf(flag, value)).replace(/\s+/gu, " ")).toContain(printed);
});

test("escapes Mermaid's syntax", async () => {
  bench.files.write(
    "odd.yaml",
    'docsform: 1\norganization: Qm3vT8xLz1\nspaces:\n  "a\\"]<b>#": { title: A }\n',
  );
  expect(await graphOf("-f", "odd.yaml", "--format", "mermaid")).toContain('n0["space.a#34;]#60;b#62;#35;"]');
});
