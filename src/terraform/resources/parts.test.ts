import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { ResourceType } from "../../model/resource-type.ts";
import { idField, snakeCase } from "../../model/terraform-names.ts";
import { jsonSchemaOf, shapeOf } from "../../model/terraform-shape.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { Json } from "../../util/json.ts";
import { cty } from "../plugin/values/cty-type.ts";
import { limitsText } from "./limits.ts";
import { objectResource } from "./object-resource.ts";
import { parseDuration } from "./parse-duration.ts";
import { formatPrivate, parsePrivate } from "./private-state.ts";
import { ctyTypeOf, pathIn, toCty, toJson } from "./shape.ts";

test.each([
  ["title", "title"],
  ["ssoURL", "sso_url"],
  ["entityID", "entity_id"],
  ["acsURL", "acs_url"],
  ["editMode", "edit_mode"],
  ["agentsContext", "agents_context"],
  ["HTMLTitle", "html_title"],
])("%s is %s in Terraform", (name, expected) => {
  expect(snakeCase(name)).toBe(expected);
});

test.each([
  ["defaultTeam", "default_team_id"],
  ["site", "site_id"],
])("a reference to %s is %s", (name, expected) => {
  expect(idField(name)).toBe(expected);
});

test.each([
  ["30s", 30_000],
  ["1h30m", 5_400_000],
  ["500ms", 500],
  ["1.5m", 90_000],
  ["soon", undefined],
  ["", undefined],
  ["10", undefined],
  ["5m later", undefined],
])("the duration %j", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

describe("limits in words", () => {
  test.each([
    { schema: z.string().min(2).max(128), words: "2 to 128 characters." },
    { schema: z.string().min(1), words: "At least 1 character." },
    { schema: z.string().max(50), words: "At most 50 characters." },
    { schema: z.enum(["a", "b"]), words: "One of `a`, `b`." },
    { schema: z.array(z.string()).max(3), words: "At most 3 items." },
    { schema: z.number().min(1).max(9), words: "1 to 9." },
    { schema: z.boolean(), words: "" },
  ])("$words", ({ schema, words }) => {
    expect(limitsText(jsonSchemaOf(schema))).toBe(words);
  });
});

describe("shapes", () => {
  const rules = z.union([
    z.strictObject({ kind: z.literal("none") }),
    z.strictObject({
      kind: z.literal("some"),
      mergeRules: z.array(z.strictObject({ ruleName: z.string(), users: z.array(z.string()).optional() })),
    }),
  ]);
  const shape = shapeOf(jsonSchemaOf(rules));

  test("a choice of objects is one object with all fields", () => {
    expect(ctyTypeOf(shape)).toEqual(
      cty.object({
        kind: cty.string,
        merge_rules: cty.list(cty.object({ rule_name: cty.string, users: cty.list(cty.string) })),
      }),
    );
  });

  test.each<{ json: Json }>([
    { json: { kind: "none" } },
    { json: { kind: "some", mergeRules: [{ ruleName: "a" }, { ruleName: "b", users: ["u"] }] } },
    { json: { kind: "some", mergeRules: [] } },
    { json: null },
  ])("$json goes to Terraform and back", ({ json }) => {
    expect(toJson(shape, toCty(shape, json))).toEqual(json);
  });

  test("a path in JSON becomes a path in Terraform, as far as possible", () => {
    expect(pathIn(shape, ["mergeRules", 1, "ruleName"])).toEqual(["merge_rules", 1, "rule_name"]);
    expect(pathIn(shape, ["mergeRules", 1, "users", 0])).toHaveLength(4);
    expect(pathIn(shape, ["nowhere"])).toEqual([]);
    expect(pathIn(shapeOf(jsonSchemaOf(z.array(z.string())), true), [0])).toEqual([]);
  });

  test("a value that does not fit is not converted to another one", () => {
    expect(toCty({ kind: "number" }, "7")).toBeNull();
    expect(toCty({ kind: "bool" }, "true")).toBeNull();
    expect(toCty({ kind: "list", element: { kind: "string" } }, {})).toBeNull();
    expect(toCty({ kind: "string" }, { a: 1 })).toBe('{"a":1}');
  });
});

test.each([undefined, new Uint8Array(), Buffer.from("no json"), Buffer.from("7")])(
  "invalid private state counts as empty",
  (bytes) => {
    expect(parsePrivate(bytes)).toEqual({});
  },
);

test("private state is read as it was written", () => {
  const state = { created: 5, written: { secret: { salt: "s", hash: "h" } } };
  expect(parsePrivate(formatPrivate(state))).toEqual(state);
  expect(formatPrivate({})).toHaveLength(0);
});

test("a stored state is upgraded from version to version", () => {
  const widget = {
    name: "widget",
    label: { one: "widget", many: "widgets" },
    description: "A widget.",
    attributes: {
      label: { description: "Its label.", schema: z.string(), atCreate: "required", samples: ["a", "b"] },
    },
    identity: { key: ["label"], createKey: ["label"], keyIsUnique: false },
    writers: [],
    reads: [],
    layout: { kind: "map", field: "widgets", addressBy: ["$key"] },
    terraform: {
      version: 2,
      upgraders: {
        0: ({ name, ...rest }) => ({ ...rest, title: name ?? null }),
        1: ({ title, ...rest }) => ({ ...rest, label: title ?? null }),
      },
    },
  } satisfies ResourceType;
  const resource = objectResource(indexTypes([widget]), widget);
  expect(resource.schema.version).toBe(2);
  expect(resource.upgrade({ id: "1", name: "n" }, 0)).toEqual({ id: "1", label: "n" });
  expect(resource.upgrade({ id: "1", title: "t" }, 1)).toEqual({ id: "1", label: "t" });
  expect(resource.upgrade({ id: "1", label: "l" }, 2)).toEqual({ id: "1", label: "l" });
});
