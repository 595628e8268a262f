import {
  removed,
  requireRecord,
  textIn,
  wasAbsent,
  withoutNulls,
} from "../../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { callerRole, permissionsOf } from "../people.ts";
import { emptyRichText } from "../rich-text.objects.ts";
import type { Handlers, System } from "../system.ts";
import { isTrashed } from "../trash.ts";
import { type TranslationRun, translateSpace } from "./translating.ts";
import { translations } from "./translations.operations.ts";

/**
 * A record: `{ id, source: { space, language }, language, instructions, status, result: { space, revision }, stats, createdAt,
 * updatedAt, texts }`. `texts` are the source's texts of the last run.
 */
const handlers: Handlers<typeof translations> = {
  list: (_request, service) => ({
    status: 200,
    items: service.list("translation").map((record) => onWire(record, service)),
  }),

  get: ({ params }, service) => ({
    status: 200,
    body: onWire(requireRecord(service, "translation", params["translationId"]), service),
  }),

  create: ({ body }, service) => {
    const { source, language, instructions } = body;
    requireTranslatable(service, source, language);
    const now = service.now();
    const record = service.add("translation", {
      id: service.newId(""),
      source: source ?? null,
      language: language ?? null,
      instructions: instructions ?? emptyRichText,
      status: "pending",
      result: null,
      stats: noStats,
      createdAt: now,
      updatedAt: now,
    });
    return { status: 201, body: onWire(record, service), location: locationOf(record.id, service) };
  },

  update: ({ params, body }, service) => {
    const { id } = requireRecord(service, "translation", params["translationId"]);
    const fields = { instructions: body["instructions"] ?? emptyRichText, updatedAt: service.now() };
    return { status: 200, body: onWire(service.change("translation", id, fields), service) };
  },

  delete: ({ params }, service) => {
    const record = service.get("translation", params["translationId"] ?? "");
    if (record === undefined) return wasAbsent;
    service.remove("translation", record.id);
    return removed;
  },

  run: ({ params }, service) => {
    const record = requireRecord(service, "translation", params["translationId"]);
    requireSource(service, record["source"], 404);
    const status = record["status"] ?? "pending";
    service.change("translation", record.id, { status: "running", updatedAt: service.now() });
    service.later("translate a space", { commit: () => finishRun(service, record.id, status) });
    return { status: 204 };
  },
};

/** Translations of spaces. */
export const translationsSystem: System = {
  operations: translations,
  handlers,
  needs: { create: "create", update: "create", delete: "create", run: "create" },
};

const noStats = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
};

function requireTranslatable(
  service: EmulatedService,
  source: Json | undefined,
  language: Json | undefined,
): void {
  requireSource(service, source, 400);
  if (isJsonObject(source) && source["language"] === language) {
    throw new EmulatorRefusal(400, "A space is translated into another language than its own");
  }
}

/** Refuses a translation without a source space: it was deleted, or another organization has it. */
function requireSource(service: EmulatedService, source: Json | undefined, status: number): void {
  const space = service.get("space", isJsonObject(source) ? textIn(source["space"]) : "");
  if (space === undefined || isTrashed(space)) {
    throw new EmulatorRefusal(status, "Invalid source space");
  }
}

/** Stores the result of a run. If the space no longer exists, the translation returns to its former status. */
function finishRun(service: EmulatedService, id: string, before: Json): void {
  const record = service.get("translation", id);
  if (record === undefined) return;
  const run = translateSpace(service, record);
  service.change("translation", id, {
    status: run === undefined ? before : "completed",
    updatedAt: service.now(),
    ...(run === undefined ? {} : { result: run.result, texts: run.texts, stats: statsWith(record, run) }),
  });
}

function statsWith({ stats }: EmulatorRecord, { words, pages, seconds }: TranslationRun): JsonObject {
  const before = { ...noStats, ...(isJsonObject(stats) ? stats : {}) };
  return {
    runs: before.runs + 1,
    totalWords: before.totalWords + words,
    totalPages: before.totalPages + pages,
    totalDuration: before.totalDuration + seconds,
    latestRunDuration: seconds,
    latestPages: pages,
    latestWords: words,
  };
}

function locationOf(id: string, service: EmulatedService): string {
  return `/orgs/${service.organizationId}/translations/${id}`;
}

function onWire(record: EmulatorRecord, service: EmulatedService): JsonObject {
  const { source, language, instructions, status, stats, createdAt, updatedAt } = record;
  return {
    object: "translation",
    id: record.id,
    status: status ?? "pending",
    source: source ?? null,
    language: language ?? null,
    instructions: instructions ?? emptyRichText,
    ...withoutNulls({ result: resultOnWire(record, service) }),
    createdAt: createdAt ?? "2026-01-01T00:00:00.000Z",
    updatedAt: updatedAt ?? createdAt ?? "2026-01-01T00:00:00.000Z",
    stats: { ...noStats, ...(isJsonObject(stats) ? stats : {}) },
    permissions: permissionsOf(callerRole(service), { view: "read", edit: "create" }),
    urls: { location: `https://api.docs.example/v1${locationOf(record.id, service)}` },
  };
}

function resultOnWire({ result, language }: EmulatorRecord, service: EmulatedService): JsonObject | null {
  if (!isJsonObject(result)) return null;
  return service.apiVersion === "current" ? { ...result, language: language ?? null } : result;
}
