import { expect, test } from "vitest";
import type { Exchange } from "../../src/emulator/wire.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import type { Json } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";
import { createContractChecker } from "../support/contract.ts";
import type { ContractDifference } from "../support/contract-differences.ts";

interface Given {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly status: number;
  readonly answer?: Json;
  readonly faults?: readonly string[];
}

const location = "/v1/collections/c1";
const collection = {
  object: "collection",
  id: "c1",
  title: "Handbook",
  organization: "acme",
  urls: { location, app: location },
  defaultLevel: "inherit",
  permissions: permissions(),
};
const create = {
  method: "POST",
  path: "/v1/orgs/acme/collections",
  status: 201,
  answer: collection,
} satisfies Given;
const site = { method: "PATCH", path: "/v1/orgs/acme/sites/s1", status: 500 } satisfies Given;

const cases: readonly {
  readonly name: string;
  readonly given: Given;
  readonly problems: readonly string[];
}[] = [
  { name: "what the document says", given: { ...create, body: { title: "Handbook" } }, problems: [] },
  {
    name: "an unknown operation",
    given: { method: "GET", path: "/v1/orgs/acme/colections", status: 200, answer: {} },
    problems: ["is not in the document"],
  },
  {
    name: "another method",
    given: { method: "PUT", path: "/v1/orgs/acme/collections", status: 200, answer: {} },
    problems: ["is not in the document"],
  },
  {
    name: "an unknown field",
    given: { ...create, body: { titel: "Handbook" } },
    problems: ["body titel is not in the document"],
  },
  {
    name: "a value over its limit",
    given: { ...create, body: { title: "x".repeat(51) } },
    problems: ["body title must NOT have more than 50 characters"],
  },
  {
    name: "a body where none belongs",
    given: { method: "DELETE", path: location, body: {}, status: 204 },
    problems: ["body is not in the document"],
  },
  {
    name: "no body where one belongs",
    given: { ...site, faults: ["error-before"] },
    problems: ["body is required"],
  },
  {
    name: "an unknown query",
    given: { method: "GET", path: "/v1/orgs/acme/collections?nest=true", status: 200, answer: { items: [] } },
    problems: ["query nest is not in the document"],
  },
  {
    name: "a query of another type",
    given: {
      method: "GET",
      path: "/v1/orgs/acme/collections?limit=many",
      status: 200,
      answer: { items: [] },
    },
    problems: ["query limit is not of the declared type"],
  },
  {
    name: "another success",
    given: { ...create, status: 200 },
    problems: ["answers 200, which is not in the document"],
  },
  {
    name: "an answer that lacks a field",
    given: { ...create, answer: { ...collection, id: undefined as never } },
    problems: ["answer 201 must have required property 'id'"],
  },
  {
    name: "a response with an unknown field",
    given: { ...create, answer: { ...collection, color: "red" } },
    problems: ["answer 201 color is not in the document"],
  },
  {
    name: "a refusal of another form",
    given: { ...create, status: 400, answer: { message: "no" } },
    problems: ["refusal must have required property 'error'"],
  },
  {
    name: "a refused request",
    given: { ...create, body: { titel: 1 }, status: 400, answer: { error: { code: 400, message: "no" } } },
    problems: [],
  },
  {
    name: "an answer that a fault cut short",
    given: { ...create, faults: ["truncate"], answer: "half" },
    problems: [],
  },
];

test.each(cases)("$name", ({ given, problems }) => {
  const found = createContractChecker("current").check(exchangeOf(given, "current"));
  expect(found.map((problem) => problem.what)).toEqual(problems);
});

test("a declared difference excuses only its own problem", () => {
  const difference: ContractDifference = {
    of: "exchange",
    operations: ["createCollection"],
    apiVersions: ["classic"],
    what: "body titel is not in the document",
    reason: "A test.",
  };
  const of = (apiVersion: ApiVersion) =>
    createContractChecker(apiVersion, [difference]).check(
      exchangeOf({ ...create, body: { titel: "x", color: "red" } }, apiVersion),
    );
  expect(of("classic").map((problem) => problem.what)).toEqual(["body color is not in the document"]);
  expect(of("current")).toHaveLength(2);
});

function exchangeOf(given: Given, apiVersion: ApiVersion): Exchange {
  const { method, path, body, status, answer, faults } = given;
  return {
    apiVersion,
    request: {
      n: 1,
      method,
      path,
      operation: null,
      status,
      at: "2026-01-01T00:00:00Z",
      ...present({ body }),
      ...(faults && { faults }),
    },
    response: { status, headers: {}, text: answer === undefined ? "" : JSON.stringify(answer) },
  };
}

function permissions(): Json {
  const names = ["view", "admin", "viewInviteLinks", "create"];
  return Object.fromEntries(names.map((name) => [name, true]));
}
