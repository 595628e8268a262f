import { parseDocument } from "yaml";
import type { EmulatedService, EmulatorRecord } from "../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";

/*
 * What the service does with a specification after it has answered. A version is in its record: `{ id, createdAt, document }`.
 * What an address would give is not known, and taken as valid.
 */

/** Reads the source again once the answer is out, and makes a version where it is another one than before. */
export function processLater(service: EmulatedService, slug: string): void {
  service.later("read an OpenAPI specification", {
    commit: () => {
      const record = service.get("openapi_spec", slug);
      if (record !== undefined) service.change("openapi_spec", slug, processed(service, record));
    },
  });
}

/** The versions of a specification, the newest last. */
export function versionsOf({ versions, lastVersion, updatedAt }: EmulatorRecord): readonly JsonObject[] {
  if (Array.isArray(versions)) return versions as readonly JsonObject[];
  const seeded = { id: lastVersion ?? null, createdAt: updatedAt ?? null, document: placeholder };
  return typeof lastVersion === "string" ? [seeded] : [];
}

function processed(service: EmulatedService, record: EmulatorRecord): { readonly [field: string]: Json } {
  const now = service.now();
  const done = { processingState: "complete", processedAt: now };
  const read = readSource(record["source"]);
  if ("problem" in read) return { ...done, errorCode: "PARSE_ERROR", errors: [{ message: read.problem }] };
  const versions = versionsOf(record);
  const sound = { ...done, errorCode: null, errors: [] };
  // An address is asked anew each time, and may have given something else.
  if (read.isText && JSON.stringify(versions.at(-1)?.["document"]) === JSON.stringify(read.document))
    return sound;
  const version = { id: service.newId(""), createdAt: now, document: read.document };
  return { ...sound, versions: [...versions, version], lastVersion: version.id };
}

type Read = { readonly document: JsonObject; readonly isText: boolean } | { readonly problem: string };

const placeholder: JsonObject = {
  openapi: "3.1.0",
  info: { title: "What was fetched", version: "1" },
  paths: {},
};

function readSource(source: Json | undefined): Read {
  const text = isJsonObject(source) ? source["text"] : undefined;
  return typeof text === "string" ? readText(text) : { document: placeholder, isText: false };
}

/** YAML, and so JSON. */
function readText(text: string): Read {
  const parsed = parseDocument(text);
  const [error] = parsed.errors;
  if (error !== undefined) return { problem: error.message };
  const document = valueOf(parsed);
  if (!isJsonObject(document)) return { problem: "The specification is no object." };
  return typeof document["openapi"] === "string" || typeof document["swagger"] === "string"
    ? { document, isText: true }
    : { problem: "The specification does not say which version of OpenAPI it is written in." };
}

function valueOf(parsed: ReturnType<typeof parseDocument>): Json | undefined {
  try {
    return parsed.toJS() as Json;
  } catch {
    // An alias without its anchor, or a chain of them that explodes.
    return undefined;
  }
}
