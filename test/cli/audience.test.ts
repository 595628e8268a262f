import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { benchOfTest, openWorkbench, organization } from "./workbench.ts";

const layout = (guides: string) => `
docsform: 1
organization: ${organization}
collections: { staff: { title: Staff, defaultLevel: read } }
spaces:
  guides: { title: Guides }
  salaries: { title: Salaries, collection: staff, defaultLevel: inherit }
sites:
  docs:
    title: Docs
    visibility: public
    published: true
    structure:
      - { path: guides, title: Guides, ${guides}space: guides, default: true }
      - { path: salaries, title: Salaries, draft: true, space: salaries }
`;

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": layout("") }));

async function shown(...args: readonly string[]): Promise<string> {
  return (await bench.checkDone(["audience", ...args])).out;
}

/** The service chooses the site's own path. */
function withSite(text: string): string {
  return text.replace(/site_\w+/gu, "docs");
}

test("shows who can see each object", async () => {
  await bench.checkDone(["apply", "--yes"]);
  expect(withSite(await shown())).toMatchInlineSnapshot(`
    "collection "Staff"  collection.staff
      Every member: may read it

    site "Docs"  site.docs
      Every member: may do what their own role permits

    space "Guides"  space.guides
      Readers: everybody at docs.example/docs
      Every member: may do what their own role permits

    space "Salaries"  space.salaries
      Readers: nobody
      Every member: may read it
    "
  `);
});

test("shows with the layout who can see it after an apply, and writes nothing", async () => {
  await bench.checkDone(["apply", "--yes"]);
  bench.files.write(
    "docsform.yaml",
    layout("draft: true, ").replace("Salaries, draft: true", "Salaries, draft: false"),
  );
  const writes = bench.writes();
  expect(withSite(await shown("site.docs"))).toMatchInlineSnapshot(`
    "site "Docs"  site.docs
      Every member: may do what their own role permits

    space "Guides"  space.guides
      Readers now: everybody at docs.example/docs
      Readers after docsform apply: nobody
      Every member: may do what their own role permits

    space "Salaries"  space.salaries
      Readers now: nobody
      Readers after docsform apply: everybody at docs.example/docs/salaries
      Every member: may read it
    "
  `);
  expect(bench.writes()).toBe(writes);
});

test("shows what readers find at a path, a URL or an id, also without a layout", async () => {
  await bench.checkDone(["apply", "--yes"]);
  const all = await shown("space.guides");
  const url = /at (?<url>\S+)/u.exec(all)?.groups?.["url"] ?? "";
  expect(await shown("/guides")).toBe(all);
  expect(await shown(`https://${url}`)).toBe(all);
  expect(await shown(bench.idOf("space", "Guides"))).toBe(all);
});

test("shows without a layout what there is on the service", async () => {
  await bench.checkDone(["apply", "--yes"]);
  const withLayout = await shown("/guides");
  rmSync(bench.files.full("docsform.yaml"));
  const withoutLayout = await shown("/guides", "--organization", organization);
  const id = bench.idOf("space", "Guides");
  expect(withoutLayout).toBe(withLayout.replace("space.guides", `space.@${id}`));
  const { code, err } = await bench.run(["audience"]);
  expect(code).toBe(1);
  expect(err).toContain("audience needs a layout or an organization.");
});

test.each([
  ["space.guide", "Did you mean space.guides?"],
  ["/salarys", "Did you mean /salaries?"],
  ["team.salaries", "Did you mean space.salaries?"],
  ["/nowhere/at/all", "docsform audience shows everything."],
])("says what is near to %s, which is nothing", async (wanted, remedy) => {
  await bench.checkDone(["apply", "--yes"]);
  const { code, out, err } = await bench.run(["audience", wanted]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(remedy);
});
