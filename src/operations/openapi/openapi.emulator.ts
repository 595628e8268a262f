import { removed, requireRecord, textOf, wasAbsent, withoutNulls } from "../../model/emulator-answers.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Handlers, System } from "../system.ts";
import { openapi } from "./openapi.operations.ts";

/**
 * The service's side of OpenAPI specifications. A record: `{ id, specId, source, visibility, createdAt, updatedAt,
 * lastVersion }`; `id` is the slug, `specId` the id in answers.
 */
const handlers: Handlers<typeof openapi> = {
  list: (_request, service) => {
    return { status: 200, items: service.list("openapi_spec").map((record) => specOnWire(record, service)) };
  },

  get: (request, service) => {
    const record = requireRecord(service, "openapi_spec", request.params["specSlug"]);
    return { status: 200, body: specOnWire(record, service) };
  },

  create: (request, service) => {
    const slug = textOf(request.body["slug"]);
    if (service.get("openapi_spec", slug) !== undefined) {
      throw new EmulatorRefusal(400, `An OpenAPI specification with the slug "${slug}" already exists`);
    }
    const record = addSpec(service, slug, request.body["source"] ?? null);
    return { status: 201, body: specOnWire(record, service), location: locationOf(slug, service) };
  },

  createOrUpdate: (request, service) => {
    const slug = request.params["specSlug"] ?? "";
    const source = request.body["source"] ?? null;
    if (service.get("openapi_spec", slug) === undefined) {
      return { status: 201, body: specOnWire(addSpec(service, slug, source), service) };
    }
    // Every PUT is a fetch, the same source or not.
    const fields = { source, updatedAt: service.now(), lastVersion: service.newId("") };
    return { status: 200, body: specOnWire(service.change("openapi_spec", slug, fields), service) };
  },

  update: (request, service) => {
    const { id } = requireRecord(service, "openapi_spec", request.params["specSlug"]);
    const fields = { visibility: request.body["visibility"] ?? "private", updatedAt: service.now() };
    return { status: 200, body: specOnWire(service.change("openapi_spec", id, fields), service) };
  },

  delete: (request, service) => {
    const record = service.get("openapi_spec", request.params["specSlug"] ?? "");
    if (record === undefined) return wasAbsent;
    service.remove("openapi_spec", record.id);
    return removed;
  },
};

/** OpenAPI specifications. */
export const openapiSystem: System = { operations: openapi, handlers };

function addSpec(service: EmulatedService, slug: string, source: Json): EmulatorRecord {
  const now = service.now();
  return service.add("openapi_spec", {
    id: slug,
    specId: service.newId(""),
    source,
    visibility: "private",
    createdAt: now,
    updatedAt: now,
    lastVersion: service.newId(""),
  });
}

function locationOf(slug: string, service: EmulatedService): string {
  return `/orgs/${service.organizationId}/openapi/${slug}`;
}

function specOnWire(record: EmulatorRecord, service: EmulatedService): JsonObject {
  const { source, lastVersion } = record;
  const createdAt = record["createdAt"] ?? "2026-01-01T00:00:00.000Z";
  const updatedAt = record["updatedAt"] ?? createdAt;
  return {
    ...withoutNulls({ sourceURL: isJsonObject(source) ? source["url"] : null, lastVersion }),
    object: "openapi-spec",
    id: record["specId"] ?? record.id,
    createdAt,
    updatedAt,
    slug: record.id,
    processingState: "complete",
    visibility: record["visibility"] ?? "private",
    lastProcessedAt: updatedAt,
    permissions: { view: true, edit: true },
    urls: {
      location: `https://api.docs.example/v1${locationOf(record.id, service)}`,
      app: `https://app.docs.example/o/${service.organizationId}/openapi/${record.id}`,
    },
    ...(service.generation === "current" ? { lastProcessedErrorCount: 0 } : {}),
  };
}
