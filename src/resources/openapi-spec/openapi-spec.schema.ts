import * as z from "zod";
import { secretsInAddress } from "../../model/address-secrets.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Attribute, ComputedAttribute, View } from "../../model/resource-type.ts";
import { widerFirst } from "../../model/widening.ts";
import { openapiSlug, openapiSource } from "../../operations/openapi/openapi.objects.ts";

/** What can be set on an OpenAPI specification. */
export const openapiSpecAttributes = {
  slug: {
    description:
      "Name of the specification in the organization, and its id. A change replaces the specification.",
    schema: openapiSlug,
    atCreate: "required",
    samples: ["petstore", "petstore-v2"],
  },
  source: {
    description:
      "Where the specification comes from: `url`, which the service fetches, or `text`, the specification itself.",
    schema: openapiSource,
    atCreate: "required",
    // The service gives back the URL and never the text.
    unreadable: (declared) => isJsonObject(declared) && declared["text"] !== undefined,
    satisfies: (declared, live) =>
      isJsonObject(declared) &&
      isJsonObject(live) &&
      typeof declared["url"] === "string" &&
      declared["url"] === live["url"],
    secretTexts: (value) =>
      isJsonObject(value) && typeof value["url"] === "string" ? secretsInAddress(value["url"]) : [],
    samples: [{ url: "https://acme.example/openapi.json" }, { url: "https://acme.example/openapi-2.json" }],
  },
  visibility: {
    description: "Whether anyone with the link can read the specification (`public`) or nobody (`private`).",
    schema: z.enum(["private", "public"]),
    atCreate: "no",
    derived: true,
    givesAccess: true,
    widens: widerFirst("visibility", ["public", "private"]),
    samples: ["private", "public"],
  },
} satisfies Record<string, Attribute>;

/** What the service tells about an OpenAPI specification. */
export const openapiSpecComputed = {
  processingState: {
    description: "How far the service is with reading it.",
    schema: z.string(),
    follows: ["source"],
  },
  lastVersion: { description: "Its newest version.", schema: z.string(), follows: ["source"] },
  lastProcessedAt: {
    description: "When it was last read, ISO 8601.",
    schema: z.string(),
    follows: ["source"],
  },
  lastProcessErrorCode: { description: "Why it could not be read.", schema: z.string(), follows: ["source"] },
  lastProcessedErrors: {
    description: "What was wrong in it when it was last read.",
    schema: z.array(
      z.object({
        message: z.string().describe("What is wrong."),
        code: z.string().describe("Which kind of fault it is."),
      }),
    ),
    follows: ["source"],
  },
  createdAt: { description: "When it was created, ISO 8601.", schema: z.string(), follows: [] },
  updatedAt: { description: "When it was last changed, ISO 8601.", schema: z.string(), follows: "any write" },
  urls: {
    description: "Where it is in the app, and where it is published.",
    schema: z.object({
      app: z.string().describe("Where it is edited."),
      published: z.string().describe("Where readers find it."),
    }),
    publicAddress: "published",
    follows: { app: [], published: ["visibility"] },
  },
} satisfies Record<string, ComputedAttribute>;

/** What the service tells about a version of a specification. */
export const openapiVersionFields = {
  id: { description: "Id of the version.", schema: z.string() },
  url: { description: "Where what the specification said then can be fetched.", schema: z.string() },
  createdAt: { description: "When the service read it, ISO 8601.", schema: z.string() },
} satisfies View["fields"];
