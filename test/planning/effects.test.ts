import { expect, test } from "vitest";
import type { Effect, Plan, Readers } from "../../src/model/plan/plan.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inside, live, planned } from "../support/planning.ts";

/** An effect in short: what becomes different of what, for whom, where, and because of which objects. */
function outlineOf(plan: Plan, effect: Effect<string>): string {
  const { kind, address, attribute, readers, levels, url, formerUrl, formerContent, undoes } = effect;
  const causes = effect.steps.map((at) => plan.steps[at]?.address).filter((each) => each !== address);
  const parts = [
    kind,
    address,
    attribute,
    readers && `(${whoIn(readers.before)} → ${whoIn(readers.after)})`,
    levels && `(${levels.before} → ${levels.after})`,
    formerUrl && `from ${formerUrl}`,
    url && `at ${url}`,
    formerContent && `instead of ${formerContent.address}`,
    causes.length > 0 && `by ${causes.join(", ")}`,
    undoes && "undoes",
    effect.isUnread && "unread",
    effect.isAssumed && "assumed",
  ];
  return parts.filter((part) => typeof part === "string").join(" ");
}

function whoIn(readers: Readers | null): string {
  if (readers === null) return "nobody";
  const { who, conditions = [], isUnlisted } = readers;
  return [who, ...conditions.map((each) => `if ${each}`), ...(isUnlisted ? ["unlisted"] : [])].join(" ");
}

const base = "https://docs.example";
const siteUrls = { computed: { urls: { published: base } } };
const site = (attributes: JsonObject = {}) =>
  live("site site1", { title: "Docs", published: true, visibility: "public", ...attributes }, siteUrls);
const docs = (attributes: JsonObject = {}) =>
  desired("site.docs", { title: "Docs", ...attributes }, { pin: "site1", owns: [] });
const spaces = ["a", "b", "c"].map((id) => live(`space ${id}`, { title: id.toUpperCase() }));
const wantsSpaces = ["a", "b", "c"].map((id) => desired(`space.${id}`, {}, { pin: id }));
/** A section with its first variant. */
const section = (path: string, space: string, attributes: JsonObject = {}, rest = {}) => [
  live(`site_section ${path}`, { title: path, path, ...attributes }, rest),
  live(
    `site_space ${path}-v`,
    { space, path: `${path}-v` },
    { ...inside(`site_section ${path}`), isDefault: true },
  ),
];
const wantsSection = (path: string, attributes: JsonObject = {}, rest = {}) =>
  desired(`site_section.docs/${path}`, { path, ...attributes }, { pin: path, owns: [], ...rest });
const wantsVariant = (path: string, attributes: JsonObject, rest = {}) =>
  desired(`site_space.docs/${path}/v`, attributes as never, {
    pin: `${path}-v`,
    container: { $ref: `site_section.docs/${path}` },
    ...rest,
  });
const group = (id: string, attributes: JsonObject = {}) =>
  live(`site_section_group ${id}`, { title: id, ...attributes });
const wantsGroup = (id: string) =>
  desired(`site_section_group.docs/${id}`, { title: id }, { pin: id, owns: [] });

/** An object with changed attributes. */
function changed(name: string, before: JsonObject, after: JsonObject): Case {
  const [type = "", id = ""] = name.split(" ");
  return { live: [live(name, before)], desired: [desired(`${type}.x`, after, { pin: id })] };
}

/** A site with one section, whose own values, or those of the section, change. */
function siteChanged(
  before: { site?: JsonObject; section?: JsonObject; variant?: JsonObject },
  after: { site?: JsonObject; section?: JsonObject; variant?: JsonObject },
): Case {
  const [own, variant] = section("one", "a", before.section) as [never, ReturnType<typeof live>];
  return {
    live: [
      site(before.site),
      own,
      { ...variant, attributes: { ...variant.attributes, ...before.variant } },
      ...spaces,
    ],
    desired: [
      docs(after.site),
      wantsSection("one", after.section),
      wantsVariant("one", { space: "a", ...after.variant }),
      ...wantsSpaces,
    ],
  };
}

const beta = "visitor.claims.beta";
const one = "at https://docs.example/one";

const cases: readonly { name: string; given: Case; effects: readonly string[] }[] = [
  {
    name: "a delete, with where readers found it",
    given: {
      live: [live("space sp1", { title: "Old" }, { computed: { urls: { published: "https://x.example" } } })],
      prune: ["space"],
    },
    effects: ["delete space.@sp1"],
  },
  {
    name: "a replacement",
    given: {
      live: [
        live("openapi_spec a", { slug: "a", source: { url: "https://x.example" }, visibility: "private" }),
      ],
      desired: [
        desired("openapi_spec.s", { slug: "b", source: { url: "https://x.example" }, visibility: "private" }),
      ],
      state: { "openapi_spec.s": { id: "a" } },
    },
    effects: ["replace openapi_spec.s"],
  },
  {
    name: "a site that is unpublished",
    given: siteChanged({}, { site: { published: false } }),
    effects: [`closes space.a (everyone → nobody) ${one} by site.docs`],
  },
  {
    name: "a site that is published",
    given: siteChanged({ site: { published: false } }, { site: { published: true } }),
    effects: [`opens space.a (nobody → everyone) ${one} by site.docs`],
  },
  {
    name: "a site without content that is published",
    given: { live: [site({ published: false })], desired: [docs({ published: true })] },
    effects: [],
  },
  {
    name: "a new site that is not published",
    given: { desired: [desired("site.x", { title: "X", visibility: "public" })] },
    effects: [],
  },
  ...[
    {
      name: "a condition that is removed",
      before: beta,
      after: null,
      effects: [`opens space.a (everyone if ${beta} → everyone) ${one} by site_section.docs/one`],
    },
    {
      name: "a condition that others meet",
      before: beta,
      after: "visitor.claims.a",
      effects: [
        `opens space.a (everyone if ${beta} → everyone if visitor.claims.a) ${one} by site_section.docs/one`,
        `closes space.a (everyone if ${beta} → everyone if visitor.claims.a) ${one} by site_section.docs/one`,
      ],
    },
    {
      name: "a new condition",
      before: null,
      after: beta,
      effects: [`closes space.a (everyone → everyone if ${beta}) ${one} by site_section.docs/one`],
    },
  ].map(({ name, before, after, effects }) => ({
    name,
    given: siteChanged({ section: { condition: before } }, { section: { condition: after } }),
    effects,
  })),
  {
    name: "a site with wider visibility",
    given: siteChanged({ site: { visibility: "share-link" } }, { site: { visibility: "public" } }),
    effects: [`opens space.a (link → everyone) ${one} by site.docs`],
  },
  {
    name: "a site with narrower visibility",
    given: siteChanged({}, { site: { visibility: "visitor-auth" } }),
    effects: [`closes space.a (everyone → visitors) ${one} by site.docs`],
  },
  {
    name: "a site for visitors instead of those with a link, which cannot be compared",
    given: siteChanged({ site: { visibility: "share-link" } }, { site: { visibility: "visitor-auth" } }),
    effects: [
      `opens space.a (link → visitors) ${one} by site.docs`,
      `closes space.a (link → visitors) ${one} by site.docs`,
    ],
  },
  {
    name: "a visible change in a site that nobody sees",
    given: siteChanged(
      { site: { published: false, visibility: "share-link" } },
      { site: { visibility: "public" } },
    ),
    effects: [],
  },
  {
    name: "a section that leaves a draft group",
    given: {
      live: [
        site(),
        group("g", { draft: true }),
        ...section("one", "a", {}, inside("site_section_group g")),
        ...spaces,
      ],
      desired: [docs(), wantsGroup("g"), wantsSection("one", {}, { container: null }), ...wantsSpaces],
    },
    effects: [`opens space.a (nobody → everyone) ${one} by site_section.docs/one`],
  },
  {
    name: "a section that enters a draft group",
    given: {
      live: [site(), group("g", { draft: true }), ...section("one", "a"), ...spaces],
      desired: [
        docs(),
        wantsGroup("g"),
        wantsSection("one", {}, { container: { $ref: "site_section_group.docs/g" } }),
        ...wantsSpaces,
      ],
    },
    effects: [`closes space.a (everyone → nobody) ${one} by site_section.docs/one`],
  },
  {
    name: "a section in a draft group that is no draft any more",
    given: {
      live: [
        site(),
        group("g", { draft: true }),
        ...section("one", "a", { draft: true }, inside("site_section_group g")),
        ...spaces,
      ],
      desired: [
        docs(),
        wantsGroup("g"),
        wantsSection("one", { draft: false }, { container: { $ref: "site_section_group.docs/g" } }),
        ...wantsSpaces,
      ],
    },
    effects: [],
  },
  {
    name: "a variant that shows another space, which nobody could read",
    given: siteChanged({}, { variant: { space: "b" } }),
    effects: [
      `opens space.b (nobody → everyone) ${one} by site_space.docs/one/v`,
      `other-content space.b ${one} instead of space.a by site_space.docs/one/v`,
      `closes space.a (everyone → nobody) ${one} by site_space.docs/one/v`,
    ],
  },
  {
    name: "a new variant that shows a new space",
    given: {
      live: [site(), ...section("one", "a"), ...spaces],
      desired: [
        docs(),
        wantsSection("one"),
        ...wantsSpaces,
        desired("space.new", { title: "New" }),
        desired(
          "site_space.docs/one/new",
          { space: { $ref: "space.new" }, path: "new" },
          { container: { $ref: "site_section.docs/one" } },
        ),
      ],
    },
    effects: [
      "shows space.new (nobody → everyone) at https://docs.example/one/new by site_space.docs/one/new",
    ],
  },
  {
    name: "a new variant that shows a copy of a space that nobody can read",
    given: {
      live: [site(), ...section("one", "a"), ...spaces],
      desired: [
        docs(),
        wantsSection("one"),
        ...wantsSpaces,
        desired("space.copy", { title: "Copy", copyOf: { $ref: "space.b" } }),
        desired(
          "site_space.docs/one/copy",
          { space: { $ref: "space.copy" }, path: "copy" },
          { container: { $ref: "site_section.docs/one" } },
        ),
      ],
    },
    effects: [
      "opens space.copy (nobody → everyone) at https://docs.example/one/copy by site_space.docs/one/copy",
    ],
  },
  {
    name: "a new variant that shows a copy of a space that everybody can read",
    given: {
      live: [site(), ...section("one", "a"), ...spaces],
      desired: [
        docs(),
        wantsSection("one"),
        ...wantsSpaces,
        desired("space.copy", { title: "Copy", copyOf: { $ref: "space.a" } }),
        desired(
          "site_space.docs/one/copy",
          { space: { $ref: "space.copy" }, path: "copy" },
          { container: { $ref: "site_section.docs/one" } },
        ),
      ],
    },
    effects: [],
  },
  {
    name: "a copy, and a copy of that, of a space with less access",
    given: {
      live: [live("space a", { title: "A", defaultLevel: "read" })],
      desired: [
        desired("space.a", {}, { pin: "a" }),
        desired("space.copy", { title: "Copy", copyOf: { $ref: "space.a" }, defaultLevel: "edit" }),
        desired("space.next", { title: "Next", copyOf: { $ref: "space.copy" }, defaultLevel: "admin" }),
      ],
    },
    effects: ["access space.copy (read → edit)", "access space.next (read → admin)"],
  },
  {
    name: "a new site that shows a space",
    given: {
      live: spaces,
      desired: [
        ...wantsSpaces,
        desired("site.docs", { title: "Docs", published: true, visibility: "public" }),
        desired("site_space.docs/a", { space: { $ref: "space.a" }, path: "a" }),
      ],
    },
    effects: ["opens space.a (nobody → everyone) by site.docs, site_space.docs/a"],
  },
  {
    name: "a site whose contents were not read",
    given: {
      live: [live("site site2", { title: "Docs", published: false, visibility: "public" })],
      desired: [desired("site.docs", { published: true }, { pin: "site2", owns: [] })],
    },
    effects: ["opens site.docs (nobody → everyone) unread"],
  },
  {
    name: "a space that moves into a collection with more access",
    given: {
      live: [
        live("collection shut", { title: "Shut", defaultLevel: null }),
        live("collection open", { title: "Open", defaultLevel: "read" }),
        live("space a", { title: "A", defaultLevel: "inherit" }, inside("collection shut")),
      ],
      desired: [
        desired("collection.shut", {}, { pin: "shut" }),
        desired("collection.open", {}, { pin: "open" }),
        desired("space.a", {}, { pin: "a", container: { $ref: "collection.open" } }),
      ],
    },
    effects: ["access space.a (null → read)"],
  },
  {
    name: "a collection with a space that moves to another collection",
    given: {
      live: [
        live("collection shut", { title: "Shut", defaultLevel: null }),
        live("collection inner", { title: "Inner", defaultLevel: "inherit" }, inside("collection shut")),
        live("space a", { title: "A", defaultLevel: "inherit" }, inside("collection inner")),
        live("space b", { title: "B", defaultLevel: null }, inside("collection inner")),
      ],
      desired: [
        desired("collection.shut", {}, { pin: "shut" }),
        desired("collection.inner", {}, { pin: "inner", container: null }),
      ],
    },
    effects: [
      "access collection.inner (null → inherit)",
      "access space.@a (null → inherit) by collection.inner",
    ],
  },
  {
    name: "a specification that becomes public",
    given: changed(
      "openapi_spec pets",
      { slug: "pets", source: { url: "https://x.example" }, visibility: "private" },
      { slug: "pets", visibility: "public" },
    ),
    effects: ["opens openapi_spec.x (nobody → url)"],
  },
  {
    name: "a level that lets people do more",
    given: changed("space sp1", { title: "X", defaultLevel: "read" }, { defaultLevel: "edit" }),
    effects: ["access space.x (read → edit)"],
  },
  {
    name: "a level that lets people do nothing",
    given: changed("space sp1", { title: "X", defaultLevel: "edit" }, { defaultLevel: null }),
    effects: ["ends-access space.x (edit → null)"],
  },
  {
    name: "an inherited level, which may let people do more",
    given: changed("space sp1", { title: "X", defaultLevel: "read" }, { defaultLevel: "inherit" }),
    effects: ["access space.x (read → inherit)"],
  },
  ...[
    ["read", "create", "access"],
    [null, "read", "access"],
    ["tomorrow", "read", "access"],
    ["edit", "review", "access"],
    ["review", "edit", "access"],
    ["create", "read", "ends-access"],
    ["create", null, "ends-access"],
  ].map(([before = null, after = null, kind]) => ({
    name: `a member with the role ${after} instead of ${before}`,
    given: changed("member u1", { role: before }, { role: after }),
    effects: [`${kind} member.x role (${before} → ${after})`],
  })),
  {
    name: "a team with one more member",
    given: changed(
      "team t1",
      { title: "X", members: [{ id: "u1", email: "a@b.c" }] },
      { members: ["a@b.c", "d@e.f"] },
    ),
    effects: ["access team.x members"],
  },
  {
    name: "a team with one member less",
    given: changed(
      "team t1",
      {
        title: "X",
        members: [
          { id: "u1", email: "a@b.c" },
          { id: "u2", email: "d@e.f" },
        ],
      },
      { members: ["a@b.c"] },
    ),
    effects: ["ends-access team.x members"],
  },
  {
    name: "an organization that permits logins without SSO",
    given: changed("organization org", { title: "X", sso: true }, { sso: false }),
    effects: ["sign-in organization.x sso"],
  },
  {
    name: "an organization that requires SSO",
    given: changed("organization org", { title: "X", sso: null }, { sso: true }),
    effects: ["ends-access organization.x sso"],
  },
  {
    name: "an organization that permits invitations by link, which were unknown before",
    given: changed("organization org", { title: "X", inviteLinks: null }, { inviteLinks: true }),
    effects: ["sign-in organization.x inviteLinks"],
  },
  ...["ssoURL", "entityID", "defaultTeam"].map((name) => ({
    name: `a login provider with another ${name}`,
    given: {
      live: [live("saml_provider p1", { label: "X", [name]: "https://one.example" })],
      desired: [desired("saml_provider.x", { [name]: "https://two.example" }, { pin: "p1" })],
    },
    effects: [`sign-in saml_provider.x ${name}`],
  })),
  {
    name: "a new login provider",
    given: { desired: [desired("saml_provider.x", { label: "Okta" })] },
    effects: ["sign-in saml_provider.x"],
  },
  {
    name: "another path, which the service redirects",
    given: siteChanged({}, { section: { path: "uno" } }),
    effects: [
      "url-moves space.a from https://docs.example/one at https://docs.example/uno by site_section.docs/one",
    ],
  },
  {
    name: "another path in a site that nobody sees",
    given: siteChanged({ site: { published: false } }, { section: { path: "uno" } }),
    effects: [],
  },
  {
    name: "the path of a draft",
    given: siteChanged({ section: { draft: true } }, { section: { path: "uno" } }),
    effects: [],
  },
  {
    name: "another name in the URLs of a site",
    given: siteChanged({ site: { basename: "docs" } }, { site: { basename: "handbook" } }),
    effects: ["url-ends site.docs basename from docs at handbook"],
  },
  {
    name: "another name in the URLs of a site that nobody sees",
    given: siteChanged({ site: { basename: "docs", published: false } }, { site: { basename: "handbook" } }),
    effects: [],
  },
  {
    name: "a variant that leaves the navigation",
    given: siteChanged({}, { variant: { hidden: true } }),
    effects: [`unlists space.a (everyone → everyone unlisted) ${one} by site_space.docs/one/v`],
  },
  {
    name: "a variant that comes into the navigation",
    given: siteChanged({ variant: { hidden: true } }, { variant: { hidden: false } }),
    effects: [`lists space.a (everyone unlisted → everyone) ${one} by site_space.docs/one/v`],
  },
  {
    name: "another default, which readers find at the address of the site",
    given: {
      live: [site(), ...section("one", "a", {}, { isDefault: true }), ...section("two", "b"), ...spaces],
      desired: [docs(), wantsSection("one"), wantsSection("two", {}, { isDefault: true }), ...wantsSpaces],
    },
    effects: ["other-content space.b at https://docs.example instead of space.a by site_section.docs/two"],
  },
  {
    name: "a changed title",
    given: changed("space sp1", { title: "X" }, { title: "Y" }),
    effects: [],
  },
];

test.each(cases)("the plan says what becomes different for people: $name", ({ given, effects }) => {
  const plan = planned(given);
  expect([...plan.dangers, ...plan.effects].map((effect) => outlineOf(plan, effect))).toEqual(effects);
});

test("the worst danger is first", () => {
  const { dangers } = planned({
    live: [
      site({ visibility: "unlisted" }),
      ...section("one", "a"),
      live("space a", { title: "A", defaultLevel: "read" }),
      live("space b", { title: "B" }),
      live("space c", { title: "C" }),
    ],
    desired: [
      docs({ visibility: "public" }),
      wantsSection("one"),
      wantsVariant("one", { space: "c" }),
      desired("space.a", { defaultLevel: "edit" }, { pin: "a" }),
      desired("space.c", {}, { pin: "c" }),
    ],
    prune: ["space"],
  });
  expect(dangers.map(({ kind }) => kind)).toEqual(["delete", "opens", "access", "other-content"]);
});
