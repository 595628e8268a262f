import {
  type App,
  Aspects,
  Fn,
  Lazy,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { describe, expect, test, vi } from "vitest";
import { certificateWith } from "../../test/support/certificates.ts";
import { problemsOf, synth } from "../../test/support/synth.ts";
import { present } from "../util/present.ts";
import { checkLibrary } from "./check-library.ts";
import { Collection } from "./docs-collection.ts";
import { Member } from "./docs-member.ts";
import { DocsObject } from "./docs-object.ts";
import { OpenApiSpec } from "./docs-openapi-spec.ts";
import { Organization } from "./docs-organization.ts";
import { SamlProvider } from "./docs-saml-provider.ts";
import { type ISite, Site } from "./docs-site.ts";
import { type ISiteSection, SiteSection } from "./docs-site-section.ts";
import { type ISiteSectionGroup, SiteSectionGroup } from "./docs-site-section-group.ts";
import { SiteSpace } from "./docs-site-space.ts";
import { Space } from "./docs-space.ts";
import { Team } from "./docs-team.ts";
import { Translation } from "./docs-translation.ts";
import * as l1 from "./generated/index.ts";
import { DocsProvider } from "./generated/provider.ts";

/** Other objects may move out of it, or refer to another object, before it is deleted. */
const canBeLeft = { lifecycle: { create_before_destroy: true } };

describe("references", () => {
  test("are objects of the app, or foreign objects", () => {
    const { resource } = synth((stack) => {
      const handbook = new Collection(stack, "handbook", { title: "Handbook" });
      new Collection(stack, "engineering", { title: "Engineering", parent: handbook });
      new Space(stack, "guides", { title: "Guides", collection: handbook });
      new Space(stack, "api", { title: "API", collection: Collection.fromId(stack, "other", "col_1") });
      new SamlProvider(stack, "okta", {
        label: "Okta",
        defaultTeam: Team.fromId(stack, "writers", "team_1"),
      });
    });
    expect(resource).toEqual({
      docs_collection: {
        handbook: { title: "Handbook", ...canBeLeft },
        engineering: { title: "Engineering", parent_id: "${docs_collection.handbook.id}", ...canBeLeft },
      },
      docs_space: {
        guides: { title: "Guides", parent_id: "${docs_collection.handbook.id}", ...canBeLeft },
        api: { title: "API", parent_id: "col_1", ...canBeLeft },
      },
      docs_saml_provider: { okta: { label: "Okta", default_team_id: "team_1" } },
    });
  });

  test("have the right type, even if two types look the same by id", () => {
    const problems = problemsOf((stack) => {
      const team = new Team(stack, "writers", { title: "Writers" });
      const handbook = new Collection(stack, "handbook", { title: "Handbook" });
      const space = new Space(stack, "api", { title: "API" });
      // @ts-expect-error: a team is not a collection, although both have an id.
      new Space(stack, "guides", { title: "Guides", collection: team });
      // @ts-expect-error: an id is not the object.
      new Space(stack, "manuals", { title: "Manuals", collection: handbook.id });
      // @ts-expect-error: a space is no team.
      new SamlProvider(stack, "okta", { label: "Okta", defaultTeam: space });
      const site = new Site(stack, "docs", { title: "Acme docs" });
      // @ts-expect-error: a team is no space.
      site.addSection("a", { title: "Section", path: "a", spaces: [team] });
      // @ts-expect-error: an id is not the object.
      site.addSection("b", { title: "Section", path: "b", spaces: [space, space.id] });
      // @ts-expect-error: a collection is no group.
      new SiteSection(stack, "c", { site, parent: handbook, title: "Section", path: "c", spaces: [space] });
    });
    const byId = "Pass the object itself, or refer to it by its id, such as";
    expect(problems).toEqual([
      "[acme/guides] collection must be a collection, but acme/writers is of the type team.",
      `[acme/manuals] collection must be a collection, as an object. ${byId} Collection.fromId(this, "collection", "ID").`,
      "[acme/okta] defaultTeam must be a team, but acme/api is of the type space.",
      "[acme/docs/a] the first of spaces must be a space, but acme/writers is of the type team.",
      `[acme/docs/b/space] space must be a space, as an object. ${byId} Space.fromId(this, "space", "ID").`,
      "[acme/c] parent must be a site section group, but acme/handbook is of the type collection.",
    ]);
  });

  test("stay in one site, one organization and one provider", () => {
    const problems = problemsOf(
      (stack) => {
        const space = Space.fromId(stack, "space", "space_1");
        const [one, two] = ["one", "two"].map((id) => new Site(stack, id, { title: "Acme docs" }));
        const section = new SiteSection(stack, "a", { site: one as Site, title: "Section", spaces: [space] });
        new SiteSpace(stack, "b", { site: two as Site, section, space, path: "b" });
        two?.arrange([SiteSection.fromId(one as Site, "c", "section_1")]);
        const other = new TerraformStack(stack.node.scope as App, "other");
        new DocsProvider(other, "provider", { organization: "theirs" });
        new Space(stack, "d", {
          title: "Guides",
          collection: new Collection(other, "e", { title: "Handbook" }),
        });
        const provider = new DocsProvider(stack, "second", { alias: "second" });
        const elsewhere = new Collection(stack, "f", { title: "Handbook", provider });
        new Space(stack, "g", { title: "Guides", collection: elsewhere });
        new Space(stack, "h", { title: "Guides", collection: elsewhere, provider });
      },
      { organization: "ours" },
    );
    const fromId = 'or refer to it by its id, such as Collection.fromId(this, "collection", "ID").';
    expect(problems).toEqual([
      "[acme/two] arrange lists acme/one/c, which belongs to another site. Remove it from the list.",
      "[acme/b] section is acme/a, which belongs to the site acme/one. It must belong to the site acme/two.",
      "[acme/d] collection is other/e, which is in the organization theirs. It must be in the organization ours.",
      `[acme/g] collection is acme/f, which has the provider docs.second, not docs. Give both the same provider, ${fromId}`,
    ]);
  });

  test("two groups can have a section and a group with the same id, and one group cannot", () => {
    const build = (twice: boolean) => (stack: TerraformStack) => {
      const site = new Site(stack, "docs", { title: "Acme docs" });
      const space = Space.fromId(stack, "space", "space_1");
      const section = (path: string) => ({ title: "Guides", path, spaces: [space] }) as const;
      const [a, b] = ["a", "b"].map((id) => site.addGroup(id, { title: `Group ${id}` }));
      for (const group of [a, b]) group?.addSection("guides", section(group.node.id));
      for (const group of [a, b]) group?.addGroup("more", { title: "More" });
      if (twice) b?.addSection("guides", section("c"));
    };
    const { resource } = synth(build(false));
    const groupIds = Object.keys(resource["docs_site_section_group"] ?? {}).map(
      (name) => `\${docs_site_section_group.${name}.id}`,
    );
    const sections = Object.values(resource["docs_site_section"] ?? {});
    const inner = Object.values(resource["docs_site_section_group"] ?? {}).filter(
      (each) => "parent_id" in each,
    );
    for (const members of [sections, inner]) {
      const parents = new Set(members.map((each) => each["parent_id"]));
      expect([members.length, parents.size]).toEqual([2, 2]);
      expect(groupIds).toEqual(expect.arrayContaining([...parents]));
    }
    expect(() => synth(build(true))).toThrow("There is already a Construct with name 'guides'");
  });

  test("need a site", () => {
    const site = "site_1" as never;
    const spaces = [] as never;
    for (const make of [
      (stack: TerraformStack) => new SiteSection(stack, "a", { site, title: "Section", spaces }),
      (stack: TerraformStack) => new SiteSectionGroup(stack, "a", { site, title: "Group" }),
      (stack: TerraformStack) =>
        new SiteSpace(stack, "a", { site, space: Space.fromId(stack, "b", "space_1") }),
    ])
      expect(() => synth(make)).toThrow(/^\[acme\/a\] site must be a site, as an object[.]/);
  });

  test("fromId exists for every type, and creates no resource", () => {
    const ids: string[] = [];
    const { resource } = synth((stack) => {
      const site = Site.fromId(stack, "site", "site_1");
      ids.push(
        site.id,
        SiteSection.fromId(site, "section", "section_1").id,
        SiteSectionGroup.fromId(site, "group", "group_1").id,
        SiteSpace.fromId(site, "space", "sitespace_1").id,
        SamlProvider.fromId(stack, "saml", "saml_1").id,
        OpenApiSpec.fromId(stack, "openapi", "petstore").id,
        Space.fromId(stack, "space", "space_1").id,
      );
    });
    expect(ids).toEqual(["site_1", "section_1", "group_1", "sitespace_1", "saml_1", "petstore", "space_1"]);
    expect(resource).toBeUndefined();
  });

  test("objects in a foreign site, group or section are ordered there", () => {
    const { resource } = synth((stack) => {
      const site = Site.fromId(stack, "docs", "site_1");
      const space = Space.fromId(stack, "space", "space_1");
      const parent = SiteSectionGroup.fromId(site, "reference", "group_1");
      for (const id of ["a", "b"])
        new SiteSection(stack, id, { site, parent, title: "Title", spaces: [space] });
      const section = SiteSection.fromId(site, "guides", "section_1");
      for (const id of ["c", "d"]) new SiteSpace(stack, id, { site, section, space, path: id });
    });
    const { docs_site_order: order, ...rest } = resource;
    expect(Object.keys(rest)).toEqual(["docs_site_section", "docs_site_space"]);
    expect(Object.values(order ?? {})).toEqual([
      {
        site_id: "site_1",
        parent_id: "group_1",
        ids: ["${docs_site_section.a.id}", "${docs_site_section.b.id}"],
      },
      {
        site_id: "site_1",
        parent_id: "section_1",
        ids: ["${docs_site_space.c.id}", "${docs_site_space.d.id}"],
      },
    ]);
  });
});

/** The one resource of a type. */
function only(resource: Readonly<Record<string, Record<string, unknown>>> | undefined): unknown {
  const all = Object.values(resource ?? {});
  expect(all).toHaveLength(1);
  return all[0];
}

describe("the structure of a site", () => {
  test("the service creates the first space with its section; the other spaces follow in the order of the code", () => {
    const { resource } = synth((stack) => {
      const space = new Space(stack, "guides", { title: "Guides" });
      const french = new Space(stack, "guides-fr", { title: "Guides (français)" });
      const site = new Site(stack, "docs", { title: "Acme docs" });
      site.addSection("guides", {
        title: "Guides",
        path: "guides",
        default: true,
        spaces: [space, { space: french, path: "fr", condition: "visitor.claims.french", default: true }],
      });
    });
    const [section] = Object.keys(resource["docs_site_section"] ?? {});
    const [variant] = Object.keys(resource["docs_site_space"] ?? {});
    expect(only(resource["docs_site_section"])).toEqual({
      site_id: "${docs_site.docs.id}",
      space_id: "${docs_space.guides.id}",
      title: "Guides",
      path: "guides",
      default: true,
    });
    expect(only(resource["docs_site_space"])).toEqual({
      site_id: "${docs_site.docs.id}",
      parent_id: `\${docs_site_section.${section}.id}`,
      space_id: "${docs_space.guides-fr.id}",
      path: "fr",
      condition: "visitor.claims.french",
      default: true,
    });
    expect(only(resource["docs_site_order"])).toEqual({
      site_id: "${docs_site.docs.id}",
      parent_id: `\${docs_site_section.${section}.id}`,
      ids: [`\${docs_site_section.${section}.site_space_id}`, `\${docs_site_space.${variant}.id}`],
    });
  });

  test("the first space of a section can have all but a title of its own", () => {
    const { resource } = synth((stack) => {
      const space = new Space(stack, "guides", { title: "Guides" });
      const site = new Site(stack, "docs", { title: "Acme docs" });
      const first = { space, path: "en", pageId: "start", draft: true, hidden: false };
      site.addSection("guides", { title: "Guides", spaces: [first] });
    });
    expect(only(resource["docs_site_section"])).toMatchObject({
      space_id: "${docs_space.guides.id}",
      first_variant: { path: "en", page_id: "start", draft: true, hidden: false },
    });
  });

  test("a section keeps its address when it moves to another group", () => {
    const addresses = [false, true].map((isGrouped) => {
      const { resource } = synth((stack) => {
        const spaces = [Space.fromId(stack, "api", "space_1")] as const;
        const site = new Site(stack, "docs", { title: "Acme docs" });
        const group = site.addGroup("api", { title: "Reference" }).addGroup("inner", { title: "Inner" });
        (isGrouped ? group : site).addSection("api", { title: "API", spaces });
      });
      return Object.keys(resource["docs_site_section"] ?? {});
    });
    expect(addresses[0]).toEqual(addresses[1]);
  });

  test.each<[string, (site: Site, make: (id: string) => SiteSection) => void, readonly string[] | undefined]>(
    [
      ["one alone needs none", (_site, make) => make("a"), undefined],
      ["follows the code", (_site, make) => ["b", "a", "c"].forEach(make), ["b", "a", "c"]],
      [
        "is the one of `arrange` for the sections that it names",
        (site, make) => {
          const [a, , c] = ["a", "b", "c"].map(make);
          site.arrange([c, a].filter((each) => each !== undefined));
        },
        ["c", "a"],
      ],
      [
        "can name what the app does not manage",
        (site, make) => site.arrange([SiteSection.fromId(site, "x", "section_1"), make("a")]),
        ["section_1", "a"],
      ],
    ],
  )("its order: %s", (_case, build, expected) => {
    const { resource } = synth((stack) => {
      const spaces = [Space.fromId(stack, "space", "space_1")] as const;
      const site = new Site(stack, "docs", { title: "Acme docs" });
      build(site, (id) => new SiteSection(stack, id, { site, title: "Title", spaces }));
    });
    const ids = Object.values(resource["docs_site_order"] ?? {}).map((order) => order["ids"] as string[]);
    const named = ids.map((each) => each.map((id) => /docs_site_section\.(\w+)\.id/.exec(id)?.[1] ?? id));
    expect(named).toEqual(expected === undefined ? [] : [expected]);
  });

  test("arrange also orders the first space of a section", () => {
    const { resource } = synth((stack) => {
      const space = Space.fromId(stack, "space", "space_1");
      const site = new Site(stack, "docs", { title: "Acme docs" });
      const section = new SiteSection(stack, "guides", { site, title: "Guides", spaces: [space] });
      const french = new SiteSpace(stack, "fr", { site, section, space, path: "fr" });
      section.arrange([french, section.firstSpace]);
    });
    expect(only(resource["docs_site_order"])).toMatchObject({
      ids: ["${docs_site_space.fr.id}", "${docs_site_section.guides.site_space_id}"],
    });
  });

  test("order: unmanaged creates no order", () => {
    const { resource } = synth((stack) => {
      const space = Space.fromId(stack, "space", "space_1");
      const site = new Site(stack, "docs", { title: "Acme docs", order: "unmanaged" });
      const group = site.addGroup("group", { title: "Group", order: "unmanaged" });
      group.addSection("a", { title: "Section a", spaces: [space] });
      const spaces = [space, { space, path: "b" }] as const;
      group.addSection("b", { title: "Section b", order: "unmanaged", spaces });
      site.addSection("c", { title: "Section c", spaces: [space] });
    });
    expect(Object.keys(resource)).not.toContain("docs_site_order");
  });

  test("the publication waits for the whole structure, including later additions", () => {
    const { resource } = synth((stack) => {
      const space = new Space(stack, "space", { title: "Space" });
      const site = new Site(stack, "docs", { title: "Acme docs", published: true });
      site.addGroup("group", { title: "Group" }).addSection("a", { title: "Section", spaces: [space] });
      const other = site.addSection("b", { title: "Section", spaces: [space] });
      other.addSpace("fr", { space, path: "fr" });
    });
    const { docs_site: _site, docs_space: _space, docs_site_publication, ...structure } = resource;
    const addresses = Object.entries(structure).flatMap(([type, all]) =>
      Object.keys(all).map((name) => `${type}.${name}`),
    );
    const publication = only(docs_site_publication) as { depends_on: string[] };
    expect(addresses).toHaveLength(6);
    expect([...publication.depends_on].sort()).toEqual(addresses.sort());
    expect(publication).toMatchObject({ site_id: "${docs_site.docs.id}", published: true });
  });

  test.each([
    [true, expect.stringMatching(/^\$\{docs_site_publication[.]docs_publication_\w+[.]urls[.]published\}$/)],
    [undefined, "${docs_site.docs.urls.published}"],
  ])("the published URL is known after the publication: %s", (published, expected) => {
    const { output } = synth((stack) => {
      const site = new Site(stack, "docs", { title: "Acme docs", ...present({ published }) });
      site.addSpace("guides", { space: Space.fromId(stack, "guides", "space_1") });
      new TerraformOutput(stack, "url", { value: site.urls.published });
    });
    expect(output).toEqual({ url: { value: expected } });
  });

  test("reads where a section and a variant are published with the site, each once", () => {
    const { output, data = {} } = synth((stack) => {
      const space = new Space(stack, "space", { title: "Space" });
      const site = new Site(stack, "docs", { title: "Acme docs", published: true });
      const section = site.addSection("guides", { title: "Guides", spaces: [space] });
      const variant = section.addSpace("fr", { space, path: "fr" });
      const values = [section.urls.published, section.urls.published, variant.urls.published];
      for (const [at, value] of values.entries()) new TerraformOutput(stack, `url${at}`, { value });
    });
    const [section, again, variant] = Object.values(output as Record<string, { value: string }>).map(
      ({ value }) => value,
    );
    expect([section, variant]).toEqual([
      expect.stringMatching(/^\$\{data\.docs_site_section\.\w+\.urls\.published\}$/),
      expect.stringMatching(/^\$\{data\.docs_site_space\.\w+\.urls\.published\}$/),
    ]);
    expect(again).toBe(section);
    for (const type of ["docs_site_section", "docs_site_space"])
      expect(only(data[type])).toMatchObject({
        site_id: "${docs_site.docs.id}",
        depends_on: [expect.stringMatching(/^docs_site_publication\./)],
      });
  });

  test("the first section of a new site is created first, so that it is the default", () => {
    const dependencies = (isNew: boolean) => {
      const { resource } = synth((stack) => {
        const site = isNew
          ? new Site(stack, "docs", { title: "Acme docs" })
          : Site.fromId(stack, "docs", "site_1");
        const space = Space.fromId(stack, "space", "space_1");
        const group = site.addGroup("group", { title: "Group" });
        group.addSection("first", { title: "First", spaces: [space] });
        const team = new Team(stack, "team", { title: "Team" });
        site.addSection("second", { title: "Second", spaces: [space], dependsOn: [team] });
      });
      return Object.values(resource["docs_site_section"] ?? {}).map((each) => each["depends_on"]);
    };
    const [first, second] = dependencies(true);
    expect(first).toBeUndefined();
    expect(second).toEqual(["docs_team.team", expect.stringMatching(/^docs_site_section[.]docs_first/)]);
    expect(dependencies(false)).toEqual([undefined, ["docs_team.team"]]);
  });

  test("can be a flat list of spaces", () => {
    const { resource } = synth((stack) => {
      const site = new Site(stack, "docs", { title: "Acme docs", published: false });
      const space = Space.fromId(stack, "space", "space_1");
      site.addSpace("en", { space, default: true });
      site.addSpace("fr", { space, path: "fr" });
    });
    expect(Object.values(resource["docs_site_space"] ?? {})).toEqual([
      { site_id: "${docs_site.docs.id}", space_id: "space_1", default: true },
      expect.objectContaining({ site_id: "${docs_site.docs.id}", space_id: "space_1", path: "fr" }),
    ]);
    expect(only(resource["docs_site_order"])).not.toHaveProperty("parent_id");
    expect(only(resource["docs_site_publication"])).toMatchObject({ published: false });
  });
});

describe("besides its values", () => {
  test("an object can have protect, ignore, and every argument of a resource", () => {
    const { resource } = synth((stack) => {
      const provider = new DocsProvider(stack, "second", { alias: "second" });
      const team = new Team(stack, "team", { title: "Team" });
      const site = new Site(stack, "docs", {
        title: "Acme docs",
        provider,
        protect: true,
        ignore: ["title", "adaptiveContent"],
        lifecycle: { ignoreChanges: ["title", "proxy"], createBeforeDestroy: true },
        dependsOn: [team],
        timeouts: { create: "2m" },
      });
      const spaces = [Space.fromId(stack, "space", "space_1")] as const;
      site.addSection("a", { title: "Section", spaces, ignore: ["spaces", "default"] });
      const lifecycle = { createBeforeDestroy: false };
      new Space(stack, "guides", { title: "Guides", ignore: ["collection"], lifecycle });
      new SamlProvider(stack, "okta", { label: "Okta", ignore: ["certificate", "ssoUrl", "defaultTeam"] });
    });
    expect(only(resource["docs_site"])).toEqual({
      title: "Acme docs",
      provider: "docs.second",
      depends_on: ["docs_team.team"],
      timeouts: { create: "2m" },
      deletion_protection: true,
      lifecycle: {
        create_before_destroy: true,
        ignore_changes: ["title", "proxy", "adaptive_content"],
      },
    });
    expect(only(resource["docs_site_section"])).toMatchObject({
      provider: "docs.second",
      lifecycle: { ignore_changes: ["space_id", "first_variant", "default"] },
    });
    expect(only(resource["docs_space"])).toMatchObject({
      lifecycle: { create_before_destroy: false, ignore_changes: ["parent_id"] },
    });
    expect(only(resource["docs_saml_provider"])).toMatchObject({
      lifecycle: { ignore_changes: ["certificate", "certificate_wo_version", "sso_url", "default_team_id"] },
    });
  });

  test("importFrom imports an existing object; contents of a site have the site's name before theirs", () => {
    const result = synth((stack) => {
      const spaces = [new Space(stack, "guides", { title: "Guides", importFrom: "space_1" })] as const;
      const own = new Site(stack, "own", { title: "Acme docs" });
      const used = new Site(stack, "taken", { title: "Acme docs", importFrom: "site_1" });
      const foreign = Site.fromId(stack, "foreign", "site_2");
      for (const [index, site] of [own, used, foreign].entries()) {
        const importFrom = `section_${index}`;
        new SiteSection(stack, importFrom, { site, title: "Section", spaces, importFrom });
      }
    });
    expect(result.import).toEqual([
      { to: "docs_space.guides", id: "space_1" },
      { to: "docs_site.taken", id: "site_1" },
      { to: "docs_site_section.section_0", id: "${docs_site.own.id}/section_0" },
      { to: "docs_site_section.section_1", id: "site_1/section_1" },
      { to: "docs_site_section.section_2", id: "site_2/section_2" },
    ]);
  });
});

test("ignore refuses a property that does not exist", () => {
  const build = () =>
    synth((stack) => new Space(stack, "guides", { title: "Guides", ignore: ["color" as "icon"] }));
  expect(build).toThrow("A space has no property color that ignore can list.");
});

test("importFrom imports the order and the publication of a site and of its contents too", () => {
  const result = synth((stack) => {
    const [guides, api] = ["guides", "api"].map((id) => new Space(stack, id, { title: id })) as [
      Space,
      Space,
    ];
    const site = new Site(stack, "docs", { title: "Acme docs", published: true, importFrom: "site_1" });
    const group = site.addGroup("group", { title: "Group", importFrom: "group_1" });
    const spaces = [guides, { space: api, path: "api" }] as const;
    group.addSection("one", { title: "One", path: "one", spaces, importFrom: "section_1" });
    group.addSection("two", { title: "Two", path: "two", spaces: [api] });
    site.addSection("new", { title: "New", path: "new", spaces });
  });
  const imports = (result.import as readonly { to: string; id: string }[]).map(({ to, id }) => `${to} ${id}`);
  const further = imports.filter((each) => /order|publication/.test(each));
  expect(further.map((each) => each.replace(/_[0-9A-F]{8} /, " "))).toEqual([
    "docs_site_publication.docs_publication site_1",
    "docs_site_order.docs_groups_group_order site_1/group_1",
    "docs_site_order.docs_one_order site_1/section_1",
    "docs_site_order.docs_order site_1",
  ]);
});

test("importFrom becomes an import block in HCL too", () => {
  let hcl = "";
  synth((stack) => {
    const provider = new DocsProvider(stack, "second", { alias: "second" });
    new Space(stack, "guides", { title: "Guides", importFrom: "space_1", provider });
    hcl = (stack.toHclTerraform() as { hcl: string }).hcl;
  });
  expect(hcl.replace(/\s+/g, " ")).toContain(
    'import { to = docs_space.guides id = "space_1" provider = docs.second }',
  );
});

describe("a certificate", () => {
  const pem = certificateWith("MIIB");
  const written = (props: object) =>
    only(
      synth((stack) => new SamlProvider(stack, "okta", { label: "Okta", ...props })).resource[
        "docs_saml_provider"
      ],
    ) as { readonly certificate_wo_version: number };

  test.each([
    ["is written without a trace", { certificate: Fn.file("okta.pem") }, 1],
    [
      "is written again when its version is raised",
      { certificate: Fn.file("okta.pem"), certificateVersion: 7 },
      7,
    ],
  ])("%s", (_case, props, version) => {
    const expected = { certificate_wo: '${file("okta.pem")}', certificate_wo_version: version };
    expect(written(props)).toEqual({ label: "Okta", ...expected });
  });

  test("that the app knows has a version derived from its text", () => {
    const [one, same, other] = [pem, pem.replaceAll("\n", "\r\n"), certificateWith("MIIC")].map(
      (certificate) => written({ certificate }).certificate_wo_version,
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(Number.isSafeInteger(one)).toBe(true);
  });

  test("can be left in the state", () => {
    const expected = { label: "Okta", certificate: pem };
    expect(written({ certificate: pem, certificateInState: true })).toEqual(expected);
  });
});

describe("errors", () => {
  test("are all reported at once, each with the path of its construct", () => {
    const problems = problemsOf((stack) => {
      const space = new Space(stack, "guides", {
        title: "",
        emoji: "1f4d8",
        icon: "https://acme.example/a.png",
      });
      new OpenApiSpec(stack, "petstore", { slug: "Pet Store", source: {} as { url: string } });
      new SamlProvider(stack, "okta", { label: "Okta", certificate: "x".repeat(100_001) });
      new SamlProvider(stack, "entra", { label: "Entra", certificate: "./entra.pem" });
      const site = new Site(stack, "docs", { title: "A", visibility: "publik" as "public" });
      site.addSection("none", { title: "Section", spaces: [] as never });
      const first = { space, title: "English", path: "" };
      site.addSection("first", { title: "Section", spaces: [first] });
      site.addSpace("flat", { space });
    });
    expect(problems).toEqual([
      "[acme/guides] title must not be empty.",
      "[acme/guides] A space has an emoji or an icon, not both. Remove one of them, or set it to null.",
      "[acme/petstore] slug must consist of letters and digits, with single hyphens between them.",
      "[acme/petstore] source needs one of the fields url, text.",
      "[acme/okta] certificate must have at most 100000 characters.",
      "[acme/entra] certificate must be the text of a certificate, but this looks like a path. Give the contents of the file: !file in a layout, Fn.file(…) in an app, file(…) in Terraform.",
      "[acme/docs] title is too short: 1 character, at least 2.",
      "[acme/docs] visibility must be one of public, unlisted, share-link, visitor-auth, not publik. Did you mean public?",
      "[acme/docs] A site cannot have site sections beside site spaces. Remove the site sections or the site spaces.",
      "[acme/docs/none] spaces is empty. The service creates a section together with its first space. Add a space.",
      "[acme/docs/first] You cannot set title of the first space. The service creates the first space together with the section. Put another space first.",
      "[acme/docs/first] path must not be empty.",
    ]);
  });

  test("a second object with a unique value is an error", () => {
    const problems = problemsOf((stack) => {
      const space = Space.fromId(stack, "space", "space_1");
      new Team(stack, "writers", { title: "Writers" });
      new Team(stack, "others", { title: "Writers" });
      const provider = new DocsProvider(stack, "second", { alias: "second" });
      new Team(stack, "elsewhere", { title: "Writers", provider });
      for (const name of ["one", "two"]) {
        const site = new Site(stack, name, { title: "Acme docs" });
        const path = "guides";
        site.addSection("a", { title: "Section", path, default: true, spaces: [space] });
        site.addGroup("group", { title: "Group" });
        if (name === "one") continue;
        site.addSection("b", {
          title: "Section",
          path,
          default: true,
          spaces: [
            { space, default: true },
            { space, path: "fr", default: true },
            { space, path: "fr" },
          ],
        });
      }
    });
    expect(problems).toEqual([
      "[acme/others] acme/writers has the same title. Give one of them another title.",
      "[acme/two/b] acme/two/a has the same path. Give one of them another path.",
      "[acme/two/b] acme/two/a is already the default. Set default on only one of them.",
      "[acme/two/b/space] acme/two/b is already the default. Set default on only one of them.",
      "[acme/two/b/space-fr] acme/two/b/space has the same path. Give one of them another path.",
    ]);
  });

  test("what is unique in an organization, or in a site, is unique in all stacks of an app", () => {
    const other = { organization: "Other" };
    const problems = problemsOf((stack) => {
      const root = stack.node.root as App;
      const [more, elsewhere] = ["more", "elsewhere"].map((id) => new TerraformStack(root, id)) as [
        TerraformStack,
        TerraformStack,
      ];
      const space = new Space(stack, "space", { title: "Space" });
      const site = new Site(stack, "docs", { title: "Docs" });
      for (const each of [stack, more, elsewhere]) {
        new Organization(each, "organization", { title: "Acme" });
        new Team(each, "writers", { title: "Writers" });
        new Member(each, "ada", { email: "ada@example.com" });
        new Translation(each, "french", {
          space: each === elsewhere ? Space.fromId(each, "space", "space_1") : space,
          sourceLanguage: "en",
          language: "fr",
        });
        // The provider may come after the objects.
        if (each !== stack) new DocsProvider(each, "provider", each === elsewhere ? other : {});
      }
      for (const each of [stack, more])
        new SiteSection(each, "guides", {
          site,
          title: "Guides",
          path: "guides",
          default: true,
          spaces: [space],
        });
    });
    expect(problems).toEqual([
      "[more/organization] acme/organization is the same organization. Remove one of them.",
      "[more/writers] acme/writers has the same title. Give one of them another title.",
      "[more/ada] acme/ada has the same email. Give one of them another email.",
      "[more/french] acme/french is the same translation. Remove one of them.",
      "[more/guides] acme/guides has the same path. Give one of them another path.",
      "[more/guides] acme/guides is already the default. Set default on only one of them.",
    ]);
  });

  test("what the app does not manage has the methods of what the app may add to it", () => {
    const { resource } = synth((stack) => {
      const spaces = ["en", "fr"].map((locale) => new Space(stack, locale, { title: locale }));
      const site: ISite = Site.fromId(stack, "docs", "site_1");
      const group: ISiteSectionGroup = SiteSectionGroup.fromId(site, "group", "g1");
      const section = group.addSection("a", { title: "Section", spaces: spaces.map((space) => space) });
      group.addGroup("inner", { title: "Inner" });
      group.arrange([section]);
      const old: ISiteSection = SiteSection.fromId(site, "old", "s1");
      const french = old.addSpace("fr", { space: spaces[1] as Space });
      old.arrange([french]);
    });
    expect(resource).toMatchObject({
      docs_site_section: { [Object.keys(resource["docs_site_section"] ?? {})[0] ?? ""]: { parent_id: "g1" } },
      docs_site_section_group: {
        [Object.keys(resource["docs_site_section_group"] ?? {})[0] ?? ""]: { parent_id: "g1" },
      },
    });
    expect(Object.values(resource["docs_site_space"] ?? {})).toContainEqual(
      expect.objectContaining({ parent_id: "s1", site_id: "site_1" }),
    );
  });

  test("objects of another copy of the library are objects too", async () => {
    vi.resetModules();
    const copy = await import("./docs-space.ts");
    synth((stack) => {
      const theirs = new copy.Space(stack, "theirs", { title: "Theirs" });
      expect(theirs).not.toBeInstanceOf(DocsObject);
      expect(DocsObject.isDocsObject(theirs)).toBe(true);
      expect(DocsObject.isDocsObject(stack)).toBe(false);
    });
  });

  test("what is unique in a site of the app is unique whatever the providers of the stacks are", () => {
    const problems = problemsOf((stack) => {
      const more = new TerraformStack(stack.node.root, "more");
      new DocsProvider(more, "provider", { organization: "Acme" });
      const site = new Site(stack, "docs", { title: "Docs" });
      const spaces = [Space.fromId(stack, "space", "space_1")];
      for (const each of [stack, more])
        new SiteSection(each, "guides", { site, title: "Guides", path: "guides", spaces });
    });
    expect(problems).toEqual(["[more/guides] acme/guides has the same path. Give one of them another path."]);
  });

  test("an order that is unmanaged, or arranged already, cannot be arranged", () => {
    const problems = problemsOf((stack) => {
      const space = Space.fromId(stack, "space", "space_1");
      const site = new Site(stack, "docs", { title: "Docs", order: "unmanaged" });
      const section = site.addSection("a", { title: "Section", spaces: [space] });
      const group = site.addGroup("group", { title: "Group" });
      site.arrange([group, section]);
      group.arrange([]);
      group.arrange([]);
    });
    expect(problems).toEqual([
      '[acme/docs] order is "unmanaged", and arrange sets an order. Leave out one of them.',
      "[acme/docs/(groups)/group] arrange is called twice. List all objects in one call.",
    ]);
  });

  test("a site without content is not published; a foreign site may be", () => {
    const problems = problemsOf((stack) => {
      new Site(stack, "empty", { title: "Acme docs", published: true }).addGroup("group", { title: "Group" });
      new Site(stack, "offline", { title: "Acme docs", published: false });
      new Site(stack, "imported", { title: "Acme docs", published: true, importFrom: "site_1" });
    });
    expect(problems).toEqual([
      "[acme/empty] The service cannot publish a site without content. Add a section or a space, or remove published.",
    ]);
  });

  test("plain resources can fill a site, and publish it", () => {
    const problems = problemsOf((stack) => {
      const { id: siteId } = new Site(stack, "docs", { title: "Acme docs", published: true });
      new l1.SiteSection(stack, "section", { siteId, spaceId: "space_1", title: "Section" });
    });
    expect(problems).toEqual([]);
  });

  test("a place can show a space twice only if the paths differ", () => {
    const problems = problemsOf((stack) => {
      const space = new Space(stack, "guides", { title: "Guides" });
      const site = new Site(stack, "docs", { title: "Acme docs" });
      site.addSection("wrong", { title: "Section", path: "a", spaces: [space, space, space] });
      site.addSection("right", { title: "Section", path: "b", spaces: [space, { space, path: "fr" }] });
    });
    const remedy = "has the same space, and neither has a path. Give one of them a path.";
    expect(problems).toEqual([
      `[acme/docs/wrong/guides] acme/docs/wrong ${remedy}`,
      `[acme/docs/wrong/guides-] acme/docs/wrong ${remedy}`,
    ]);
  });

  test("an order names each object once, and only its own siblings", () => {
    const problems = problemsOf((stack) => {
      const spaces = [Space.fromId(stack, "space", "space_1")] as const;
      const site = new Site(stack, "docs", { title: "Acme docs" });
      const group = site.addGroup("group", { title: "Group" });
      const inside = group.addSection("inside", { title: "Section", spaces });
      const top = site.addSection("top", { title: "Section", spaces });
      site.arrange([top, group, top, inside]);
    });
    expect(problems).toEqual([
      "[acme/docs] arrange lists acme/docs/top twice. Remove one of them.",
      "[acme/docs] arrange lists acme/docs/inside, which is not directly inside this construct. Remove it from the list.",
    ]);
  });

  test("accepts values that only Terraform knows, and Terraform's word for null", () => {
    const problems = problemsOf((stack) => {
      const { stringValue, value } = new TerraformVariable(stack, "x", { type: "any" });
      const space = new Space(stack, "guides", { title: stringValue, emoji: stringValue, icon: stringValue });
      new OpenApiSpec(stack, "petstore", { slug: stringValue, source: { url: stringValue } });
      new Team(stack, "team", {
        title: Lazy.stringValue({ produce: () => "Team" }),
        members: Token.asList(value),
      });
      const site = new Site(stack, "docs", {
        title: "Acme docs",
        visibility: Token.asAny(stringValue),
        adaptiveContent: { enabled: value as boolean },
      });
      new Collection(stack, "handbook", { title: "Handbook", defaultLevel: "none" });
      for (const id of ["a", "b"])
        site.addSection(id, { title: "Section", path: stringValue, spaces: [space] });
    });
    expect(problems).toEqual([]);
  });
});

test("an aspect finds the objects of an app by their class and their type", () => {
  const { resource } = synth((stack) => {
    Aspects.of(stack).add({
      visit(node) {
        if (DocsObject.isDocsObject(node) && node.kind === "site") node.resource.deletionProtection = true;
      },
    });
    const site = new Site(stack, "docs", { title: "Acme docs" });
    site.addSpace("guides", { space: new Space(stack, "guides", { title: "Guides" }) });
  });
  expect(only(resource["docs_site"])).toMatchObject({ deletion_protection: true });
  expect(only(resource["docs_space"])).not.toHaveProperty("deletion_protection");
});

test("a token takes the place of a choice or of yes and no", () => {
  const { resource } = synth((stack) => {
    const live = new TerraformVariable(stack, "live", { type: "bool" });
    const audience = new TerraformVariable(stack, "audience", { type: "string" });
    const site = new Site(stack, "docs", {
      title: "Acme docs",
      visibility: Token.asAny(audience.stringValue),
      published: live.booleanValue,
    });
    site.addSpace("guides", { space: Space.fromId(stack, "guides", "space_1"), draft: live.booleanValue });
  });
  expect(only(resource["docs_site"])).toMatchObject({ visibility: "${var.audience}" });
  expect(only(resource["docs_site_publication"])).toMatchObject({ published: "${var.live}" });
  expect(only(resource["docs_site_space"])).toMatchObject({ draft: "${var.live}" });
});

test("an existing object is found by its title, label, slug or path, and creates no resource", () => {
  const { resource, data } = synth((stack) => {
    const site = Site.fromTitle(stack, "site", "Their docs");
    const section = SiteSection.fromPath(site, "section", "guides");
    const space = Space.fromTitle(stack, "space", "Legacy");
    SiteSectionGroup.fromTitle(site, "group", "Reference");
    SiteSpace.fromPath(site, "variant", "fr");
    OpenApiSpec.fromSlug(stack, "openapi", "petstore");
    SamlProvider.fromLabel(stack, "saml", "Okta");
    const provider = new DocsProvider(stack, "second", { alias: "second" });
    Team.fromTitle(stack, "team", "Writers", { provider });
    new SiteSpace(stack, "added", { site, section, space, path: "en" });
    new Space(stack, "guides", {
      title: "Guides",
      collection: Collection.fromTitle(stack, "shelf", "Shelf"),
    });
  });
  expect(Object.keys(resource)).toEqual(["docs_site_space", "docs_space"]);
  expect(only(resource["docs_site_space"])).toEqual({
    site_id: "${data.docs_site.site.id}",
    parent_id: expect.stringMatching(/^\$\{data[.]docs_site_section[.]site_section_\w+[.]id\}$/u) as string,
    space_id: "${data.docs_space.space.id}",
    path: "en",
  });
  expect(data?.["docs_site"]).toEqual({ site: { title: "Their docs" } });
  expect(only(data?.["docs_site_section"])).toEqual({ site_id: "${data.docs_site.site.id}", path: "guides" });
  expect(only(data?.["docs_team"])).toEqual({ title: "Writers", provider: "docs.second" });
  expect(Object.keys(data ?? {}).sort()).toEqual([
    "docs_collection",
    "docs_openapi_spec",
    "docs_saml_provider",
    "docs_site",
    "docs_site_section",
    "docs_site_section_group",
    "docs_site_space",
    "docs_space",
    "docs_team",
  ]);
});

test("an app of the other library is told which constructs it needs", () => {
  class Other extends Construct {}
  Object.defineProperty(Other, Symbol.for("jsii.rtti"), { value: { fqn: "cdktn.App" } });
  const construct = new Construct(new Other(undefined as never, ""), "guides");
  expect(() => checkLibrary(construct)).toThrow(
    expect.objectContaining({ code: "constructs/other-library" }),
  );
});
