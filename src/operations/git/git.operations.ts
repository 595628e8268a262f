import * as z from "zod";
import { only } from "../../model/api-version-marks.ts";
import { get, post, remove } from "../operation.ts";
import { gitInfoObject, syncFields } from "./git.objects.ts";

const inSpace = "/spaces/{spaceId}/git";

export const git = {
  import: post(`${inSpace}/import`, {
    id: "importGitRepository",
    summary: "Begins to bring what is in a repository into a space.",
    body: z.object({ ...syncFields, standalone: z.boolean().optional() }),
    success: [204],
  }),
  export: post(`${inSpace}/export`, {
    id: "exportToGitRepository",
    summary: "Begins to write what is in a space into a repository.",
    body: z.object({
      ...syncFields,
      commitMessage: z.string(),
      standalone: only("current", z.boolean()).optional(),
    }),
    success: [204],
  }),
  info: get(`${inSpace}/info`, {
    id: "getSpaceGitInfo",
    summary: "Reads how a space is connected with a repository, and how the last import or export went.",
    answer: gitInfoObject,
    errors: { 404: "The space is not connected with a repository." },
  }),
  deleteLegacyInstallation: remove(`${inSpace}/legacy-installation`, {
    id: "deleteLegacyGitInstallation",
    summary: "Ends a connection that was made in the old way.",
    apiVersions: ["classic", "classic-minimal"],
  }),
};
