import * as z from "zod";
import { gitSyncObject } from "../spaces/spaces.objects.ts";

/** The connection between a space and a repository. */
export const gitInfoObject = gitSyncObject.extend({
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

/** Fields that the requests for an import and an export share. */
export const syncFields = {
  url: z.string().describe("URL of the repository. It can contain a user name and a password."),
  ref: z
    .string()
    .regex(/^refs\/heads\/[^-]/, "must name a branch, such as refs/heads/main")
    .describe("The branch, such as `refs/heads/main`."),
  repoCacheID: z.string().optional().describe("Key of the service's cache of the repository."),
  repoTreeURL: z.string().optional().describe("Start of the URLs of files."),
  repoCommitURL: z.string().optional().describe("Start of the URLs of commits."),
  repoProjectDirectory: z.string().optional().describe("Folder of the repository that contains the content."),
  timestamp: z
    .string()
    .optional()
    .describe(
      "Time of the event behind this call. The service skips a call whose event is older than that of an earlier call.",
    ),
  force: z
    .boolean()
    .optional()
    .describe(
      "Whether to run even if a later job has run, the commit was imported before, or an export overwrites newer commits.",
    ),
  gitInfo: z
    .object({ provider: z.enum(["github", "gitlab"]).optional(), url: z.string().optional() })
    .optional()
    .describe("What the space records of its Git provider: `provider` (`github` or `gitlab`) and `url`."),
};
