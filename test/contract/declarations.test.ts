import { describe, expect, test } from "vitest";
import * as z from "zod";
import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import { isKnownTo } from "../../src/model/api-version-marks.ts";
import { type ApiVersion, apiVersions, type Endpoint, isServed } from "../../src/model/endpoint.ts";
import { excuses } from "../support/contract.ts";
import { contractDifferences } from "../support/contract-differences.ts";
import {
  isPublishedApiVersion,
  type PublishedOperation,
  published,
  publishedDocument,
} from "../support/contract-document.ts";
import { knownKeys } from "../support/contract-keys.ts";

interface Declared {
  readonly apiVersion: ApiVersion;
  readonly endpoint: Endpoint;
  readonly name: string;
}

const declared: readonly Declared[] = apiVersions.flatMap((apiVersion) =>
  operationsIn(operations)
    .filter((endpoint) => isServed(endpoint, apiVersion))
    .map((endpoint) => ({ apiVersion, endpoint, name: `${endpoint.operation} (${apiVersion})` })),
);

describe.each(declared)("$name", ({ apiVersion, endpoint }) => {
  test("is in the published document, with this method and path", () => {
    const { method, path } = published(apiVersion, endpoint);
    expect({ method, path: withoutParameterNames(path) }).toEqual({
      method: endpoint.method,
      path: withoutParameterNames(endpoint.path),
    });
  });

  test("succeeds with every published code, and with no other one", () => {
    expect(unexcused(apiVersion, endpoint.operation, unexpectedCodes(apiVersion, endpoint))).toEqual([]);
    expect(
      endpoint.success.filter((code) => !apiVersions.some((each) => codesIn(each, endpoint).includes(code))),
    ).toEqual([]);
  });

  test("has only fields of the published document", () => {
    expect(unexcused(apiVersion, endpoint.operation, unpublishedFields(apiVersion, endpoint))).toEqual([]);
  });
});

/** The published codes of success. */
function codesIn(apiVersion: ApiVersion, { operation }: Endpoint): readonly number[] {
  return Object.keys(publishedDocument(apiVersion).byId(operation)?.responses ?? {})
    .map(Number)
    .filter((code) => code < 300);
}

function unexpectedCodes(apiVersion: ApiVersion, endpoint: Endpoint): readonly string[] {
  const unexpected = codesIn(apiVersion, endpoint).filter((code) => !endpoint.success.includes(code));
  return unexpected.map((code) => `may answer ${code}`);
}

function unpublishedFields(apiVersion: ApiVersion, endpoint: Endpoint): readonly string[] {
  const { query, body } = published(apiVersion, endpoint);
  const parameters = Object.entries((endpoint.query?.shape ?? {}) as Readonly<Record<string, z.ZodType>>)
    .filter(([, schema]) => isKnownTo(schema, apiVersion))
    .map(([name]) => name);
  const fields = fieldsOf(endpoint).filter(({ schema }) => isKnownTo(schema, apiVersion));
  return [
    ...parameters.filter((name) => query[name] === undefined).map((name) => `query ${name}`),
    ...fields.filter(({ name }) => !isPublished(apiVersion, name, body)).map(({ name }) => `body ${name}`),
  ].map((field) => `${field} is not in the document`);
}

const differences = contractDifferences.filter((difference) => difference.of === "declaration");

/** Problems that no known difference excuses. */
function unexcused(
  apiVersion: ApiVersion,
  operation: string,
  problems: readonly string[],
): readonly string[] {
  return problems.filter(
    (what) => !differences.some((each) => excuses(each, { apiVersion, operation, what })),
  );
}

const ofPublished = declared.filter(({ apiVersion }) => isPublishedApiVersion(apiVersion));

test.each(ofPublished)("$name takes every field that it shares from there", (given) => {
  const { body } = published(given.apiVersion, given.endpoint);
  const theirs = fieldsOf(given.endpoint).filter(({ schema }) => !isKnownTo(schema, given.apiVersion));
  expect(theirs.map(({ name }) => name).filter((name) => isPublished(given.apiVersion, name, body))).toEqual(
    [],
  );
});

test("every difference in declarations is still needed", () => {
  const known = differences.flatMap(({ operations, apiVersions: of = apiVersions, what }) =>
    operations.flatMap((operation) => of.map((apiVersion) => `${apiVersion} ${operation} ${what}`)),
  );
  const found = declared.flatMap(({ apiVersion, endpoint }) =>
    [...unexpectedCodes(apiVersion, endpoint), ...unpublishedFields(apiVersion, endpoint)].map(
      (what) => `${apiVersion} ${endpoint.operation} ${what}`,
    ),
  );
  expect(known.filter((each) => !found.includes(each))).toEqual([]);
});

/** The path without the names of its parameters, which may differ from those of the document. */
function withoutParameterNames(path: string): string {
  return path.replace(/\{[^}]+\}/g, "{}");
}

function fieldsOf({ body }: Endpoint): readonly Field[] {
  return body === undefined ? [] : fieldsOfSchema(body);
}

interface Field {
  readonly name: string;
  readonly schema: z.ZodType;
}

function fieldsOfSchema(body: z.ZodType): readonly Field[] {
  if (body instanceof z.ZodArray) return fieldsOfSchema(body.element as z.ZodType);
  if (body instanceof z.ZodUnion) return (body.options as readonly z.ZodType[]).flatMap(fieldsOfSchema);
  if (!(body instanceof z.ZodObject)) throw new TypeError("The body of an operation is an object, or a list");
  return Object.entries(body.shape as Readonly<Record<string, z.ZodType>>).map(([name, schema]) => ({
    name,
    schema,
  }));
}

function isPublished(apiVersion: ApiVersion, name: string, body: PublishedOperation["body"]): boolean {
  return body !== undefined && knownKeys(publishedDocument(apiVersion), [body.schema]).fields.has(name);
}
