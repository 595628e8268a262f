import * as z from "zod";
import { adaptiveJsonSchema } from "../../contract/operations/adaptive-content/adaptive-content.objects.ts";
import {
  siteAdaptiveContent,
  siteAgentsContext,
  siteBasename,
  siteDefaultLevel,
  siteKind,
  siteProxy,
  siteStyleguide,
  siteTitle,
  siteVisibility,
} from "../../contract/operations/sites/sites.objects.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";
import type { View } from "../../model/resource-type/reads.ts";
import { widerRole } from "../../model/role.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";

export const siteAttributes = {
  title: {
    description: "Name of the site.",
    schema: siteTitle,
    atCreate: "required",
    samples: ["Acme docs", "Acme handbook"],
  },
  visibility: {
    description: "Who can see the published site.",
    schema: siteVisibility,
    atCreate: "accepted",
    derived: true,
    opens: {
      as: "gate",
      of: { public: "everyone", unlisted: "url", "share-link": "link", "visitor-auth": "visitors" },
    },
    samples: ["public", "unlisted"],
  },
  type: {
    description: "Plan of the site.",
    schema: siteKind,
    atCreate: "accepted",
    derived: true,
    samples: ["basic", "ultimate"],
  },
  basename: {
    description: "The site's own part of its URL, under the organization's hostname.",
    schema: siteBasename,
    atCreate: "no",
    derived: true,
    opens: { as: "host" },
    samples: ["docs", "handbook"],
  },
  proxy: {
    description: "Hostname and path under which a proxy serves the site, or null for no proxy.",
    schema: siteProxy,
    atCreate: "no",
    nullable: true,
    opens: { as: "host" },
    samples: ["acme.example/docs", "www.acme.example/help/docs"],
  },
  adaptiveContent: {
    description: "Whether the site adapts its content to the visitor.",
    schema: siteAdaptiveContent,
    atCreate: "no",
    derived: true,
    satisfies: isSameAdaptiveContent,
    opens: { as: "filters", isOn: isEnabled },
    samples: [{ enabled: true }, { enabled: false }],
  },
  agentsContext: {
    description: "Whether the site is part of the agents' context.",
    schema: siteAgentsContext,
    atCreate: "no",
    derived: true,
    samples: ["excluded", "included"],
  },
  defaultLevel: {
    description:
      "Access that the organization's members have to the site: a role, `inherit` (their role in the organization), or null for no role.",
    schema: siteDefaultLevel,
    atCreate: "no",
    nullable: true,
    derived: true,
    opens: { as: "level", isWider: widerRole },
    terraform: { nullAs: "none" },
    samples: ["read", "inherit"],
  },
  styleguide: {
    description: "Space that contains the team's style guide for writing.",
    schema: siteStyleguide,
    atCreate: "no",
    nullable: true,
    reference: { type: "space" },
    samples: [],
  },
  adaptiveSchema: {
    description:
      "JSON Schema of the claims that the site knows about its visitors. Signed claims are at its top level, all others under `unsigned`.",
    schema: adaptiveJsonSchema,
    atCreate: "no",
    derived: true,
    normalize: withoutDialect,
    terraform: { asJson: true },
    samples: [
      claims({ isBeta: claim("Whether the visitor tries new features.") }),
      claims({ isAdmin: claim("Whether the visitor is an administrator.") }),
    ],
  },
  published: {
    description: "Whether the site is live for the audience that `visibility` names.",
    schema: z.boolean(),
    atCreate: "no",
    derived: true,
    opens: { as: "gate", of: { false: "none" } },
    samples: [true, false],
  },
} as const satisfies Readonly<Record<string, Attribute>>;

function claim(description: string): JsonObject {
  return { type: "boolean", description };
}

function claims(properties: JsonObject): JsonObject {
  return { type: "object", properties, additionalProperties: false };
}

// The service accepts only one dialect of JSON Schema, so `$schema` makes no difference.
function withoutDialect(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const { $schema: _, ...rest } = schema;
  return rest;
}

// The service omits the field for a site that never had adaptive content. This means the same as `enabled: false`.
function isSameAdaptiveContent(declared: Json, live: Json): boolean {
  return isEnabled(declared) === isEnabled(live);
}

function isEnabled(value: Json): boolean {
  return isJsonObject(value) && value["enabled"] === true;
}

export const siteComputed = {
  hostname: {
    description: "Hostname of the custom domain.",
    schema: z.string(),
    follows: [],
    boundUntil:
      "Declare the new site under its own key and apply. Then give it the custom domain in the app, and remove the old site from the layout.",
  },
  icon: {
    description: "Icon of the site, if it has one.",
    schema: z.object({
      light: z.string().describe("URL of the icon for light backgrounds."),
      dark: z.string().describe("URL of the icon for dark backgrounds."),
    }),
    follows: [],
  },
  siteSpaces: { description: "Number of spaces that the site shows.", schema: z.number(), follows: [] },
  features: {
    description: "Additional features that the site's plan includes.",
    schema: z.array(
      z.object({
        id: z.string().describe("Name of the feature."),
        plan: z.string().describe("Plan that includes the feature."),
        frozen: z.boolean().describe("Whether the feature can no longer be changed."),
        customizations: z
          .array(z.string())
          .describe("Parts of the site's customization that the feature adds."),
      }),
    ),
    follows: [],
  },
  ads: {
    description: "Advertisements on the site, if its plan shows them.",
    schema: z.object({
      status: z.string().describe("Status of the site's admission to advertisements."),
      submittable: z.boolean().describe("Whether the site can be submitted for admission."),
    }),
    follows: [],
  },
  createdAt: { description: "Time of creation, ISO 8601.", schema: z.string(), follows: [] },
  urls: {
    description: "URLs of the site.",
    schema: z.object({
      app: z.string().describe("URL where you edit the site in the app."),
      preview: z.string().describe("URL of the preview, before the site is published."),
      published: z.string().describe("URL where readers find the site, once it is published."),
    }),
    publicAddress: "published",
    follows: { app: [], preview: [], published: ["visibility", "basename", "proxy", "published"] },
  },
} satisfies Record<string, ComputedAttribute>;

/** Fields of a published site. */
export const publishedSiteFields = {
  structure: {
    description: "Structure of the site as readers see it. This is JSON whose fields can change.",
    schema: z.looseObject({}),
    asJson: true,
  },
  customizations: {
    description:
      "Customization of the site, and of each site space that looks different. This is JSON whose fields can change.",
    schema: z.looseObject({}),
    asJson: true,
  },
  scripts: {
    description: "Scripts that run on the site.",
    schema: z.array(
      z.object({
        script: z.string().describe("URL of the script."),
        contentSecurityPolicy: z.string().describe("What the script may load."),
        cookies: z.boolean().describe("Whether the script sets cookies."),
      }),
    ),
  },
} satisfies View["fields"];
