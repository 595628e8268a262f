import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import { foreignParts, isKnownTo } from "../../src/model/api-version-marks.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { type ApiVersion, type Endpoint, publishedApiVersions } from "../../src/model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import { type PublishedDocument, publishedDocument } from "../support/contract-document.ts";
import { refusedInputs } from "../support/contract-refused-inputs.ts";

// declarations.test.ts checks that the published document accepts every request of docsform. This test checks the reverse: docsform's schemas
// accept every request that the document accepts.

const cases = publishedApiVersions.flatMap((apiVersion) =>
  operationsIn(operations)
    .filter((endpoint) => endpoint.apiVersions?.includes(apiVersion) ?? true)
    .map((endpoint) => ({ apiVersion, endpoint, name: `${endpoint.operation} (${apiVersion})` })),
);

const differences = new Map<string, readonly string[]>();

describe.each(cases)("$name", (given) => {
  test("accepts what the published document accepts", () => {
    const { operation } = given.endpoint;
    expect(differencesOf(given).filter((what) => !isKnown(operation, what))).toEqual([]);
  });
});

test("every known difference still exists", () => {
  const found = new Set(
    cases.flatMap((given) => differencesOf(given).map((what) => `${given.endpoint.operation} ${what}`)),
  );
  const known = refusedInputs.flatMap(({ operations: of, what }) =>
    of.map((operation) => `${operation} ${what}`),
  );
  expect(known.filter((each) => !found.has(each))).toEqual([]);
});

/** Inputs that the document accepts and docsform refuses. Both tests use them and either may run alone, so the first one stores them. */
function differencesOf({ apiVersion, endpoint, name }: (typeof cases)[number]): readonly string[] {
  const kept = differences.get(name);
  if (kept !== undefined) return kept;
  const found = [...new Set([...bodyProblems(apiVersion, endpoint), ...queryProblems(apiVersion, endpoint)])];
  differences.set(name, found);
  return found;
}

function isKnown(operation: string, what: string): boolean {
  return refusedInputs.some((each) => each.operations.includes(operation) && each.what === what);
}

function bodyProblems(apiVersion: ApiVersion, endpoint: Endpoint): readonly string[] {
  const document = publishedDocument(apiVersion);
  const body = document.byId(endpoint.operation)?.body;
  if (body === undefined || body === null) return [];
  if (endpoint.body === undefined) return ["has no body"];
  const own = endpoint.body;
  return samples(document, body.schema, 0)
    .filter((value) => document.validate(body.pointer, value).length === 0)
    .flatMap((value) => problemsOf(own, value, apiVersion).map((at) => `body ${at}`.trim()));
}

/** Paths at which the schema refuses the value, or drops a part of it. Lists have no indexes. */
function problemsOf(schema: z.ZodType, value: Json, apiVersion: ApiVersion): readonly string[] {
  const { error, data } = schema.safeParse(value);
  const issues = error?.issues ?? [];
  const refused = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  );
  const foreign = foreignParts(schema, value, apiVersion).map(({ path }) => path);
  const lost = error === undefined ? lostIn(value, data as Json | undefined, []) : [];
  return [...refused, ...foreign, ...lost].map((path) =>
    path.filter((part) => typeof part === "string").join("."),
  );
}

type Path = readonly PropertyKey[];

function lostIn(sent: Json, kept: Json | undefined, at: Path): readonly Path[] {
  if (kept === undefined) return [at];
  if (Array.isArray(sent) && Array.isArray(kept)) {
    return sent.flatMap((item: Json, index) => lostIn(item, kept[index] as Json | undefined, [...at, index]));
  }
  if (!isJsonObject(sent) || !isJsonObject(kept)) return [];
  return Object.entries(sent).flatMap(([name, value]) => lostIn(value, kept[name], [...at, name]));
}

function queryProblems(apiVersion: ApiVersion, endpoint: Endpoint): readonly string[] {
  const document = publishedDocument(apiVersion);
  const published = document.byId(endpoint.operation)?.query ?? {};
  const own = (endpoint.query?.shape ?? {}) as Readonly<Record<string, z.ZodType>>;
  return Object.entries(published).flatMap(([name, schema]) => {
    if (endpoint.paged === true && (name === "page" || name === "limit")) return [];
    const rule = own[name];
    if (rule === undefined || !isKnownTo(rule, apiVersion)) return [`query ${name}`];
    const values = samples(document, schema, 0);
    const isUsed = (value: Json) =>
      rule.safeParse(value).success && foreignParts(rule, value, apiVersion).length === 0;
    // A client writes a single value in the same form as a list with one value.
    return values.every((value) => isUsed(value) || isUsed([value])) ? [] : [`query ${name}`];
  });
}

/** Deep enough for every rule. Without a limit, recursive schemas would have endless values. */
const deepest = 5;

/** Values at the limits of a published schema. The document refuses some of them, because they ignore rules that concern several fields. */
function samples(document: PublishedDocument, given: JsonObject, depth: number): readonly Json[] {
  const schema = document.resolve(given);
  if (depth > deepest) return [];
  if (Array.isArray(schema["enum"])) return schema["enum"] as readonly Json[];
  if (schema["const"] !== undefined) return [schema["const"]];
  const variants = schema["oneOf"] ?? schema["anyOf"];
  const inner = (each: Json) => samples(document, each as JsonObject, depth);
  if (Array.isArray(variants)) return variants.flatMap(inner);
  if (Array.isArray(schema["allOf"])) return merged(schema["allOf"].map(inner));
  const types = [schema["type"]].flat();
  return types.flatMap((type) => samplesOfType(document, schema, textIn(type), depth));
}

/** Objects that each combine the fields of one value of every part. */
function merged(parts: readonly (readonly Json[])[]): readonly Json[] {
  const most = Math.max(...parts.map((part) => part.length));
  return Array.from(
    { length: most },
    (_, index) =>
      Object.assign({}, ...parts.map((part) => part[Math.min(index, part.length - 1)])) as JsonObject,
  );
}

function samplesOfType(
  document: PublishedDocument,
  schema: JsonObject,
  type: string,
  depth: number,
): readonly Json[] {
  switch (type) {
    case "boolean":
      return [true, false];
    case "number":
    case "integer":
      return [Number(schema["minimum"] ?? 1), Number(schema["maximum"] ?? 2)];
    case "null":
      return [null];
    case "string":
      return texts(schema);
    case "array":
      return lists(document, schema, depth);
    default:
      return objects(document, schema, depth);
  }
}

function lists(document: PublishedDocument, schema: JsonObject, depth: number): readonly Json[] {
  const items = samples(document, (schema["items"] ?? {}) as JsonObject, depth + 1);
  const none: readonly Json[] = Number(schema["minItems"] ?? 0) === 0 ? [[]] : [];
  return [...none, ...items.map((item) => [item])];
}

function objects(document: PublishedDocument, schema: JsonObject, depth: number): readonly Json[] {
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, JsonObject>>);
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  const values = new Map(properties.map(([name, each]) => [name, samples(document, each, depth + 1)]));
  const base = Object.fromEntries(
    required.flatMap((name) => (values.get(name) ?? []).slice(0, 1).map((value) => [name, value])),
  ) as JsonObject;
  const further = [...values].flatMap(([name, all]) => all.map((value) => ({ ...base, [name]: value })));
  return [base, ...further];
}

function texts(schema: JsonObject): readonly string[] {
  const least = Number(schema["minLength"] ?? 1);
  const most = Math.min(Number(schema["maxLength"] ?? 300), 20_000);
  const formatted = formats[textIn(schema["format"])];
  if (formatted !== undefined) return formatted;
  const plain = ["x".repeat(Math.max(least, 1)), "x".repeat(most), "A b/C"];
  const { pattern } = schema;
  if (typeof pattern !== "string") return plain;
  return [...plain, ...fc.sample(matching(pattern), { numRuns: 50, seed: 1 })];
}

const formats: Readonly<Record<string, readonly string[]>> = {
  uri: ["https://acme.example/a?b=c#d", "http://localhost:4010"],
  "date-time": ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000+02:00"],
  email: ["ada@acme.example"],
  emoji: ["1f4d8"],
};

/** A text that matches the pattern. Plain texts replace patterns that are too complex for the generator. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, "u"));
  } catch {
    return fc.constant("");
  }
}
