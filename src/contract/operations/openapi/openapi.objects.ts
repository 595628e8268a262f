import * as z from "zod";
import { onlyWhere } from "../../../model/api-version-marks.ts";
import { promised } from "../promised.ts";
import { kind, permissionsObject, urls } from "../response-parts.ts";

/** The name of a specification in its organization. Only the current API version accepts capitals. */
export const openapiSlug = onlyWhere(
  "current",
  z
    .string()
    .min(1)
    .max(100)
    .regex(
      /^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/,
      "must consist of letters and digits, with single hyphens between them",
    ),
  (slug) => typeof slug === "string" && /[A-Z]/.test(slug),
);

/** The source of a specification: a URL that the service fetches, or its text. */
export const openapiSource = z.union([
  z.strictObject({
    url: z
      .url()
      .max(2048)
      .describe(
        "URL where the service fetches the specification. A specification has a `url` or a `text`, not both.",
      ),
  }),
  z.strictObject({
    text: z
      .string()
      .min(1)
      .describe("The specification itself. A specification has a `text` or a `url`, not both."),
  }),
]);

/** The fields of a specification in a response. */
export const openapiSpecObject = z.object({
  object: kind("openapi-spec"),
  id: z.string(),
  slug: z.string(),
  sourceURL: z.string().nullish(),
  visibility: z.string().nullish(),
  processingState: promised(z.string()),
  lastVersion: z.string().nullish(),
  lastProcessedAt: z.string().nullish(),
  lastProcessErrorCode: z.string().nullish(),
  lastProcessedErrors: z
    .array(z.looseObject({ message: z.string(), code: z.string().optional() }))
    .optional(),
  createdAt: promised(z.string()),
  updatedAt: promised(z.string()),
  permissions: permissionsObject("view", "edit"),
  urls: urls("location", "app", "published?"),
});

/** A version of a specification: its content when the service read it. */
export const openapiVersionObject = z.looseObject({
  object: z.literal("openapi-spec-version"),
  id: z.string(),
  createdAt: z.string().optional(),
  url: z.string(),
  urls: z.looseObject({ location: z.string() }),
});

/** The files of a version and their URLs. The classic API version has `url`, the current one has `urls`. */
export const openapiContentObject = z.looseObject({
  filesystem: z.looseObject({}),
  url: z.string().optional(),
  urls: z.looseObject({ source: z.string(), public: z.string().nullable() }).optional(),
});
