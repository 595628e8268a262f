import * as z from "zod";
import type { Attribute, ComputedAttribute } from "../../model/resource-type.ts";
import { roles, widerRole } from "../../model/role.ts";
import { widerFirst, widerWithMore } from "../../model/widening.ts";
import {
  organizationEmailDomains,
  organizationHostname,
  organizationLogo,
  organizationTitle,
} from "../../operations/organizations/organizations.objects.ts";
import { ownMergeRules, withSortedReviewers } from "../../operations/spaces/spaces.objects.ts";
import { markdownAttribute } from "../../rich-text/markdown-attribute.ts";

/** What can be set on an organization. */
export const organizationAttributes = {
  title: {
    description: "Name of the organization.",
    schema: organizationTitle,
    atCreate: "no",
    derived: true,
    samples: ["Acme", "Acme Ltd"],
  },
  emailDomains: {
    description: "Domains of e-mail addresses with which people may join by themselves.",
    schema: organizationEmailDomains,
    atCreate: "no",
    derived: true,
    set: true,
    givesAccess: true,
    widens: widerWithMore("access"),
    samples: [["acme.example"], ["acme.example", "acme.test"]],
  },
  hostname: {
    description: "The hostname below which it publishes, unless a site has another one.",
    publicAddress: true,
    schema: organizationHostname,
    atCreate: "no",
    derived: true,
    samples: ["acme", "acme-docs"],
  },
  defaultRole: {
    description: "The role that people get when they join; null for guests.",
    schema: z.enum(roles),
    atCreate: "no",
    nullable: true,
    derived: true,
    givesAccess: true,
    widens: widerRole,
    terraform: { nullAs: "guest" },
    samples: ["read", "edit"],
  },
  defaultSite: {
    description: "The site that people see first. null for none.",
    // No site is called by the word for null.
    schema: z
      .string()
      .min(1)
      .refine((id) => id !== "none"),
    atCreate: "no",
    nullable: true,
    derived: true,
    reference: { type: "site" },
    terraform: { nullAs: "none" },
    samples: [],
  },
  logo: {
    description: "Address of the logo. null removes it.",
    schema: organizationLogo,
    atCreate: "no",
    nullable: true,
    derived: true,
    terraform: { nullAs: "none" },
    samples: ["https://acme.example/logo.png", "https://acme.example/logo-2.png"],
  },
  sso: {
    description: "Whether everybody must log in through SSO.",
    schema: z.boolean(),
    atCreate: "no",
    derived: true,
    givesAccess: true,
    // Where the service does not tell it, nobody must.
    widens: widerFirst("access", [null, false, true]),
    samples: [true, false],
  },
  ai: {
    description: "Whether the features that use AI are on.",
    schema: z.boolean(),
    atCreate: "no",
    derived: true,
    samples: [true, false],
  },
  inviteLinks: {
    description: "Whether people can be invited by a link.",
    schema: z.boolean(),
    atCreate: "no",
    derived: true,
    givesAccess: true,
    widens: widerFirst("access", [true, false]),
    samples: [true, false],
  },
  agentInstructions: {
    ...markdownAttribute,
    description: "What the organization's agent is told, as Markdown.",
    atCreate: "no",
    derived: true,
    default: "",
    samples: ["Answer **briefly**.\n", "# Tone\n\n- Say where an answer is from.\n"],
  },
  mergeRules: {
    description: "Who must agree before a change request of a space without rules of its own is merged.",
    schema: ownMergeRules,
    atCreate: "no",
    derived: true,
    normalise: withSortedReviewers,
    samples: [{ type: "none" }, { type: "rules", rules: [{ rule: "require_at_least_one_review" }] }],
  },
} satisfies Record<string, Attribute>;

function price(which: string) {
  return z
    .object({
      monthly: z.number().describe("A month, where it is paid by the month."),
      yearly: z.number().describe("A month, where it is paid by the year."),
    })
    .describe(`What one costs ${which}.`);
}

/** What the service tells about an organization. */
export const organizationComputed = {
  createdAt: { description: "When it was created, ISO 8601.", schema: z.string(), follows: [] },
  type: { description: "Kind of the organization.", schema: z.string(), follows: [] },
  plan: { description: "Plan of the organization.", schema: z.string(), follows: [] },
  useCase: { description: "What it says that it is for.", schema: z.string(), follows: [] },
  communityType: {
    description: "Which kind of community it is, where it is one.",
    schema: z.string(),
    follows: [],
  },
  customHostname: { description: "The host of a custom domain.", schema: z.string(), follows: [] },
  billing: {
    description: "How it pays, where it does.",
    schema: z.object({
      interval: z.string().describe("How often: `monthly` or `yearly`."),
      endDate: z.string().describe("Until when it has paid, ISO 8601."),
      hasPaymentFailed: z.boolean().describe("Whether the last payment failed."),
      isScheduledToCancel: z.boolean().describe("Whether it ends then."),
      pricing: z
        .object({
          members: z
            .object({
              plus_2024: price("with the plan Plus"),
              pro_2024: price("with the plan Pro"),
            })
            .describe("What each member costs."),
          sites: z
            .object({ premium: price("of the type Premium"), ultimate: price("of the type Ultimate") })
            .describe("What each site costs."),
        })
        .describe("What it would pay."),
      usageAddons: z
        .array(
          z.object({
            name: z.string().describe("Which one."),
            enabled: z.boolean().describe("Whether it is on."),
          }),
        )
        .describe("What is paid by use, by name."),
    }),
    follows: [],
  },
  trial: {
    description: "Its trial of a plan, where there is one.",
    schema: z.object({
      status: z.string().describe("How far it is."),
      count: z.number().describe("How many trials there were."),
      endDate: z.string().describe("Until when, ISO 8601."),
      decision: z.string().describe("What comes after it."),
    }),
    follows: [],
  },
  blocked: {
    description: "Why it is blocked, where it is.",
    schema: z.object({
      source: z.string().describe("Who blocked it."),
      reason: z.string().describe("For what."),
    }),
    follows: [],
  },
  urls: {
    description: "Where it is in the app.",
    schema: z.object({ app: z.string().describe("Where it is managed.") }),
    follows: [],
  },
} satisfies Record<string, ComputedAttribute>;
