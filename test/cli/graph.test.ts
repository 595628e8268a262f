import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { appFiles, canaryCertificate, everyTypeStack } from "../support/synthesized-app.ts";
import { benchOfTest, openWorkbench, organization } from "./workbench.ts";

const example = (path: string) =>
  readFileSync(new URL(`../../examples/acme/${path}`, import.meta.url), "utf8");

const bench = benchOfTest(() =>
  openWorkbench({
    "docsform.yaml": example("docsform.yaml"),
    "secrets/okta.pem": example("secrets/okta.pem"),
  }),
);

async function graphOf(...args: readonly string[]): Promise<string> {
  const environment = { TF_VAR_certificate: canaryCertificate };
  const { out, err } = await bench.run(["graph", ...args], { environment });
  return `${out}${err}`;
}

test("prints a tree of contents and dependencies", async () => {
  expect(await graphOf("--format", "tree")).toMatchInlineSnapshot(`
    "collection.handbook
    ├─ collection.engineering
    │  └─ space.api
    ├─ space.guides
    ├─ space.guides-fr
    └─ space.changelog
    openapi_spec.petstore
    team.writers
    saml_provider.okta → defaultTeam: team.writers
    site.docs
    ├─ site_section.docs/guides
    │  ├─ site_space.docs/guides/guides → space: space.guides
    │  └─ site_space.docs/guides/fr → space: space.guides-fr
    ├─ site_section_group.docs/Reference
    │  └─ site_section.docs/api
    │     └─ site_space.docs/api/api → space: space.api
    └─ site_section.docs/changelog
       └─ site_space.docs/changelog/changelog → space: space.changelog
    "
  `);
});

/** The addresses in a tree, by the order of its lines. */
const addressesIn = (tree: string) =>
  tree
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ →.*$/u, "").replace(/^[│├└─ ]+/u, ""));

test("the tree has the order of the layout, and contents that of the site", async () => {
  bench.files.write(
    "docsform.yaml",
    `docsform: 1
organization: ${organization}
spaces: { zebra: { title: Z }, alpha: { title: A }, middle: { title: M } }
sites:
  second: { title: Two, structure: [{ space: zebra, path: z, default: true }, { space: alpha, path: a }] }
  first:
    title: One
    structure:
      - { section: Zoo, path: zoo, spaces: [{ space: zebra, path: z, default: true }, { space: alpha, path: a }] }
      - group: Later
        children:
          - { section: Yak, path: yak, spaces: [middle] }
          - group: Inner
            children: [{ section: Bee, path: bee, spaces: [middle] }]
          - { section: Ant, path: ant, spaces: [alpha] }
      - { section: Cat, path: cat, spaces: [alpha] }
`,
  );
  expect(addressesIn(await graphOf("--format", "tree"))).toEqual([
    "space.zebra",
    "space.alpha",
    "space.middle",
    "site.second",
    "site_space.second/z",
    "site_space.second/a",
    "site.first",
    "site_section.first/zoo",
    "site_space.first/zoo/z",
    "site_space.first/zoo/a",
    "site_section_group.first/Later",
    "site_section.first/yak",
    "site_space.first/yak/middle",
    "site_section_group.first/Later/Inner",
    "site_section.first/bee",
    "site_space.first/bee/middle",
    "site_section.first/ant",
    "site_space.first/ant/alpha",
    "site_section.first/cat",
    "site_space.first/cat/alpha",
  ]);
});

test("the tree of an app has the order of the site", async () => {
  for (const [path, text] of Object.entries(appFiles(everyTypeStack(organization, "current"))))
    bench.files.write(path, text);
  const sections = addressesIn(await graphOf("--format", "tree", "cdktf.out")).filter((address) =>
    address.startsWith("site_section"),
  );
  expect(sections).toEqual([
    "site_section.notes",
    "site_section_group.reference",
    "site_section_group.old",
    "site_section.api",
    "site_section.guides",
  ]);
});

test("prints an object with its contents and dependencies as Mermaid", async () => {
  expect(
    await graphOf("--format", "mermaid", "--address", "site_section.docs/guides"),
  ).toMatchInlineSnapshot(`
    "flowchart LR
      subgraph collection
        n0["collection.handbook"]
      end
      subgraph space
        n1["space.guides"]
        n2["space.guides-fr"]
      end
      subgraph site
        n3["site.docs"]
      end
      subgraph site_section
        n4["site_section.docs/guides"]
      end
      subgraph site_space
        n5["site_space.docs/guides/guides"]
        n6["site_space.docs/guides/fr"]
      end
      n4 -->|scope| n3
      n6 -->|inside| n4
      n6 -->|space| n2
      n5 -->|inside| n4
      n5 -->|space| n1
      n1 -->|inside| n0
      n2 -->|inside| n0
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
