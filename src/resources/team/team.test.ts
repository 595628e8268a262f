import { expect, test } from "vitest";
import { managedPart } from "../../model/attribute-value.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import { type Writer, writingCall } from "../../model/resource-type/writes.ts";
import { present } from "../../util/present.ts";
import { team } from "./team.ts";

const ada = { id: "u1", email: "ada@acme.example" };
const grace = { id: "u2", email: "grace@acme.example" };
const robot = { id: "u3", email: null };
const context = { organizationId: "acme", apiVersion: "current", currentUser: { id: "u2" } } as const;

test.each([
  { declared: ["ada@acme.example"], live: [ada], satisfied: true, why: "by e-mail address" },
  { declared: ["ADA@Acme.example"], live: [ada], satisfied: true, why: "whatever the case" },
  { declared: ["u1", "u3"], live: [ada, robot], satisfied: true, why: "by id" },
  { declared: ["u1", "ada@acme.example"], live: [ada], satisfied: true, why: "named twice" },
  { declared: ["U3"], live: [robot], satisfied: false, why: "an id has its case" },
  { declared: ["u1"], live: [ada, robot], satisfied: false, why: "one member too many" },
  { declared: ["u1", "u3"], live: [ada], satisfied: false, why: "a missing member" },
  { declared: [], live: [], satisfied: true, why: "nobody" },
])("members are compared: $why", ({ declared, live, satisfied }) => {
  expect(team.attributes["members"]?.satisfies?.(declared, live)).toBe(satisfied);
});

test.each([
  { declared: ["u1"], user: context.currentUser, managed: [ada], why: "the token's own user may stay" },
  { declared: ["u1", "u2"], user: context.currentUser, managed: [ada, grace], why: "a declared user counts" },
  { declared: ["u1"], user: undefined, managed: [ada, grace], why: "without a user there is no exception" },
])("a layout manages the members but the token's own user: $why", ({ declared, user, managed }) => {
  expect(managedPart(team.attributes["members"] as Attribute, declared, [ada, grace], user)).toEqual(managed);
});

test.each([
  { declared: ["ada@acme.example"], before: [ada, robot], body: { add: [], remove: ["u3"] } },
  { declared: ["ADA@acme.example", "u9"], before: [ada], body: { add: ["u9"], remove: [] } },
  { declared: ["u9", "u9"], before: undefined, body: { add: ["u9"], remove: [] } },
  { declared: [], before: [ada, grace], body: { add: [], remove: ["u1"] } },
])("members are written as a difference: $declared", ({ declared, before, body }) => {
  const writer = team.writers.find((each) => each.name === "members") as Writer;
  const change = { values: { members: declared }, before: present({ members: before }) };
  expect(writingCall(writer, context, "t1", change).body).toEqual(body);
});

test("a layout names members by e-mail address, or by id if there is none", () => {
  expect(team.attributes["members"]?.toLayout?.([ada, robot])).toEqual(["ada@acme.example", "u3"]);
  expect(team.attributes["members"]?.toLayout?.(["ada@acme.example"])).toEqual(["ada@acme.example"]);
  expect(team.attributes["members"]?.toLayout?.([ada, robot], ["u3", "ADA@acme.example"])).toEqual([
    "ADA@acme.example",
    "u3",
  ]);
  expect(team.attributes["members"]?.toLayout?.([ada], [ada.id, "u3"])).toEqual([ada.id]);
});

test("members are read in the order of their ids", () => {
  const item = (id: string, email?: string) => ({
    organization: { id, user: { id, ...present({ email }) } },
  });
  expect(team.details?.[0]?.value([item("u3"), item("u1", "ada@acme.example")])).toEqual([ada, robot]);
});
