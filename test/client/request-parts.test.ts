import { describe, expect, test } from "vitest";
import * as z from "zod";
import { describePart, meaningOf } from "../../src/contract/client/describe-part.ts";
import { requestPartsOf } from "../../src/contract/client/request-parts.ts";
import { get, post } from "../../src/contract/operations/operation.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";

// The help of the command line and the documentation of the client show these sentences.
test.each(operationsIn(operations).map((endpoint) => ({ endpoint, name: endpoint.operation })))(
  "$name says in sentences what each of its inputs means",
  ({ endpoint }) => {
    const parts = [...requestPartsOf(endpoint).parts.values()];
    const without = parts.filter((part) => !/^["A-Z`][^\n]*\.$/u.test(meaningOf(part) ?? ""));
    expect(without.map(({ name }) => name)).toEqual([]);
  },
);

describe("the description of an input", () => {
  const size = z.int().describe("Number of columns.");
  const parts = requestPartsOf(
    post("/tables/{tableId}", {
      id: "addRow",
      query: z.object({ after: z.enum(["first", "last"]).describe("Place of the row.") }),
      body: z.object({
        size: size.min(1).max(9).describe("Number of columns."),
        width: size.nullable().optional(),
        note: z.string().min(1).describe("Note on the row."),
        label: z.string().describe("Label of the row."),
        text: z
          .union([z.object({ plain: z.string() }), z.object({ plain: z.never().optional() })])
          .describe("Text of the row."),
      }),
    }),
  ).parts;

  test.each([
    ["tableId", "Id of the table."],
    ["after", "one of first, last. Place of the row."],
    ["size", "a number of 1 to 9. Number of columns."],
    ["width", "a number, or null. Number of columns."],
    ["note", "text that is not empty. Note on the row."],
    ["label", "Label of the row."],
    ["text", "an object with plain, or an empty object. Text of the row."],
  ])("%s: %s", (name, description) => {
    const part = parts.get(name);
    expect(part && describePart(part)).toBe(description);
  });

  test("follows other facts about the input", () => {
    const part = requestPartsOf(get("/tables/{tableId}", { id: "getTable" })).parts.get("tableId");
    expect(part && describePart(part, ["required"])).toBe("required. Id of the table.");
  });
});
