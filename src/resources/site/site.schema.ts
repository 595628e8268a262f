import * as z from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Attribute, ComputedAttribute, View } from "../../model/resource-type.ts";
import { widerRole } from "../../model/role.ts";
import { widerFirst } from "../../model/widening.ts";
import { adaptiveJsonSchema } from "../../operations/adaptive-content/adaptive-content.objects.ts";
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
} from "../../operations/sites/sites.objects.ts";

/** What a person may set on a site. */
export const siteAttributes = {
  title: {
    description: "Name of the site.",
    schema: siteTitle,
    atCreate: "required",
    samples: ["Acme docs", "Acme handbook"],
  },
  visibility: {
    description: "Who may see the published site.",
    schema: siteVisibility,
    atCreate: "accepted",
    derived: true,
    givesAccess: true,
    widens: widerFirst("visibility", ["public", "unlisted", "share-link", "visitor-auth"]),
    samples: ["public", "unlisted"],
  },
  type: {
    description: "Plan of the site. It is chosen at creation; another one takes a new site.",
    schema: siteKind,
    atCreate: "accepted",
    derived: true,
    samples: ["basic", "ultimate"],
  },
  basename: {
    description: "The site's part of its address below the organization's hostname.",
    schema: siteBasename,
    atCreate: "no",
    derived: true,
    publicAddress: true,
    samples: ["docs", "handbook"],
  },
  proxy: {
    description: "Hostname and path under which the site is served through a proxy. null removes it.",
    schema: siteProxy,
    atCreate: "no",
    nullable: true,
    publicAddress: true,
    samples: ["acme.example/docs", "www.acme.example/help/docs"],
  },
  adaptiveContent: {
    description: "Whether content adapts to the visitor.",
    schema: siteAdaptiveContent,
    atCreate: "no",
    derived: true,
    satisfies: isSameAdaptiveContent,
    samples: [{ enabled: true }, { enabled: false }],
  },
  agentsContext: {
    description: "Whether the site is part of the context of agents.",
    schema: siteAgentsContext,
    atCreate: "no",
    derived: true,
    samples: ["excluded", "included"],
  },
  defaultLevel: {
    description:
      "Role of the organization's members on the site. null gives none, `inherit` that of the organization.",
    schema: siteDefaultLevel,
    atCreate: "no",
    nullable: true,
    derived: true,
    givesAccess: true,
    widens: widerRole,
    terraform: { nullAs: "none" },
    samples: ["read", "inherit"],
  },
  styleguide: {
    description: "The space that holds the team's style guide for writing.",
    schema: siteStyleguide,
    atCreate: "no",
    nullable: true,
    reference: { type: "space" },
    samples: [],
  },
  adaptiveSchema: {
    description:
      "What the site knows of its visitors: a JSON Schema of their claims, signed ones at its top and others in `unsigned`.",
    schema: adaptiveJsonSchema,
    atCreate: "no",
    derived: true,
    normalise: withoutDialect,
    terraform: { asJson: true },
    samples: [
      claims({ isBeta: claim("Whether the visitor tries what is new.") }),
      claims({ isAdmin: claim("Whether the visitor administrates.") }),
    ],
  },
  published: {
    description: "Whether the site is live for the audience that `visibility` names.",
    schema: z.boolean(),
    atCreate: "no",
    derived: true,
    publishes: true,
    widens: widerFirst("visibility", [true, false]),
    samples: [true, false],
  },
} as const satisfies Readonly<Record<string, Attribute>>;

function claim(description: string): JsonObject {
  return { type: "boolean", description };
}

function claims(properties: JsonObject): JsonObject {
  return { type: "object", properties, additionalProperties: false };
}

// The service knows one dialect.
function withoutDialect(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const { $schema: _, ...rest } = schema;
  return rest;
}

// A site that never had adaptive content does not show the field, which says the same as a switch that is off.
function isSameAdaptiveContent(declared: Json, live: Json): boolean {
  return isEnabled(declared) === isEnabled(live);
}

function isEnabled(value: Json): boolean {
  return isJsonObject(value) && value["enabled"] === true;
}

/** What the service tells about a site. */
export const siteComputed = {
  hostname: {
    description: "The host of a custom domain.",
    schema: z.string(),
    follows: [],
    boundUntil:
      "Declare the new site under a key of its own and apply that. Then give it the custom domain in the app, and take the old site out of the layout.",
  },
  icon: {
    description: "Its icon, where it has one.",
    schema: z.object({
      light: z.string().describe("Address of the one on a light ground."),
      dark: z.string().describe("Address of the one on a dark ground."),
    }),
    follows: [],
  },
  siteSpaces: { description: "How many spaces it shows.", schema: z.number(), follows: [] },
  features: {
    description: "What it can do besides, by its plan.",
    schema: z.array(
      z.object({
        id: z.string().describe("Name of the feature."),
        plan: z.string().describe("The plan that has it."),
        frozen: z.boolean().describe("Whether it no longer can be changed."),
        customizations: z.array(z.string()).describe("What of the site's looks it brings."),
      }),
    ),
    follows: [],
  },
  ads: {
    description: "Whether it shows advertisements, where it is of a plan that does.",
    schema: z.object({
      status: z.string().describe("How far it is with being admitted."),
      submittable: z.boolean().describe("Whether it can be submitted."),
    }),
    follows: [],
  },
  createdAt: { description: "When it was created, ISO 8601.", schema: z.string(), follows: [] },
  urls: {
    description: "Where it is in the app, and where it is published.",
    schema: z.object({
      app: z.string().describe("Where it is edited."),
      preview: z.string().describe("Where it is shown before it is published."),
      published: z.string().describe("Where readers find it, once it is published."),
    }),
    publicAddress: "published",
    follows: { app: [], preview: [], published: ["visibility", "basename", "proxy", "published"] },
  },
} satisfies Record<string, ComputedAttribute>;

/** What the service tells about a site that readers see. */
export const publishedSiteFields = {
  structure: {
    description: "What is in the site, as readers see it: JSON, of which no fields are promised.",
    schema: z.looseObject({}),
    asJson: true,
  },
  customizations: {
    description:
      "How the site looks, and those of its site spaces that look otherwise: JSON, of which no fields are promised.",
    schema: z.looseObject({}),
    asJson: true,
  },
  scripts: {
    description: "Scripts that run in the site.",
    schema: z.array(
      z.object({
        script: z.string().describe("Where the script is."),
        contentSecurityPolicy: z.string().describe("What it may load."),
        cookies: z.boolean().describe("Whether it sets cookies."),
      }),
    ),
  },
} satisfies View["fields"];
