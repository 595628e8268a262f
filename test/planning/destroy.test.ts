import { expect, test } from "vitest";
import type { PlanResult } from "../../src/engine/plan/compose-plan.ts";
import { nodesOfDeletes } from "../../src/engine/plan/order/without-deletes.ts";
import { planDestroy } from "../../src/engine/plan/plan-destroy.ts";
import { type Case, desired, inputsOf, inside, live, outline, planCase } from "../support/planning.ts";

const site = live("site site1", { title: "Docs" });
const section = live("site_section s1", { title: "A", path: "a" });
const variant = live("site_space v1", { space: "sp1", path: "a" }, inside("site_section s1"));
const collection = live("collection c1", { title: "C" });
const space = live("space sp1", { title: "A" }, inside("collection c1"));
const ours = [
  desired("site.docs", { title: "Docs" }, { pin: "site1" }),
  desired("collection.c", { title: "C" }, { pin: "c1" }),
  desired("space.a", { title: "A" }, { pin: "sp1" }),
];

/** Collections and spaces below `h1` and `h2`: two collections that exist and that lists omit. */
const inHidden = [
  live("collection c1", { title: "C" }, inside("collection h1")),
  live("collection c2", { title: "D" }, inside("collection h1")),
  live("collection c3", { title: "E" }, inside("collection h2")),
  live("space sp1", { title: "A" }, inside("collection c1")),
  live("space sp2", { title: "B" }, inside("collection c3")),
];
const oursInHidden = inHidden.map(({ type, id, attributes }) =>
  desired(`${type}.${id}`, attributes as { title: string }, { pin: id }),
);

function destroy(given: Case, confirmed: { readonly organizationId?: string } = {}): PlanResult {
  const inputs = inputsOf(given);
  return planDestroy(inputs, { organizationId: inputs.desired.organizationId, ...confirmed });
}

test.each<{ name: string; given: Case; expected: readonly string[] }>([
  {
    name: "destroy deletes everything that the layout declares, with its contents",
    given: { live: [site, section, variant, collection, space], desired: ours },
    expected: [
      "- collection.@c1",
      "- site.@site1",
      "- site_section.@s1 with site.@site1",
      "- site_space.@v1 with site.@site1",
      "- space.@sp1",
      "guard/deletes",
    ],
  },
  {
    name: "destroy keeps objects that the layout does not declare",
    given: {
      live: [collection, live("team t1", { title: "Theirs" })],
      desired: [desired("collection.c", { title: "C" }, { pin: "c1" })],
    },
    expected: ["- collection.@c1", "guard/deletes"],
  },
  {
    name: "destroy has no threshold, because a person types the organization's id",
    given: {
      live: Array.from({ length: 20 }, (_, at) => live(`team t${at}`, { title: `T${at}` })),
      desired: Array.from({ length: 20 }, (_, at) => desired(`team.t${at}`, {}, { pin: `t${at}` })),
    },
    expected: [...Array.from({ length: 20 }, (_, at) => `- team.@t${at}`), "guard/deletes"],
  },
  {
    name: "another user's space in a declared collection refuses the destroy",
    given: { live: [collection, space], desired: [desired("collection.c", { title: "C" }, { pin: "c1" })] },
    expected: ["- collection.@c1", "guard/deletes", "guard/cascade"],
  },
  {
    name: "another user's space refuses the destroy, too, if no list shows its container",
    given: {
      live: [collection, live("space sp9", { title: "Theirs" }, inside("collection h1"))],
      desired: [desired("collection.c", { title: "C" }, { pin: "c1" })],
    },
    expected: ["- collection.@c1", "guard/deletes", "guard/cascade"],
  },
  {
    name: "an object in an unlisted collection is not inside the collection beside it",
    given: {
      live: [
        live("collection c1", { title: "C" }, inside("collection c0")),
        live("collection c0", { title: "B" }, inside("collection h1")),
        live("space sp9", { title: "Theirs" }, inside("collection h1")),
      ],
      desired: [desired("collection.c", { title: "C" }, { pin: "c1" })],
    },
    expected: ["- collection.@c1", "guard/deletes"],
  },
  {
    name: "destroy deletes collections inside one unlisted collection, and inside two",
    given: { live: inHidden, desired: oursInHidden },
    expected: [
      "- collection.@c1",
      "- collection.@c2",
      "- collection.@c3",
      "- space.@sp1",
      "- space.@sp2",
      "guard/deletes",
    ],
  },
  {
    name: "a protected object refuses the destroy",
    given: {
      live: [collection],
      desired: [desired("collection.c", { title: "C" })],
      state: { "collection.c": { id: "c1", protect: true } },
    },
    expected: ["- collection.c", "guard/deletes", "guard/protected"],
  },
  {
    name: "an object that matches only by its key may belong to another user",
    given: {
      live: [site, section, collection, space, live("team t1", { title: "W" })],
      desired: [
        desired("site.docs", { title: "Docs" }),
        desired("collection.c", { title: "C" }, { pin: "c1" }),
        desired("space.a", { title: "A" }, { container: { $ref: "collection.c" } }),
        desired("team.w", { title: "W" }),
      ],
      state: { "site.docs": { id: "site1" } },
    },
    expected: [
      "- collection.@c1",
      "- site.docs",
      "- site_section.@s1 with site.docs",
      "- space.@sp1",
      "- team.@t1",
      "guard/deletes",
      "guard/import",
    ],
  },
  {
    name: "destroy deletes an object that the state has under another name",
    given: {
      live: [live("team t1", { title: "W" })],
      desired: [desired("team.w", { title: "W" })],
      state: { "team.before": { id: "t1" } },
    },
    expected: ["- team.before", "guard/deletes"],
  },
  {
    name: "a pinned object that is gone needs no delete, with its contents",
    given: {
      live: [collection, space],
      desired: [
        desired("collection.c", { title: "C" }, { pin: "c1" }),
        desired("space.a", { title: "A" }, { pin: "sp1", container: { $ref: "collection.c" } }),
        desired("site.docs", { title: "Docs" }, { pin: "site1" }),
        desired("site_section.docs/a", { space: { $ref: "space.a" }, title: "A" }),
      ],
    },
    expected: ["- collection.@c1", "- space.@sp1", "guard/deletes"],
  },
  {
    name: "an object of the state that left the layout stays, and is not forgotten",
    given: {
      live: [site, section, variant, space, ...Array.from({ length: 9 }, (_, at) => live(`team t${at}`))],
      desired: [desired("team.t0", {})],
      state: {
        "site.docs": { id: "site1" },
        "site_section.docs/a": { id: "s1", scopeId: "site1", protect: true },
        "site_space.docs/a/a": { id: "v1", scopeId: "site1" },
        ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`team.t${at}`, { id: `t${at}` }])),
      },
    },
    expected: ["- team.t0", "guard/deletes"],
  },
  {
    name: "an incomplete list refuses the destroy, because other contents are unknown",
    given: {
      live: [collection],
      desired: [desired("collection.c", { title: "C" }, { pin: "c1" })],
      incompleteLists: [{ types: ["space"], expected: 2, received: 1 }],
    },
    expected: ["- collection.@c1", "guard/deletes", "guard/incomplete-prune"],
  },
  {
    name: "an object that was never applied needs no delete",
    given: { live: [collection], desired: [desired("team.w", { title: "W" })] },
    expected: [],
  },
  {
    name: "ambiguous objects are named and kept",
    given: {
      live: [live("team t1", { title: "W" }), live("team t2", { title: "W" })],
      desired: [desired("team.w", { title: "W" })],
    },
    expected: ["plan/ambiguous"],
  },
])("$name", ({ given, expected }) => {
  expect(outline(destroy(given))).toEqual(expected);
});

test("every node of a destroy belongs to a step", () => {
  const { plan } = destroy({ live: [site, section, variant, collection, space], desired: ours });
  expect(plan?.nodes.map((node) => [node.id, plan.steps[node.step]?.address])).toEqual([
    ["delete collection.@c1", "collection.@c1"],
    ["delete site.@site1", "site.@site1"],
    ["delete space.@sp1", "space.@sp1"],
  ]);
});

test("nested collections are deleted after the contents of all have left", () => {
  const { plan } = destroy({ live: inHidden, desired: oursInHidden });
  const after = (id: string) => plan?.nodes.find((node) => node.id === `delete ${id}`)?.after;
  expect(after("collection.@c1")).toEqual(["delete space.@sp1", "delete collection.@c3"]);
  expect(after("collection.@c2")).toEqual(["delete collection.@c3"]);
  expect(after("collection.@c3")).toEqual(["delete space.@sp2", "delete space.@sp1"]);
});

test("without deletes, everything that waits for one is omitted, and nothing else", () => {
  const { plan } = planCase({
    live: [
      live("team t1", { title: "Old" }),
      live("team t2", { title: "W" }),
      live("team t3", { title: "X" }),
    ],
    desired: [
      desired("team.w", { title: "Old" }, { pin: "t2" }),
      desired("team.x", { title: "Y" }, { pin: "t3" }),
    ],
    prune: ["teams"],
  });
  expect(plan && [...nodesOfDeletes(plan)].sort()).toEqual(["delete team.@t1", "write team.w patch"]);
});

test("without deletes, a replacement is omitted completely", () => {
  const { plan } = planCase({
    live: [live("openapi_spec a", { slug: "a", source: { url: "https://x.example" } })],
    desired: [desired("openapi_spec.s", { slug: "b", source: { url: "https://x.example" } })],
    state: { "openapi_spec.s": { id: "a" } },
  });
  expect(plan && [...nodesOfDeletes(plan)].sort()).toEqual([
    "create openapi_spec.s",
    "delete openapi_spec.s~replaced",
  ]);
});

test("the id of another organization confirms nothing", () => {
  const { plan, diagnostics } = destroy(
    { live: [collection, space], desired: ours },
    { organizationId: "other" },
  );
  expect(plan).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual(["plan/destroy-other-organization"]);
});
