import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { isJsonObject, type JsonObject } from "../../util/json.ts";
import { asBuffer } from "../plugin/as-buffer.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { decodeJson } from "../plugin/values/json-values.ts";
import { ValueError } from "../plugin/values/value-errors.ts";
import type { Resource } from "../resources/resource.ts";

/** A state as Terraform stores it. */
export interface StoredState {
  /** Schema version that wrote it. */
  readonly version: number;
  readonly json: Uint8Array | undefined;
}

/**
 * Converts a stored state to this version's schema: upgrades it version by version, and drops removed attributes. Throws if the state is
 * newer, comes from Terraform before 0.12, or does not fit the version that wrote it.
 */
export function readStoredState(resource: Resource, { version, json }: StoredState): CtyObject | null {
  const known = resource.schema.version ?? 0;
  if (version > known) throw newerState(resource, version, known);
  if (json === undefined || json.length === 0) throw unreadable(resource, "it contains no JSON");
  const text = asBuffer(json).toString("utf8");
  const current =
    version < known ? upgraded(resource, text, (state) => resource.upgrade(state, version)) : text;
  try {
    return decodeJson(current, resource.type, { unknownAttributes: "drop" }) as CtyObject | null;
  } catch (error) {
    throw error instanceof ValueError ? unreadable(resource, error.message) : error;
  }
}

function upgraded(resource: Resource, text: string, upgrade: (state: JsonObject) => JsonObject): string {
  const state = parsed(resource, text);
  return JSON.stringify(isJsonObject(state) ? upgrade(state) : state);
}

function parsed(resource: Resource, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the state, which may contain secrets.
    throw unreadable(resource, "it is not JSON");
  }
}

function newerState({ name }: Resource, version: number, known: number): DocsformError {
  return fail("terraform/newer-state", { resource: name, found: version, known });
}

function unreadable({ name }: Resource, why: string): DocsformError {
  return fail("terraform/unreadable-state", { resource: name, reason: why });
}
