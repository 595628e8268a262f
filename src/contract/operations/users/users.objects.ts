import * as z from "zod";
import { promised } from "../promised.ts";
import { kind, urls } from "../response-parts.ts";

/** The fields of a user in a response, wherever one appears. */
export const userObject = z.looseObject({
  object: kind("user"),
  id: z.string(),
  displayName: promised(z.string()),
  email: z.string().nullish(),
  photoURL: z.string().optional(),
  urls: urls("location"),
});

export type UserObject = z.infer<typeof userObject>;
