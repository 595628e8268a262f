import * as z from "zod";
import { roles } from "../../../model/role.ts";
import { promised } from "../promised.ts";
import { kind, permissionsObject, urls } from "../response-parts.ts";
import { mergeRulesObject, ownMergeRules } from "../spaces/spaces.objects.ts";

export const organizationTitle = z
  .string()
  .min(2)
  .max(255)
  .regex(/^\S.*\S$/s, "must not begin or end with whitespace");
export const organizationHostname = z.string().min(3).max(32);
export const organizationEmailDomains = z.array(z.string());
export const organizationDefaultRole = z.enum(roles).nullable();
export const organizationDefaultContent = z.strictObject({
  type: z.literal("site").describe("Always `site`."),
  site: z.string().describe("Id of the site that people see first."),
});
export const organizationLogo = z.url().max(2048);

const prices = z.looseObject({ monthly: promised(z.number()), yearly: promised(z.number()) });

/** The billing of an organization. */
const billing = z.looseObject({
  interval: promised(z.string()),
  endDate: promised(z.string().nullable()),
  hasPaymentFailed: promised(z.boolean()),
  isScheduledToCancel: promised(z.boolean()),
  pricing: promised(
    z.looseObject({
      members: promised(z.looseObject({ plus_2024: promised(prices), pro_2024: promised(prices) })),
      sites: promised(z.looseObject({ premium: promised(prices), ultimate: promised(prices) })),
    }),
  ),
  usageAddons: promised(z.record(z.string(), z.looseObject({ enabled: promised(z.boolean()) }))),
});

const trial = z.looseObject({
  status: promised(z.string()),
  count: promised(z.number()),
  endDate: z.string().optional(),
  decision: z.string().optional(),
});

/** The fields of an organization in a response. */
export const organizationObject = z.object({
  object: kind("organization"),
  id: z.string(),
  title: z.string(),
  createdAt: promised(z.string()),
  type: promised(z.string()),
  plan: promised(z.string()),
  useCase: z.string().optional(),
  communityType: z.string().optional(),
  customHostname: z.string().nullish(),
  billing: billing.nullish(),
  trial: promised(trial),
  blocked: z.looseObject({ source: z.string().optional(), reason: promised(z.string()) }).nullish(),
  internal_billingMigration: z
    .looseObject({
      deadline: z.string().optional(),
      discountPercent: z.number().optional(),
      discountEndDate: z.string().optional(),
    })
    .nullish(),
  hostname: z.string().nullish(),
  emailDomains: promised(z.array(z.string())),
  defaultRole: z.string().nullish(),
  defaultContent: z
    .looseObject({ type: z.string(), site: promised(z.string()) })
    .nullish()
    .describe("Site that people see first; null removes it."),
  sso: z.boolean().optional(),
  ai: z.boolean().optional(),
  inviteLinks: promised(z.boolean()),
  mergeRules: promised(mergeRulesObject),
  urls: urls("location", "app", "logo?"),
  permissions: permissionsObject(
    "view",
    "admin",
    "ownTeam",
    "createContent",
    "createOpenAPISpec",
    "ingestConversations?",
    "viewBilling",
    "listMembers",
    "listTeams",
    "listIntegrations",
    "listInstallations",
    "installIntegration",
  ),
});

export type OrganizationObject = z.infer<typeof organizationObject>;

/** The fields of an organization that an update can change. */
export const organizationChanges = z.strictObject({
  title: organizationTitle.optional().describe("Title of the organization."),
  emailDomains: organizationEmailDomains
    .optional()
    .describe("E-mail domains. People with an address in one of them can join without an invitation."),
  hostname: organizationHostname
    .optional()
    .describe("Hostname under which the organization publishes its sites, unless a site has its own."),
  defaultRole: organizationDefaultRole
    .optional()
    .describe("Role that people get when they join; null makes them guests."),
  defaultContent: organizationDefaultContent
    .nullable()
    .optional()
    .describe("Site that people see first; null removes it."),
  logo: organizationLogo.nullable().optional().describe("URL of the logo; null removes it."),
  sso: z.boolean().optional().describe("Whether everyone must log in with single sign-on (SSO)."),
  ai: z.boolean().optional().describe("Whether the features that use AI are enabled."),
  inviteLinks: z.boolean().optional().describe("Whether people can be invited with a link."),
  mergeRules: ownMergeRules
    .optional()
    .describe(
      "Rules that a change request must meet before it can be merged. The `type` is `none` or `rules`. They apply to spaces without rules of their own.",
    ),
});
