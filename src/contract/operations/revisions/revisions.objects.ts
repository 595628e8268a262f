import * as z from "zod";

/** The place of a page or a file in a repository. */
export const gitBlob = z.object({ oid: z.string(), path: z.string() });

/** A path names a change request by its id, or by its number in the space. */
export const changeRequestParams = {
  changeRequestId: z
    .union([z.string(), z.number().int()])
    .describe("Id of the change request, or its number in the space."),
};
