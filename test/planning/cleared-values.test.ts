import { expect, test } from "vitest";
import { decideAccept } from "../../src/engine/plan/accept/decide-accept.ts";
import { simulate } from "../../src/engine/plan/audience/simulate.ts";
import { findDrift } from "../../src/engine/plan/drift/find-drift.ts";
import { registry } from "../../src/resources/registry.ts";
import { type Case, desired, inputsOf, live, outline, planCase, worldOf } from "../support/planning.ts";

// A space has an emoji or an icon. When a write sets one of them, the service clears the other.
const icon = "https://acme.example/a.png";
const other = "https://acme.example/b.png";
const withIcon = live("space sp1", { title: "G", emoji: null, icon });
const withEmoji = live("space sp1", { title: "G", emoji: "1f4d8", icon: null });
const pinned = (attributes: Parameters<typeof desired>[1], rest = {}) =>
  desired("space.g", { title: "G", ...attributes }, { pin: "sp1", ...rest });
const stateWith = (applied: Readonly<Record<string, string | null>>) => ({
  "space.g": { id: "sp1", applied: { title: "G", ...applied } },
});
const imported = "= space.g by pin";

test.each<{ name: string; given: Case; expected: readonly string[] }>([
  {
    name: "the plan lists a value that a new value clears",
    given: { live: [withIcon], desired: [pinned({ emoji: "1f4d8" })] },
    expected: [imported, "~ space.g emoji icon"],
  },
  {
    name: "the plan lists the other value, too, if the first one is new",
    given: { live: [withEmoji], desired: [pinned({ icon })] },
    expected: [imported, "~ space.g icon emoji"],
  },
  {
    name: "the plan lists a value once that is also declared null",
    given: { live: [withIcon], desired: [pinned({ emoji: "1f4d8", icon: null })] },
    expected: [imported, "~ space.g emoji icon"],
  },
  {
    name: "the plan lists an ignored value that is cleared",
    given: { live: [withIcon], desired: [pinned({ emoji: "1f4d8", icon: null }, { ignore: ["icon"] })] },
    expected: [imported, "~ space.g emoji icon"],
  },
  {
    name: "a value that is not written clears nothing",
    given: { live: [withIcon], desired: [pinned({ emoji: "1f4d8" }, { ignore: ["emoji"] })] },
    expected: [imported],
  },
  {
    name: "null clears no other value",
    given: { live: [withEmoji], desired: [pinned({ emoji: null, icon: null })] },
    expected: [imported, "~ space.g emoji"],
  },
  {
    name: "another value of the same attribute clears nothing else",
    given: { live: [withEmoji], desired: [pinned({ emoji: "1f680" })] },
    expected: [imported, "~ space.g emoji"],
  },
  {
    name: "an applied value that is no longer declared clears nothing",
    given: { live: [withIcon], desired: [pinned({ emoji: "1f4d8" })], state: stateWith({ icon }) },
    expected: ["~ space.g emoji icon"],
  },
])("$name", ({ given, expected }) => {
  expect(outline(planCase(given))).toEqual(expected);
});

test("only declared values are sent and recorded: the service clears the others", () => {
  const { plan } = planCase({ live: [withIcon], desired: [pinned({ emoji: "1f4d8" })] });
  expect(plan?.nodes.flatMap((node) => (node.kind === "write" ? [node.values] : []))).toEqual([
    { emoji: "1f4d8" },
  ]);
  expect(plan?.managed["space.g"]?.attributes).toEqual({ title: "G", emoji: "1f4d8" });
});

test.each([
  { what: "does not have what its source had beside it", emoji: "1f4d8", expected: null },
  { what: "keeps what its source had where null is declared", emoji: null, expected: icon },
])("a copy has the declared values, and $what", ({ emoji, expected }) => {
  const copy = desired("space.h", { title: "H", emoji, copyOf: { $ref: "space.g" } });
  const given = { live: [withIcon], desired: [pinned({ icon }), copy] };
  const { plan } = planCase(given);
  const after = plan && simulate(plan, worldOf(given), registry).objects.find(({ id }) => id === "space.h");
  expect(after?.attributes).toMatchObject({ emoji, icon: expected });
});

test("an undeclared value is not drift if a state records it", () => {
  const given = {
    live: [withIcon],
    desired: [pinned({ emoji: "1f4d8" })],
    state: stateWith({ emoji: "1f4d8" }),
  };
  const { entries } = findDrift(inputsOf(given));
  expect(entries.map(({ attribute, changedIn }) => [attribute, changedIn])).toEqual([["emoji", "live"]]);
});

test.each([
  { what: "drift", taken: [] },
  { what: "everything", taken: ["emoji"] },
] as const)("a cleared value is not accepted into the layout: $what", ({ what: changes, taken: used }) => {
  const given = {
    live: [live("space sp1", { title: "G", emoji: null, icon: other })],
    desired: [pinned({ emoji: "1f4d8" })],
    state: stateWith({ icon }),
  };
  const decided = decideAccept(inputsOf(given), { changes });
  expect(decided.edits?.values.map(({ attribute }) => attribute)).toEqual(used);
});
