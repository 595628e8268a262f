import * as z from "zod";
import { memberObject } from "../members/members.objects.ts";
import { promised } from "../promised.ts";
import { kind, permissionsObject } from "../response-parts.ts";

/** The fields of a team in a response. `members` is a count. */
export const teamObject = z.object({
  object: kind("team"),
  id: z.string(),
  title: z.string(),
  members: promised(z.number()),
  spaces: promised(z.number()),
  createdAt: promised(z.string()),
  permissions: permissionsObject("admin", "view"),
});

export type TeamObject = z.infer<typeof teamObject>;

/** One item of a team's list of members. */
export const teamMemberObject = z.object({
  organization: memberObject,
  team: promised(z.object({ role: z.string() })),
  permissions: permissionsObject("view"),
});

export type TeamMemberObject = z.infer<typeof teamMemberObject>;
