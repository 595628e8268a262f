import * as z from "zod";

/** The fields of an organization in an answer that docsform relies on. */
export const organizationObject = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string().optional(),
  type: z.string().optional(),
  plan: z.string().optional(),
  hostname: z.string().nullish(),
  urls: z.object({ app: z.string().optional() }).optional(),
});

export type OrganizationObject = z.infer<typeof organizationObject>;
