import type { Exchange, LoggedRequest } from "../../src/emulator/wire.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { type ApiVersion, apiVersions } from "../../src/model/endpoint.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { type ContractDifference, contractDifferences } from "./contract-differences.ts";
import { type PublishedDocument, type PublishedOperation, publishedDocument } from "./contract-document.ts";
import { unknownKeys } from "./contract-keys.ts";

/** A violation of the published contract. */
export interface ContractProblem {
  readonly apiVersion: ApiVersion;
  /** The operation's name in the document, or in the emulator's log if the document does not have the operation. */
  readonly operation: string;
  /** The violation without ids, so that the same defect gives the same text. */
  readonly what: string;
}

export interface ContractChecker {
  /** The problems that no deliberate difference excuses. */
  check(exchange: Exchange): readonly ContractProblem[];
  /** The differences that have excused a problem. */
  readonly excused: ReadonlySet<ContractDifference>;
}

/** How many correct exchanges are cached: tests repeat the same requests. */
const remembered = 20_000;

/** Checks exchanges of the emulator against the published document of an API version. */
export function createContractChecker(
  apiVersion: ApiVersion,
  differences = contractDifferences,
): ContractChecker {
  const excused = new Set<ContractDifference>();
  const good = new Set<string>();
  const isOpen = (problem: ContractProblem) => {
    const excuse = differences.find((each) => each.of === "exchange" && excuses(each, problem));
    if (excuse !== undefined) excused.add(excuse);
    return excuse === undefined;
  };
  return {
    excused,
    check: (exchange) => {
      const key = keyOf(exchange);
      if (good.has(key)) return [];
      const found = problemsOf(publishedDocument(apiVersion), exchange).map((problem) => ({
        apiVersion,
        ...problem,
      }));
      const open = found.filter(isOpen);
      if (good.size > remembered) good.clear();
      if (open.length === 0) good.add(key);
      return open;
    },
  };
}

/** Everything that a check depends on. */
function keyOf({ request, response }: Exchange): string {
  const { method, path, operation, status, body = null, faults = [] } = request;
  const seen = response === "dropped" ? response : `${response.status} ${response.text}`;
  return [method, path, operation ?? "", status, JSON.stringify(body), faults.join(), seen].join("\n");
}

/** Whether the difference excuses the problem. */
export function excuses(difference: ContractDifference, problem: ContractProblem): boolean {
  return (
    difference.operations.includes(problem.operation) &&
    (difference.apiVersions ?? apiVersions).includes(problem.apiVersion) &&
    difference.what === problem.what
  );
}

type Found = Omit<ContractProblem, "apiVersion">;

function problemsOf(document: PublishedDocument, { request, response }: Exchange): readonly Found[] {
  const [path = "", query = ""] = request.path.split("?");
  // A refused request shows nothing about the contract, except the form of the refusal.
  const refused = request.status >= 400 && request.faults === undefined;
  if (!path.startsWith("/v1/")) return [];
  const operation = document.match(request.method, path.slice("/v1".length), request.operation ?? undefined);
  if (operation === undefined)
    return refused ? [] : [{ operation: request.operation ?? request.path, what: "is not in the document" }];
  const problems = [
    ...(refused
      ? []
      : [...queryProblems(document, operation, query), ...bodyProblems(document, operation, request)]),
    ...(response === "dropped" ? [] : answerProblems(document, operation, request, response)),
  ];
  return [...new Set(problems)].map((what) => ({ operation: operation.operationId, what }));
}

function queryProblems(
  document: PublishedDocument,
  operation: PublishedOperation,
  text: string,
): readonly string[] {
  const query = new URLSearchParams(text);
  const missing = operation.requiredQuery.filter((name) => !query.has(name));
  const given = [...query].flatMap(([name, value]) => {
    const schema = operation.query[name];
    if (schema === undefined) return [`query ${name} is not in the document`];
    return accepts(document, document.resolve(schema), value)
      ? []
      : [`query ${name} is not of the declared type`];
  });
  return [...missing.map((name) => `query ${name} is required`), ...given];
}

/** A query parameter is a plain value, a union, or a list, which repeats the name for each item. */
function accepts(document: PublishedDocument, schema: JsonObject, text: string): boolean {
  const variants = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(variants))
    return variants.some((variant) => accepts(document, document.resolve(variant as Json), text));
  switch (textIn(schema["type"])) {
    case "array":
      return accepts(document, document.resolve(schema["items"]), text);
    case "boolean":
      return text === "true" || text === "false";
    case "number":
    case "integer":
      return text !== "" && Number.isFinite(Number(text));
    default:
      return !Array.isArray(schema["enum"]) || schema["enum"].includes(text);
  }
}

function bodyProblems(
  document: PublishedDocument,
  operation: PublishedOperation,
  { body }: LoggedRequest,
): readonly string[] {
  if (operation.body === undefined) return body === undefined ? [] : ["body is not in the document"];
  if (body === undefined) return operation.body.required ? ["body is required"] : [];
  return valueProblems(document, operation.body, body, "body");
}

function valueProblems(
  document: PublishedDocument,
  place: { readonly pointer: string; readonly schema: JsonObject },
  value: Json,
  where: string,
): readonly string[] {
  const unknown = unknownKeys(document, place.schema, value).map(
    (key) => `${where} ${key} is not in the document`,
  );
  const errors = document.validate(place.pointer, value).map(({ instancePath, message, keyword }) => {
    const at = instancePath
      .replace(/\/\d+(?=\/|$)/g, "[]")
      .replaceAll("/", ".")
      .replace(/^\./, "");
    return `${where} ${at}${at === "" ? "" : " "}${keyword === "enum" ? "must be one of the declared values" : message}`;
  });
  return [...unknown, ...errors];
}

/** Faults that change the response of the service. */
const distorting = new Set([
  "truncate",
  "error-after",
  "error-before",
  "checkout",
  "trash-in-lists",
  "hide",
  "unauthorized",
  "forbidden",
  "rate-limit",
]);

function answerProblems(
  document: PublishedDocument,
  operation: PublishedOperation,
  request: LoggedRequest,
  answer: { readonly status: number; readonly text: string },
): readonly string[] {
  if (request.faults?.some((kind) => distorting.has(kind))) return [];
  const declared = operation.responses[String(answer.status)];
  if (declared === undefined && answer.status >= 400) return refusalProblems(document, answer.text);
  if (declared === undefined) return [`answers ${answer.status}, which is not in the document`];
  if (declared === null) return answer.text === "" ? [] : [`answers ${answer.status} with a body`];
  return valueProblems(document, declared, JSON.parse(answer.text) as Json, `answer ${answer.status}`);
}

/** The document declares few failures, but all of them have one form. */
function refusalProblems(document: PublishedDocument, text: string): readonly string[] {
  const schema = "#/components/schemas/Error";
  return document.validate(schema, JSON.parse(text) as Json).map(({ message }) => `refusal ${message}`);
}
