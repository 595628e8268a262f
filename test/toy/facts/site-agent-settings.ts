import * as z from "zod";
import { markdownField } from "../../../src/contract/facts/markdown-field.ts";
import { apiUrl, type SingletonFacts } from "../../../src/model/plain/facts.ts";

export const siteAgentSettings = {
  kind: "singleton",
  attribute: "agentSettings",
  label: { one: "agent settings", many: "agent settings" },
  description: "What a site's agent does by itself.",
  apiVersions: ["current"],
  within: "site",
  path: "/orgs/{organizationId}/sites/{siteId}/agent-settings",
  operations: { get: "getSiteAgentSettingsById", update: "updateSiteAgentSettingsById" },
  isWritten: "whole",
  object: "site-agent-settings",
  computed: { apiUrl },
  fields: {
    topics: {
      description: "When it looks for topics.",
      schema: z.enum(["auto", "never"]),
      at: ["scans", "topics"],
      default: "never",
      samples: ["auto", "never"],
    },
    changeRequests: {
      description: "Which findings it mends by itself.",
      schema: z.enum(["always", "auto-fixable", "never"]),
      at: ["findings", "changeRequests"],
      default: "never",
      samples: ["always", "auto-fixable"],
    },
    instructions: {
      ...markdownField,
      description: "What it must know, as Markdown.",
      at: ["editing", "customInstructions"],
      default: "",
      samples: ["Write *short* sentences.", "Keep product names."],
    },
  },
} as const satisfies SingletonFacts;
