import {
  type EmulatedService,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorResponse,
} from "./emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** The answer to a DELETE that removed something, where the service tells that apart. */
export const removed: EmulatorResponse = { status: 205 };

/** The answer to a DELETE of what was not there. */
export const wasAbsent: EmulatorResponse = { status: 204 };

/** The record, or the service's 404. */
export function requireRecord(service: EmulatedService, type: string, id: Json | undefined): EmulatorRecord {
  const record = typeof id === "string" ? service.get(type, id) : undefined;
  if (record === undefined)
    throw new EmulatorRefusal(404, `No such ${type.replaceAll("_", " ")}: ${textIn(id)}`);
  return record;
}

/** The text of a field that holds text; empty where it holds none. */
export function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The fields of these names that are there, null included. */
export function fieldsNamed(body: JsonObject, names: readonly string[]): { readonly [field: string]: Json } {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

/** The object without the fields that are null or undefined: the service leaves out what is not set. */
export function withoutNulls(fields: { readonly [field: string]: Json | undefined }): JsonObject {
  const set = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(set) as JsonObject;
}

/**
 * The same wire form, made once for each record. Records are never changed in place, a change is a new record; so this is for
 * forms that follow from the record and the organization alone.
 */
export function oncePerRecord(
  onWire: (record: EmulatorRecord, service: EmulatedService) => JsonObject,
): (record: EmulatorRecord, service: EmulatedService) => JsonObject {
  const made = new WeakMap<EmulatorRecord, JsonObject>();
  return (record, service) => {
    let wire = made.get(record);
    if (wire === undefined) {
      wire = onWire(record, service);
      made.set(record, wire);
    }
    return wire;
  };
}

/** The object that an operation answered. */
export function bodyOf(response: EmulatorResponse): JsonObject {
  if (!isJsonObject(response.body)) throw new TypeError("The operation answers no object.");
  return response.body;
}
