import { expect, test } from "vitest";
import { type CreationRule, creatingCall } from "../../model/resource-type/creation.ts";
import { type Writer, writingCall } from "../../model/resource-type/writes.ts";
import { space } from "./space.ts";

const context = { organizationId: "acme", apiVersion: "current" } as const;

test.each([
  ["📘", "1f4d8"],
  ["1F4D8", "1f4d8"],
  ["1f4d8", "1f4d8"],
  ["👨‍💻", "1f468-200d-1f4bb"],
  ["❤️", "2764"],
  ["2764-fe0f", "2764"],
  ["🇫🇷", "1f1eb-1f1f7"],
  ["1️⃣", "31-20e3"],
])("the emoji %s is compared as %s", (text, canonical) => {
  const emoji = space.attributes["emoji"];
  expect(emoji?.schema.safeParse(text).success).toBe(true);
  expect(emoji?.normalize?.(text)).toBe(canonical);
  expect(emoji?.normalize?.(canonical)).toBe(canonical);
});

test.each(["", "book", "a📘", "1f4d8-", "x".repeat(51)])("%j is not an emoji", (text) => {
  expect(space.attributes["emoji"]?.schema.safeParse(text).success).toBe(false);
});

test("an emoji is sent as code points, at create and later", () => {
  const created = creatingCall(space.creation as CreationRule, context, {
    attributes: { title: "A", emoji: "📘" },
    containerId: "c1",
  });
  expect(created?.body).toEqual({ title: "A", emoji: "1f4d8", parent: "c1" });
  const [writer] = space.writers as [Writer];
  expect(writingCall(writer, context, "s1", { values: { emoji: "❤️" }, before: {} }).body).toEqual({
    emoji: "2764-fe0f",
  });
});

test("the create call omits a cleared emoji", () => {
  const call = creatingCall(space.creation as CreationRule, context, {
    attributes: { title: "A", emoji: null },
    containerId: null,
  });
  expect(call?.body).toEqual({ title: "A" });
});

test.each([
  { emoji: "1f4d8", icon: "https://acme.example/a.png", failures: 1 },
  { emoji: null, icon: "https://acme.example/a.png", failures: 0 },
  { emoji: "1f4d8", icon: null, failures: 0 },
  { failures: 0 },
])("an emoji and an icon exclude each other: $failures of $emoji, $icon", ({ failures, ...attributes }) => {
  expect(space.check?.(attributes)).toHaveLength(failures);
});

test("reviewers of a merge rule are a set", () => {
  const rules = (users: readonly string[]) => ({ type: "rules", rules: [{ rule: "allow_bypass", users }] });
  const normalize = space.attributes["mergeRules"]?.normalize;
  expect(normalize?.(rules(["b", "a"]))).toEqual(normalize?.(rules(["a", "b"])));
});

test("a space in the trash is found as deleted", () => {
  const response = {
    id: "s",
    title: "A",
    urls: {},
    defaultLevel: "inherit",
    deletedAt: "2026-01-01T00:00:00Z",
  };
  expect(space.reads[0]?.found(response, "acme")).toMatchObject([{ id: "s", deleted: true }]);
});
