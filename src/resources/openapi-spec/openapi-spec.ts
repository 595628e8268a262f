import * as z from "zod";
import { openapiSlug, openapiSource } from "../../contract/operations/openapi/openapi.objects.ts";
import { openapi } from "../../contract/operations/openapi/openapi.operations.ts";
import { openapiDocument } from "../../model/kinds/openapi-document.ts";
import { createdAt } from "../../model/plain/facts.ts";
import { plainType } from "../../model/plain/plain-type.ts";
import type { View } from "../../model/resource-type/reads.ts";
import { fetchedUrl } from "../../model/web-address.ts";
import { fieldsOrNull, isJsonObject, type JsonObject } from "../../util/json.ts";

const versionsOfSpec: View = {
  name: "versions",
  label: "versions of the specification",
  description: "Lists the versions of an OpenAPI specification, the newest first.",
  endpoint: openapi.listVersions,
  fields: {
    id: { description: "Id of the version.", schema: z.string() },
    url: { description: "URL of the specification's content in this version.", schema: z.string() },
    createdAt: { description: "Time when the service read this version, ISO 8601.", schema: z.string() },
  },
  valuesIn: (response) => fieldsOrNull(response, ["id", "url", "createdAt"]) as JsonObject,
};

/** An OpenAPI specification that content can show. Its slug is its id. */
export const openapiSpec = plainType({
  name: "openapi_spec",
  label: { one: "OpenAPI specification", many: "OpenAPI specifications" },
  description: "An OpenAPI specification that pages can show as a reference.",
  fields: {
    slug: {
      description: "Name of the specification in the organization, and its id.",
      schema: openapiSlug,
      isFixed: true,
      samples: ["petstore", "petstore-v2"],
    },
    source: {
      description:
        "Where the specification comes from: `url`, which the service fetches, or `text`, the specification itself.",
      schema: openapiSource,
      shownAt: ["sourceURL"],
      wire: {
        schema: openapiSource,
        to: (source) => source,
        from: (url) => (typeof url === "string" && url !== "" ? { url } : null),
      },
      opens: { as: "content" },
      // The service returns the URL and never the text.
      unreadable: (declared) => isJsonObject(declared) && declared["text"] !== undefined,
      satisfies: (declared, live) =>
        isJsonObject(declared) &&
        isJsonObject(live) &&
        typeof declared["url"] === "string" &&
        declared["url"] === live["url"],
      kinds: { url: fetchedUrl, text: openapiDocument },
      terraform: {
        shown: {
          name: "source_url",
          description:
            "The `url` of `source` with `***` for its user, its password and the values of its query.",
          of: (value) =>
            isJsonObject(value) && typeof value["url"] === "string" ? fetchedUrl.shown(value["url"]) : null,
        },
      },
      samples: [{ url: "https://acme.example/openapi.json" }, { url: "https://acme.example/openapi-2.json" }],
    },
    visibility: {
      description: "Whether anyone with the link can read the specification (`public`) or not (`private`).",
      schema: z.enum(["private", "public"]),
      atCreate: "no",
      derived: true,
      opens: { as: "gate", of: { private: "none" }, others: "url", ofItself: true },
      samples: ["private", "public"],
    },
  },
  computed: {
    processingState: {
      description: "Status of the specification's processing.",
      schema: z.string(),
      follows: ["source"],
    },
    lastVersion: {
      description: "Newest version of the specification.",
      schema: z.string(),
      follows: ["source"],
    },
    lastProcessedAt: {
      description: "Time when the service last processed the specification, ISO 8601.",
      schema: z.string(),
      follows: ["source"],
    },
    lastProcessErrorCode: {
      description: "Code of the error that stopped the last processing.",
      schema: z.string(),
      follows: ["source"],
    },
    lastProcessedErrors: {
      description: "Errors that the last processing found.",
      schema: z.array(
        z.object({
          message: z.string().describe("What is wrong."),
          code: z.string().describe("Kind of the error."),
        }),
      ),
      follows: ["source"],
    },
    createdAt,
    updatedAt: {
      description: "Time of the last change, ISO 8601.",
      schema: z.string(),
      follows: "any write",
    },
    urls: {
      description: "URLs of the specification.",
      schema: z.object({
        app: z.string().describe("URL where you edit the specification in the app."),
        published: z.string().describe("URL where readers find the specification."),
      }),
      publicAddress: "published",
      follows: { app: [], published: ["visibility"] },
    },
  },
  identity: { key: ["slug"], createKey: ["slug"], keyIsUnique: true, idAttribute: "slug" },
  unique: [{ attribute: "slug", within: "organization" }],
  idShownAt: ["slug"],
  rows: {
    list: openapi.list,
    get: openapi.get,
    create: openapi.create,
    update: openapi.update,
    delete: openapi.delete,
  },
  writers: [{ name: "source", attributes: ["source"], endpoint: openapi.createOrUpdate }],
  views: [versionsOfSpec],
  unmappedFields: {
    sourceURL: "`source`, its `url`",
  },
  layout: { kind: "map", field: "openapi", keyAttribute: "slug", addressBy: ["slug", "$key"] },
});
