import { parseDocument } from "yaml";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";

/*
 * The processing of a specification after the response. A version in its record: `{ id, createdAt, document }`. If the emulator
 * fetches nothing, it treats every URL as the URL of a valid specification.
 */

/** Reads the source after the response, and adds a version if it has changed. */
export function processLater(service: EmulatedService, slug: string): void {
  const { fetchDocument } = service;
  const url = fieldOf(service.get("openapi_spec", slug)?.["source"], "url");
  const note = (fieldsOf: (record: EmulatorRecord) => Readonly<Record<string, Json>>) => {
    const record = service.get("openapi_spec", slug);
    if (record !== undefined) service.change("openapi_spec", slug, fieldsOf(record));
  };
  service.later<string | undefined>("read an OpenAPI specification", {
    ...(fetchDocument === undefined || url === undefined ? {} : { fetch: () => fetchDocument(url) }),
    commit: (fetched) => note((record) => processed(service, record, fetched)),
    failed: (error) => note(() => failedFetchFields(service, error)),
  });
}

function failedFetchFields(service: EmulatedService, error: unknown): Readonly<Record<string, Json>> {
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const message = isLate ? "No answer came in time." : "What is at the address could not be read.";
  return {
    ...completedFields(service),
    errorCode: isLate ? "FETCH_TIMEOUT" : "FETCH_ERROR",
    errors: [{ message }],
  };
}

function completedFields(service: EmulatedService): Readonly<Record<string, Json>> {
  return { processingState: "complete", processedAt: service.now() };
}

/** The versions of a specification, the newest last. */
export function versionsOf({ versions, lastVersion, updatedAt }: EmulatorRecord): readonly JsonObject[] {
  if (Array.isArray(versions)) return versions as readonly JsonObject[];
  const seeded = { id: lastVersion ?? null, createdAt: updatedAt ?? null, document: placeholder };
  return typeof lastVersion === "string" ? [seeded] : [];
}

function processed(
  service: EmulatedService,
  record: EmulatorRecord,
  fetched: string | undefined,
): Readonly<Record<string, Json>> {
  const done = completedFields(service);
  const read = readSource(record["source"], fetched);
  if ("problem" in read) return { ...done, errorCode: "PARSE_ERROR", errors: [{ message: read.problem }] };
  const versions = versionsOf(record);
  const successFields = { ...done, errorCode: null, errors: [] };
  // A URL that the emulator does not fetch may have different content each time, so it always gives a new version.
  if (read.isText && JSON.stringify(versions.at(-1)?.["document"]) === JSON.stringify(read.document))
    return successFields;
  const version = { id: service.newId(""), createdAt: service.now(), document: read.document };
  return { ...successFields, versions: [...versions, version], lastVersion: version.id };
}

type Read = { readonly document: JsonObject; readonly isText: boolean } | { readonly problem: string };

const placeholder: JsonObject = {
  openapi: "3.1.0",
  info: { title: "What was fetched", version: "1" },
  paths: {},
};

function readSource(source: Json | undefined, fetched: string | undefined): Read {
  const text = fetched ?? fieldOf(source, "text");
  return text === undefined ? { document: placeholder, isText: false } : readText(text);
}

function fieldOf(source: Json | undefined, name: "text" | "url"): string | undefined {
  const value = isJsonObject(source) ? source[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Reads YAML, and so JSON. */
function readText(text: string): Read {
  const parsed = parseDocument(text);
  const [error] = parsed.errors;
  if (error !== undefined) return { problem: error.message };
  const document = documentValue(parsed);
  if (!isJsonObject(document)) return { problem: "The specification is no object." };
  return typeof document["openapi"] === "string" || typeof document["swagger"] === "string"
    ? { document, isText: true }
    : { problem: "The specification does not say which version of OpenAPI it is written in." };
}

function documentValue(parsed: ReturnType<typeof parseDocument>): Json | undefined {
  try {
    return parsed.toJS() as Json;
  } catch {
    // The text has an alias without an anchor, or a chain of aliases that explodes.
    return undefined;
  }
}
