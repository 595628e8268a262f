import { expect, test } from "vitest";
import { findStaleConflicts } from "../../src/engine/plan/drift/stale-conflicts.ts";
import { hashSecret } from "../../src/engine/reconcile/hash-secret.ts";
import { Secret } from "../../src/model/secret.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import { type Case, desired, inside, live, planCase, worldOf } from "../support/planning.ts";

const site = live("site site1", { title: "Docs" });
const docs = desired("site.docs", { title: "Docs" }, { pin: "site1" });
const guide = live("space sp1", { title: "Guides" });
const guides = desired("space.guides", { title: "Guides" }, { pin: "sp1" });
const section = (id: string, path: string) => live(`site_section ${id}`, { title: path, path, icon: null });
const variant = (id: string, of: string) =>
  live(`site_space ${id}`, { space: "sp1", path: "guides" }, inside(`site_section ${of}`));
const declared = (path: string, rest = {}) =>
  desired(`site_section.docs/${path}`, { title: path, path }, rest);
const declaredVariant = (of: string) =>
  desired(
    `site_space.docs/${of}/guides`,
    { space: { $ref: "space.guides" } },
    { container: { $ref: `site_section.docs/${of}` } },
  );

/** Changes or removes one object of a snapshot. */
const edit = (id: string, how: Partial<LiveObject> | undefined) => (objects: readonly LiveObject[]) =>
  objects.flatMap((object) => {
    if (object.id !== id) return [object];
    return how === undefined
      ? []
      : [{ ...object, ...how, attributes: { ...object.attributes, ...how.attributes } }];
  });
const add = (object: LiveObject) => (objects: readonly LiveObject[]) => [...objects, object];
const title = (text: string) => ({ attributes: { title: text } });

const create: Case = {
  live: [live("collection c1", { title: "C" })],
  desired: [
    desired("collection.c", { title: "C" }, { pin: "c1" }),
    desired("space.g", { title: "G" }, { container: { $ref: "collection.c" } }),
  ],
};
const patch: Case = {
  live: [live("collection c1", { title: "Old", description: "D", defaultLevel: "read" })],
  desired: [desired("collection.c", { title: "New" }, { pin: "c1" })],
};
const imported: Case = {
  live: [live("collection c1", { title: "C", description: "D", defaultLevel: "read" })],
  desired: [desired("collection.c", { title: "C", description: "New" })],
};
const secret: Case = {
  live: [live("saml_provider p1", { label: "P", certificate: "PEM" })],
  desired: [
    desired(
      "saml_provider.p",
      { certificate: new Secret("OTHER", { kind: "file", path: "p.pem" }) },
      { pin: "p1" },
    ),
  ],
};
const move: Case = {
  live: [live("collection c1", { title: "C" }), live("space sp1", { title: "Guides" })],
  desired: [
    desired("collection.c", { title: "C" }, { pin: "c1" }),
    desired("space.guides", { title: "Guides" }, { pin: "sp1", container: { $ref: "collection.c" } }),
  ],
};
const sort: Case = {
  live: [site, guide, section("s1", "a"), variant("v1", "s1"), section("s2", "b"), variant("v2", "s2")],
  desired: [docs, guides, declared("b"), declaredVariant("b"), declared("a"), declaredVariant("a")],
};
const remove: Case = {
  live: [
    live("collection c1", { title: "C", description: "D" }),
    live("space sp1", { title: "G", emoji: null }, inside("collection c1")),
  ],
  desired: [],
  prune: ["collections", "spaces"],
};
const replace: Case = {
  live: [live("openapi_spec a", { slug: "a", source: { url: "https://x.example" }, visibility: "private" })],
  desired: [desired("openapi_spec.s", { slug: "b", source: { url: "https://x.example" } })],
  state: { "openapi_spec.s": { id: "a" } },
};
const cascade: Case = {
  live: [site, guide, section("s1", "a"), variant("v1", "s1"), section("s2", "b"), variant("v2", "s2")],
  desired: [docs, guides, declared("b"), declaredVariant("b")],
};

test.each<{
  name: string;
  given: Case;
  happens?: (objects: readonly LiveObject[]) => readonly LiveObject[];
  conflicts: readonly string[];
}>([
  ...Object.entries({ create, patch, imported, secret, move, sort, remove, replace, cascade }).map(
    ([name, given]) => ({
      name: `${name}: an unchanged world fits`,
      given,
      conflicts: [],
    }),
  ),
  {
    name: "import: an object that matched by its key has another title now",
    given: imported,
    happens: edit("c1", title("Theirs")),
    conflicts: ["stale/changed collection.c title"],
  },
  {
    name: "import: an object that matched by its key is in another place now",
    given: imported,
    happens: edit("c1", inside("collection other")),
    conflicts: ["stale/changed collection.c title"],
  },
  {
    name: "import: another field of it may change",
    given: imported,
    happens: edit("c1", { attributes: { defaultLevel: "edit" } }),
    conflicts: [],
  },
  {
    name: "import: a key that is left to others may change",
    given: {
      ...imported,
      desired: [desired("collection.c", { title: "C", description: "New" }, { ignore: ["title"] })],
    },
    happens: edit("c1", title("Theirs")),
    conflicts: [],
  },
  {
    name: "import: a pinned object may have any title",
    given: { ...imported, desired: [desired("collection.c", { description: "New" }, { pin: "c1" })] },
    happens: edit("c1", title("Theirs")),
    conflicts: [],
  },
  {
    name: "create: an object of the same key has appeared",
    given: create,
    happens: add(live("space new", { title: "G" }, inside("collection c1"))),
    conflicts: ["stale/appeared space.g"],
  },
  {
    name: "create: an object of another key does no harm",
    given: create,
    happens: add(live("space new", { title: "H" }, inside("collection c1"))),
    conflicts: [],
  },
  {
    name: "create: its parent is gone",
    given: create,
    happens: edit("c1", undefined),
    conflicts: ["stale/gone collection.c"],
  },
  {
    name: "create: a section of the same create key has appeared",
    given: { live: [site, guide], desired: [docs, guides, declared("a"), declaredVariant("a")] },
    happens: (objects) => [
      ...objects,
      live("site_section new", { title: "a", path: "a-1" }),
      live("site_space nv", { space: "sp1", path: "guides" }, inside("site_section new")),
    ],
    conflicts: ["stale/appeared site_section.docs/a"],
  },
  {
    name: "create: a section of the same title on another space does no harm",
    given: { live: [site, guide], desired: [docs, guides, declared("a"), declaredVariant("a")] },
    happens: (objects) => [
      ...objects,
      live("site_section new", { title: "a", path: "a-1" }),
      live("site_space nv", { space: "other", path: "guides" }, inside("site_section new")),
    ],
    conflicts: [],
  },
  {
    name: "patch: the old value of a field of the step has moved",
    given: patch,
    happens: edit("c1", title("Theirs")),
    conflicts: ["stale/changed collection.c title"],
  },
  {
    name: "patch: another field may move",
    given: patch,
    happens: edit("c1", { attributes: { description: "Theirs", defaultLevel: "edit" } }),
    conflicts: [],
  },
  {
    name: "patch: its object is gone",
    given: patch,
    happens: edit("c1", undefined),
    conflicts: ["stale/gone collection.c"],
  },
  {
    name: "patch: the old value of a secret has moved",
    given: secret,
    happens: edit("p1", { attributes: { certificate: "THEIRS" } }),
    conflicts: ["stale/changed saml_provider.p certificate"],
  },
  {
    name: "move: the object has left its place",
    given: move,
    happens: edit("sp1", inside("collection elsewhere")),
    conflicts: ["stale/moved space.guides container"],
  },
  {
    name: "move: its new parent is gone",
    given: move,
    happens: edit("c1", undefined),
    conflicts: ["stale/gone collection.c"],
  },
  {
    name: "move: a sibling has come",
    given: sort,
    happens: (objects) => [...objects, section("s9", "z")],
    conflicts: ["stale/moved site_section.docs/b order"],
  },
  {
    name: "move: the siblings stand in another order",
    given: sort,
    happens: (objects) => [...objects].reverse(),
    conflicts: ["stale/moved site_section.docs/b order"],
  },
  {
    name: "move: a field of a sibling may move",
    given: sort,
    happens: edit("s1", { attributes: { icon: "book" } }),
    conflicts: [],
  },
  {
    name: "delete: any field has moved",
    given: remove,
    happens: edit("c1", { attributes: { description: "Theirs" } }),
    conflicts: ["stale/changed collection.@c1 *"],
  },
  {
    name: "delete: something has come into it",
    given: remove,
    happens: add(live("space new", { title: "N" }, inside("collection c1"))),
    conflicts: ["stale/changed collection.@c1 *"],
  },
  {
    name: "delete: something has left it",
    given: remove,
    happens: edit("sp1", { container: null }),
    conflicts: ["stale/changed collection.@c1 *", "stale/changed space.@sp1 *"],
  },
  {
    name: "delete: the object is gone already",
    given: remove,
    happens: edit("sp1", undefined),
    conflicts: ["stale/gone space.@sp1"],
  },
  {
    name: "delete: an object that is deleted with it has moved",
    given: cascade,
    happens: edit("v1", { attributes: { path: "theirs" } }),
    conflicts: ["stale/changed site_space.@v1 *"],
  },
  {
    name: "delete: a variant has entered a deleted section",
    given: cascade,
    happens: add(variant("v9", "s1")),
    conflicts: ["stale/changed site_section.@s1 *"],
  },
  {
    name: "replace: a field of the old object has changed",
    given: replace,
    happens: edit("a", { attributes: { visibility: "public" } }),
    conflicts: ["stale/changed openapi_spec.s *"],
  },
])("$name", ({ given, happens = (objects) => objects, conflicts }) => {
  const { plan, diagnostics } = planCase(given);
  expect(diagnostics).toEqual([]);
  const world = worldOf({ ...given, live: happens(given.live ?? []) });
  const found = plan === undefined ? [] : findStaleConflicts(plan, world, registry, hashSecret);
  expect(found.map(({ code, address, fields }) => [code, address, ...fields].join(" "))).toEqual(conflicts);
});

test("a plan has a list of ids once, however many steps expect it", () => {
  const { plan } = planCase({
    live: [site, section("s1", "a"), section("s2", "b"), section("s3", "c"), guide],
    desired: [
      docs,
      ...["c", "b", "a"].map((path, rank) => declared(path, { rank, pin: `s${"abc".indexOf(path) + 1}` })),
      ...["x", "y"].map((name) => desired(`space.${name}`, { title: name })),
    ],
  });
  expect(plan?.knownIds).toEqual({ space: ["sp1"] });
  expect(plan?.siblings).toEqual({ "structure site.docs": ["s1", "s2", "s3"] });
});
