import { expect, test } from "vitest";
import * as z from "zod";
import { foreignParts } from "../../model/api-version-marks.ts";
import { shownOf } from "../../model/kinds-of.ts";
import { openapiSpec } from "./openapi-spec.ts";

const source = openapiSpec.attributes["source"];
const live = { url: "https://acme.example/a.json" };

test.each([
  { declared: { url: "https://acme.example/a.json" }, satisfied: true, unreadable: false },
  { declared: { url: "https://acme.example/b.json" }, satisfied: false, unreadable: false },
  { declared: { text: "openapi: 3.1.0" }, satisfied: false, unreadable: true },
])("a source is compared: $declared", ({ declared, satisfied, unreadable }) => {
  expect(source?.satisfies?.(declared, live)).toBe(satisfied);
  expect(source?.unreadable?.(declared)).toBe(unreadable);
});

test.each([
  { value: {}, valid: false },
  { value: { url: "https://acme.example/a.json", text: "x" }, valid: false },
  { value: { text: "" }, valid: false },
  { value: { url: "a.json" }, valid: false },
  { value: { text: "openapi: 3.1.0" }, valid: true },
])("a source has exactly one of url and text: $value", ({ value, valid }) => {
  expect(source?.schema.safeParse(value).success).toBe(valid);
});

test.each([
  ["https://acme.example/a.json", "https://acme.example/a.json"],
  ["https://ada:canary@acme.example/a.json#x", "https://***:***@acme.example/a.json#x"],
  ["https://acme.example/a?token=canary&ref=can%61ry&canary", "https://acme.example/a?token=***&ref=***&***"],
])("plans show the source %s as %s", (url, shown) => {
  expect(shownOf(source ?? {}, { url })).toBe(shown);
});

test.each(["pet--store", "-pet", "pet-", "pet_store", ""])("%j is not a slug", (slug) => {
  expect(openapiSpec.attributes["slug"]?.schema.safeParse(slug).success).toBe(false);
});

test("only the current API version accepts a slug with capitals", () => {
  const schema = openapiSpec.attributes["slug"]?.schema ?? z.never();
  expect(schema.safeParse("PetStore").success).toBe(true);
  expect(foreignParts(schema, "PetStore", "current")).toEqual([]);
  expect(foreignParts(schema, "PetStore", "classic")).toMatchObject([{ path: [], value: "PetStore" }]);
  expect(foreignParts(schema, "petstore", "classic")).toEqual([]);
});

test("the slug is the id", () => {
  const found = openapiSpec.reads[0]?.found({ id: "x1", slug: "petstore" }, "acme");
  expect(found).toMatchObject([{ id: "petstore", attributes: { source: null } }]);
});

test("shows the errors of a specification, with null for missing values", () => {
  const response = { id: "1", slug: "a", lastProcessedErrors: [{ message: "No paths.", at: 1 }] };
  expect(openapiSpec.reads[0]?.found(response, "acme")).toMatchObject([
    { computed: { lastProcessedErrors: [{ message: "No paths.", code: null }] } },
  ]);
});
