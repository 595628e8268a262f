import type { z } from "zod";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FoundObject } from "../../model/live-world.ts";
import { defineResource } from "../../model/resource-type.ts";
import {
  createOpenAPISpec,
  createOrUpdateOpenAPISpecBySlug,
  deleteOpenAPISpecBySlug,
  getOpenAPISpecBySlug,
  listOpenAPISpecs,
  openapiSpecAnswer,
  updateOpenAPISpecBySlug,
} from "./openapi-spec.api.ts";
import { openapiSpecEmulator } from "./openapi-spec.emulator.ts";
import { openapiSpecAttributes, openapiSpecComputed } from "./openapi-spec.schema.ts";

/** An OpenAPI specification that content can show. Its slug is its id. */
export const openapiSpec = defineResource({
  name: "openapi_spec",
  label: { one: "OpenAPI specification", many: "OpenAPI specifications" },
  description: "An OpenAPI specification that pages can show as a reference.",
  attributes: openapiSpecAttributes,
  computed: openapiSpecComputed,
  identity: { key: ["slug"], birthKey: ["slug"], keyIsUnique: true, idAttribute: "slug" },
  unique: [{ attribute: "slug", within: "organization" }],
  deletion: {
    call: ({ organizationId }, id) => ({
      endpoint: deleteOpenAPISpecBySlug,
      params: { organizationId, specSlug: id },
    }),
    contents: "first",
  },
  creation: {
    call: ({ organizationId }, { attributes }) => ({
      endpoint: createOpenAPISpec,
      params: { organizationId },
      body: attributes,
    }),
    created: (answer) => ({ object: foundSpec(openapiSpecAnswer.parse(answer)), births: [] }),
  },
  writers: [
    {
      name: "source",
      attributes: ["source"],
      call: ({ organizationId }, id, { values }) => ({
        endpoint: createOrUpdateOpenAPISpecBySlug,
        params: { organizationId, specSlug: id },
        body: values,
      }),
      answered: (answer) => foundSpec(answer as unknown as OpenapiSpecAnswer),
    },
    {
      name: "patch",
      attributes: ["visibility"],
      call: ({ organizationId }, id, { values }) => ({
        endpoint: updateOpenAPISpecBySlug,
        params: { organizationId, specSlug: id },
        body: values,
      }),
      answered: (answer) => foundSpec(answer as unknown as OpenapiSpecAnswer),
    },
  ],
  reads: [
    {
      name: "openapi-specs",
      endpoint: listOpenAPISpecs,
      finds: ["openapi_spec"],
      call: ({ organizationId }) => ({ endpoint: listOpenAPISpecs, params: { organizationId } }),
      found: (answer: Json) => [foundSpec(answer as unknown as OpenapiSpecAnswer)],
    },
  ],
  layout: { kind: "map", field: "openapi", keyAttribute: "slug", addressBy: ["slug", "$key"] },
  endpoints: [
    listOpenAPISpecs,
    getOpenAPISpecBySlug,
    createOpenAPISpec,
    createOrUpdateOpenAPISpecBySlug,
    updateOpenAPISpecBySlug,
    deleteOpenAPISpecBySlug,
  ],
  emulator: openapiSpecEmulator,
});

type OpenapiSpecAnswer = z.infer<typeof openapiSpecAnswer>;

function foundSpec(answer: OpenapiSpecAnswer): FoundObject {
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

function computedOf(answer: OpenapiSpecAnswer): JsonObject {
  return {
    id: answer.id,
    processingState: answer.processingState ?? null,
    lastVersion: answer.lastVersion ?? null,
    lastProcessedAt: answer.lastProcessedAt ?? null,
    lastProcessErrorCode: answer.lastProcessErrorCode ?? null,
    createdAt: answer.createdAt ?? null,
    updatedAt: answer.updatedAt ?? null,
    urls: { app: answer.urls?.app ?? null, published: answer.urls?.published ?? null },
  };
}
