import * as z from "zod";
import { kind, urls } from "../response-parts.ts";
import { richText } from "../rich-text.objects.ts";
import { userObject } from "../users/users.objects.ts";

export const changeRequestStatus = z.enum(["draft", "open", "archived", "merged"]);

export const changeRequestSubject = z.string().max(100);

/** The fields of a change request in a response. */
export const changeRequestObject = z.object({
  object: kind("change-request"),
  id: z.string(),
  number: z.number(),
  status: z.string(),
  subject: z.string(),
  description: richText.optional(),
  createdBy: userObject,
  createdAt: z.string(),
  updatedAt: z.string(),
  space: z.string(),
  revision: z.string(),
  revisionInitial: z.string(),
  revisionMergedAncestor: z.string().optional(),
  revisionMerged: z.string().optional(),
  comments: z.number(),
  outdated: z.boolean(),
  conversationsIssuesCluster: z.string().optional(),
  urls: urls("location", "app"),
});

/** The result of a merge or an update. `conflicts`: nothing changed. */
const outcome = <const Done extends string>(done: Done) =>
  z.object({ revision: z.string(), result: z.enum([done, "conflicts"]) });

export const mergeOutcome = outcome("merge");
export const updateOutcome = outcome("update");
