import * as z from "zod";
import { roles } from "../../../model/role.ts";
import { promised } from "../promised.ts";
import { kind, permissionsObject, urls } from "../response-parts.ts";

export const collectionTitle = z.string().max(50);
export const collectionDescription = z.string().max(100);
export const collectionDefaultLevel = z.enum([...roles, "inherit"]).nullable();

/** The fields of a collection in a response. */
export const collectionObject = z.object({
  object: kind("collection"),
  id: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  organization: promised(z.string()),
  parent: z.string().nullish(),
  defaultLevel: z.string().nullable(),
  urls: urls("location", "app"),
  permissions: permissionsObject("view", "admin", "viewInviteLinks", "create"),
});
