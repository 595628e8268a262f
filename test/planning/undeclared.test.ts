import { expect, test } from "vitest";
import { findDrift } from "../../src/engine/plan/drift/find-drift.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { Secret } from "../../src/model/secret.ts";
import type { StateEntry } from "../../src/model/state.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inputsOf, inside, into, live, planned } from "../support/planning.ts";

const address = "site_section.docs/a";
const beta = "visitor.claims.beta";

/** A section with its live values, its values in the layout, and its entry in the state. */
function section(
  attributes: JsonObject,
  entry: Partial<StateEntry>,
  declared: Parameters<typeof desired>[1] = {},
  rest: Parameters<typeof desired>[2] = {},
): Case {
  const common = { title: "A", path: "a" };
  return {
    live: [live("site site1", { title: "Docs" }), live("site_section a", { ...common, ...attributes })],
    desired: [desired("site.docs", { title: "Docs" }), desired(address, { ...common, ...declared }, rest)],
    state: {
      "site.docs": { id: "site1", applied: { title: "Docs" } },
      [address]: {
        id: "a",
        scopeId: "site1",
        container: null,
        rank: 0,
        ...entry,
        applied: { ...common, ...entry.applied },
      } as never,
    },
  };
}

const notesOf = (plan: Plan) => plan.notes.filter(({ code }) => code === "plan/undeclared-changed");
const driftOf = (given: Case) =>
  findDrift(inputsOf(given)).entries.filter((entry) => entry.address === address);

test("an undeclared value is recorded as it was read", () => {
  const plan = planned(section({ condition: null, draft: true }, {}));
  expect(plan.managed[address]?.undeclared).toEqual({ condition: null, draft: true });
});

test("a value that no run has read has no known change", () => {
  const given = section({ condition: beta, draft: true }, {});
  expect(driftOf(given)).toEqual([]);
  expect(notesOf(planned(given))).toEqual([]);
});

test("a value that a run did not read keeps its earlier record", () => {
  const undeclared = { condition: beta, draft: false };
  const given = section({ draft: false }, { undeclared });
  const unreadable = (given.live ?? []).map((object) =>
    object.id === "a" ? { ...object, unreadAttributes: ["condition"] } : object,
  );
  const plan = planned({ ...given, live: unreadable });
  expect(plan.managed[address]?.undeclared).toEqual(undeclared);
  expect(notesOf(plan)).toEqual([]);
});

test("a value that leaves the layout is compared with the last apply", () => {
  const as = (condition: string) => section({ condition }, { applied: { condition: beta } });
  expect(driftOf(as(beta))).toEqual([]);
  expect(planned(as(beta)).managed[address]?.undeclared).toMatchObject({ condition: beta });
  const other = as("visitor.claims.partner");
  expect(driftOf(other)).toMatchObject([
    { attribute: "condition", before: beta, after: "visitor.claims.partner", undeclared: true },
  ]);
  expect(notesOf(planned(other))).toHaveLength(1);
});

test("a draft that leaves the layout is a note, not drift", () => {
  const given = section({ draft: true }, { applied: { draft: false } });
  expect(findDrift(inputsOf(given))).toMatchObject({
    drifted: false,
    entries: [{ attribute: "draft", isNote: true, undeclared: true }],
  });
});

test("a value that is declared later reverts a change since the last read", () => {
  const given = section({ condition: beta }, { undeclared: { condition: null } }, { condition: null });
  const plan = planned(given);
  expect(plan.steps).toMatchObject([
    { action: "patch", changes: [{ attribute: "condition", undoes: true }] },
  ]);
  expect(plan.guard.refusals.map(({ code }) => code)).toEqual(["guard/undo"]);
  const both = section({ condition: beta }, { undeclared: { condition: null } }, { condition: "visitor.a" });
  expect(planned(both).guard.refusals.map(({ code }) => code)).toEqual(["guard/both-changed"]);
  const unchanged = section({ condition: null }, { undeclared: { condition: null } }, { condition: beta });
  expect(planned(unchanged).guard.refusals).toEqual([]);
});

test("a value that the layout ignored until now has no change", () => {
  const given = section({ condition: beta, draft: false }, { undeclared: { draft: false } });
  expect(driftOf(given)).toEqual([]);
});

test("a replaced object has a note too", () => {
  const shown = { space: "sp1", path: "fr", condition: beta, draft: false, hidden: false };
  const given: Case = {
    live: [
      live("space sp1", { title: "One" }),
      live("site site1", { title: "Docs" }),
      live("site_section a", { title: "a", path: "a" }),
      live("site_space v0", { space: "sp1", path: "en" }, inside("site_section a")),
      live("site_space v1", shown, inside("site_section a")),
      live("site_section b", { title: "b", path: "b" }),
      live("site_space v2", { space: "sp1", path: "en" }, inside("site_section b")),
    ],
    desired: [
      desired("site.docs", { title: "Docs" }, { pin: "site1" }),
      ...["a", "b"].flatMap((path) => [
        desired(`site_section.docs/${path}`, { title: path, path }),
        desired(
          `site_space.docs/${path}/en`,
          { space: "sp1", path: "en" },
          into(`site_section.docs/${path}`),
        ),
      ]),
      desired("site_space.docs/b/fr", { space: "sp1", path: "fr" }, into("site_section.docs/b")),
    ],
    state: {
      "site.docs": { id: "site1" },
      "site_space.docs/b/fr": {
        id: "v1",
        applied: { space: "sp1", path: "fr" },
        undeclared: { condition: null, draft: false, hidden: false },
      },
    },
  };
  const plan = planned(given);
  expect(plan.steps.map(({ action }) => action)).toContain("replace");
  expect(notesOf(plan)).toMatchObject([{ address: "site_space.docs/b/fr" }]);
  expect(plan.managed["site_space.docs/b/fr"]?.undeclared).toMatchObject({ condition: beta });
});

test("a new object is recorded with the service's known initial values", () => {
  const plan = planned({
    desired: [desired("space.one", { title: "One" }), desired("site.docs", { title: "Docs" })],
  });
  expect(plan.managed["space.one"]).toMatchObject({ undeclared: { defaultLevel: "inherit" } });
  expect(plan.managed["site.docs"]).toMatchObject({
    undeclared: { published: false },
    unknown: ["visibility", "adaptiveContent", "defaultLevel"],
  });
});

test("no secret is recorded in clear text", () => {
  const secret = new Secret(beta, { kind: "environment", name: "CONDITION" });
  const outside = section({ condition: beta }, {}, { description: secret });
  expect(planned(outside).managed[address]?.undeclared?.["condition"]).toHaveProperty("$hash");
  const before = section({ condition: beta }, { applied: { condition: { $hash: "1234" } } });
  const plan = planned(before);
  expect(plan.managed[address]?.undeclared?.["condition"]).toHaveProperty("$hash");
  expect(JSON.stringify(notesOf(plan))).not.toContain(beta);
  expect(JSON.stringify(driftOf(before))).not.toContain(beta);
});
