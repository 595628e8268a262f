import * as z from "zod";
import type { Call, Endpoint } from "../../../src/model/endpoint.ts";
import type { Attribute } from "../../../src/model/resource-type/attribute.ts";
import { creatingCall } from "../../../src/model/resource-type/creation.ts";
import { type Writer, writingCall } from "../../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../../src/model/resource-type.ts";
import type { Json, JsonObject } from "../../../src/util/json.ts";

/** A field that a request can set, but that no attribute of the type sets. */
export interface UnsetField {
  readonly operation: string;
  readonly field: string;
}

const context = { organizationId: "org1", apiVersion: "current", scopeId: "scope1" } as const;

/** The fields of request bodies that no call of the type sends. */
export function unsetFieldsOf(type: ResourceType): readonly UnsetField[] {
  const calls = (["classic", "current"] as const).flatMap((apiVersion) =>
    [...creations(type), ...type.writers.flatMap((writer) => writes(type, writer))].map((call) =>
      call(apiVersion),
    ),
  );
  const sent = new Map<Endpoint, Set<string>>();
  for (const { endpoint, body } of calls) {
    const fields = sent.get(endpoint) ?? new Set();
    for (const field of Object.keys((body ?? {}) as JsonObject)) fields.add(field);
    sent.set(endpoint, fields);
  }
  return [...sent].flatMap(([endpoint, fields]) =>
    fieldsOf(endpoint)
      .filter((field) => !fields.has(field))
      .map((field) => ({ operation: endpoint.operation, field })),
  );
}

type CallIn = (apiVersion: "classic" | "current") => Call;

function creations({ creation, attributes }: ResourceType): readonly CallIn[] {
  if (creation === undefined) return [];
  const samples = Object.entries(attributes)
    .filter(([, { atCreate }]) => atCreate !== "no")
    .map(([name, attribute]): [string, Json] => [name, sampleOf(attribute)]);
  return [
    (apiVersion) =>
      creatingCall(
        creation,
        { ...context, apiVersion },
        { attributes: Object.fromEntries(samples), containerId: "id1", firstChild: { space: "id1" } },
      ),
  ];
}

function writes(type: ResourceType, writer: Writer): readonly CallIn[] {
  return writer.attributes.map((name) => (apiVersion) => {
    const values = { [name]: sampleOf(type.attributes[name] as Attribute) };
    return writingCall(writer, { ...context, apiVersion }, "id1", { values, before: {} });
  });
}

function sampleOf({ samples }: Attribute): Json {
  return samples[0] ?? "id1";
}

function fieldsOf({ body }: Endpoint): readonly string[] {
  return body instanceof z.ZodObject ? Object.keys(body.shape) : [];
}
