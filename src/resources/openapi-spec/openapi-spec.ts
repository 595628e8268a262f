import {
  type OpenapiSpecObject,
  openapiSpecObject,
} from "../../contract/operations/openapi/openapi.objects.ts";
import { openapi } from "../../contract/operations/openapi/openapi.operations.ts";
import type { View } from "../../model/resource-type/reads.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { fieldsOrNull, type Json, type JsonObject } from "../../util/json.ts";
import { openapiSpecAttributes, openapiSpecComputed, openapiVersionFields } from "./openapi-spec.schema.ts";

const versionsOfSpec: View = {
  name: "versions",
  label: "versions of the specification",
  description: "Lists the versions of an OpenAPI specification, the newest first.",
  endpoint: openapi.listVersions,
  fields: openapiVersionFields,
  valuesIn: (response) => fieldsOrNull(response, ["id", "url", "createdAt"]) as JsonObject,
};

/** An OpenAPI specification that content can show. Its slug is its id. */
export const openapiSpec = defineResource({
  name: "openapi_spec",
  label: { one: "OpenAPI specification", many: "OpenAPI specifications" },
  description: "An OpenAPI specification that pages can show as a reference.",
  attributes: openapiSpecAttributes,
  computed: openapiSpecComputed,
  identity: { key: ["slug"], createKey: ["slug"], keyIsUnique: true, idAttribute: "slug" },
  unique: [{ attribute: "slug", within: "organization" }],
  deletion: {
    endpoint: openapi.delete,
    contents: "first",
  },
  creation: {
    endpoint: openapi.create,
    created: (response) => ({ object: foundSpec(openapiSpecObject.parse(response)), children: [] }),
  },
  writers: [
    {
      name: "source",
      endpoint: openapi.createOrUpdate,
      fromResponse: (response) => foundSpec(response as unknown as OpenapiSpecObject),
    },
    {
      name: "patch",
      endpoint: openapi.update,
      fromResponse: (response) => foundSpec(response as unknown as OpenapiSpecObject),
    },
  ],
  reads: [
    {
      name: "openapi-specs",
      endpoint: openapi.list,
      finds: ["openapi_spec"],
      found: (response: Json) => [foundSpec(response as unknown as OpenapiSpecObject)],
    },
  ],
  readById: {
    endpoint: openapi.get,
    found: (response) => foundSpec(response as unknown as OpenapiSpecObject),
  },
  views: [versionsOfSpec],
  unmappedFields: {
    sourceURL: "`source`, its `url`",
  },
  layout: { kind: "map", field: "openapi", keyAttribute: "slug", addressBy: ["slug", "$key"] },
});

function foundSpec(response: OpenapiSpecObject): FoundObject {
  return {
    type: "openapi_spec",
    id: response.slug,
    container: null,
    attributes: {
      slug: response.slug,
      source: response.sourceURL ? { url: response.sourceURL } : null,
      visibility: response.visibility ?? null,
    },
    computed: computedOf(response),
  };
}

function computedOf(response: OpenapiSpecObject): JsonObject {
  return {
    id: response.id,
    processingState: response.processingState ?? null,
    lastVersion: response.lastVersion ?? null,
    lastProcessedAt: response.lastProcessedAt ?? null,
    lastProcessErrorCode: response.lastProcessErrorCode ?? null,
    lastProcessedErrors: (response.lastProcessedErrors ?? []).map((each) =>
      fieldsOrNull(each, ["message", "code"]),
    ),
    createdAt: response.createdAt ?? null,
    updatedAt: response.updatedAt ?? null,
    urls: { app: response.urls?.app ?? null, published: response.urls?.published ?? null },
  };
}
