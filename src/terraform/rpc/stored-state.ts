import { DocsformError } from "../../model/errors.ts";
import { isJsonObject, type JsonObject } from "../../model/json.ts";
import { asBuffer } from "../../tfplugin/as-buffer.ts";
import type { CtyObject } from "../../tfplugin/values/cty-value.ts";
import { ValueError } from "../../tfplugin/values/errors.ts";
import { decodeJson } from "../../tfplugin/values/json.ts";
import type { Resource } from "../resources/resource.ts";

/** A state as Terraform has stored it. */
export interface StoredState {
  /** Version of the schema that wrote it. */
  readonly version: number;
  readonly json: Uint8Array | undefined;
}

/**
 * A stored state as one of this version's schema: upgraded from version to version, without what is no attribute any more.
 * Throws where it cannot be read: it is newer, or of a Terraform before 0.12, or not what its version writes.
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
    // What the parser says quotes the state, in which there may be secrets.
    throw unreadable(resource, "it is not JSON");
  }
}

function newerState({ name }: Resource, version: number, known: number): DocsformError {
  return new DocsformError(
    "terraform/newer-state",
    `A newer version of the provider wrote the state of this ${name}: its schema has the version ${version}, and this provider knows version ${known}.`,
    { remedy: "Use the version of the provider that wrote the state, or a later one." },
  );
}

function unreadable({ name }: Resource, why: string): DocsformError {
  return new DocsformError(
    "terraform/unreadable-state",
    `The state of this ${name} cannot be read: ${why}.`,
    {
      remedy: "Restore a backup of the state. Or run `terraform state rm` and import the object again.",
    },
  );
}
