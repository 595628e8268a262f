import * as z from "zod";
import { memberObject } from "../members/members.objects.ts";
import { kind, permissionsObject } from "../response-parts.ts";

/** The fields of a team in a response. `members` is a count. */
export const teamObject = z.object({
  object: kind("team"),
  id: z.string(),
  title: z.string(),
  members: z.number().optional(),
  spaces: z.number().optional(),
  createdAt: z.string().optional(),
  permissions: permissionsObject("admin", "view"),
});

export type TeamObject = z.infer<typeof teamObject>;

/** One item of a team's list of members. */
export const teamMemberObject = z.object({
  organization: memberObject,
  team: z.object({ role: z.string() }).optional(),
  permissions: permissionsObject("view"),
});

export type TeamMemberObject = z.infer<typeof teamMemberObject>;
