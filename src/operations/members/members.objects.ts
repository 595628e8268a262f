import * as z from "zod";

/** The fields of a member in an answer that docsform relies on. */
export const memberObject = z.object({
  id: z.string(),
  role: z.string().nullish(),
  user: z.object({ id: z.string(), displayName: z.string().optional(), email: z.string().nullish() }),
  disabled: z.boolean().optional(),
  joinedAt: z.string().optional(),
  lastSeenAt: z.string().nullish(),
  sso: z.boolean().optional(),
  spaces: z.number().optional(),
  teams: z.number().optional(),
});
