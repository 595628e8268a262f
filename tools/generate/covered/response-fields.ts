import { readFileSync } from "node:fs";
import { endpointOf } from "../../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../../src/model/resource-type.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/util/json.ts";

const [classic, current] = ["gitbook-api-classic", "gitbook-api-current"].map(
  (name) => JSON.parse(readFileSync(`node_modules/${name}/spec/openapi.json`, "utf8")) as JsonObject,
);

/** The document of the interface, and what only the current one has. */
const document = withMissing(classic as JsonObject, current as JsonObject, 3);

function withMissing(own: JsonObject, other: JsonObject, levels: number): JsonObject {
  const both = { ...other, ...own };
  if (levels === 0) return own;
  return Object.fromEntries(
    Object.entries(both).map(([name, value]) => {
      const more = other[name];
      return [name, isJsonObject(value) && isJsonObject(more) ? withMissing(value, more, levels - 1) : value];
    }),
  );
}

/** The fields of an object in the service's responses, from the document of the interface. */
export function responseFieldsOf(type: ResourceType): readonly string[] {
  const response = responseOf(operationOf(type));
  const media = at(response, "content", "application/json", "schema");
  return [...new Set(propertiesOf(media))];
}

/** The fields at a path in such a response: those of an object, or of the items of a list. */
export function responsePartsOf(type: ResourceType, path: readonly string[]): readonly string[] {
  const whole = at(responseOf(operationOf(type)), "content", "application/json", "schema");
  const found = path.reduce((schema, name) => propertyOf(schema, name), whole);
  return [...new Set(propertiesOf(itemOf(found)))];
}

/** An operation whose response is one object of the type. */
function operationOf({ name, readById, reads, writers }: ResourceType): string {
  if (readById !== undefined) return readById.endpoint.operation;
  const whole = reads.find(({ endpoint, finds }) => finds.includes(name) && endpoint.paged !== true);
  const [writer] = writers;
  const written = writer && endpointOf(writer, {});
  return (whole?.of === undefined ? (whole?.endpoint ?? written) : written)?.operation ?? "";
}

function responseOf(id: string): Json | undefined {
  const operations = Object.values(document["paths"] as JsonObject).flatMap((path) =>
    Object.values(path as JsonObject),
  );
  const operation = operations.find((each) => isJsonObject(each) && each["operationId"] === id);
  return at(operation, "responses", "200") ?? at(operation, "responses", "201");
}

function propertiesOf(schema: Json | undefined): readonly string[] {
  const own = followed(schema);
  if (!isJsonObject(own)) return [];
  return [...Object.keys((own["properties"] ?? {}) as JsonObject), ...partsOf(own).flatMap(propertiesOf)];
}

function propertyOf(schema: Json | undefined, name: string): Json | undefined {
  const own = itemOf(schema);
  if (!isJsonObject(own)) return undefined;
  return (
    at(own, "properties", name) ??
    partsOf(own)
      .map((part) => propertyOf(part, name))
      .find(Boolean)
  );
}

function partsOf(schema: JsonObject): readonly Json[] {
  return ["allOf", "oneOf", "anyOf"].flatMap((name) => (schema[name] ?? []) as readonly Json[]);
}

/** The schema of the items of a list, and every other schema as it is. */
function itemOf(schema: Json | undefined): Json | undefined {
  const own = followed(schema);
  return isJsonObject(own) && own["items"] !== undefined ? itemOf(own["items"]) : own;
}

function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, name) => {
    const own = followed(found);
    return isJsonObject(own) ? own[name] : undefined;
  }, value);
}

/** A part of the document, or the part that its reference names. */
function followed(value: Json | undefined): Json | undefined {
  const reference = isJsonObject(value) ? value["$ref"] : undefined;
  if (typeof reference !== "string") return value;
  return followed(
    reference
      .split("/")
      .slice(1)
      .reduce<Json | undefined>((found, name) => (isJsonObject(found) ? found[name] : undefined), document),
  );
}
