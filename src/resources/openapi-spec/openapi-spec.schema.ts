import * as z from "zod";
import { openapiSlug, openapiSource } from "../../contract/operations/openapi/openapi.objects.ts";
import { openapiDocument } from "../../kinds/openapi-document.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";
import type { View } from "../../model/resource-type/reads.ts";
import { fetchedUrl } from "../../model/web-address.ts";
import { isJsonObject } from "../../util/json.ts";

export const openapiSpecAttributes = {
  slug: {
    description: "Name of the specification in the organization, and its id.",
    schema: openapiSlug,
    atCreate: "required",
    samples: ["petstore", "petstore-v2"],
  },
  source: {
    description:
      "Where the specification comes from: `url`, which the service fetches, or `text`, the specification itself.",
    schema: openapiSource,
    atCreate: "required",
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
} satisfies Record<string, Attribute>;

export const openapiSpecComputed = {
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
  createdAt: { description: "Time of creation, ISO 8601.", schema: z.string(), follows: [] },
  updatedAt: { description: "Time of the last change, ISO 8601.", schema: z.string(), follows: "any write" },
  urls: {
    description: "URLs of the specification.",
    schema: z.object({
      app: z.string().describe("URL where you edit the specification in the app."),
      published: z.string().describe("URL where readers find the specification."),
    }),
    publicAddress: "published",
    follows: { app: [], published: ["visibility"] },
  },
} satisfies Record<string, ComputedAttribute>;

/** Fields of a version of a specification. */
export const openapiVersionFields = {
  id: { description: "Id of the version.", schema: z.string() },
  url: { description: "URL of the specification's content in this version.", schema: z.string() },
  createdAt: { description: "Time when the service read this version, ISO 8601.", schema: z.string() },
} satisfies View["fields"];
