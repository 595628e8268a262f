import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { get, post, remove } from "../operation.ts";
import { gitInfoObject, syncFields } from "./git.objects.ts";

const inSpace = "/spaces/{spaceId}/git";

export const git = {
  import: post(`${inSpace}/import`, {
    id: "importGitRepository",
    summary: "Starts an import of a repository into a space.",
    body: z.object({
      ...syncFields,
      standalone: z
        .boolean()
        .optional()
        .describe("Whether to create a revision without changing the content of the space."),
    }),
    success: [204],
  }),
  export: post(`${inSpace}/export`, {
    id: "exportToGitRepository",
    summary: "Starts an export of a space into a repository.",
    body: z.object({
      ...syncFields,
      commitMessage: z.string().describe("Message of the commit."),
      standalone: only("current", z.boolean())
        .optional()
        .describe("Whether to export a snapshot without linking the content to the repository."),
    }),
    success: [204],
  }),
  info: get(`${inSpace}/info`, {
    id: "getSpaceGitInfo",
    summary: "Reads the connection of a space to a repository, and the result of the last import or export.",
    response: gitInfoObject,
    errors: { 404: "The space is not connected to a repository." },
  }),
  deleteLegacyInstallation: remove(`${inSpace}/legacy-installation`, {
    id: "deleteLegacyGitInstallation",
    summary: "Deletes a legacy connection to a repository.",
    apiVersions: ["classic", "classic-minimal"],
  }),
};
