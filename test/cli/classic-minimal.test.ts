import { beforeEach, expect, test } from "vitest";
import { apply, benchOfTest, openWorkbench, organization } from "./workbench.ts";

const head = `docsform: 1\norganization: ${organization}\n`;
const spaces = `spaces:
  guides: { title: Guides }
  french: { title: Guides (français) }
  api: { title: API }
`;

/** A site whose structure has these entries in this order. */
const site = (top: readonly string[], variants = ["guides", "french"]) =>
  `${head}${spaces}sites:
  docs:
    title: Docs
    published: true
    structure:
${top.map((item) => items[item]).join("")}`.replace(
    "VARIANTS",
    variants.map((space) => `{ space: ${space}, path: ${space} }`).join(", "),
  );

const items: Readonly<Record<string, string>> = {
  start: "      - { section: Start, path: start, spaces: [VARIANTS] }\n",
  news: "      - { section: News, path: news, spaces: [guides] }\n",
  reference: "      - { group: Reference, children: [{ section: API, path: api, spaces: [api] }] }\n",
  more: "      - { group: More, children: [{ section: More, path: more, spaces: [api] }] }\n",
};
const all = ["start", "news", "reference", "more"];

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": site(all) }, "classic-minimal"));
beforeEach(async () => {
  for (const title of ["Guides", "Guides (français)", "API"])
    bench.emulator.emulator.edit("createSpace", {}, { title });
});

const importing = [...apply, "--allow-import"];

function operationsSince(start = 0): readonly (string | null)[] {
  return bench.emulator.emulator.log.slice(start).map(({ operation }) => operation);
}

async function applyLayout(text: string) {
  bench.files.write("docsform.yaml", text);
  const before = bench.emulator.emulator.log.length;
  const ran = await bench.run(importing);
  const log = bench.emulator.emulator.log.slice(before);
  return { ...ran, writes: log.filter(({ method }) => method !== "GET").map(({ operation }) => operation) };
}

async function refusedPlan(text: string) {
  bench.files.write("docsform.yaml", text);
  const before = bench.emulator.emulator.log.length;
  const { code, out, err } = await bench.run(importing);
  const log = bench.emulator.emulator.log.slice(before);
  expect(log.filter(({ method }) => method !== "GET")).toEqual([]);
  return { code, text: out + err };
}

test("a site is created, read from its lists, and then as declared", async () => {
  expect(await applyLayout(site(all))).toMatchObject({ code: 0 });
  const before = bench.emulator.emulator.log.length;
  const { code, out } = await bench.run(["plan", "--detailed-exitcode"]);
  expect({ code, out }).toMatchObject({ code: 0 });
  const read = operationsSince(before).map((each) => each ?? "");
  expect(read.filter((each) => /^listSite(?!s)/.test(each)).sort()).toEqual([
    "listSiteSectionGroups",
    "listSiteSections",
    "listSiteSpaces",
  ]);
  expect(read).not.toContain("getSiteStructure");
});

test("moves order sections among sections, and site spaces among site spaces", async () => {
  await applyLayout(site(all));
  expect(await applyLayout(site(["news", "start", "reference", "more"]))).toMatchObject({
    code: 0,
    writes: ["moveSiteSection"],
  });
  expect(await applyLayout(site(["news", "start", "reference", "more"], ["french", "guides"]))).toMatchObject(
    { code: 0, writes: ["moveSiteSpace"] },
  );
  await bench.checkDone(["plan", "--detailed-exitcode"]);
});

test("the order between sections and groups is unknown, and so not compared", async () => {
  await applyLayout(site(all));
  const { code, writes } = await applyLayout(site(["reference", "start", "more", "news"]));
  expect({ code, writes }).toEqual({ code: 0, writes: [] });
});

test.each([
  {
    what: "a space that is not there",
    text: `${head}spaces:\n  fresh: { title: Fresh }\n`,
    message: [
      "error plan/not-served",
      "docsform cannot create space.fresh",
      "createSpace",
      "with `copyOf:`",
      "docsform.yaml:4",
    ],
  },
  {
    what: "groups in another order",
    text: site(["start", "news", "more", "reference"]),
    message: ["error plan/not-served", "docsform cannot move", "docsform.yaml:"],
  },
  {
    what: "a site that is taken off the web",
    text: site(all).replace("published: true", "published: false"),
    message: ["error plan/not-served", "published of site.docs", "unpublishSite"],
  },
  {
    what: "people of a team",
    text: `${head}teams:\n  writers: { title: Writers, members: [ada@acme.example] }\n`,
    message: ["error plan/not-in-this-api-version", "members of team.writers", "only in classic, current"],
  },
  {
    what: "an icon of a space",
    text: `${head}spaces:\n  guides: { title: Guides, icon: https://acme.example/i.png }\n`,
    message: ["error plan/not-in-this-api-version", "icon of space.guides"],
  },
])("$what is an error in the plan, before any write", async ({ text, message }) => {
  await applyLayout(site(all));
  const refused = await refusedPlan(text);
  expect(refused.code).toBe(1);
  for (const each of message) expect(refused.text).toContain(each);
});

test.each([
  {
    what: "deleting a section without permission",
    text: site(all.filter((each) => each !== "news")),
    message: ["site_section.docs/news", "--allow-deletes"],
  },
  {
    what: "more deletions than the threshold has",
    text: site(["start"]),
    args: ["--allow-deletes", "--max-deletes", "1"],
    message: ["guard/too-many-deletes", "--max-deletes"],
  },
  {
    what: "a site without sections, although it has some",
    text: `${head}${spaces}sites: { docs: { title: Docs, published: true, structure: [{ space: guides }] } }\n`,
    args: ["--allow-deletes"],
    message: ["guard/structure-kind", "site.docs"],
  },
  {
    what: "taking away a space that a site shows which is not declared",
    text: `${head}prune: [spaces]\nspaces: { guides: { title: Guides }, french: { title: Guides (français) } }\n`,
    args: ["--allow-deletes", "--max-deletes", "100%"],
    message: ["guard/still-referenced", "space.api is used by site_space.@"],
  },
])("$what is refused before any write", async ({ text, args = [], message }) => {
  await applyLayout(site(all));
  bench.files.write("docsform.yaml", text);
  const before = bench.emulator.emulator.log.length;
  const { code, out, err } = await bench.run([...importing, "--allow-forget", ...args]);
  expect({ code, err }).toMatchObject({ code: 4 });
  for (const each of message) expect(out + err).toContain(each);
  const since = bench.emulator.emulator.log.slice(before);
  expect(since.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a protected section stays, and keeps its variants", async () => {
  const guarded = site(all).replace("{ section: News,", "{ section: News, protect: true,");
  expect(await applyLayout(guarded)).toMatchObject({ code: 0 });
  bench.files.write("docsform.yaml", site(all.filter((each) => each !== "news")));
  const { code, out, err } = await bench.run([...importing, "--allow-deletes"]);
  expect({ code, err }).toMatchObject({ code: 4 });
  expect(out + err).toContain("guard/protected");
  const { service } = bench.emulator.emulator;
  expect(service.list("site_section").map(({ title }) => title)).toContain("News");
});

test("a missing field counts as cleared", async () => {
  const { code, writes } = await applyLayout(`${head}spaces:\n  guides: { title: Guides, icon: null }\n`);
  expect({ code, writes }).toEqual({ code: 0, writes: [] });
});

test("undeclared objects are deleted, also spaces", async () => {
  await applyLayout(site(all));
  bench.files.write("docsform.yaml", `${head}prune: [spaces, sites]\nspaces:\n  guides: { title: Guides }\n`);
  await bench.checkDone([...importing, "--allow-deletes", "--max-deletes", "100%"]);
  const { service } = bench.emulator.emulator;
  expect(service.list("site").map(({ title }) => title)).not.toContain("Docs");
  expect(service.list("space").filter(({ deletedAt }) => deletedAt == null)).toHaveLength(1);
});

test("a pulled layout plans nothing", async () => {
  await applyLayout(site(all));
  const pulled = await bench.checkDone(["pull", "--organization", organization]);
  bench.files.write("pulled.yaml", pulled.out);
  const { code, out } = await bench.run(["plan", "-f", "pulled.yaml", "--no-state", "--detailed-exitcode"]);
  expect({ code, out }).toMatchObject({ code: 0 });
});
