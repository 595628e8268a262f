import { foreignParts } from "../../../model/api-version-marks.ts";
import {
  removed,
  requireRecord,
  textIn,
  wasAbsent,
  withoutNulls,
} from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
} from "../../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { callerRole, permissionsOf } from "../people.ts";
import type { Handlers, System } from "../system.ts";
import { openapiSlug } from "./openapi.objects.ts";
import { openapi } from "./openapi.operations.ts";
import { processLater, versionsOf } from "./processing.ts";

/**
 * The emulator's OpenAPI specifications. A record: `{ id, specId, source, visibility, createdAt, updatedAt, lastVersion, versions,
 * processingState, processedAt, errorCode, errors }`. `id` is the slug, `specId` the id in responses.
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
    const slug = textIn(request.body["slug"]);
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
      requireSlug(service, slug);
      const status = service.apiVersion === "classic-minimal" ? 200 : 201;
      return { status, body: specOnWire(addSpec(service, slug, source), service) };
    }
    // Every PUT fetches the source, even an unchanged one.
    const fields = { source, updatedAt: service.now(), processingState: "pending" };
    const record = service.change("openapi_spec", slug, fields);
    processLater(service, slug);
    return { status: 200, body: specOnWire(record, service) };
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

  listVersions: ({ params }, service) => {
    const record = requireRecord(service, "openapi_spec", params["specSlug"]);
    const newestFirst = [...versionsOf(record)].reverse();
    return { status: 200, items: newestFirst.map((version) => versionOnWire(record, version, service)) };
  },

  getLatestVersion: versionHandler(versionOnWire),
  getVersion: versionHandler(versionOnWire),
  getLatestVersionContent: versionHandler(contentOnWire),
  getVersionContent: versionHandler(contentOnWire),
};

/** OpenAPI specifications. */
export const openapiSystem: System = {
  operations: openapi,
  handlers,
  needs: { create: "create", createOrUpdate: "create", update: "create", delete: "create" },
};

function addSpec(service: EmulatedService, slug: string, source: Json): EmulatorRecord {
  const now = service.now();
  const record = service.add("openapi_spec", {
    id: slug,
    specId: service.newId(""),
    source,
    visibility: "private",
    createdAt: now,
    updatedAt: now,
    versions: [],
    processingState: "pending",
  });
  processLater(service, slug);
  return record;
}

function requireSlug({ apiVersion }: EmulatedService, slug: string): void {
  const isSlug =
    openapiSlug.safeParse(slug).success && foreignParts(openapiSlug, slug, apiVersion).length === 0;
  if (!isSlug) throw new EmulatorRefusal(400, "Invalid slug");
}

type OnWire = (record: EmulatorRecord, version: JsonObject, service: EmulatedService) => JsonObject;

/** A handler that returns the version in the path, or the newest one. */
function versionHandler(onWire: OnWire): EmulatorHandler {
  return ({ params }, service) => {
    const record = requireRecord(service, "openapi_spec", params["specSlug"]);
    const { versionId } = params;
    const versions = versionsOf(record);
    const version =
      versionId === undefined ? versions.at(-1) : versions.find((each) => each["id"] === versionId);
    if (version === undefined) throw new EmulatorRefusal(404, "No such version of the specification");
    return { status: 200, body: onWire(record, version, service) };
  };
}

function locationOf(slug: string, service: EmulatedService): string {
  return `/orgs/${service.organizationId}/openapi/${slug}`;
}

function specOnWire(record: EmulatorRecord, service: EmulatedService): JsonObject {
  const { source, processingState = "complete" } = record;
  const createdAt = record["createdAt"] ?? "2026-01-01T00:00:00.000Z";
  const updatedAt = record["updatedAt"] ?? createdAt;
  return {
    ...withoutNulls({ sourceURL: isJsonObject(source) ? source["url"] : null }),
    ...lastProcessing(record, updatedAt),
    object: "openapi-spec",
    id: record["specId"] ?? record.id,
    createdAt,
    updatedAt,
    slug: record.id,
    processingState,
    visibility: record["visibility"] ?? "private",
    permissions: permissionsOf(callerRole(service), { view: "read", edit: "create" }),
    urls: {
      location: `https://api.docs.example/v1${locationOf(record.id, service)}`,
      app: `https://app.docs.example/o/${service.organizationId}/openapi/${record.id}`,
    },
    ...(service.apiVersion === "current" ? { lastProcessedErrorCount: errorsOf(record).length } : {}),
  };
}

/** The result of the last processing. */
function lastProcessing(record: EmulatorRecord, updatedAt: Json): JsonObject {
  const { processedAt, processingState = "complete" } = record;
  const errors = errorsOf(record);
  return {
    ...withoutNulls({
      lastVersion: versionsOf(record).at(-1)?.["id"],
      lastProcessedAt: processedAt ?? (processingState === "complete" ? updatedAt : null),
      lastProcessErrorCode: record["errorCode"],
    }),
    ...(errors.length > 0 ? { lastProcessedErrors: errors } : {}),
  };
}

function errorsOf({ errors }: EmulatorRecord): readonly Json[] {
  return Array.isArray(errors) ? errors : [];
}

function versionOnWire(record: EmulatorRecord, version: JsonObject, service: EmulatedService): JsonObject {
  const id = textIn(version["id"]);
  return {
    ...withoutNulls({ createdAt: version["createdAt"] }),
    object: "openapi-spec-version",
    id,
    url: fileOf(version),
    urls: { location: `https://api.docs.example/v1${locationOf(record.id, service)}/versions/${id}` },
  };
}

function contentOnWire(record: EmulatorRecord, version: JsonObject, service: EmulatedService): JsonObject {
  const url = fileOf(version);
  const filesystem = { "openapi.json": version["document"] ?? null };
  const isPublic = record["visibility"] === "public";
  return service.apiVersion === "current"
    ? { filesystem, urls: { source: url, public: isPublic ? url : null } }
    : { filesystem, url };
}

function fileOf(version: JsonObject): string {
  return `https://files.docs.example/openapi/${textIn(version["id"])}.json`;
}
