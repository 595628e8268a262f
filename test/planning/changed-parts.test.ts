import { describe, expect, test } from "vitest";
import { decideAccept } from "../../src/engine/plan/accept/decide-accept.ts";
import { findDrift } from "../../src/engine/plan/drift/find-drift.ts";
import { asDeclared, managedPart } from "../../src/model/attribute-value.ts";
import { Secret } from "../../src/model/secret.ts";
import { namesIn } from "../../src/report/view/names-view.ts";
import { stepView } from "../../src/report/view/step-view.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inputsOf, live, planned } from "../support/planning.ts";

// The service and the layout both changed one value. They are compared part by part: maps by their keys, sets by their items.

const site = live("site site1", { title: "Docs" });

/** An attribute of an object, with its last applied, declared and live value. */
interface Values {
  readonly applied: Json;
  readonly declared: Json;
  readonly now: Json;
}

/** Members of a team. The service shows their ids, too. */
const team = ({ applied, declared, now }: Values, currentUser?: Case["currentUser"]): Case => ({
  live: [live("team t1", { title: "Writers", members: now })],
  desired: [desired("team.t", { title: "Writers", members: declared })],
  state: { "team.t": { id: "t1", applied: { title: "Writers", members: applied } } },
  ...(currentUser && { currentUser }),
});
const member = (name: string) => ({ id: name, email: `${name}@acme.example` });
const emails = (...people: readonly string[]) => people.map((name) => member(name).email);
const members = (...people: readonly string[]) => people.map(member);

const section = ({ applied, declared, now }: Values): Case => ({
  live: [site, live("site_section s1", { title: "A", path: "a", localizedTitle: now })],
  desired: [
    desired("site.docs", { title: "Docs" }),
    desired("site_section.docs/a", { title: "A", path: "a", localizedTitle: declared }),
  ],
  state: {
    "site.docs": { id: "site1", applied: { title: "Docs" } },
    "site_section.docs/a": {
      id: "s1",
      scopeId: "site1",
      container: null,
      rank: 0,
      applied: { title: "A", path: "a", localizedTitle: applied },
    },
  },
});

const siteWith =
  (attribute: string) =>
  ({ applied, declared, now }: Values): Case => ({
    live: [live("site site1", { title: "Docs", [attribute]: now })],
    desired: [desired("site.docs", { title: "Docs", [attribute]: declared })],
    state: { "site.docs": { id: "site1", applied: { title: "Docs", [attribute]: applied } } },
  });

/** A schema with claims below `unsigned`: each has a description, and the last one further fields. */
const claims = (descriptions: Readonly<Record<string, string>>, ofLast: JsonObject = {}) => ({
  type: "object",
  properties: {
    unsigned: {
      type: "object",
      description: "Unsigned claims of the site visitor.",
      properties: Object.fromEntries(
        Object.entries(descriptions).map(([name, description], at, { length }) => [
          name,
          { type: "boolean", description, ...(at === length - 1 && ofLast) },
        ]),
      ),
      additionalProperties: false,
    },
  },
  additionalProperties: false,
});
const schemaOf = siteWith("adaptiveSchema");

const space = ({ applied, declared, now }: Values): Case => ({
  live: [live("space sp1", { title: "G", mergeRules: now })],
  desired: [desired("space.g", { title: "G", mergeRules: declared })],
  state: { "space.g": { id: "sp1", applied: { title: "G", mergeRules: applied } } },
});
const rules = (...of: readonly string[]) => ({ type: "rules", rules: of.map((rule) => ({ rule })) });
const [review, subject, agent] = [
  "require_at_least_one_review",
  "require_change_request_subject",
  "require_agent_review",
] as const;

interface Row {
  readonly name: string;
  readonly given: Case;
  /** The side in the drift. Absent: the live value is as declared, or the change is unknown. */
  readonly side?: "live" | "layout" | "both";
  readonly undoneParts?: readonly string[];
  readonly refused?: readonly string[];
  /** Words of the refusal. */
  readonly refusal?: string;
  /** The value of the layout after accept. */
  readonly accepted?: Json;
}

const rows: readonly Row[] = [
  {
    name: "different members, which each side added",
    given: team({ applied: emails("a"), declared: emails("a", "b"), now: members("a", "c") }),
    side: "live",
    undoneParts: emails("c"),
    accepted: emails("a", "b", "c"),
  },
  {
    name: "a member that the layout removed, and one that a person added",
    given: team({ applied: emails("a", "b"), declared: emails("a"), now: members("a", "b", "c") }),
    side: "live",
    undoneParts: emails("c"),
    accepted: emails("a", "c"),
  },
  {
    name: "a member that a person removed, whom an undo gives access again",
    given: team({ applied: emails("a", "b"), declared: emails("a", "b", "c"), now: members("a") }),
    side: "live",
    undoneParts: emails("b"),
    refused: ["guard/undo"],
    refusal: "b@acme.example in members of team.t",
    accepted: emails("a", "c"),
  },
  {
    name: "the same member, added by both",
    given: team({ applied: emails("a"), declared: emails("a", "b"), now: members("a", "b") }),
  },
  {
    name: "the same member, added by both, and another one",
    given: team({ applied: emails("a"), declared: emails("a", "b"), now: members("a", "b", "c") }),
    side: "live",
    undoneParts: emails("c"),
  },
  {
    name: "a member whom the layout now names by id, while a person added another one",
    given: team({ applied: emails("a"), declared: ["a"], now: members("a", "c") }),
    side: "live",
    undoneParts: emails("c"),
  },
  {
    name: "a removed member whom the layout may now name by id",
    given: team({ applied: emails("a", "b"), declared: [...emails("a"), "b"], now: members("a") }),
    side: "both",
    refused: ["guard/both-changed"],
    refusal: "b in members of team.t",
  },
  {
    name: "the token's own user, who is not declared",
    given: team(
      { applied: emails("a"), declared: emails("a", "b"), now: members("a", "me", "c") },
      member("me"),
    ),
    side: "live",
    undoneParts: emails("c"),
    accepted: emails("a", "b", "c"),
  },
  {
    name: "the token's own user, whom the layout no longer declares",
    given: team(
      { applied: emails("a", "me"), declared: emails("a"), now: members("a", "me", "c") },
      member("me"),
    ),
    side: "live",
    undoneParts: emails("c"),
  },
  {
    name: "different languages",
    given: section({
      applied: { fr: "Un" },
      declared: { fr: "Un", de: "Eins" },
      now: { fr: "Un", it: "Uno" },
    }),
    side: "live",
    undoneParts: ["it"],
    accepted: { fr: "Un", de: "Eins", it: "Uno" },
  },
  {
    name: "the only language, which a person removed, and a new one",
    given: section({ applied: { fr: "Un" }, declared: { fr: "Un", de: "Eins" }, now: null }),
    side: "live",
    undoneParts: ["fr"],
    accepted: { de: "Eins" },
  },
  {
    name: "the same language in the same way, and another one",
    given: section({ applied: { fr: "Un" }, declared: { fr: "1" }, now: { fr: "1", de: "Eins" } }),
    side: "live",
    undoneParts: ["de"],
  },
  {
    name: "the same language in different ways",
    given: section({ applied: { fr: "Un" }, declared: { fr: "1", de: "Eins" }, now: { fr: "I" } }),
    side: "both",
    refused: ["guard/both-changed"],
    refusal: "fr in localizedTitle of site_section.docs/a",
  },
  {
    name: "a language that a person removed and the layout changed",
    given: section({ applied: { fr: "Un" }, declared: { fr: "1" }, now: {} }),
    side: "both",
    refused: ["guard/both-changed"],
  },
  {
    name: "a language that everybody changed to one value, beside an edit of the layout",
    given: section({ applied: { fr: "Un" }, declared: { fr: "1", de: "Eins" }, now: { fr: "1" } }),
    side: "layout",
  },
  {
    name: "different leaves of a nested map",
    given: schemaOf({
      applied: claims({ a: "A", b: "B" }),
      declared: claims({ a: "A1", b: "B" }),
      now: claims({ a: "A", b: "B2" }),
    }),
    side: "live",
    undoneParts: ["properties.unsigned.properties.b.description"],
    accepted: claims({ a: "A1", b: "B2" }),
  },
  {
    name: "the same leaf of a nested map in different ways",
    given: schemaOf({
      applied: claims({ a: "A", b: "B" }),
      declared: claims({ a: "A1", b: "B" }),
      now: claims({ a: "A2", b: "B" }),
    }),
    side: "both",
    refused: ["guard/both-changed"],
    refusal: "properties.unsigned.properties.a.description in adaptiveSchema of site.docs",
  },
  {
    name: "a nested map that a person removed and the layout changed inside",
    given: schemaOf({
      applied: claims({ a: "A", b: "B" }),
      declared: claims({ a: "A", b: "B" }, { enum: ["on"] }),
      now: claims({ a: "A" }),
    }),
    side: "both",
    refused: ["guard/both-changed"],
  },
  {
    name: "nested maps that each side added under a name of JavaScript",
    given: schemaOf({
      applied: claims({}),
      declared: claims({ constructor: "A" }),
      now: claims({ toString: "B" }),
    }),
    side: "live",
    undoneParts: ["properties.unsigned.properties.toString"],
    accepted: claims({ constructor: "A", toString: "B" }),
  },
  {
    name: "a list without identity, which stays whole",
    given: space({
      applied: rules(review),
      declared: rules(review, subject),
      now: rules(review, agent),
    }),
    side: "both",
    refused: ["guard/both-changed"],
    refusal: "rules in mergeRules of space.g",
  },
  {
    name: "a map with a comparison of its own, which stays whole",
    given: siteWith("adaptiveContent")({
      applied: { enabled: true },
      declared: { enabled: true, since: "May" },
      now: { enabled: false },
    }),
    side: "both",
    refused: ["guard/both-changed"],
    refusal: "last apply: adaptiveContent of site.docs",
  },
  {
    name: "a value that is no map on the service",
    given: schemaOf({ applied: claims({}), declared: claims({ a: "A" }), now: "broken" }),
    side: "both",
    refused: ["guard/both-changed"],
    refusal: "last apply: adaptiveSchema of site.docs",
  },
];

const attributeOf = ({ given }: Row) => Object.keys(given.desired?.at(-1)?.attributes ?? {}).at(-1) ?? "";
const addressOf = ({ given }: Row) => given.desired?.at(-1)?.address ?? "";

describe.each(rows)("$name", (row) => {
  const { given, side, undoneParts, refused = [], refusal = "", accepted } = row;
  const attribute = attributeOf(row);

  test("the plan marks what it undoes, and refuses what both changed", () => {
    const { steps, guard } = planned(given);
    const changes = steps.flatMap((step) => ("changes" in step ? step.changes : []));
    expect(changes.map(({ undoes, undoneParts: parts }) => ({ undoes, parts }))).toEqual(
      side === undefined ? [] : [{ undoes: undoneParts && true, parts: undoneParts }],
    );
    expect(guard.refusals.map(({ code }) => code)).toEqual(refused);
    expect(guard.refusals.map(({ message }) => message).join()).toContain(refusal);
  });

  test("drift reports who changed it", () => {
    const { entries } = findDrift(inputsOf(given));
    expect(entries.map(({ attribute: name, changedIn }) => [name, changedIn])).toEqual(
      side === undefined ? [] : [[attribute, side]],
    );
  });

  test("a layout that refuses every undo refuses this one", () => {
    const { guard } = planned({ ...given, safety: { undo: "refuse" } });
    const codes = guard.refusals.map(({ code }) => code);
    expect(codes).toEqual(undoneParts === undefined ? refused : ["guard/undo"]);
  });

  test("accept takes the changes on the service, and keeps those of the layout", () => {
    const decision = decideAccept(inputsOf(given), { changes: "drift" });
    const values = decision.edits?.values ?? [];
    const isTaken = side === "live";
    expect(values.map((value) => `${value.attribute} of ${value.address}`)).toEqual(
      isTaken ? [`${attribute} of ${addressOf(row)}`] : [],
    );
    expect(values.map(({ merged }) => merged?.declared)).toEqual(isTaken ? [accepted] : []);
    expect(decision.accepted?.map(({ after }) => after)).toEqual(
      isTaken ? [accepted ?? liveAsDeclared(given, attribute)] : [],
    );
  });
});

/** What the layout manages of the value of the last live object, in the words of the last declared one. */
function liveAsDeclared({ live, desired: wanted, currentUser }: Case, attribute: string): Json {
  const { type = "", attributes = {} } = live?.at(-1) ?? {};
  const rule = registry.find(({ name }) => name === type)?.attributes[attribute] ?? {};
  const declared = wanted?.at(-1)?.attributes[attribute] as Json;
  return asDeclared(rule, managedPart(rule, declared, attributes[attribute] ?? null, currentUser), declared);
}

test("the layout's own edit remains after an accept", () => {
  const given = team({ applied: emails("a", "x"), declared: emails("a", "x", "b"), now: members("a", "c") });
  const [value] = decideAccept(inputsOf(given), { changes: "drift" }).edits?.values ?? [];
  const { declared = null, applied = null } = value?.merged ?? {};
  expect([declared, applied]).toEqual([emails("a", "b", "c"), emails("a", "c")]);
  const after = team({ applied, declared, now: members("a", "c") });
  const changes = planned(after).steps.flatMap((step) => ("changes" in step ? step.changes : []));
  expect(changes).toMatchObject([{ attribute: "members", after: declared }]);
  expect(changes.some(({ undoes }) => undoes)).toBe(false);
});

test("accepting everything takes the whole live value", () => {
  const given = team({ applied: emails("a"), declared: emails("a", "b"), now: members("a", "c") });
  const { edits, accepted } = decideAccept(inputsOf(given), { changes: "everything" });
  expect(edits?.values).toEqual([{ address: "team.t", attribute: "members" }]);
  expect(accepted).toMatchObject([{ after: emails("a", "c") }]);
});

test("with a named object, accept takes also parts that both sides changed", () => {
  const given = section({
    applied: { fr: "Un", it: "Uno" },
    declared: { fr: "1", it: "Uno", de: "Eins" },
    now: { fr: "I", it: "1" },
  });
  const only = ["site_section.docs/a"];
  const [value] = decideAccept(inputsOf(given), { changes: "drift", only }).edits?.values ?? [];
  expect(value?.merged?.declared).toEqual({ fr: "I", it: "1", de: "Eins" });
  const left = decideAccept(inputsOf(given), { changes: "drift" }).remaining ?? [];
  expect(left).toMatchObject([{ attribute: "localizedTitle", after: { fr: "I", it: "1" } }]);
});

describe("values of which the state or the layout has no clear text stay whole", () => {
  const [now, declared] = [
    { fr: "Un", it: "Uno" },
    { fr: "Un", de: "Eins" },
  ];
  const both = "last apply: localizedTitle of site_section.docs/a";
  const messagesOf = (given: Case) => planned(given).guard.refusals.map(({ message }) => message);

  test("a hash in the state", () => {
    expect(messagesOf(section({ applied: { $hash: "a1" }, declared, now })).join()).toContain(both);
  });

  test("a secret in the layout", () => {
    const given = section({ applied: { fr: "Un" }, declared, now });
    const secret = new Secret("Eins", { kind: "environment", name: "TITLE" });
    const hidden = { title: "A", path: "a", localizedTitle: { fr: "Un", de: secret } };
    const [docs = desired("site.docs")] = given.desired ?? [];
    const { steps, guard } = planned({ ...given, desired: [docs, desired("site_section.docs/a", hidden)] });
    expect(guard.refusals.map(({ code }) => code)).toEqual(["guard/both-changed"]);
    expect(guard.refusals[0]?.message).toContain(both);
    expect(JSON.stringify(steps)).not.toContain("undoneParts");
  });

  test("no part is named with the text of a secret", () => {
    const token = new Secret("long-secret-it", { kind: "environment", name: "TITLE" });
    const people = team({ applied: emails("a"), declared: emails("a"), now: members("a") });
    const withSecret = {
      ...people,
      live: [live("team t1", { title: "Writers", members: members("a", "long-secret-it") })],
      desired: [
        desired("team.t", { title: "Writers", members: emails("a", "b") }),
        desired("space.s", { title: token }),
      ],
    };
    expect(JSON.stringify(planned(withSecret))).not.toContain("long-secret-it");
  });
});

test("a step names the parts that were changed on the service", () => {
  const [row] = rows;
  const plan = planned(row?.given ?? {});
  const [step] = plan.steps;
  if (step === undefined) throw new TypeError("The plan has a step.");
  expect(stepView(namesIn(plan, registry), step).fields).toMatchObject([
    { name: "members", remark: "was changed on the service: c@acme.example" },
  ]);
});
