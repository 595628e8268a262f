import * as z from "zod";

/** The fields of a team in an answer that docsform relies on. `members` there is a count. */
export const teamObject = z.object({
  id: z.string(),
  title: z.string(),
  members: z.number().optional(),
  spaces: z.number().optional(),
  createdAt: z.string().optional(),
});

export type TeamObject = z.infer<typeof teamObject>;

/** One item of a team's list of members. */
export const teamMemberObject = z.object({
  organization: z.object({
    id: z.string(),
    user: z.object({ id: z.string(), email: z.string().nullish() }),
  }),
  team: z.object({ role: z.string() }).optional(),
});

export type TeamMemberObject = z.infer<typeof teamMemberObject>;
