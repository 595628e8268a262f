import * as z from "zod";
import { gitSyncAnswer } from "../spaces/spaces.objects.ts";

/** How a space and a repository are connected. */
export const gitInfoObject = gitSyncAnswer.extend({
  operation: z
    .looseObject({
      state: z.string(),
      direction: z.string(),
      startedAt: z.string(),
      endedAt: z.string().optional(),
      error: z.string().optional(),
    })
    .optional(),
});

/** What an import and an export are told in the same way. */
export const syncFields = {
  url: z.string().describe("The address of the repository; it may hold a name and a password."),
  ref: z
    .string()
    .regex(/^refs\/heads\/[^-]/, "names no branch like this: refs/heads/main")
    .describe("The branch: `refs/heads/main`."),
  repoCacheID: z.string().optional(),
  repoTreeURL: z.string().optional().describe("What addresses of files begin with."),
  repoCommitURL: z.string().optional().describe("What addresses of commits begin with."),
  repoProjectDirectory: z
    .string()
    .optional()
    .describe("The folder of the repository that holds the content."),
  timestamp: z
    .string()
    .optional()
    .describe("When happened what this is done for: what happened before the last one is passed over."),
  force: z.boolean().optional(),
  gitInfo: z
    .object({ provider: z.enum(["github", "gitlab"]).optional(), url: z.string().optional() })
    .optional(),
};
