import { TerraformStack, Testing } from "cdktf";
import { afterEach, describe, expect, test } from "vitest";
import { Site } from "../../src/constructs/docs-site.ts";
import { SiteSection } from "../../src/constructs/docs-site-section.ts";
import { Space } from "../../src/constructs/docs-space.ts";
import { Team } from "../../src/constructs/docs-team.ts";
import { DocsProvider } from "../../src/constructs/generated/provider.ts";
import { emulated, planApp } from "../../src/constructs/testing/emulated.ts";
import type { EmulatedDocs, EmulatedOptions } from "../../src/constructs/testing/emulated-types.ts";
import { Documentation, stackOf } from "./acme-app.ts";

let opened: EmulatedDocs[] = [];
afterEach(async () => {
  for (const docs of opened) await docs.close();
  opened = [];
});

async function service(options: EmulatedOptions = {}): Promise<EmulatedDocs> {
  const docs = await emulated({ members: ["ada@example.com"], ...options });
  opened.push(docs);
  return docs;
}

/** A site with these sections, each of which shows a space of its own. */
function siteWith(...sections: readonly string[]): TerraformStack {
  return stackOf((stack) => {
    const site = new Site(stack, "docs", { title: "Docs", visibility: "public" });
    for (const title of sections) {
      const path = title.toLowerCase();
      const space = new Space(stack, `${path}-space`, { title });
      site.addSection(path, { title, path, spaces: [space] });
    }
  });
}

test("the whole life of an app: plan, apply, drift, and repair", async () => {
  const app = new Documentation();
  const docs = await service();

  const first = await docs.plan(app);
  expect(first.steps.every(({ action }) => action === "create")).toBe(true);
  expect(first.steps.find(({ path }) => path === "/api")).toEqual({
    action: "create",
    type: "site_section",
    title: "API",
    path: "/api",
    construct: "acme/docs/api",
    changes: expect.arrayContaining([
      { attribute: "title", before: null, after: "API" },
      { attribute: "in", before: null, after: "Reference" },
    ]),
  });
  expect(first.lines).toContain('create team "Writers" (acme/writers)');
  expect(JSON.stringify(first)).not.toContain("(variable okta)");

  expect(await docs.drift(app)).toEqual({
    drifted: true,
    entries: [],
    lines: [`never applied: ${first.lines.length} objects`],
  });

  expect((await docs.apply(app)).lines).toEqual(first.lines);
  expect((await docs.plan(app)).lines).toEqual([]);
  expect(await docs.drift(app)).toEqual({ drifted: false, entries: [], lines: [] });
  const live = await docs.live();
  live.hasSpace({ title: "Guides", in: "Handbook" });
  live.site("Acme docs").has({ published: true }).contains("Guides", "Reference");
  live.site("Acme docs").section("/guides").shows("Guides", "Guides (français)");

  await docs.edit("space", "Guides", { title: "Manual", in: null });
  const drift = await docs.drift(app);
  expect([drift.drifted, drift.lines]).toEqual([
    true,
    [
      'changed space "Guides" (acme/guides): title "Guides" -> "Manual"',
      'moved space "Guides" (acme/guides)',
    ],
  ]);
  expect(drift.entries[0]).toEqual({
    change: "changed",
    changedIn: "live",
    type: "space",
    title: "Guides",
    construct: "acme/guides",
    attribute: "title",
    before: "Guides",
    after: "Manual",
  });
  expect(drift.entries[1]).toMatchObject({ before: { in: "Handbook" }, after: { in: null } });
  expect((await docs.plan(app)).lines).toEqual([
    'move space "Guides" (acme/guides): in',
    'patch space "Guides" (acme/guides): title',
  ]);
  // In the collection, members have other rights than at the top.
  await expect(docs.apply(app)).rejects.toThrow("the place of space.guides");
  await docs.apply(app, { allow: ["overwrites"] });
  (await docs.live()).hasSpace({ title: "Guides", in: "Handbook" });
});

describe("an edit of the app", () => {
  test("is a plan in readers' words", async () => {
    const docs = await service();
    await docs.apply(siteWith("Guides", "API"));
    const plan = await docs.plan(siteWith("API", "Guides", "News"));
    expect(plan.lines).toEqual(
      expect.arrayContaining([
        'create space "News" (acme/news-space)',
        'create section "News" (acme/docs/news)',
        expect.stringMatching(/^move section/u),
      ]),
    );
    expect(plan.steps.find(({ action }) => action === "move")?.changes).toEqual([
      { attribute: "after", before: null, after: null },
    ]);
  });

  test("that deletes needs a permission", async () => {
    const docs = await service();
    await docs.apply(siteWith("Guides", "API"));
    const smaller = siteWith("Guides");
    const { refusals, lines } = await docs.plan(smaller);
    expect(lines).toEqual(expect.arrayContaining(['delete section "API"', 'delete space "API"']));
    expect(refusals).toEqual([{ code: "guard/deletes", message: expect.any(String), permission: "deletes" }]);
    await expect(docs.apply(smaller)).rejects.toThrow('(allow: "deletes")');
    (await docs.live()).hasCount("space", 2);
    await docs.apply(smaller, { allow: ["deletes"] });
    (await docs.live()).hasCount("space", 1);
  });
});

describe("the service", () => {
  test("starts with the objects of tables, and gives the same ids in each run", async () => {
    const tables = { space: [{ id: "sp_1", title: "Legacy" }] };
    const ids = async () => {
      const docs = await service({ tables, organization: "acme" });
      (await docs.live()).hasSpace("Legacy");
      return await docs.call("createSpace", { organizationId: "acme" }, { title: "New" });
    };
    expect(await ids()).toMatchObject({ title: "New" });
    const [one, two] = [await ids(), await ids()] as { id: string }[];
    expect(one?.id).toBe(two?.id);
  });

  test("is edited and served as people and programs use it", async () => {
    const docs = await service();
    await docs.apply(siteWith("Guides", "API"));
    await docs.remove("site_section", "/api");
    await docs.edit("site", "Docs", { visibility: "unlisted", published: true });
    await docs.edit("site_space", "Guides", { space: "API" });
    const live = await docs.live();
    live.site("Docs").has({ visibility: "unlisted", published: true }).contains("Guides");
    live.site("Docs").section("Guides").shows("API");
    const { url, token, organization } = await docs.serve();
    expect(await docs.serve()).toEqual({ url, token, organization });
    const response = await fetch(`${url}/v1/orgs/${organization}/spaces`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await response.json()) as object).toMatchObject({ items: [{}, {}] });
    await docs.close();
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    await expect(docs.plan(siteWith())).rejects.toThrow("The emulated service is closed.");
  });

  test("refuses edits that it has no operation for, and misspelt names", async () => {
    const docs = await service();
    await docs.apply(siteWith("Guides"));
    await expect(docs.edit("site_space", "Guides", { in: "Guides" })).rejects.toThrow(
      "Users of the service cannot edit site spaces like that: move.",
    );
    await expect(docs.edit("space", "Guide", {})).rejects.toThrow('The service has no space "Guide".');
    await expect(docs.edit("space", "Guides", { titel: "" })).rejects.toThrow("Did you mean title?");
  });

  test("has the organization of the first app", async () => {
    const docs = await service();
    await docs.plan(new Documentation());
    expect((await docs.serve()).organization).toBe("Qm3vT8xLz1");
    const other = new TerraformStack(Testing.app(), "other");
    new DocsProvider(other, "provider", { organization: "other" });
    new Space(other, "guides", { title: "Guides" });
    await expect(docs.plan(other)).rejects.toThrow(
      "The app is for the organization other, but the emulated service has Qm3vT8xLz1.",
    );
  });

  test("refuses an app with errors, and one that only Terraform can deploy", async () => {
    const invalid = stackOf((stack) => new Space(stack, "guides", { title: "" }));
    await expect(planApp(invalid)).rejects.toThrow("[acme/guides] title");
    const foreign = stackOf((stack) => new Space(stack, "guides", { title: "${random_pet.name.id}" }));
    await expect(planApp(foreign)).rejects.toThrow("random_pet.name.id");
  });
});

test("one plan needs no service of one's own", async () => {
  expect((await planApp(siteWith("Guides"))).lines).toEqual([
    'create site "Docs" (acme/docs)',
    'create section "Guides" (acme/docs/guides)',
    'create variant "Guides" (acme/docs/guides)',
    'create space "Guides" (acme/guides-space)',
  ]);
});

/** An app whose stack `main` has a site and a group with these sections. Two other stacks, before it by name, add two sections each. */
function sectionsOfStacks(own: readonly string[]) {
  const app = Testing.app();
  const stacksOf = (name: string) => {
    const stack = new TerraformStack(app, name);
    new DocsProvider(stack, "provider", {});
    return stack;
  };
  const [main, earlier, later] = ["main", "earlier", "later"].map(stacksOf) as [
    TerraformStack,
    TerraformStack,
    TerraformStack,
  ];
  const space = new Space(main, "space", { title: "Space" });
  const site = new Site(main, "docs", { title: "Docs" });
  const group = site.addGroup("group", { title: "Group" });
  const addTo = (stack: TerraformStack, titles: readonly string[]) => {
    for (const title of titles) {
      const place = { site, title, spaces: [space] } as const;
      new SiteSection(stack, title, place);
      new SiteSection(stack, `in-${title}`, { ...place, title: `In ${title}`, parent: group });
    }
  };
  addTo(main, own);
  addTo(later, ["Pay", "Ship"]);
  addTo(earlier, ["Scan"]);
  return app;
}

test.each([[[]], [["Start"]], [["Start", "Guides"]]])(
  "the sections that other stacks add come after those of the site's own stack, in the order of the code: %j",
  async (own) => {
    const app = sectionsOfStacks(own);
    const docs = await service();
    await docs.apply(app);
    const titles = [...own, "Pay", "Ship", "Scan"];
    const site = (await docs.live()).site("Docs");
    expect(site.contents.map(({ title }) => title)).toEqual(["Group", ...titles]);
    expect(site.contents[0]?.contents.map(({ title }) => title)).toEqual(
      titles.map((title) => `In ${title}`),
    );
    expect((await docs.plan(app)).lines).toEqual([]);
  },
);

test("a list that another user reads is the body of the response", async () => {
  const docs = await service();
  await docs.apply(siteWith("Guides"));
  expect(await docs.call("listSpacesInOrganizationById")).toMatchObject({ items: [{ title: "Guides" }] });
});

test("a plan with a person who is not in the service says how to add the person", async () => {
  const docs = await service({ members: [] });
  const team = { title: "Writers", members: ["ada@example.com"] };
  await expect(docs.apply(stackOf((stack) => void new Team(stack, "writers", team)))).rejects.toMatchObject({
    message: expect.stringContaining("not in the organization: ada@example.com in"),
    remedy: expect.stringContaining("emulated({ members:"),
  });
});

test("an apply that is not done says what failed, and why", async () => {
  const docs = await service();
  const failure = await docs
    .apply(
      stackOf((stack) => {
        const space = Space.fromId(stack, "gone", "space_of_nobody");
        new Site(stack, "docs", { title: "Docs" }).addSection("guides", { title: "Guides", spaces: [space] });
      }),
    )
    .catch((error: unknown) => (error as Error).message);
  expect(failure).toMatch(
    /outcome partial[.]\n {2}create section "Guides" [(]acme.docs.guides[)]: .* No such space: space_of_nobody/u,
  );
});

test("lines of plans and drift name constructs", async () => {
  const docs = await service();
  expect((await docs.plan(siteWith("Guides"))).lines).toContain('create section "Guides" (acme/docs/guides)');
});
