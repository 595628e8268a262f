import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";
import { slugSchema, sourceSchema } from "./openapi-spec.schema.ts";

/** The fields of a specification in an answer that docsform relies on. */
export const openapiSpecAnswer = z.object({
  id: z.string(),
  slug: z.string(),
  sourceURL: z.string().nullish(),
  visibility: z.string().nullish(),
  processingState: z.string().optional(),
  lastVersion: z.string().nullish(),
  lastProcessedAt: z.string().nullish(),
  lastProcessErrorCode: z.string().nullish(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
  urls: z.object({ app: z.string().optional(), published: z.string().optional() }).optional(),
});

export const listOpenAPISpecs = defineEndpoint({
  operation: "listOpenAPISpecs",
  method: "GET",
  path: "/orgs/{organizationId}/openapi",
  response: openapiSpecAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

export const getOpenAPISpecBySlug = defineEndpoint({
  operation: "getOpenAPISpecBySlug",
  method: "GET",
  path: "/orgs/{organizationId}/openapi/{specSlug}",
  response: openapiSpecAnswer,
  success: [200],
  idempotent: true,
});

export const createOpenAPISpec = defineEndpoint({
  operation: "createOpenAPISpec",
  method: "POST",
  path: "/orgs/{organizationId}/openapi",
  body: z.object({ slug: slugSchema, source: sourceSchema }),
  response: openapiSpecAnswer,
  success: [201],
  idempotent: false,
});

export const createOrUpdateOpenAPISpecBySlug = defineEndpoint({
  operation: "createOrUpdateOpenAPISpecBySlug",
  method: "PUT",
  path: "/orgs/{organizationId}/openapi/{specSlug}",
  body: z.object({ source: sourceSchema }),
  response: openapiSpecAnswer,
  success: [200, 201],
  // Sent again it fetches the source once more, which harms nothing.
  idempotent: true,
});

export const updateOpenAPISpecBySlug = defineEndpoint({
  operation: "updateOpenAPISpecBySlug",
  method: "PATCH",
  path: "/orgs/{organizationId}/openapi/{specSlug}",
  body: z.object({ visibility: z.enum(["private", "public"]) }),
  response: openapiSpecAnswer,
  success: [200],
  idempotent: true,
});

export const deleteOpenAPISpecBySlug = defineEndpoint({
  operation: "deleteOpenAPISpecBySlug",
  method: "DELETE",
  path: "/orgs/{organizationId}/openapi/{specSlug}",
  success: [204, 205],
  idempotent: true,
});
