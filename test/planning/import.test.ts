import { expect, test } from "vitest";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import { registry } from "../../src/resources/registry.ts";
import {
  type Case,
  desired,
  inputsOf,
  inside,
  layoutOf,
  live,
  outline,
  planCase,
  stateOf,
  worldOf,
} from "../support/planning.ts";
import { planOptions } from "../support/service.ts";

const ours = live("collection c1", { title: "Ours" });
const theirs = live("collection c2", { title: "Theirs" });
const inOurs = { container: { $ref: "collection.ours" } };
const declaredOurs = desired("collection.ours", { title: "Ours" }, { pin: "c1" });
const importedOurs = "= collection.ours by pin";
const reference = (place = {}) => live("space sp1", { title: "API reference", defaultLevel: null }, place);

/** The plans for a declared object beside other objects, or beside itself under another name. */
test.each<{ name: string; given: Case; expected: readonly string[]; notes?: readonly string[] }>([
  {
    name: "a space with that title in another collection belongs to another user, with a note",
    given: {
      live: [ours, theirs, reference(inside("collection c2"))],
      desired: [declaredOurs, desired("space.api", { title: "API reference", defaultLevel: "read" }, inOurs)],
    },
    expected: [importedOurs, "+ space.api"],
    notes: ["plan/possible-move space.api"],
  },
  {
    name: "a space with that title at the root belongs to another user",
    given: {
      live: [ours, reference()],
      desired: [declaredOurs, desired("space.api", { title: "API reference" }, inOurs)],
    },
    expected: [importedOurs, "+ space.api"],
    notes: ["plan/possible-move space.api"],
  },
  {
    name: "a space without a declared collection is at the top level",
    given: {
      live: [theirs, reference(inside("collection c2"))],
      desired: [desired("space.api", { title: "API reference", defaultLevel: "read" })],
    },
    expected: ["+ space.api"],
    notes: ["plan/possible-move space.api"],
  },
  {
    name: "a collection with that title in another place belongs to another user too",
    given: {
      live: [ours, live("collection c3", { title: "Drafts" }, inside("collection c1"))],
      desired: [declaredOurs, desired("collection.drafts", { title: "Drafts" })],
    },
    expected: [importedOurs, "+ collection.drafts"],
    notes: ["plan/possible-move collection.drafts"],
  },
  {
    name: "an object with the whole key is found, and not changed without permission",
    given: {
      live: [ours, reference(inside("collection c1"))],
      desired: [declaredOurs, desired("space.api", { title: "API reference", defaultLevel: "read" }, inOurs)],
    },
    expected: ["≈ space.api by key", importedOurs, "~ space.api defaultLevel", "guard/import"],
    notes: ["plan/found space.api"],
  },
  {
    name: "an object that stays unchanged needs no permission",
    given: {
      live: [ours, reference(inside("collection c1"))],
      desired: [declaredOurs, desired("space.api", { title: "API reference" }, inOurs)],
    },
    expected: ["≈ space.api by key", importedOurs],
    notes: ["plan/found space.api"],
  },
  {
    name: "an object found in place of one in the state has a note, too, and no step",
    given: {
      live: [reference()],
      desired: [desired("space.api", { title: "API reference" })],
      state: { "space.api": { id: "gone" } },
    },
    expected: ["≈ space.api by key"],
    notes: ["plan/found space.api"],
  },
  {
    name: "an object in a managed site needs no permission",
    given: {
      live: [
        live("site site1", { title: "Docs" }),
        live("site_section s2", { title: "Guides", path: "guides" }),
      ],
      desired: [
        desired("site.docs", { title: "Docs" }),
        desired("site_section.docs/guides", { title: "Guides", path: "guides" }),
      ],
      state: { "site.docs": { id: "site1" }, "site_section.docs/guides": { id: "s1" } },
    },
    expected: [],
  },
  {
    name: "a declared object that docsform never creates is imported",
    given: {
      live: [live("member u1", { email: "ada@acme.example", role: "read" })],
      desired: [desired("member.ada", { email: "ada@acme.example", role: "read" })],
    },
    expected: ["= member.ada by key"],
  },
  {
    name: "a site is found by its key, and new contents change it",
    given: {
      live: [live("site site1", { title: "Docs" }), live("space sp1", { title: "Guides" })],
      desired: [
        desired("site.docs", { title: "Docs" }),
        desired("space.guides", { title: "Guides" }, { pin: "sp1" }),
        desired("site_section.docs/guides", { title: "Guides", path: "guides" }),
        desired(
          "site_space.docs/guides/guides",
          { space: { $ref: "space.guides" } },
          { container: { $ref: "site_section.docs/guides" } },
        ),
      ],
    },
    expected: [
      "≈ site.docs by key",
      "= space.guides by pin",
      "+ site_section.docs/guides",
      "+ site_space.docs/guides/guides created with site_section.docs/guides",
      "guard/import",
    ],
    notes: ["plan/found site.docs"],
  },
  {
    name: "a site is found by its key, and a change of its contents changes it",
    given: {
      live: [
        live("site site1", { title: "Docs" }),
        live("space sp1", { title: "Guides" }),
        live("site_section s1", { title: "Old", path: "guides" }),
        live("site_space v1", { space: "sp1", path: "guides" }, inside("site_section s1")),
      ],
      desired: [
        desired("site.docs", { title: "Docs" }),
        desired("space.guides", { title: "Guides" }, { pin: "sp1" }),
        desired("site_section.docs/guides", { title: "New", path: "guides" }),
        desired(
          "site_space.docs/guides/guides",
          { space: { $ref: "space.guides" } },
          { container: { $ref: "site_section.docs/guides" } },
        ),
      ],
    },
    expected: [
      "≈ site.docs by key",
      "= space.guides by pin",
      "~ site_section.docs/guides title",
      "guard/import",
    ],
    notes: ["plan/found site.docs"],
  },
  {
    name: "a team and an identity provider are found by their keys",
    given: {
      live: [
        live("team t1", { title: "Writers", members: [{ id: "u1", email: null }] }),
        live("saml_provider p1", { label: "Okta", defaultRole: "read" }),
      ],
      desired: [
        desired("team.writers", { title: "Writers", members: ["u1", "u2"] }),
        desired("saml_provider.okta", { label: "Okta", defaultRole: "admin" }),
      ],
    },
    expected: [
      "≈ team.writers by key",
      "≈ saml_provider.okta by key",
      "~ team.writers members",
      "~ saml_provider.okta defaultRole",
      "guard/import",
    ],
    notes: ["plan/found undefined"],
  },
  {
    name: "a managed object that enters a collection does not change it",
    given: {
      live: [ours],
      desired: [
        desired("collection.ours", { title: "Ours" }),
        desired("space.new", { title: "New" }, inOurs),
      ],
    },
    expected: ["≈ collection.ours by key", "+ space.new"],
    notes: ["plan/found collection.ours"],
  },
  {
    name: "a managed object that leaves a collection does not change it",
    given: {
      live: [ours, reference(inside("collection c1"))],
      desired: [
        desired("collection.ours", { title: "Ours" }),
        desired("space.api", {}, { pin: "sp1", container: null }),
      ],
    },
    expected: ["≈ collection.ours by key", "= space.api by pin", "> space.api in root"],
    notes: ["plan/found collection.ours"],
  },
  {
    name: "an object that the state has under another key is known",
    given: {
      live: [reference()],
      desired: [desired("space.reference", { title: "API reference", defaultLevel: "read" })],
      state: { "space.api": { id: "sp1" } },
    },
    expected: ["~ space.reference defaultLevel (was space.api)"],
  },
  {
    name: "an object of an interrupted run is known",
    given: {
      live: [reference()],
      desired: [desired("space.api", { title: "API reference", defaultLevel: "read" })],
      recovered: { "space.api": "sp1" },
    },
    expected: ["~ space.api defaultLevel"],
  },
  {
    name: "with a state, a space with a new key and a new title is probably the same",
    given: {
      live: [reference()],
      desired: [desired("space.reference", { title: "Reference" })],
      state: { "space.api": { id: "sp1" } },
    },
    expected: ["+ space.reference", "? space.api undeclared", "guard/create-beside"],
    notes: ["plan/possible-rename space.reference"],
  },
  {
    name: "a forgotten object of another type is not the same",
    given: {
      live: [live("team t1", { title: "Writers" })],
      desired: [desired("space.reference", { title: "Reference" })],
      state: { "team.writers": { id: "t1" } },
    },
    expected: ["+ space.reference", "? team.writers undeclared"],
  },
  {
    name: "a forgotten object that is gone is not the same",
    given: {
      desired: [desired("space.reference", { title: "Reference" })],
      state: { "space.api": { id: "sp1" } },
    },
    expected: ["+ space.reference", "? space.api gone"],
  },
  {
    name: "with a state that forgets nothing, a create beside others needs no permission",
    given: {
      live: [live("space sp9", { title: "Theirs" })],
      desired: [desired("space.reference", { title: "Reference" })],
      state: {},
    },
    expected: ["+ space.reference"],
  },
  {
    name: "`was` finds an object at the root, with another key of the layout",
    given: {
      live: [reference()],
      desired: [desired("space.reference", { title: "Reference" }, { was: { title: "API reference" } })],
      state: { "space.api": { id: "sp1" } },
    },
    expected: ["~ space.reference title (was space.api)"],
  },
  {
    name: "`was` finds an object in the same collection",
    given: {
      live: [ours, reference(inside("collection c1"))],
      desired: [
        declaredOurs,
        desired("space.api", { title: "Reference" }, { ...inOurs, was: { title: "API reference" } }),
      ],
      state: { "space.old": { id: "sp1" }, "collection.ours": { id: "c1" } },
    },
    expected: ["~ space.api title (was space.old)"],
  },
  {
    name: "`was` finds an object in another collection",
    given: {
      live: [ours, theirs, reference(inside("collection c2"))],
      desired: [
        declaredOurs,
        desired("collection.theirs", { title: "Theirs" }, { pin: "c2" }),
        desired("space.api", { title: "API reference" }, { ...inOurs, wasIn: { $ref: "collection.theirs" } }),
      ],
      state: { "space.old": { id: "sp1" } },
    },
    expected: [importedOurs, "= collection.theirs by pin", "> space.api in collection.ours (was space.old)"],
  },
  {
    name: "`was` finds an object in a collection that is declared later and known by its key",
    given: {
      live: [theirs, reference(inside("collection c2"))],
      desired: [
        desired(
          "space.api",
          { title: "API reference" },
          { container: null, wasIn: { $ref: "collection.theirs" } },
        ),
        desired("collection.theirs", { title: "Theirs" }),
      ],
      state: { "space.old": { id: "sp1" }, "collection.old": { id: "c2" } },
    },
    expected: ["> space.api in root (was space.old)"],
    notes: ["plan/renamed collection.theirs"],
  },
  {
    name: "`was` finds an object at the root that enters a collection under another title",
    given: {
      live: [ours, reference()],
      desired: [
        declaredOurs,
        desired("space.api", { title: "New" }, { ...inOurs, was: { title: "API reference" }, wasIn: null }),
      ],
      state: { "space.old": { id: "sp1" } },
    },
    expected: [importedOurs, "> space.api in collection.ours", "~ space.api title (was space.old)"],
  },
  {
    name: "`was` identifies the object, and does not confirm it",
    given: {
      live: [reference()],
      desired: [desired("space.api", { title: "New" }, { was: { title: "API reference" } })],
    },
    expected: ["≈ space.api by was", "~ space.api title", "guard/import"],
    notes: ["plan/found space.api"],
  },
  {
    name: "`was` that several objects match is an error that names them",
    given: {
      live: [reference(), live("space sp2", { title: "API reference" })],
      desired: [desired("space.api", { title: "New" }, { was: { title: "API reference" } })],
    },
    expected: ["plan/ambiguous"],
  },
])("$name", ({ given, expected, notes = [] }) => {
  const result = planCase(given);
  expect(outline(result)).toEqual(expected);
  expect((result.plan?.notes ?? []).map(({ code, address }) => `${code} ${address}`)).toEqual(notes);
});

test("outside owned contents no object is matched by similarity", () => {
  const resembling = registry.map((type) => ({
    ...type,
    identity: { ...type.identity, fallbackKeys: [["title"]] },
  }));
  const given: Case = {
    live: [theirs, reference(inside("collection c2"))],
    desired: [desired("space.api", { title: "API reference" })],
  };
  const [types, layout, world] = [resembling, layoutOf(given), worldOf(given)];
  const result = planChanges({ types, desired: layout, live: world, options: planOptions });
  expect(outline(result)).toEqual(["+ space.api"]);
});

test("without a state, a found object is not changed without permission, and only a pin confirms it", () => {
  const given: Case = {
    live: [reference()],
    desired: [desired("space.api", { title: "API reference", defaultLevel: "read" })],
  };
  const { plan } = planChanges({
    types: registry,
    desired: layoutOf(given),
    live: worldOf(given),
    keepsState: false,
    options: planOptions,
  });
  expect(plan?.guard.refusals).toMatchObject([{ code: "guard/import", permittedBy: "--allow-import" }]);
  expect(plan?.notes.map(({ message }) => message)).toEqual([
    "1 space found by its title; docsform did not create it. Confirm with `id:` (space.api).",
  ]);
});

/** The origin of an object decides whether the layout may change it. */
const unconfirmed = { "space.api": { id: "sp1", origin: "unconfirmed" } } as const;
const changedApi = desired("space.api", { title: "API reference", defaultLevel: "read" });
const docs = desired("site.docs", { title: "Docs" });
const recovered = { "space.api": { id: "sp1", origin: "recovered" } } as const;
const docsOf = (origin: "created" | "unconfirmed" | "recovered") =>
  ({ "site.docs": { id: "site1", origin } }) as const;
const showing = [
  docs,
  desired("space.api", { title: "API reference" }),
  desired("site_space.docs/api", { space: { $ref: "space.api" } }),
];

test.each<{ name: string; given: Case; refused: readonly string[] }>([
  {
    name: "an object that the state has without an origin is unconfirmed",
    given: { live: [reference()], desired: [changedApi], state: unconfirmed },
    refused: ["guard/import space.api"],
  },
  {
    name: "a pin confirms an object",
    given: { live: [reference()], desired: [{ ...changedApi, pin: "sp1" }], state: unconfirmed },
    refused: [],
  },
  {
    name: "an origin belongs to the id, with every address",
    given: { live: [reference()], desired: [changedApi], state: { "space.old": { id: "sp1" } } },
    refused: [],
  },
  {
    name: "a confirmed site does not show an unconfirmed space",
    given: {
      live: [live("site site1", { title: "Docs" }), reference()],
      desired: showing,
      state: { ...docsOf("created"), ...unconfirmed },
    },
    refused: ["guard/import space.api"],
  },
  {
    name: "a confirmed space is not added to an unconfirmed site",
    given: {
      live: [live("site site1", { title: "Docs" }), reference()],
      desired: showing,
      state: { ...docsOf("unconfirmed"), "space.api": { id: "sp1" } },
    },
    refused: ["guard/import site.docs"],
  },
  {
    name: "a confirmed site does not show an unconfirmed space, also if the site is not published",
    given: {
      live: [live("site site1", { title: "Docs", published: false }), reference()],
      desired: showing,
      state: { ...docsOf("created"), ...unconfirmed },
    },
    refused: ["guard/import space.api"],
  },
  {
    name: "a site that is not published shows a space that an earlier run probably created",
    given: {
      live: [live("site site1", { title: "Docs", published: false }), reference()],
      desired: showing,
      state: { ...docsOf("created"), ...recovered },
    },
    refused: [],
  },
  {
    name: "a delete in an unconfirmed site is refused",
    given: {
      live: [live("site site1", { title: "Docs" }), live("site_section s1", { title: "Old", path: "old" })],
      desired: [{ ...docs, owns: ["site_section"] }],
      state: docsOf("unconfirmed"),
    },
    refused: ["guard/deletes site_section.@s1", "guard/import site.docs"],
  },
  {
    name: "a delete in a site that an earlier run probably created is refused",
    given: {
      live: [live("site site1", { title: "Docs" }), live("site_section s1", { title: "Old", path: "old" })],
      desired: [{ ...docs, owns: ["site_section"] }],
      state: docsOf("recovered"),
    },
    refused: ["guard/deletes site_section.@s1", "guard/import site.docs"],
  },
  {
    name: "a run continues with an object that an earlier run probably created",
    given: {
      live: [reference()],
      desired: [desired("space.api", { title: "Interface", emoji: "1f600" })],
      state: recovered,
    },
    refused: [],
  },
  {
    name: "an object that an earlier run probably created is not opened",
    given: { live: [reference()], desired: [changedApi], state: recovered },
    refused: ["guard/import space.api"],
  },
  {
    name: "an object that an earlier run probably created is closed",
    given: {
      live: [live("space sp1", { title: "API reference", defaultLevel: "edit" })],
      desired: [changedApi],
      state: recovered,
    },
    refused: [],
  },
  {
    name: "a site does not show a space that an earlier run probably created",
    given: {
      live: [live("site site1", { title: "Docs" }), reference()],
      desired: showing,
      state: { ...docsOf("created"), ...recovered },
    },
    refused: ["guard/import space.api"],
  },
  {
    name: "a site that an earlier run probably created gets its contents",
    given: {
      live: [live("site site1", { title: "Docs" }), reference()],
      desired: showing,
      state: { ...docsOf("recovered"), "space.api": { id: "sp1" } },
    },
    refused: [],
  },
  {
    name: "a site that an earlier run probably created is not published",
    given: {
      live: [live("site site1", { title: "Docs", published: false }), reference()],
      desired: [desired("site.docs", { title: "Docs", published: true }), ...showing.slice(1)],
      state: { ...docsOf("recovered"), "space.api": { id: "sp1" } },
    },
    refused: ["guard/import site.docs"],
  },
  {
    name: "an object that an earlier run probably created is not deleted",
    given: {
      live: [reference()],
      desired: [desired("team.t", { title: "T" })],
      prune: ["space"],
      state: recovered,
    },
    refused: ["guard/deletes space.api", "guard/import space.api"],
  },
  {
    name: "a pin confirms an object that an earlier run probably created",
    given: { live: [reference()], desired: [{ ...changedApi, pin: "sp1" }], state: recovered },
    refused: [],
  },
  {
    name: "prune does not delete an object that this layout never had",
    given: { live: [reference()], desired: [desired("team.t", { title: "T" })], prune: ["space"], state: {} },
    refused: ["guard/deletes space.@sp1", "guard/import space.@sp1"],
  },
  {
    name: "prune deletes an object that the layout created",
    given: {
      live: [reference()],
      desired: [desired("team.t", { title: "T" })],
      prune: ["space"],
      state: { "space.api": { id: "sp1" } },
    },
    refused: ["guard/deletes space.api"],
  },
])("$name", ({ given, refused }) => {
  const { plan, diagnostics } = planCase(given);
  expect(diagnostics).toEqual([]);
  const reported = plan?.guard.refusals.map(({ code, addresses }) => `${code} ${addresses.join(" ")}`);
  expect(reported).toEqual(refused);
});

test("a note names each object that an earlier run probably created, and the command that confirms it", () => {
  const given = { live: [reference()], desired: [desired("space.api", { title: "API reference" })] };
  const { plan } = planCase({ ...given, state: recovered });
  expect(plan?.found).toMatchObject([{ address: "space.api", id: "sp1", origin: "recovered" }]);
  expect(plan?.notes).toMatchObject([
    { code: "plan/recovered", message: expect.stringContaining("`docsform import space.api sp1`") },
  ]);
  const withoutState = planChanges({ ...inputsOf({ ...given, state: recovered }), keepsState: false });
  expect(withoutState.plan?.notes).toMatchObject([{ message: expect.stringContaining("`id: sp1`") }]);
});

test("a note names the objects that an interrupted run created, as the service shows", () => {
  const inputs = inputsOf({
    live: [reference(), live("space sp2", { title: "Guides" })],
    desired: [desired("space.api", { title: "API reference" }), desired("space.guides", { title: "Guides" })],
    recovered: { "space.api": "sp1", "space.guides": "sp2" },
  });
  const { plan } = planChanges({
    ...inputs,
    recovered: { matches: {}, origins: {}, ...inputs.recovered, found: ["space.api"] },
  });
  expect(plan?.found).toEqual([]);
  expect(plan?.notes).toMatchObject([
    { code: "plan/recovered", message: expect.stringMatching(/^An interrupted run created space.api: /) },
  ]);
});

test("one note names all found objects, also of several types", () => {
  const { plan } = planCase({
    live: [live("team t1", { title: "Writers" }), reference(), live("space sp2", { title: "Guides" })],
    desired: [
      desired("team.writers", { title: "Writers" }),
      desired("space.api", { title: "API reference" }),
      desired("space.guides", { title: "Guides" }),
    ],
  });
  expect(plan?.notes.map(({ message }) => message)).toEqual([
    "1 team, 2 spaces found by their titles; docsform did not create them. Confirm with `docsform import --found` (team.writers, space.api, space.guides).",
  ]);
});

test("objects of another layout are no found ones, no candidates for a rename or a move, and are shown with it", () => {
  const holding = {
    layout: "team-a",
    path: "docsform.team-a.state.json",
    objects: ["sp1", "sp2"].map((id) => ({ type: "space", id })),
  };
  const given: Case = {
    live: [
      reference(),
      live("space sp2", { title: "Guides" }, inside("collection c2")),
      live("space sp3", { title: "Plans" }, inside("collection c2")),
      theirs,
    ],
    desired: [desired("space.guides", { title: "Guides" }), desired("space.new", { title: "New" })],
  };
  const inputs = { types: registry, desired: layoutOf(given), live: worldOf(given), options: planOptions };
  const alone = planChanges(inputs).plan;
  const beside = planChanges({ ...inputs, otherLayouts: [holding] }).plan;
  const codes = (plan: typeof alone) => [
    ...(plan?.guard.refusals ?? []).map(({ code }) => code),
    ...(plan?.notes ?? []).map(({ code }) => code),
  ];
  expect(codes(alone)).toEqual(["guard/create-beside", "plan/possible-move"]);
  expect(codes(beside)).toEqual([]);
  expect(beside?.unmanaged.map(({ id, layout = "none" }) => `${id} ${layout}`)).toEqual([
    "sp1 team-a",
    "sp2 team-a",
    "sp3 none",
    "c2 none",
  ]);
});

test("an object of another layout is refused, whether it is found, pinned or in both states, and no flag permits it", () => {
  const given: Case = { live: [reference()], desired: [desired("space.api", { title: "API reference" })] };
  const holding = {
    layout: "team-a",
    path: "docsform.team-a.state.json",
    objects: [{ type: "space", id: "sp1" }],
  };
  const cases: readonly Case[] = [
    given,
    { ...given, desired: [desired("space.api", { title: "API reference" }, { pin: "sp1" })] },
    { ...given, state: { "space.api": { id: "sp1" } } },
    { live: [reference()], desired: [desired("team.t", { title: "T" })], prune: ["space"], state: {} },
  ];
  for (const each of cases) {
    const { plan } = planChanges({
      types: registry,
      desired: layoutOf(each),
      live: worldOf(each),
      state: each.state && stateOf(each.state),
      otherLayouts: [holding],
      options: planOptions,
    });
    const refusal = plan?.guard.refusals.find(({ code }) => code === "guard/other-layout");
    expect(refusal?.message).toContain("belongs to the layout team-a (docsform.team-a.state.json)");
    expect(refusal?.permittedBy).toBeUndefined();
    // Nobody can confirm the object for this layout.
    expect(JSON.stringify([plan?.guard, plan?.notes])).not.toContain("import");
  }
});

test("several layouts may declare the same member, because no layout creates or deletes people", () => {
  const given: Case = {
    live: [live("member u_ada", { email: "ada@acme.example", role: "read" })],
    desired: [desired("member.ada", { email: "ada@acme.example", role: "edit" })],
    state: { "member.ada": { id: "u_ada", applied: { role: "read" } } },
  };
  const holding = {
    layout: "team-a",
    path: "docsform.team-a.state.json",
    objects: [{ type: "member", id: "u_ada" }],
  };
  const { plan, diagnostics } = planChanges({ ...inputsOf(given), otherLayouts: [holding] });
  expect(diagnostics).toEqual([]);
  expect(plan?.steps).toMatchObject([{ action: "patch", address: "member.ada" }]);
  expect(plan?.guard.refusals).toEqual([]);
});

test("a value that the service leaves out, and that nobody can change, ends no plan", () => {
  const given: Case = {
    live: [live("member u_ada", { email: null, role: "read" })],
    desired: [desired("member.ada", { email: "ada@acme.example", role: "edit" })],
    state: { "member.ada": { id: "u_ada", applied: { email: "ada@acme.example", role: "read" } } },
  };
  expect(outline(planCase(given))).toEqual(["~ member.ada role"]);
  const other = { ...given, live: [live("member u_ada", { email: "eve@acme.example", role: "read" })] };
  expect(outline(planCase(other))).toEqual(["plan/cannot-change"]);
});

test("a value that the service leaves out is written, or the object replaced, if that can give it the value", () => {
  const guest: Case = {
    live: [live("member u_ada", { email: "ada@acme.example", role: null })],
    desired: [desired("member.ada", { email: "ada@acme.example", role: "edit" })],
    state: { "member.ada": { id: "u_ada", applied: { email: "ada@acme.example", role: null } } },
  };
  expect(outline(planCase(guest))).toEqual(["~ member.ada role"]);
  const created: Case = {
    live: [live("openapi_spec a", { slug: null, source: { url: "https://x.example" } })],
    desired: [desired("openapi_spec.a", { slug: "a", source: { url: "https://x.example" } })],
    state: { "openapi_spec.a": { id: "a", applied: { slug: "a" } } },
  };
  expect(outline(planCase(created))).toEqual(["± openapi_spec.a slug", "guard/deletes"]);
});
