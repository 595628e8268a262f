import { fieldsOrNull, type Json, type JsonObject } from "../../model/json.ts";
import { defineResource, type View } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { type OpenapiSpecObject, openapiSpecObject } from "../../operations/openapi/openapi.objects.ts";
import { openapi } from "../../operations/openapi/openapi.operations.ts";
import { openapiSpecAttributes, openapiSpecComputed, openapiVersionFields } from "./openapi-spec.schema.ts";

const versionsOfSpec: View = {
  name: "versions",
  label: "versions of the specification",
  description: "The versions of an OpenAPI specification, the newest first.",
  endpoint: openapi.listVersions,
  call: ({ organizationId }, id) => ({
    endpoint: openapi.listVersions,
    params: { organizationId, specSlug: id },
  }),
  fields: openapiVersionFields,
  valuesIn: (answer) => fieldsOrNull(answer, ["id", "url", "createdAt"]) as JsonObject,
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
    call: ({ organizationId }, id) => ({
      endpoint: openapi.delete,
      params: { organizationId, specSlug: id },
    }),
    contents: "first",
  },
  creation: {
    call: ({ organizationId }, { attributes }) => ({
      endpoint: openapi.create,
      params: { organizationId },
      body: attributes,
    }),
    created: (answer) => ({ object: foundSpec(openapiSpecObject.parse(answer)), children: [] }),
  },
  writers: [
    {
      name: "source",
      attributes: ["source"],
      call: ({ organizationId }, id, { values }) => ({
        endpoint: openapi.createOrUpdate,
        params: { organizationId, specSlug: id },
        body: values,
      }),
      answered: (answer) => foundSpec(answer as unknown as OpenapiSpecObject),
    },
    {
      name: "patch",
      attributes: ["visibility"],
      call: ({ organizationId }, id, { values }) => ({
        endpoint: openapi.update,
        params: { organizationId, specSlug: id },
        body: values,
      }),
      answered: (answer) => foundSpec(answer as unknown as OpenapiSpecObject),
    },
  ],
  reads: [
    {
      name: "openapi-specs",
      endpoint: openapi.list,
      finds: ["openapi_spec"],
      call: ({ organizationId }) => ({ endpoint: openapi.list, params: { organizationId } }),
      found: (answer: Json) => [foundSpec(answer as unknown as OpenapiSpecObject)],
    },
  ],
  readById: {
    endpoint: openapi.get,
    call: ({ organizationId }, id) => ({
      endpoint: openapi.get,
      params: { organizationId, specSlug: id },
    }),
    found: (answer) => foundSpec(answer as unknown as OpenapiSpecObject),
  },
  views: [versionsOfSpec],
  unmappedFields: {
    sourceURL: "`source`, its `url`",
  },
  layout: { kind: "map", field: "openapi", keyAttribute: "slug", addressBy: ["slug", "$key"] },
});

function foundSpec(answer: OpenapiSpecObject): FoundObject {
  return {
    type: "openapi_spec",
    id: answer.slug,
    container: null,
    attributes: {
      slug: answer.slug,
      source: answer.sourceURL ? { url: answer.sourceURL } : null,
      visibility: answer.visibility ?? null,
    },
    computed: computedOf(answer),
  };
}

function computedOf(answer: OpenapiSpecObject): JsonObject {
  return {
    id: answer.id,
    processingState: answer.processingState ?? null,
    lastVersion: answer.lastVersion ?? null,
    lastProcessedAt: answer.lastProcessedAt ?? null,
    lastProcessErrorCode: answer.lastProcessErrorCode ?? null,
    lastProcessedErrors: (answer.lastProcessedErrors ?? []).map((each) =>
      fieldsOrNull(each, ["message", "code"]),
    ),
    createdAt: answer.createdAt ?? null,
    updatedAt: answer.updatedAt ?? null,
    urls: { app: answer.urls?.app ?? null, published: answer.urls?.published ?? null },
  };
}
