import * as z from "zod";
import { roles } from "../../model/role.ts";
import { ownMergeRules } from "../spaces/spaces.objects.ts";

export const organizationTitle = z
  .string()
  .min(2)
  .max(255)
  .regex(/^\S.*\S$/s, "must not begin or end with a blank");
export const organizationHostname = z.string().min(3).max(32);
export const organizationEmailDomains = z.array(z.string());
export const organizationDefaultRole = z.enum(roles).nullable();
export const organizationDefaultContent = z.strictObject({
  type: z.literal("site").describe("A site; nothing else can be it."),
  site: z.string().describe("The site that people see first."),
});
export const organizationLogo = z.url().max(2048);

/** The fields of an organization in an answer that docsform relies on. */
export const organizationObject = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string().optional(),
  type: z.string().optional(),
  plan: z.string().optional(),
  useCase: z.string().optional(),
  communityType: z.string().optional(),
  customHostname: z.string().nullish(),
  billing: z.looseObject({}).nullish(),
  trial: z.looseObject({}).nullish(),
  blocked: z.looseObject({}).nullish(),
  hostname: z.string().nullish(),
  emailDomains: z.array(z.string()).optional(),
  defaultRole: z.string().nullish(),
  defaultContent: z.looseObject({ type: z.string(), site: z.string().optional() }).nullish(),
  sso: z.boolean().optional(),
  ai: z.boolean().optional(),
  inviteLinks: z.boolean().optional(),
  mergeRules: z.json().optional(),
  urls: z.object({ app: z.string().optional(), logo: z.string().optional() }).optional(),
});

export type OrganizationObject = z.infer<typeof organizationObject>;

/** What can be changed of an organization. */
export const organizationChanges = z.strictObject({
  title: organizationTitle.optional(),
  emailDomains: organizationEmailDomains.optional(),
  hostname: organizationHostname.optional(),
  defaultRole: organizationDefaultRole.optional(),
  defaultContent: organizationDefaultContent.nullable().optional(),
  logo: organizationLogo.nullable().optional(),
  sso: z.boolean().optional(),
  ai: z.boolean().optional(),
  inviteLinks: z.boolean().optional(),
  mergeRules: ownMergeRules.optional(),
});
