import * as z from "zod";
import { isJsonObject } from "../../model/json.ts";
import type { Attribute, ComputedAttribute } from "../../model/resource-type.ts";

/** The name of a specification in its organization. The current generation allows capitals too; docsform does not. */
export const slugSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters and digits, with single hyphens between");

/** Where a specification comes from: an address that the service fetches, or its text. */
export const sourceSchema = z.union([
  z.strictObject({ url: z.url().max(2048) }),
  z.strictObject({ text: z.string().min(1) }),
]);

/** What can be set on an OpenAPI specification. */
export const openapiSpecAttributes = {
  slug: {
    description:
      "Name of the specification in the organization, and its id. A change replaces the specification.",
    schema: slugSchema,
    atCreate: "required",
    samples: ["petstore", "petstore-v2"],
  },
  source: {
    description:
      "Where the specification comes from: `url`, which the service fetches, or `text`, the specification itself.",
    schema: sourceSchema,
    atCreate: "required",
    // The service gives back the URL and never the text.
    unreadable: (declared) => isJsonObject(declared) && declared["text"] !== undefined,
    satisfies: (declared, live) =>
      isJsonObject(declared) &&
      isJsonObject(live) &&
      typeof declared["url"] === "string" &&
      declared["url"] === live["url"],
    samples: [{ url: "https://acme.example/openapi.json" }, { url: "https://acme.example/openapi-2.json" }],
  },
  visibility: {
    description: "Whether anyone with the link can read the specification (`public`) or nobody (`private`).",
    schema: z.enum(["private", "public"]),
    atCreate: "no",
    derived: true,
    samples: ["private", "public"],
  },
} satisfies Record<string, Attribute>;

/** What the service tells about an OpenAPI specification. */
export const openapiSpecComputed = {
  processingState: { description: "How far the service is with reading it.", schema: z.string() },
  lastVersion: { description: "Its newest version.", schema: z.string() },
  lastProcessedAt: { description: "When it was last read, ISO 8601.", schema: z.string() },
  lastProcessErrorCode: { description: "Why it could not be read.", schema: z.string() },
  createdAt: { description: "When it was created, ISO 8601.", schema: z.string(), stable: true },
  updatedAt: { description: "When it was last changed, ISO 8601.", schema: z.string() },
  urls: {
    description: "Where it is in the app, and where it is published.",
    schema: z.object({ app: z.string(), published: z.string() }),
  },
} satisfies Record<string, ComputedAttribute>;
