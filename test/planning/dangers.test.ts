import { expect, test } from "vitest";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inside, live, planCase } from "../support/planning.ts";

/** An object with changed attributes. */
function changed(name: string, before: JsonObject, after: JsonObject): Case {
  const [type = "", id = ""] = name.split(" ");
  return { live: [live(name, before)], desired: [desired(`${type}.x`, after, { pin: id })] };
}

const urls = { computed: { urls: { published: "https://docs.example/guides" } } };
const site = (attributes: JsonObject) => live("site site1", { title: "Docs", ...attributes });
const docs = desired("site.docs", { title: "Docs" }, { pin: "site1", owns: [] });
const renamedPath = (published: boolean): Case => ({
  live: [site({ published }), live("site_section s1", { title: "Guides", path: "guides" }, urls)],
  desired: [docs, desired("site_section.docs/guides", { title: "Guides", path: "handbook" }, { pin: "s1" })],
});

/** The second variant of a published site. */
const changedVariant = (before: JsonObject, after: JsonObject): Case => ({
  live: [
    site({ published: true }),
    live("site_space v1", { space: "sp1", path: "en" }, { scopeId: "site1", isDefault: true }),
    live("site_space v2", { space: "sp2", ...before }, { scopeId: "site1", ...urls }),
  ],
  desired: [docs, desired("site_space.docs/fr", after, { pin: "v2" })],
});

const seen = ["visibility site_section.docs/guides condition"];

test.each<{ name: string; given: Case; dangers: readonly string[] }>([
  {
    name: "a delete, with where readers found it",
    given: {
      live: [live("space sp1", { title: "Old" }, { computed: { urls: { published: "https://x.example" } } })],
      prune: ["space"],
    },
    dangers: ["delete space.@sp1"],
  },
  {
    name: "a replacement",
    given: {
      live: [live("openapi_spec a", { slug: "a", source: { url: "https://x.example" } })],
      desired: [desired("openapi_spec.s", { slug: "b", source: { url: "https://x.example" } })],
      state: { "openapi_spec.s": { id: "a" } },
    },
    dangers: ["replace openapi_spec.s"],
  },
  {
    name: "a site that is unpublished",
    given: changed("site site1", { title: "X", published: true }, { published: false }),
    dangers: ["unpublish site.x published"],
  },
  {
    name: "a site that is published",
    given: changed("site site1", { title: "X", published: false }, { published: true }),
    dangers: ["visibility site.x published"],
  },
  {
    name: "a new site that is published at once",
    given: { desired: [desired("site.x", { title: "X", published: true })] },
    dangers: ["visibility site.x published"],
  },
  {
    name: "a new site that is not published",
    given: { desired: [desired("site.x", { title: "X", visibility: "public" })] },
    dangers: [],
  },
  ...[
    { name: "a condition that is removed", before: "visitor.claims.beta", after: null, dangers: seen },
    {
      name: "a condition that others meet",
      before: "visitor.claims.beta",
      after: "visitor.claims.a",
      dangers: seen,
    },
    { name: "a new condition", before: null, after: "visitor.claims.beta", dangers: [] },
  ].map(({ name, before, after, dangers }) => ({
    name,
    given: {
      live: [site({}), live("site_section s1", { title: "Guides", path: "guides", condition: before })],
      desired: [
        docs,
        desired(
          "site_section.docs/guides",
          { title: "Guides", path: "guides", condition: after },
          { pin: "s1" },
        ),
      ],
    },
    dangers,
  })),
  {
    name: "a site with wider visibility",
    given: changed("site site1", { title: "X", visibility: "share-link" }, { visibility: "public" }),
    dangers: ["visibility site.x visibility"],
  },
  {
    name: "a site with narrower visibility",
    given: changed("site site1", { title: "X", visibility: "public" }, { visibility: "visitor-auth" }),
    dangers: [],
  },
  {
    name: "a site whose earlier visibility is unknown",
    given: changed("site site1", { title: "X", visibility: "tomorrow" }, { visibility: "unlisted" }),
    dangers: ["visibility site.x visibility"],
  },
  {
    name: "a level that lets people do more",
    given: changed("space sp1", { title: "X", defaultLevel: "read" }, { defaultLevel: "edit" }),
    dangers: ["access space.x defaultLevel"],
  },
  {
    name: "a level that lets people do less, or nothing",
    given: changed("space sp1", { title: "X", defaultLevel: "edit" }, { defaultLevel: null }),
    dangers: [],
  },
  {
    name: "an inherited level, which may let people do more",
    given: changed("space sp1", { title: "X", defaultLevel: "read" }, { defaultLevel: "inherit" }),
    dangers: ["access space.x defaultLevel"],
  },
  {
    name: "a member who may do more",
    given: changed("member u1", { role: "read" }, { role: "create" }),
    dangers: ["access member.x role"],
  },
  {
    name: "a guest who gets a role",
    given: changed("member u1", { role: null }, { role: "read" }),
    dangers: ["access member.x role"],
  },
  {
    name: "a member with an unknown role before",
    given: changed("member u1", { role: "tomorrow" }, { role: "read" }),
    dangers: ["access member.x role"],
  },
  ...["edit", "read", null].map((role) => ({
    name: `a member who may do less: ${role ?? "guest"}`,
    given: changed("member u1", { role: "create" }, { role }),
    dangers: [],
  })),
  ...[
    ["edit", "review"],
    ["review", "edit"],
  ].map(([before = "", after = ""]) => ({
    name: `${before} and then ${after}: their order is unknown`,
    given: changed("member u1", { role: before }, { role: after }),
    dangers: ["access member.x role"],
  })),
  {
    name: "a team with one more member",
    given: changed(
      "team t1",
      { title: "X", members: [{ id: "u1", email: "a@b.c" }] },
      { members: ["a@b.c", "d@e.f"] },
    ),
    dangers: ["access team.x members"],
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
    dangers: [],
  },
  {
    name: "an organization that permits logins without SSO",
    given: changed("organization org", { title: "X", sso: true }, { sso: false }),
    dangers: ["access organization.x sso"],
  },
  {
    name: "an organization that permitted logins without SSO before",
    given: changed("organization org", { title: "X", sso: null }, { sso: false }),
    dangers: [],
  },
  {
    name: "an organization that requires SSO",
    given: changed("organization org", { title: "X", sso: null }, { sso: true }),
    dangers: [],
  },
  {
    name: "an organization that permits invitations by link, which were unknown before",
    given: changed("organization org", { title: "X", inviteLinks: null }, { inviteLinks: true }),
    dangers: ["access organization.x inviteLinks"],
  },
  {
    name: "a value that gives access and cannot be compared",
    given: {
      live: [live("saml_provider p1", { label: "X", defaultTeam: "t1" }), live("team t1", { title: "T" })],
      desired: [desired("saml_provider.x", { defaultTeam: "t2" }, { pin: "p1" })],
    },
    dangers: ["access saml_provider.x defaultTeam"],
  },
  {
    name: "an address that readers know",
    given: renamedPath(true),
    dangers: ["address site_section.docs/guides path https://docs.example/guides"],
  },
  {
    name: "a variant that leaves the navigation, with the URL at which readers still find it",
    given: changedVariant({ path: "fr", hidden: false }, { path: "fr", hidden: true }),
    dangers: ["unlist site_space.docs/fr hidden https://docs.example/guides"],
  },
  {
    name: "a hidden variant that becomes a draft",
    given: changedVariant({ path: "fr", hidden: true, draft: false }, { draft: true }),
    dangers: ["unpublish site_space.docs/fr draft https://docs.example/guides"],
  },
  {
    name: "the URL of a hidden variant, which readers can open",
    given: changedVariant({ path: "fr", hidden: true }, { path: "french" }),
    dangers: ["address site_space.docs/fr path https://docs.example/guides"],
  },
  {
    name: "the URL of a draft",
    given: changedVariant({ path: "fr", draft: true }, { path: "french" }),
    dangers: [],
  },
  { name: "a URL in a site without readers", given: renamedPath(false), dangers: [] },
  {
    name: "another default, which readers find at the address of the site",
    given: {
      live: [
        site({ published: true }),
        live("site_section s1", { title: "A", path: "a" }, { isDefault: true }),
        live("site_section s2", { title: "B", path: "b" }),
        live("site_space v1", { space: "sp1", path: "a" }, inside("site_section s1")),
        live("site_space v2", { space: "sp1", path: "b" }, inside("site_section s2")),
      ],
      desired: [
        docs,
        desired("site_section.docs/a", { path: "a" }, { pin: "s1", owns: [] }),
        desired("site_section.docs/b", { path: "b" }, { pin: "s2", isDefault: true, owns: [] }),
      ],
    },
    dangers: ["address site_section.docs/b default"],
  },
  {
    name: "a changed title, which is no loss",
    given: changed("space sp1", { title: "X" }, { title: "Y" }),
    dangers: [],
  },
])("the plan lists the dangers of $name", ({ given, dangers }) => {
  const { plan, diagnostics } = planCase(given);
  expect(plan, JSON.stringify(diagnostics)).toBeDefined();
  const found = plan?.dangers.map(({ kind, address, attribute, url }) =>
    [kind, address, attribute, url].filter((part) => part !== undefined).join(" "),
  );
  expect(found).toEqual(dangers);
  for (const { step, address } of plan?.dangers ?? []) expect(plan?.steps[step]?.address).toBe(address);
});

test("the worst danger is first", () => {
  const { plan } = planCase({
    live: [
      live("space sp1", { title: "X", defaultLevel: "read" }),
      live("space sp2", { title: "Y" }),
      site({ published: true, visibility: "unlisted" }),
    ],
    desired: [
      desired("space.x", { defaultLevel: "edit" }, { pin: "sp1" }),
      desired("site.docs", { published: false, visibility: "public" }, { pin: "site1", owns: [] }),
    ],
    prune: ["space"],
  });
  expect(plan?.dangers.map(({ kind }) => kind)).toEqual(["delete", "unpublish", "visibility", "access"]);
});
