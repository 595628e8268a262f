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

export const openapi = {
  list: get(all, {
    id: "listOpenAPISpecs",
    summary: "Lists an organization's OpenAPI specifications.",
    items: openapiSpecObject,
  }),
  get: get(one, {
    id: "getOpenAPISpecBySlug",
    summary: "Reads an OpenAPI specification, and how its processing went.",
    errors: { 404: "There is no such specification." },
    answer: openapiSpecObject,
  }),
  create: post(all, {
    id: "createOpenAPISpec",
    summary: "Adds an OpenAPI specification, from a URL or as text.",
    errors: { 400: "The slug or the source is not as the service takes it." },
    body: z.object({ slug: openapiSlug, source: openapiSource }),
    answer: openapiSpecObject,
  }),
  createOrUpdate: put(one, {
    id: "createOrUpdateOpenAPISpecBySlug",
    summary: "Replaces an OpenAPI specification's source, and adds the specification where there is none.",
    errors: { 400: "The slug or the source is not as the service takes it." },
    body: z.object({ source: openapiSource }),
    answer: openapiSpecObject,
    // Sent again it fetches the source once more, which harms nothing.
    success: [200, 201],
  }),
  update: patch(one, {
    id: "updateOpenAPISpecBySlug",
    summary: "Changes who may read an OpenAPI specification.",
    errors: { 400: "The visibility is not one of the service's.", 404: "There is no such specification." },
    body: z.object({ visibility: z.enum(["private", "public"]) }),
    answer: openapiSpecObject,
  }),
  delete: remove(one, {
    id: "deleteOpenAPISpecBySlug",
    summary: "Deletes an OpenAPI specification with its versions.",
  }),
  listVersions: get(`${one}/versions`, {
    id: "listOpenAPISpecVersions",
    summary: "Lists the versions of an OpenAPI specification, the newest first.",
    errors: { 404: "There is no such specification." },
    items: openapiVersionObject,
  }),
  getLatestVersion: get(`${one}/versions/latest`, {
    id: "getLatestOpenAPISpecVersion",
    summary: "Reads the newest version of an OpenAPI specification.",
    errors: { 404: "There is no such specification, or it has no version." },
    answer: openapiVersionObject,
  }),
  getLatestVersionContent: get(`${one}/versions/latest/content`, {
    id: "getLatestOpenAPISpecVersionContent",
    summary: "Reads what the newest version of an OpenAPI specification says.",
    errors: { 404: "There is no such specification, or it has no version." },
    answer: openapiContentObject,
  }),
  getVersion: get(`${one}/versions/{versionId}`, {
    id: "getOpenAPISpecVersionById",
    summary: "Reads a version of an OpenAPI specification.",
    errors: { 404: "There is no such version." },
    answer: openapiVersionObject,
  }),
  getVersionContent: get(`${one}/versions/{versionId}/content`, {
    id: "getOpenAPISpecVersionContentById",
    summary: "Reads what a version of an OpenAPI specification says.",
    errors: { 404: "There is no such version." },
    answer: openapiContentObject,
  }),
};
