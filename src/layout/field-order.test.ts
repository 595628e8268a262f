import { expect, test } from "vitest";
import { layoutTypes } from "../../test/support/layout-types.ts";
import { fieldOrder, topFieldOrder } from "./field-order.ts";
import { layoutTypesOf, syntaxOfType } from "./layout-types.ts";

const types = layoutTypesOf(layoutTypes);

test.each([
  { type: "shelf", fields: "id title parent note was protect ignore" },
  { type: "hall", fields: "hall id path icon default was protect ignore books" },
])("the fields of a $type begin with what identifies it, and end with its contents", ({ type, fields }) => {
  expect(fieldOrder(syntaxOfType(types, type)).join(" ")).toBe(fields);
});

test.each([...types.byType.keys()])("the order of a %s contains each of its fields once", (type) => {
  const syntax = syntaxOfType(types, type);
  expect([...fieldOrder(syntax)].sort()).toEqual([...syntax.fields.keys()].sort());
});

test("a layout begins with its head, and a map follows the maps that it refers to", () => {
  const order = topFieldOrder(types).join(" ");
  expect(order).toMatch(/^docsform name organization /u);
  expect(order).toMatch(/ shelves books .*fairs$/u);
});
