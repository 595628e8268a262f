import { readFileSync } from "node:fs";
import { Ajv2020, type AnySchemaObject, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { textIn } from "../../src/model/emulator-responses.ts";
import { type ApiVersion, type Endpoint, publishedApiVersions } from "../../src/model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";

/** An operation of a published document, with resolved references. */
export interface PublishedOperation {
  readonly operationId: string;
  readonly method: string;
  /** The path below `/v1`, with `{name}` for parameters. */
  readonly path: string;
  /** Schemas of query parameters, by name. */
  readonly query: Readonly<Record<string, JsonObject>>;
  readonly requiredQuery: readonly string[];
  readonly body?: PublishedPlace & { readonly required: boolean };
  /** The possible responses by status. null: a response without a body. */
  readonly responses: Readonly<Record<string, PublishedPlace | null>>;
}

/** A schema and its place in the document. */
export interface PublishedPlace {
  readonly pointer: string;
  readonly schema: JsonObject;
}

export interface PublishedDocument {
  readonly operations: readonly PublishedOperation[];
  /**
   * The operation of a request path. Literal segments take precedence over parameters. `likely` is the name of the expected operation: if it
   * matches, no search is necessary.
   */
  match(method: string, path: string, likely?: string): PublishedOperation | undefined;
  byId(operationId: string): PublishedOperation | undefined;
  /** Returns a schema, or follows its reference. */
  resolve(schema: Json | undefined): JsonObject;
  /** The problems of a value. The validator is compiled at the first use and cached for the process. */
  validate(pointer: string, value: Json): readonly ErrorObject[];
}

// The API version without a published document responds like the classic one, if that has the operation.
const packages: Readonly<Record<ApiVersion, string>> = {
  classic: "gitbook-api-classic",
  current: "gitbook-api-current",
  "classic-minimal": "gitbook-api-classic",
};
const documents = new Map<ApiVersion, PublishedDocument>();

/** The document of an API version. It is read and compiled once for each process. */
export function publishedDocument(apiVersion: ApiVersion): PublishedDocument {
  const known = documents.get(apiVersion);
  if (known !== undefined) return known;
  const path = new URL(`../../node_modules/${packages[apiVersion]}/spec/openapi.json`, import.meta.url);
  const loaded = openDocument(JSON.parse(readFileSync(path, "utf8"), lenient) as JsonObject);
  documents.set(apiVersion, loaded);
  return loaded;
}

/** Some compilers refuse `nullable` beside a reference. And the document declares `uri` for URLs that are relative in fact. */
function lenient(_key: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  if (value["nullable"] !== undefined && value["type"] === undefined) {
    const { nullable: _, ...rest } = value;
    return rest;
  }
  return value["format"] === "uri" ? { ...value, format: "uri-reference" } : value;
}

function openDocument(document: JsonObject): PublishedDocument {
  // Minimizing the validators takes longer than running them.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    code: { optimize: false },
  });
  formats.default(ajv);
  ajv.addSchema(document as AnySchemaObject, "document");
  const resolve = (schema: Json | undefined): JsonObject => {
    if (!isJsonObject(schema)) return {};
    const target = schema["$ref"];
    return typeof target === "string" ? resolve(at(document, target)) : schema;
  };
  const operations = operationsOf(document, resolve);
  const candidates: readonly Candidate[] = operations
    .map((operation) => ({ operation, ...patternOf(operation.path) }))
    .sort((a, b) => a.parameters - b.parameters);
  const byId = new Map(candidates.map((each) => [each.operation.operationId, each]));
  return {
    operations,
    match: (method, path, likely) => {
      const fits = (each: Candidate) => each.operation.method === method && each.pattern.test(path);
      const first = likely === undefined ? undefined : byId.get(likely);
      return (first !== undefined && fits(first) ? first : candidates.find(fits))?.operation;
    },
    byId: (operationId) => byId.get(operationId)?.operation,
    resolve,
    validate: (pointer, value) => {
      const validator = ajv.getSchema(`document${pointer}`);
      if (validator === undefined) throw new Error(`The document has no ${pointer}`);
      return validator(value) === true ? [] : [...(validator.errors ?? [])];
    },
  };
}

function at(document: JsonObject, pointer: string): Json | undefined {
  const names = pointer
    .slice(2)
    .split("/")
    .map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce<Json | undefined>(
    (place, name) => (isJsonObject(place) ? place[name] : undefined),
    document,
  );
}

interface Candidate {
  readonly operation: PublishedOperation;
  readonly pattern: RegExp;
  readonly parameters: number;
}

function patternOf(path: string): Omit<Candidate, "operation"> {
  const source = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/]+");
  return { pattern: new RegExp(`^${source}$`), parameters: path.split("{").length - 1 };
}

const methods = ["get", "post", "put", "patch", "delete"];

type Resolve = PublishedDocument["resolve"];

function operationsOf(document: JsonObject, resolve: Resolve): readonly PublishedOperation[] {
  const paths = document["paths"] as Readonly<Record<string, JsonObject>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!isJsonObject(operation)) return [];
      const place = `#/paths/${segment(path)}/${method}`;
      const parameters = [item["parameters"], operation["parameters"]].flatMap((list) =>
        Array.isArray(list) ? list.map(resolve) : [],
      );
      return [operationOf(operation, { path, method, place, parameters, resolve })];
    }),
  );
}

/** A name as a segment of a JSON pointer in a URI. */
function segment(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

interface Surroundings {
  readonly path: string;
  readonly method: string;
  readonly place: string;
  readonly parameters: readonly JsonObject[];
  readonly resolve: Resolve;
}

function operationOf(
  operation: JsonObject,
  { path, method, place, parameters, resolve }: Surroundings,
): PublishedOperation {
  const query = parameters.filter((parameter) => parameter["in"] === "query");
  const body = operation["requestBody"];
  const bodyPlace = placeOf(body, `${place}/requestBody`, resolve);
  const responses = Object.entries(operation["responses"] as JsonObject).map(([status, response]) => [
    status,
    placeOf(response, `${place}/responses/${status}`, resolve),
  ]);
  return {
    operationId: textIn(operation["operationId"]),
    method: method.toUpperCase(),
    path,
    query: Object.fromEntries(
      query.map((parameter) => [textIn(parameter["name"]), parameter["schema"] as JsonObject]),
    ),
    requiredQuery: query
      .filter((parameter) => parameter["required"] === true)
      .map((parameter) => textIn(parameter["name"])),
    ...(bodyPlace && { body: { ...bodyPlace, required: resolve(body)["required"] === true } }),
    responses: Object.fromEntries(responses) as PublishedOperation["responses"],
  };
}

/** The JSON schema of a request or a response. */
function placeOf(owner: Json | undefined, pointer: string, resolve: Resolve): PublishedPlace | null {
  const target = isJsonObject(owner) ? owner["$ref"] : undefined;
  const content = resolve(owner)["content"];
  const media = isJsonObject(content) ? content["application/json"] : undefined;
  if (!isJsonObject(media) || !isJsonObject(media["schema"])) return null;
  const base = typeof target === "string" ? target : pointer;
  return { pointer: `${base}/content/${segment("application/json")}/schema`, schema: media["schema"] };
}

/** Whether the API version has a published document. */
export function isPublishedApiVersion(apiVersion: ApiVersion): boolean {
  return publishedApiVersions.some((each) => each === apiVersion);
}

/** The operation as the document describes it. */
export function published(
  apiVersion: ApiVersion,
  { operation }: Pick<Endpoint, "operation">,
): PublishedOperation {
  const found = publishedDocument(apiVersion).byId(operation);
  if (found === undefined) throw new Error(`${operation} is not in the ${apiVersion} document`);
  return found;
}
