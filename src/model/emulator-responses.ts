import type * as z from "zod";
import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import {
  type EmulatedService,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorResponse,
} from "./emulator-rules.ts";
import { fieldNames } from "./field-names.ts";

/** The response to a DELETE that removed an object, where the service distinguishes that from {@link wasAbsent}. */
export const removed: EmulatorResponse = { status: 205 };

/** The response to a DELETE of an object that does not exist. */
export const wasAbsent: EmulatorResponse = { status: 204 };

/** The record. Throws the service's 404 if there is none. */
export function requireRecord(service: EmulatedService, type: string, id: Json | undefined): EmulatorRecord {
  const record = typeof id === "string" ? service.get(type, id) : undefined;
  if (record === undefined)
    throw new EmulatorRefusal(404, `No such ${type.replaceAll("_", " ")}: ${textIn(id)}`);
  return record;
}

/** The text of a field. Empty if its value is not a text. */
export function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The fields of the body that have one of these names, including fields that are null. */
export function fieldsNamed(body: JsonObject, names: readonly string[]): { readonly [field: string]: Json } {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

/** The fields of the object that the schema has too, including fields that are null. */
export function fieldsIn(
  schema: z.ZodType | undefined,
  object: JsonObject,
): { readonly [field: string]: Json } {
  return fieldsNamed(object, fieldNames(schema));
}

/** The object without the fields that are null or undefined. The service omits fields that are not set. */
export function withoutNulls(fields: { readonly [field: string]: Json | undefined }): JsonObject {
  const set = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(set) as JsonObject;
}

/**
 * Builds the wire form once for each record. A record never changes in place: a change makes a new record. So this works only for wire
 * forms that depend on nothing but the record and the organization.
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

/** The object that an operation returned. */
export function bodyOf(response: EmulatorResponse): JsonObject {
  if (!isJsonObject(response.body)) throw new TypeError("The operation returned no object.");
  return response.body;
}
