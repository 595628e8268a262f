import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { foreignParts, isKnownTo } from "../../src/model/api-version-marks.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { type ApiVersion, apiVersions, type Call } from "../../src/model/endpoint.ts";
import type { Attribute } from "../../src/model/resource-type/attribute.ts";
import type { CallContext } from "../../src/model/resource-type/call-context.ts";
import { creatingCall, isCreatable } from "../../src/model/resource-type/creation.ts";
import { writingCall } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import { isPublishedApiVersion, published, publishedDocument } from "../support/contract-document.ts";
import { unknownKeys } from "../support/contract-keys.ts";

interface Case {
  readonly apiVersion: ApiVersion;
  readonly name: string;
  readonly attribute: Attribute;
}

/** The attributes that accept values of another API version. */
function foreignCases(cases: readonly Case[]) {
  return cases
    .filter(({ apiVersion }) => isPublishedApiVersion(apiVersion))
    .map((given) => ({
      ...given,
      foreign: acceptedValues(given.attribute).filter((value) =>
        isForeign(given.attribute, value, given.apiVersion),
      ),
    }))
    .filter(({ foreign }) => foreign.length > 0);
}

test("some attributes accept values of another API version", () => {
  const cases = registry.flatMap(({ attributes }) =>
    apiVersions.flatMap((apiVersion) =>
      Object.entries(attributes).map(([name, attribute]) => ({ apiVersion, name, attribute })),
    ),
  );
  expect(foreignCases(cases)).not.toEqual([]);
});

describe.each(registry.map((type) => ({ type, name: type.name })))("what $name accepts", ({ type }) => {
  const versions = apiVersions.filter((each) => type.creation === undefined || isCreatable(type, each));
  const cases = versions.flatMap((apiVersion) =>
    Object.entries(type.attributes)
      .filter(([, { schema }]) => isKnownTo(schema, apiVersion))
      .map(([name, attribute]) => ({ apiVersion, name, attribute })),
  );

  test.each(cases)("accepts as $name on the $apiVersion service", ({ apiVersion, name, attribute }) => {
    const values = acceptedValues(attribute).filter((value) => !isForeign(attribute, value, apiVersion));
    expect(values.length).toBeGreaterThan(0);
    const problems = values.flatMap((value) =>
      callsWith(type, apiVersion, name, value).flatMap((call) => problemsOf(apiVersion, call)),
    );
    expect([...new Set(problems)]).toEqual([]);
  });

  test.each(foreignCases(cases))(
    "refuses as $name of the other API version on the $apiVersion service",
    (given) => {
      const { apiVersion, name, foreign } = given;
      const used = foreign.filter((value) =>
        callsWith(type, apiVersion, name, value).some((call) => problemsOf(apiVersion, call).length === 0),
      );
      expect(used).toEqual([]);
    },
  );
});

function contextOf(apiVersion: ApiVersion): CallContext {
  return { organizationId: "org1", apiVersion, scopeId: "scope1" };
}

function isForeign({ schema }: Attribute, value: Json, apiVersion: ApiVersion): boolean {
  return value !== null && foreignParts(schema, value, apiVersion).length > 0;
}

/** The calls by which a type writes this value: the create call and those of its writers. */
function callsWith(type: ResourceType, apiVersion: ApiVersion, name: string, value: Json): readonly Call[] {
  const context = contextOf(apiVersion);
  const attribute = type.attributes[name] as Attribute;
  const required = Object.entries(type.attributes).filter(([, each]) => each.atCreate === "required");
  const attributes = {
    ...Object.fromEntries(required.map(([other, each]) => [other, each.samples[0] ?? "id1"])),
    [name]: value,
  };
  const create =
    attribute.atCreate === "no" || !type.creation
      ? []
      : [
          creatingCall(type.creation, context, {
            attributes,
            containerId: null,
            firstChild: { space: "id1" },
          }),
        ];
  const writes = type.writers
    .filter((writer) => writer.attributes.includes(name))
    .map((writer) => writingCall(writer, context, "id1", { values: { [name]: value }, before: {} }));
  return [...create, ...writes];
}

function problemsOf(apiVersion: ApiVersion, call: Call): readonly string[] {
  const document = publishedDocument(apiVersion);
  const { body } = published(apiVersion, call.endpoint);
  if (body === undefined) return call.body === undefined ? [] : [`${call.endpoint.operation} has no body`];
  if (call.body === undefined) return body.required ? [`${call.endpoint.operation} wants a body`] : [];
  const errors = document
    .validate(body.pointer, call.body)
    .map((error) => `${call.endpoint.operation} ${error.instancePath} ${error.message}`);
  return [...errors, ...unknownKeys(document, body.schema, call.body)];
}

/** The limits of what an attribute's schema accepts. Where the schema has no limit, a value larger than any realistic one. */
function acceptedValues(attribute: Attribute): readonly Json[] {
  const schema = z.toJSONSchema(attribute.schema, { unrepresentable: "any", io: "input" }) as JsonObject;
  const values = [...attribute.samples, ...edges(schema)].filter(
    (value) => attribute.schema.safeParse(value).success,
  );
  return attribute.nullable === true ? [...values, null] : values;
}

function edges(schema: JsonObject): readonly Json[] {
  if (Array.isArray(schema["enum"])) return schema["enum"] as readonly Json[];
  if (schema["const"] !== undefined) return [schema["const"]];
  const variants = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(variants)) return variants.filter(isJsonObject).flatMap(edges);
  switch (textIn(schema["type"])) {
    case "boolean":
      return [true, false];
    case "string":
      return texts(schema);
    case "array":
      return [[], ...edges((schema["items"] ?? {}) as JsonObject).map((item) => [item])];
    case "object":
      return objects((schema["properties"] ?? {}) as Readonly<Record<string, JsonObject>>);
    default:
      return [];
  }
}

function texts(schema: JsonObject): readonly string[] {
  const least = Number(schema["minLength"] ?? 0);
  const most = Number(schema["maxLength"] ?? 20_000);
  if (schema["format"] === "uri") return ["https://acme.example/".padEnd(most, "x"), "http://localhost"];
  const long = ["x".repeat(least), "x".repeat(most), `${"x".repeat(most - 4)}/x.y`];
  if (typeof schema["pattern"] !== "string") return long;
  return [...long, ...fc.sample(matching(schema["pattern"]), { numRuns: 200, seed: 1 })];
}

/** A text that matches the pattern. Some patterns are too complex for the generator: the samples replace them. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return fc.constant("");
  }
}

function objects(properties: Readonly<Record<string, JsonObject>>): readonly JsonObject[] {
  const values = Object.entries(properties).map(([name, schema]) => ({ name, edges: edges(schema) }));
  const first = Object.fromEntries(values.map(({ name, edges: of }) => [name, of[0] ?? null]));
  return values.flatMap(({ name, edges: of }) => of.map((value) => ({ ...first, [name]: value })));
}
