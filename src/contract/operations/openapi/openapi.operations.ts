import * as z from "zod";
import { get, patch, post, put, remove } from "../operation.ts";
import {
  openapiContentObject,
  openapiSlug,
  openapiSource,
  openapiSpecObject,
  openapiVersionObject,
} from "./openapi.objects.ts";

const all = "/orgs/{organizationId}/openapi";
const one = `${all}/{specSlug}`;
const params = { specSlug: z.string().describe("Slug of the specification.") };
const source = openapiSource.describe(
  "Source of the specification: `url`, which the service fetches, or `text`, the specification itself.",
);

export const openapi = {
  list: get(all, {
    id: "listOpenAPISpecs",
    summary: "Lists an organization's OpenAPI specifications.",
    items: openapiSpecObject,
  }),
  get: get(one, {
    id: "getOpenAPISpecBySlug",
    params,
    summary: "Reads an OpenAPI specification and the result of its processing.",
    errors: { 404: "There is no such specification." },
    response: openapiSpecObject,
  }),
  create: post(all, {
    id: "createOpenAPISpec",
    summary: "Adds an OpenAPI specification, from a URL or as text.",
    errors: { 400: "The slug or the source is not valid." },
    body: z.object({
      slug: openapiSlug.describe(
        "Name of the specification in the organization, and its id. Only the API version current accepts capitals.",
      ),
      source,
    }),
    response: openapiSpecObject,
  }),
  createOrUpdate: put(one, {
    id: "createOrUpdateOpenAPISpecBySlug",
    params,
    summary:
      "Replaces the source of an OpenAPI specification, or adds the specification if it does not exist.",
    errors: { 400: "The slug or the source is not valid." },
    body: z.object({ source }),
    response: openapiSpecObject,
    // A repetition fetches the source again, which is harmless.
    success: [200, 201],
  }),
  update: patch(one, {
    id: "updateOpenAPISpecBySlug",
    params,
    summary: "Changes who can read an OpenAPI specification.",
    errors: { 400: "The service does not have this visibility.", 404: "There is no such specification." },
    body: z.object({
      visibility: z
        .enum(["private", "public"])
        .describe("Whether anyone with the link can read the specification (`public`) or not (`private`)."),
    }),
    response: openapiSpecObject,
  }),
  delete: remove(one, {
    id: "deleteOpenAPISpecBySlug",
    params,
    summary: "Deletes an OpenAPI specification with its versions.",
  }),
  listVersions: get(`${one}/versions`, {
    id: "listOpenAPISpecVersions",
    params,
    summary: "Lists the versions of an OpenAPI specification, the newest first.",
    errors: { 404: "There is no such specification." },
    items: openapiVersionObject,
  }),
  getLatestVersion: get(`${one}/versions/latest`, {
    id: "getLatestOpenAPISpecVersion",
    params,
    summary: "Reads the newest version of an OpenAPI specification.",
    errors: { 404: "There is no such specification, or it has no version." },
    response: openapiVersionObject,
  }),
  getLatestVersionContent: get(`${one}/versions/latest/content`, {
    id: "getLatestOpenAPISpecVersionContent",
    params,
    summary: "Reads the content of the newest version of an OpenAPI specification.",
    errors: { 404: "There is no such specification, or it has no version." },
    response: openapiContentObject,
  }),
  getVersion: get(`${one}/versions/{versionId}`, {
    id: "getOpenAPISpecVersionById",
    params,
    summary: "Reads a version of an OpenAPI specification.",
    errors: { 404: "There is no such version." },
    response: openapiVersionObject,
  }),
  getVersionContent: get(`${one}/versions/{versionId}/content`, {
    id: "getOpenAPISpecVersionContentById",
    params,
    summary: "Reads the content of a version of an OpenAPI specification.",
    errors: { 404: "There is no such version." },
    response: openapiContentObject,
  }),
};
