import { describe, expect, test } from "vitest";
import * as z from "zod";
import { isKnownTo } from "../../src/model/api-version-marks.ts";
import { type ApiVersion, apiVersions, type Endpoint, isServed } from "../../src/model/endpoint.ts";
import { operations } from "../../src/operations/operations.ts";
import { operationsIn } from "../../src/operations/system.ts";
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
    const codes = (each: ApiVersion) =>
      Object.keys(publishedDocument(each).byId(endpoint.operation)?.responses ?? {})
        .map(Number)
        .filter((code) => code < 300);
    const unexpected = codes(apiVersion).filter((code) => !endpoint.success.includes(code));
    expect(
      unexpected.filter((code) => !isExcused(apiVersion, endpoint.operation, `may answer ${code}`)),
    ).toEqual([]);
    expect(
      endpoint.success.filter((code) => !apiVersions.some((each) => codes(each).includes(code))),
    ).toEqual([]);
  });

  test("has only fields of the published document", () => {
    const { query, body } = published(apiVersion, endpoint);
    const parameters = Object.entries((endpoint.query?.shape ?? {}) as Readonly<Record<string, z.ZodType>>)
      .filter(([, schema]) => isKnownTo(schema, apiVersion))
      .map(([name]) => name);
    const others = parameters.filter((name) => query[name] === undefined);
    expect(
      others.filter(
        (name) => !isExcused(apiVersion, endpoint.operation, `query ${name} is not in the document`),
      ),
    ).toEqual([]);
    const ours = fieldsOf(endpoint).filter(({ schema }) => isKnownTo(schema, apiVersion));
    const unpublished = ours.map(({ name }) => name).filter((name) => !isPublished(apiVersion, name, body));
    expect(
      unpublished.filter(
        (name) => !isExcused(apiVersion, endpoint.operation, `body ${name} is not in the document`),
      ),
    ).toEqual([]);
  });
});

const ofPublished = declared.filter(({ apiVersion }) => isPublishedApiVersion(apiVersion));

test.each(ofPublished)("$name takes every field that it shares from there", (given) => {
  const { body } = published(given.apiVersion, given.endpoint);
  const theirs = fieldsOf(given.endpoint).filter(({ schema }) => !isKnownTo(schema, given.apiVersion));
  expect(theirs.map(({ name }) => name).filter((name) => isPublished(given.apiVersion, name, body))).toEqual(
    [],
  );
});

test("every difference in declarations is still needed", () => {
  const differences = contractDifferences.filter((difference) => difference.of === "declaration");
  const known = differences.flatMap(({ operations, apiVersions: of = apiVersions, what }) =>
    operations.flatMap((operation) => of.map((apiVersion) => `${apiVersion} ${operation} ${what}`)),
  );
  expect(known.filter((each) => !excused.has(each))).toEqual([]);
});

const excused = new Set<string>();

function isExcused(apiVersion: ApiVersion, operation: string, what: string): boolean {
  if (
    !contractDifferences.some(
      (each) => each.of === "declaration" && excuses(each, { apiVersion, operation, what }),
    )
  )
    return false;
  excused.add(`${apiVersion} ${operation} ${what}`);
  return true;
}

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
