import * as z from "zod";
import {
  organizationEmailDomains,
  organizationHostname,
  organizationLogo,
  organizationTitle,
} from "../../contract/operations/organizations/organizations.objects.ts";
import { ownMergeRules, withSortedReviewers } from "../../contract/operations/spaces/spaces.objects.ts";
import { markdownAttribute } from "../../contract/rich-text/markdown-attribute.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";
import { roles, widerRole } from "../../model/role.ts";
import { widerFirst, widerWithMore } from "../../model/widening.ts";

export const organizationAttributes = {
  title: {
    description: "Name of the organization.",
    schema: organizationTitle,
    atCreate: "no",
    derived: true,
    samples: ["Acme", "Acme Ltd"],
  },
  emailDomains: {
    description: "E-mail domains. People with an address in one of them can join without an invitation.",
    schema: organizationEmailDomains,
    atCreate: "no",
    derived: true,
    set: true,
    opens: { as: "sign-in", isWider: widerWithMore },
    samples: [["acme.example"], ["acme.example", "acme.test"]],
  },
  hostname: {
    description: "Hostname under which the organization publishes its sites, unless a site has its own.",
    opens: { as: "host" },
    schema: organizationHostname,
    atCreate: "no",
    derived: true,
    samples: ["acme", "acme-docs"],
  },
  defaultRole: {
    description: "Role that people get when they join; null makes them guests.",
    schema: z.enum(roles),
    atCreate: "no",
    nullable: true,
    derived: true,
    opens: { as: "sign-in", isWider: widerRole },
    terraform: { nullAs: "guest" },
    samples: ["read", "edit"],
  },
  defaultSite: {
    description: "Site that people see first, or null for no such site.",
    // In Terraform `none` means null here, so it cannot be the id of a site.
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
    description: "URL of the logo, or null for no logo.",
    schema: organizationLogo,
    atCreate: "no",
    nullable: true,
    derived: true,
    terraform: { nullAs: "none" },
    samples: ["https://acme.example/logo.png", "https://acme.example/logo-2.png"],
  },
  sso: {
    description: "Whether everyone must log in with single sign-on (SSO).",
    schema: z.boolean(),
    atCreate: "no",
    derived: true,
    // The service omits the setting (null) if SSO is not required.
    opens: { as: "sign-in", isWider: widerFirst([null, false, true]) },
    samples: [true, false],
  },
  ai: {
    description: "Whether the features that use AI are enabled.",
    schema: z.boolean(),
    atCreate: "no",
    derived: true,
    samples: [true, false],
  },
  inviteLinks: {
    description: "Whether people can be invited with a link.",
    schema: z.boolean(),
    atCreate: "no",
    derived: true,
    opens: { as: "sign-in", isWider: widerFirst([true, false]) },
    samples: [true, false],
  },
  agentInstructions: {
    ...markdownAttribute,
    description: "Instructions for the organization's agent, as Markdown.",
    atCreate: "no",
    derived: true,
    default: "",
    samples: ["Answer **briefly**.\n", "# Tone\n\n- Say where an answer is from.\n"],
  },
  mergeRules: {
    description:
      "Rules that a change request must meet before it can be merged. They apply to spaces without rules of their own.",
    schema: ownMergeRules,
    atCreate: "no",
    derived: true,
    normalize: withSortedReviewers,
    samples: [{ type: "none" }, { type: "rules", rules: [{ rule: "require_at_least_one_review" }] }],
  },
} satisfies Record<string, Attribute>;

function priceOf(item: string) {
  return z
    .object({
      monthly: z.number().describe("Price per month, billed monthly."),
      yearly: z.number().describe("Price per month, billed yearly."),
    })
    .describe(`Price of ${item}.`);
}

export const organizationComputed = {
  createdAt: { description: "Time of creation, ISO 8601.", schema: z.string(), follows: [] },
  type: { description: "Kind of the organization.", schema: z.string(), follows: [] },
  plan: { description: "Plan of the organization.", schema: z.string(), follows: [] },
  useCase: { description: "Use case that the organization has given.", schema: z.string(), follows: [] },
  communityType: {
    description: "Kind of community, if the organization is one.",
    schema: z.string(),
    follows: [],
  },
  customHostname: { description: "Hostname of the custom domain.", schema: z.string(), follows: [] },
  billing: {
    description: "Billing of the organization, if it pays.",
    schema: z.object({
      interval: z.string().describe("Billing interval: `monthly` or `yearly`."),
      endDate: z.string().describe("End of the paid period, ISO 8601."),
      hasPaymentFailed: z.boolean().describe("Whether the last payment failed."),
      isScheduledToCancel: z.boolean().describe("Whether the plan ends at the end of the paid period."),
      pricing: z
        .object({
          members: z
            .object({
              plus_2024: priceOf("a member on the Plus plan"),
              pro_2024: priceOf("a member on the Pro plan"),
            })
            .describe("Prices of a member."),
          sites: z
            .object({ premium: priceOf("a Premium site"), ultimate: priceOf("an Ultimate site") })
            .describe("Prices of a site."),
        })
        .describe("Prices that the organization would pay."),
      usageAddons: z
        .array(
          z.object({
            name: z.string().describe("Name of the add-on."),
            enabled: z.boolean().describe("Whether the add-on is enabled."),
          }),
        )
        .describe("Add-ons that are billed by usage."),
    }),
    follows: [],
  },
  trial: {
    description: "Trial of a plan, if there is one.",
    schema: z.object({
      status: z.string().describe("Status of the trial."),
      count: z.number().describe("Number of trials so far."),
      endDate: z.string().describe("End of the trial, ISO 8601."),
      decision: z.string().describe("What follows the trial."),
    }),
    follows: [],
  },
  blocked: {
    description: "Why the organization is blocked, if it is.",
    schema: z.object({
      source: z.string().describe("Who blocked the organization."),
      reason: z.string().describe("Reason for the block."),
    }),
    follows: [],
  },
  urls: {
    description: "URLs of the organization.",
    schema: z.object({ app: z.string().describe("URL where you manage the organization in the app.") }),
    follows: [],
  },
} satisfies Record<string, ComputedAttribute>;
