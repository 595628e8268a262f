import { expect, test } from "vitest";
import type { Nesting, SchemaAttribute, SchemaBlock } from "./protobuf/schema-messages.ts";
import { typeBytes, typeOfBlock } from "./schema-type.ts";
import { type CtyType, cty, formatType } from "./values/cty-type.ts";

const inner = (type: CtyType): SchemaAttribute[] => [{ name: "a", type: typeBytes(type), optional: true }];
const nested = (nesting: Nesting, type: CtyType): SchemaBlock => ({
  attributes: [{ name: "n", optional: true, nestedType: { nesting, attributes: inner(type) } }],
});
const block = (nesting: Nesting, type: CtyType): SchemaBlock => ({
  blockTypes: [{ typeName: "n", nesting, block: { attributes: inner(type) } }],
});

test.each([
  { what: "a nested object", schema: nested("single", cty.bool), type: '["object",{"a":"bool"}]' },
  {
    what: "nested objects in a list",
    schema: nested("list", cty.bool),
    type: '["list",["object",{"a":"bool"}]]',
  },
  {
    what: "nested objects in a set",
    schema: nested("set", cty.bool),
    type: '["set",["object",{"a":"bool"}]]',
  },
  { what: "a single block", schema: block("single", cty.bool), type: '["object",{"a":"bool"}]' },
  { what: "a list of blocks", schema: block("list", cty.bool), type: '["list",["object",{"a":"bool"}]]' },
  { what: "a set of blocks", schema: block("set", cty.bool), type: '["set",["object",{"a":"bool"}]]' },
])("$what", ({ schema, type }) => {
  expect(formatType(typeOfBlock(schema))).toBe(`["object",{"n":${type}}]`);
});
