import * as z from "zod";
import { promised } from "../promised.ts";
import { kind } from "../response-parts.ts";
import { userObject } from "../users/users.objects.ts";

/** The fields of a member in a response. */
export const memberObject = z.object({
  object: kind("member"),
  id: z.string(),
  role: promised(z.string().nullable()),
  user: userObject,
  disabled: promised(z.boolean()),
  joinedAt: promised(z.string()),
  lastSeenAt: z.string().nullish(),
  sso: promised(z.boolean()),
  spaces: promised(z.number()),
  teams: promised(z.number()),
});
