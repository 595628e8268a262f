import { expect, test } from "vitest";
import { type Consent, unpermitted } from "../../src/engine/plan/guard/consent.ts";
import type { Code } from "../../src/model/codes/code.ts";
import { type Permission, permissions } from "../../src/model/plan/permission-flags.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { type Case, desired, inside, live, planCase } from "../support/planning.ts";

const spaces = (count: number) =>
  Array.from({ length: count }, (_, at) => live(`space sp${at}`, { title: `S${at}` }));
const wanted = (count: number, title = (at: number) => `S${at}`) =>
  Array.from({ length: count }, (_, at) => desired(`space.s${at}`, { title: title(at) }, { pin: `sp${at}` }));
const stateOf = (count: number, rest = {}) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`space.s${at}`, { id: `sp${at}`, ...rest }]));

const site = live("site site1", { title: "Docs" });
const published = live("site site1", { title: "Docs", published: true });
const unpublished = live("site site1", { title: "Docs", published: false });
const docs = desired("site.docs", { title: "Docs" }, { pin: "site1" });
const inCollection = { container: { $ref: "collection.c" } };
const guide = live("space sp1", { title: "Guides" });
const guideSpace = desired("space.guides", { title: "Guides" }, { pin: "sp1" });
const section = live("site_section s1", { title: "Guides", path: "guides" });
const variant = live("site_space v1", { space: "sp1", path: "guides" }, inside("site_section s1"));
const declaredSection = desired("site_section.docs/guides", { title: "Guides", path: "guides" });
const declaredVariant = desired(
  "site_space.docs/guides/guides",
  { space: { $ref: "space.guides" } },
  { container: { $ref: "site_section.docs/guides" } },
);
const owned = { reason: "Git Sync owns it.", remedy: "Disconnect it." };
const gitSync = live(
  "site site1",
  { title: "Docs" },
  { externalOwner: { ...owned, attributes: ["title"], contents: true } },
);
const syncedSpace = live(
  "space sp1",
  { title: "Guides", editMode: "locked" },
  { externalOwner: { ...owned, attributes: ["editMode"] } },
);

const ada = live("member u_ada", { email: "ada@acme.example", role: "read" });
const teamOf = (...members: readonly string[]) => desired("team.t", { title: "Writers", members });

test.each<{ name: string; given: Case; refused: readonly string[]; names?: readonly string[] }>([
  {
    name: "nothing to delete needs no permission",
    given: { live: spaces(2), desired: wanted(2) },
    refused: [],
  },
  {
    name: "every delete needs permission",
    given: { live: spaces(2), desired: wanted(1), prune: ["spaces"] },
    refused: ["guard/deletes", "guard/import"],
    names: ["space.@sp1"],
  },
  {
    name: "a replacement is a delete",
    given: {
      live: [live("openapi_spec a", { slug: "a", source: { url: "https://x.example" } })],
      desired: [desired("openapi_spec.s", { slug: "b", source: { url: "https://x.example" } })],
      state: { "openapi_spec.s": { id: "a" } },
    },
    refused: ["guard/deletes"],
    names: ["openapi_spec.s"],
  },
  {
    name: "3 of 10 may be deleted",
    given: { live: spaces(10), desired: wanted(7), prune: ["spaces"] },
    refused: ["guard/deletes", "guard/import"],
  },
  {
    name: "4 of 10 are too many",
    given: { live: spaces(10), desired: wanted(6), prune: ["spaces"] },
    refused: ["guard/deletes", "guard/too-many-deletes", "guard/import"],
  },
  {
    name: "a share has no effect below ten objects",
    given: { live: spaces(9), desired: [], prune: ["spaces"] },
    refused: ["guard/empty-layout", "guard/deletes", "guard/import"],
  },
  {
    name: "the share is of each type too",
    given: {
      live: [
        ...spaces(30),
        ...Array.from({ length: 10 }, (_, at) => live(`team t${at}`, { title: `T${at}` })),
      ],
      desired: [
        ...wanted(30),
        ...Array.from({ length: 6 }, (_, at) =>
          desired(`team.t${at}`, { title: `T${at}` }, { pin: `t${at}` }),
        ),
      ],
      prune: ["teams"],
    },
    refused: ["guard/deletes", "guard/too-many-deletes", "guard/import"],
  },
  {
    name: "the layout may raise the share",
    given: {
      live: spaces(10),
      desired: wanted(6),
      prune: ["spaces"],
      safety: { maxDeletes: { share: 0.4 } },
    },
    refused: ["guard/deletes", "guard/import"],
  },
  {
    name: "a count limits the deletes of few objects, too",
    given: { live: spaces(3), desired: wanted(1), prune: ["spaces"], safety: { maxDeletes: { count: 1 } } },
    refused: ["guard/deletes", "guard/too-many-deletes", "guard/import"],
  },
  {
    name: "unmanaged objects do not count into the share",
    given: {
      live: [
        ...spaces(10),
        ...Array.from({ length: 50 }, (_, at) => live(`team t${at}`, { title: `T${at}` })),
      ],
      desired: wanted(6),
      prune: ["spaces"],
    },
    refused: ["guard/deletes", "guard/too-many-deletes", "guard/import"],
  },
  {
    name: "objects that the service deletes with others count",
    given: {
      live: [
        site,
        ...Array.from({ length: 6 }, (_, at) => [
          live(`site_section s${at}`, { title: "T", path: `p${at}` }),
          live(`site_space v${at}`, { space: "sp1", path: "x" }, inside(`site_section s${at}`)),
        ]).flat(),
      ],
      desired: [docs],
    },
    refused: ["guard/deletes", "guard/too-many-deletes"],
  },
  {
    name: "6 changes of 10 are too many",
    given: {
      live: spaces(10),
      desired: wanted(10, (at) => (at < 6 ? `new ${at}` : `S${at}`)),
      state: stateOf(10, { applied: {} }),
    },
    refused: ["guard/too-many-changes"],
  },
  {
    name: "5 changes of 10 are permitted",
    given: {
      live: spaces(10),
      desired: wanted(10, (at) => (at < 5 ? `new ${at}` : `S${at}`)),
      state: stateOf(10),
    },
    refused: [],
  },
  {
    name: "a first import may change all",
    given: { live: spaces(10), desired: wanted(10, (at) => `new ${at}`) },
    refused: [],
  },
  {
    name: "a protected object is not deleted",
    given: {
      live: spaces(1),
      desired: [],
      prune: ["spaces"],
      state: { "space.s0": { id: "sp0", protect: true } },
    },
    refused: ["guard/empty-layout", "guard/deletes", "guard/protected"],
    names: ["space.s0"],
  },
  {
    name: "an object that an earlier apply unprotected may be deleted",
    given: { live: spaces(1), desired: [], prune: ["spaces"], state: { "space.s0": { id: "sp0" } } },
    refused: ["guard/empty-layout", "guard/deletes"],
  },
  {
    name: "a protected object is not replaced",
    given: {
      live: [live("openapi_spec a", { slug: "a", source: { url: "https://x.example" } })],
      desired: [
        desired("openapi_spec.s", { slug: "b", source: { url: "https://x.example" } }, { protect: true }),
      ],
      state: { "openapi_spec.s": { id: "a" } },
    },
    refused: ["guard/deletes", "guard/protected"],
  },
  {
    name: "a protected variant protects its section",
    given: {
      live: [site, guide, section, variant],
      desired: [docs, guideSpace],
      state: { "site_space.docs/guides/guides": { id: "v1", protect: true } },
    },
    refused: ["guard/deletes", "guard/protected"],
    names: ["site_space.docs/guides/guides"],
  },
  {
    name: "unmanaged spaces inside a collection refuse its delete, and are named",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "Theirs" }, inside("collection c1")),
      ],
      desired: [],
      prune: ["collections"],
    },
    refused: ["guard/empty-layout", "guard/deletes", "guard/cascade", "guard/import"],
    names: ["space.@sp1"],
  },
  {
    name: "a managed space that stays inside refuses the delete, too",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "G" }, inside("collection c1")),
      ],
      desired: [desired("space.g", { title: "G" }, { pin: "sp1" })],
      prune: ["collections"],
    },
    refused: ["guard/deletes", "guard/cascade", "guard/import"],
    names: ["space.g"],
  },
  {
    name: "a space that is moved out does not refuse the delete",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "G" }, inside("collection c1")),
      ],
      desired: [desired("space.g", { title: "G" }, { pin: "sp1", container: null })],
      prune: ["collections"],
    },
    refused: ["guard/deletes", "guard/import"],
  },
  {
    name: "a space with its own delete step does not refuse the delete",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "G" }, inside("collection c1")),
      ],
      desired: [],
      prune: ["collections", "spaces"],
    },
    refused: ["guard/empty-layout", "guard/deletes", "guard/import"],
  },
  {
    name: "a space that a site shows is still in use",
    given: {
      live: [site, guide, section, variant],
      desired: [
        docs,
        declaredSection,
        desired(
          "site_space.docs/guides/guides",
          { space: "sp1" },
          { container: { $ref: "site_section.docs/guides" } },
        ),
      ],
      prune: ["spaces"],
    },
    refused: ["guard/deletes", "guard/still-referenced", "guard/import"],
    names: ["space.@sp1"],
  },
  {
    name: "a space whose last variant shows another space is no longer in use",
    given: {
      live: [site, guide, live("space sp2", { title: "New" }), section, variant],
      desired: [
        docs,
        desired("space.new", { title: "New" }, { pin: "sp2" }),
        declaredSection,
        desired(
          "site_space.docs/guides/guides",
          { space: { $ref: "space.new" }, path: "guides" },
          { container: { $ref: "site_section.docs/guides" } },
        ),
      ],
      prune: ["spaces"],
    },
    refused: ["guard/deletes", "guard/import"],
  },
  {
    name: "deletes in a site that was found by its title need its import",
    given: {
      live: [site, section, variant, guide],
      desired: [desired("site.docs", { title: "Docs" }), guideSpace],
    },
    refused: ["guard/deletes", "guard/import"],
    names: ["site.docs"],
  },
  {
    name: "deletes in a pinned site need no import",
    given: { live: [site, section, variant, guide], desired: [docs, guideSpace] },
    refused: ["guard/deletes"],
  },
  {
    name: "deletes in a site of the state need no import",
    given: {
      live: [site, section, variant, guide],
      desired: [desired("site.docs", { title: "Docs" }), guideSpace],
      state: { "site.docs": { id: "site1" } },
    },
    refused: ["guard/deletes"],
  },
  {
    name: "deletes in a site that an interrupted run created need no import",
    given: {
      live: [site, section, variant, guide],
      desired: [desired("site.docs", { title: "Docs" }), guideSpace],
      recovered: { "site.docs": "site1" },
    },
    refused: ["guard/deletes"],
  },
  {
    name: "a copy beside an object like its source needs permission, because an earlier run may have made that",
    given: {
      live: [guide, live("space sp2", { title: "Guides" })],
      desired: [guideSpace, desired("space.french", { title: "French", copyOf: { $ref: "space.guides" } })],
      state: {},
    },
    refused: ["guard/copy-exists"],
    names: ["space.french"],
  },
  {
    name: "without a state, a create beside unmanaged objects needs permission",
    given: {
      live: [live("space sp1", { title: "Old name" })],
      desired: [desired("space.g", { title: "New name" })],
    },
    refused: ["guard/create-beside"],
    names: ["space.g"],
  },
  {
    name: "an object in another container is not beside the new one",
    given: {
      live: [live("collection c1", { title: "C" }), live("space sp1", { title: "Old name" })],
      desired: [
        desired("collection.c", { title: "C" }, { pin: "c1" }),
        desired("space.g", { title: "New name" }, inCollection),
      ],
    },
    refused: [],
  },
  {
    name: "with a state, a create beside a forgotten object of its type needs permission",
    given: {
      live: [live("space sp1", { title: "Old name" })],
      desired: [desired("space.g", { title: "New name" })],
      state: { "space.old": { id: "sp1" } },
    },
    refused: ["guard/create-beside"],
    names: ["space.g"],
  },
  {
    name: "a forgotten object in another container does not matter",
    given: {
      live: [live("collection c1", { title: "C" }), live("space sp1", { title: "Old name" })],
      desired: [
        desired("collection.c", { title: "C" }, { pin: "c1" }),
        desired("space.g", { title: "New name" }, inCollection),
      ],
      state: { "collection.c": { id: "c1" }, "space.old": { id: "sp1" } },
    },
    refused: [],
  },
  {
    name: "a forgotten object does not matter if the container is new, too",
    given: {
      live: [live("space sp1", { title: "Old name" })],
      desired: [
        desired("collection.c", { title: "C" }),
        desired("space.g", { title: "New name" }, inCollection),
      ],
      state: { "space.old": { id: "sp1" } },
    },
    refused: [],
  },
  {
    name: "an object of an interrupted run that is gone is recreated without its contents",
    given: {
      live: [],
      desired: [desired("space.one", { title: "One" })],
      recovered: { "space.one": "sp1" },
    },
    refused: ["guard/recreate"],
    names: ["space.one"],
  },
  {
    name: "a forgotten object of another type does not matter",
    given: {
      live: [live("collection c1", { title: "C" }), live("space sp1", { title: "Old name" })],
      desired: [desired("collection.d", { title: "D" })],
      state: { "space.old": { id: "sp1" } },
    },
    refused: [],
  },
  {
    name: "an object that an incomplete list omits may exist, whatever the state says",
    given: {
      live: [live("space sp1", { title: "One" })],
      desired: [desired("space.one", { title: "One" }), desired("space.two", { title: "Two" })],
      state: { "space.one": { id: "sp1" }, "space.two": { id: "sp2" } },
      incompleteLists: [{ types: ["space"], expected: 2, received: 1 }],
    },
    refused: ["guard/recreate", "guard/incomplete-list"],
    names: ["space.two"],
  },
  {
    name: "with an incomplete list, further deletes are unknown",
    given: {
      live: [live("space sp1", { title: "One" })],
      desired: [desired("space.one", { title: "One" })],
      prune: ["teams"],
      incompleteLists: [{ types: ["team"], expected: 2, received: 1 }],
    },
    refused: ["guard/incomplete-prune"],
  },
  {
    name: "a plan that found all its objects does not know the others in their list",
    given: {
      live: [live("space sp1", { title: "One" })],
      desired: [desired("space.one", { title: "One" })],
      state: { "space.one": { id: "sp1" } },
      incompleteLists: [{ types: ["space"], expected: 2, received: 1 }],
    },
    refused: ["guard/incomplete-list"],
  },
  {
    name: "an object of the state that left the layout needs its list, too",
    given: {
      live: [live("space sp1", { title: "One" })],
      desired: [desired("space.one", { title: "One" })],
      state: { "space.one": { id: "sp1" }, "team.gone": { id: "t1" } },
      incompleteLists: [{ types: ["team"], expected: 2, received: 1 }],
    },
    refused: ["guard/incomplete-list"],
  },
  {
    name: "a delete needs the lists of possible contents",
    given: {
      live: [live("collection c1", { title: "C" })],
      desired: [],
      state: { "collection.c": { id: "c1" } },
      prune: ["collections"],
      incompleteLists: [{ types: ["space"], expected: 2, received: 1 }],
    },
    refused: ["guard/empty-layout", "guard/deletes", "guard/incomplete-list"],
  },
  {
    name: "an object whose container the layout names by its id needs the list of containers",
    given: {
      live: [],
      desired: [desired("space.two", { title: "Two" }, { container: "c1" })],
      state: {},
      incompleteLists: [{ types: ["collection"], expected: 2, received: 1 }],
    },
    refused: ["guard/incomplete-list"],
  },
  {
    name: "an incomplete list of other types does not refuse a delete",
    given: {
      live: [],
      desired: [desired("space.two", { title: "Two" })],
      state: {},
      incompleteLists: [{ types: ["collection"], expected: 2, received: 1 }],
    },
    refused: [],
  },
  {
    name: "with a state, an object cannot be a renamed one",
    given: {
      live: [live("space sp1", { title: "Old name" })],
      desired: [desired("space.g", { title: "New name" })],
      state: {},
    },
    refused: [],
  },
  {
    name: "an object that nobody can rename has no other name",
    given: {
      live: [live("openapi_spec a", { slug: "a", source: { url: "https://x.example" } })],
      desired: [desired("openapi_spec.b", { slug: "b", source: { url: "https://x.example" } })],
    },
    refused: [],
  },
  {
    name: "a layout can refuse to open something to more people",
    given: {
      live: [unpublished, guide, section, variant],
      desired: [
        desired("site.docs", { published: true }, { pin: "site1" }),
        guideSpace,
        declaredSection,
        declaredVariant,
      ],
      safety: { opens: "refuse" },
    },
    refused: ["guard/opens"],
    names: ["space.guides"],
  },
  {
    name: "a published site loses its sections only with permission",
    given: {
      live: [published, guide, section, variant],
      desired: [docs, guideSpace, desired("site_space.docs/guides", { space: { $ref: "space.guides" } })],
    },
    refused: ["guard/deletes", "guard/structure-kind"],
  },
  {
    name: "a published site gets sections only with permission",
    given: {
      live: [published, guide, live("site_space v1", { space: "sp1", path: "guides" })],
      desired: [docs, guideSpace, declaredSection, declaredVariant],
    },
    refused: ["guard/deletes", "guard/structure-kind"],
    names: ["site.docs"],
  },
  {
    name: "a site that no reader sees needs only the permission to delete",
    given: {
      live: [unpublished, guide, section, variant],
      desired: [docs, guideSpace, desired("site_space.docs/guides", { space: { $ref: "space.guides" } })],
    },
    refused: ["guard/deletes"],
  },
  {
    name: "a site cannot change if an interrupted run would show a hidden value",
    given: {
      live: [
        unpublished,
        guide,
        section,
        { ...variant, attributes: { ...variant.attributes, hidden: true } },
      ],
      desired: [docs, guideSpace, desired("site_space.docs/guides", { space: { $ref: "space.guides" } })],
    },
    refused: ["guard/deletes", "guard/structure-kind"],
    names: ["site_space.docs/guides"],
  },
  {
    name: "a site with unknown objects cannot change",
    given: {
      live: [unpublished, guide, section, variant],
      unknownObjects: [{ kind: "site-banner", container: { type: "site", id: "site1" } }],
      desired: [docs, guideSpace, desired("site_space.docs/guides", { space: { $ref: "space.guides" } })],
    },
    refused: ["guard/deletes", "guard/structure-kind"],
    names: ["site.docs"],
  },
  {
    name: "an empty site may get sections or spaces",
    given: { live: [site, guide], desired: [docs, guideSpace, declaredSection, declaredVariant] },
    refused: [],
  },
  {
    name: "a value that live and layout both changed is overwritten only with permission",
    given: {
      live: [live("space sp1", { title: "Theirs" })],
      desired: [desired("space.g", { title: "Ours" })],
      state: { "space.g": { id: "sp1", applied: { title: "Applied" } } },
    },
    refused: ["guard/both-changed"],
    names: ["space.g"],
  },
  {
    name: "a place that live and layout both changed is overwritten only with permission",
    given: {
      live: [
        ...["one", "two", "three"].map((id) => live(`collection ${id}`, { title: id })),
        live("space sp1", { title: "G" }, inside("collection two")),
      ],
      desired: [
        desired("collection.three", { title: "three" }, { pin: "three" }),
        desired("space.g", { title: "G" }, { container: { $ref: "collection.three" } }),
      ],
      state: { "collection.three": { id: "three" }, "space.g": { id: "sp1", container: "one" } },
    },
    refused: ["guard/both-changed"],
    names: ["space.g"],
  },
  {
    name: "an object at the root, where an interrupted move can leave it, is moved without permission",
    given: {
      live: [
        ...["one", "three"].map((id) => live(`collection ${id}`, { title: id })),
        live("space sp1", { title: "G" }),
      ],
      desired: [
        desired("collection.three", { title: "three" }, { pin: "three" }),
        desired("space.g", { title: "G" }, { container: { $ref: "collection.three" } }),
      ],
      state: { "collection.three": { id: "three" }, "space.g": { id: "sp1", container: "one" } },
    },
    refused: [],
  },
  {
    name: "a place that only the layout changed needs no permission",
    given: {
      live: [
        ...["one", "two"].map((id) => live(`collection ${id}`, { title: id })),
        live("space sp1", { title: "G" }, inside("collection one")),
      ],
      desired: [
        desired("collection.two", { title: "two" }, { pin: "two" }),
        desired("space.g", { title: "G" }, { container: { $ref: "collection.two" } }),
      ],
      state: { "collection.two": { id: "two" }, "space.g": { id: "sp1", container: "one" } },
    },
    refused: [],
  },
  {
    name: "another missing object in the state does not matter",
    given: {
      live: [live("space sp1", { title: "G", language: "en" })],
      desired: [desired("space.g", { title: "G", language: "fr" })],
      state: { "space.g": { id: "gone", applied: { title: "G", language: "de" } } },
    },
    refused: ["guard/import"],
  },
  {
    name: "a value that only live changed is reverted",
    given: {
      live: [live("space sp1", { title: "Theirs" })],
      desired: [desired("space.g", { title: "Applied" })],
      state: { "space.g": { id: "sp1", applied: { title: "Applied" } } },
    },
    refused: [],
  },
  {
    name: "the same change on both sides is no conflict",
    given: {
      live: [live("space sp1", { title: "New" })],
      desired: [desired("space.g", { title: "New" })],
      state: { "space.g": { id: "sp1", applied: { title: "Old" } } },
    },
    refused: [],
  },
  {
    name: "a team does not get people who are outside the organization, whatever the case of their address",
    given: { live: [ada], desired: [teamOf("Ada@acme.example", "u_ada", "eve@acme.example")] },
    refused: ["guard/unknown-person"],
    names: ["team.t"],
  },
  {
    name: "a team gets people of the organization, by id or address",
    given: { live: [ada], desired: [teamOf("ada@acme.example", "u_ada")] },
    refused: [],
  },
  {
    name: "an unchanged team can name somebody who has left",
    given: {
      live: [
        live("team t1", { title: "Writers", members: [{ id: "u_eve", email: "eve@acme.example" }] }),
        ada,
      ],
      desired: [teamOf("eve@acme.example")],
      state: { "team.t": { id: "t1", applied: { title: "Writers", members: ["eve@acme.example"] } } },
    },
    refused: [],
  },
  {
    name: "nobody is unknown if the people were not read",
    given: { live: [], desired: [teamOf("eve@acme.example")] },
    refused: [],
  },
  {
    name: "structure that Git Sync owns is not written",
    given: { live: [gitSync, guide], desired: [docs, guideSpace, declaredSection, declaredVariant] },
    refused: ["guard/external-owner"],
    names: ["site_section.docs/guides", "site_space.docs/guides/guides"],
  },
  {
    name: "structure that Git Sync owns is not deleted",
    given: { live: [gitSync, guide, section, variant], desired: [docs, guideSpace] },
    refused: ["guard/deletes", "guard/external-owner"],
  },
  {
    name: "a field that Git Sync owns is not written",
    given: { live: [gitSync], desired: [desired("site.docs", { title: "New" }, { pin: "site1" })] },
    refused: ["guard/external-owner"],
    names: ["site.docs"],
  },
  {
    name: "other fields of the site have no other owner",
    given: { live: [gitSync], desired: [desired("site.docs", { visibility: "public" }, { pin: "site1" })] },
    refused: [],
  },
  {
    name: "Git Sync owns the edit mode of a space in a repository",
    given: { live: [syncedSpace], desired: [desired("space.g", { editMode: "live" }, { pin: "sp1" })] },
    refused: ["guard/external-owner"],
    names: ["space.g"],
  },
  {
    name: "the title of such a space has no other owner",
    given: { live: [syncedSpace], desired: [desired("space.g", { title: "New" }, { pin: "sp1" })] },
    refused: [],
  },
])("$name", ({ given, refused, names }) => {
  const { plan, diagnostics } = planCase(given);
  expect(diagnostics).toEqual([]);
  const refusals = plan?.guard.refusals ?? [];
  expect(refusals.map(({ code }) => code)).toEqual(refused);
  const reported = refusals.map(({ addresses }) => String(addresses));
  expect([...reported, String(undefined)]).toContain(String(names));
});

test.each([
  { name: "protection is remembered where the layout says nothing", protect: {}, remembered: true },
  { name: "the layout can remove the protection", protect: { protect: false }, remembered: undefined },
])("$name", ({ protect, remembered }) => {
  const { plan } = planCase({
    live: spaces(1),
    desired: [desired("space.s0", { title: "S0" }, protect)],
    state: { "space.s0": { id: "sp0", protect: true } },
  });
  expect(plan?.managed["space.s0"]?.protect).toBe(remembered);
});

/** Every refusal, with the permission that lifts it. */
test.each<{ code: Code; permission?: Permission; skipping?: true }>([
  { code: "guard/deletes", permission: "deletes", skipping: true },
  { code: "guard/create-beside", permission: "creates" },
  { code: "guard/import", permission: "imports" },
  { code: "guard/recreate", permission: "recreates" },
  { code: "guard/both-changed", permission: "overwrites" },
  { code: "guard/too-many-deletes", skipping: true },
  { code: "guard/protected", skipping: true },
  { code: "guard/cascade", skipping: true },
  { code: "guard/still-referenced", skipping: true },
  { code: "guard/too-many-changes" },
  { code: "guard/structure-kind" },
  { code: "guard/external-owner" },
  { code: "guard/incomplete-list" },
  { code: "guard/incomplete-prune", skipping: true },
])(
  "$permission, or skipping deletes, lifts $code, and nothing else does",
  ({ code, permission, skipping }) => {
    const permittedBy = permission && permissions[permission].flag;
    const guard: Plan["guard"] = {
      refusals: [{ code, message: "", remedy: "", addresses: [], ...(permittedBy && { permittedBy }) }],
      deletes: 0,
      changes: 0,
      managed: 0,
    };
    const stands = (consent: Partial<Consent>) =>
      unpermitted(guard, { allow: new Set(), ...consent }).length > 0;
    expect(stands({})).toBe(true);
    for (const each of Object.keys(permissions) as Permission[])
      expect(stands({ allow: new Set([each]) })).toBe(each !== permission);
    expect(stands({ skipDeletes: true })).toBe(skipping !== true);
  },
);

const found: Case = {
  live: [site, section, variant, guide],
  desired: [desired("site.docs", { title: "Docs" }), guideSpace],
};
const changed: Case = {
  ...found,
  desired: [desired("site.docs", { title: "Docs", visibility: "unlisted" }), guideSpace],
};
const flattened: Case = {
  live: [published, guide, section, variant],
  desired: [docs, guideSpace, desired("site_space.docs/guides", { space: { $ref: "space.guides" } })],
};

test.each<{ name: string; given: Case; left: readonly Code[] }>([
  { name: "no import of an object that it would only delete in", given: found, left: [] },
  { name: "the import of an object that it changes, too", given: changed, left: ["guard/import"] },
  { name: "no permission to empty a published site", given: flattened, left: [] },
])("a run that skips the deletes needs $name", ({ given, left }) => {
  const { plan } = planCase(given);
  if (plan === undefined) throw new Error("The case is valid.");
  const standing = (consent: Partial<Consent>) =>
    unpermitted(plan.guard, { allow: new Set(), ...consent }).map(({ code }) => code);
  expect(standing({})).toContain("guard/deletes");
  expect(standing({ skipDeletes: true })).toEqual(left);
});

const basic = live("site site1", { title: "Docs", type: "basic" });
const premium = desired("site.docs", { title: "Docs", type: "premium" });
const asInState = { "site.docs": { id: "site1" }, "space.guides": { id: "sp1" } };
const remade: Case = {
  live: [basic, section, variant, guide],
  desired: [premium, guideSpace, declaredSection, declaredVariant],
  state: asInState,
};

test.each<{ name: string; given: Case; refused: readonly string[]; message: RegExp }>([
  {
    name: "with all its declared contents, with one permission",
    given: remade,
    refused: ["guard/recreate"],
    message:
      /site\.docs \(“Docs” site1: type can be set only at creation\) loses its id and its customization, .*2 declared objects inside/u,
  },
  {
    name: "with any number of declared contents",
    given: {
      ...remade,
      live: [
        ...(remade.live ?? []),
        ...Array.from({ length: 12 }, (_, at) =>
          live(`site_section t${at}`, { title: `T${at}`, path: `t${at}` }),
        ),
      ],
      desired: [
        ...(remade.desired ?? []),
        ...Array.from({ length: 12 }, (_, at) =>
          desired(`site_section.docs/t${at}`, { title: `T${at}`, path: `t${at}` }),
        ),
      ],
    },
    refused: ["guard/recreate"],
    message: /14 declared objects inside/u,
  },
  {
    name: "and deletes its contents that left the layout with another permission",
    given: { ...remade, desired: [premium, guideSpace] },
    refused: ["guard/deletes", "guard/recreate"],
    message: /2 objects would be deleted/u,
  },
  {
    name: "and deletes its undeclared contents with another permission",
    given: { ...remade, desired: [{ ...premium, owns: [] }, guideSpace] },
    refused: ["guard/deletes", "guard/recreate"],
    message: /2 objects would be deleted/u,
  },
  {
    name: "but not while it has its own host",
    given: {
      ...remade,
      live: [{ ...basic, computed: { hostname: "docs.acme.example" } }, section, variant, guide],
    },
    refused: ["guard/not-transferable", "guard/recreate"],
    message: /would lose the hostname docs\.acme\.example,/u,
  },
  {
    name: "but not while another owner has a part of it",
    given: {
      live: [
        live("site site1", { title: "Docs", type: "basic" }, { externalOwner: owned }),
        section,
        variant,
        guide,
      ],
      desired: [{ ...premium, owns: [] }, guideSpace, declaredSection, declaredVariant],
      state: asInState,
    },
    refused: ["guard/recreate", "guard/external-owner"],
    message: /Git Sync owns it/u,
  },
  {
    name: "but not while another owner has its contents",
    given: {
      ...remade,
      live: [{ ...basic, externalOwner: { ...owned, contents: true } }, section, variant, guide],
    },
    refused: ["guard/recreate", "guard/external-owner"],
    message: /Git Sync owns it/u,
  },
])("an attribute that is set only at creation recreates the object, $name", ({ given, refused, message }) => {
  const { plan } = planCase(given);
  const refusals = plan?.guard.refusals ?? [];
  expect(refusals.map(({ code }) => code)).toEqual(refused);
  expect(refusals.map(({ message }) => message).join("\n")).toMatch(message);
});
