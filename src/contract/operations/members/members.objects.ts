import * as z from "zod";
import { kind } from "../response-parts.ts";
import { userObject } from "../users/users.objects.ts";

/** The fields of a member in a response. */
export const memberObject = z.object({
  object: kind("member"),
  id: z.string(),
  role: z.string().nullish(),
  user: userObject,
  disabled: z.boolean().optional(),
  joinedAt: z.string().optional(),
  lastSeenAt: z.string().nullish(),
  sso: z.boolean().optional(),
  spaces: z.number().optional(),
  teams: z.number().optional(),
});
