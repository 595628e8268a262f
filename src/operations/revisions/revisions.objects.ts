import * as z from "zod";

/** Where a page or a file stands in a repository. */
export const gitBlob = z.object({ oid: z.string(), path: z.string() });

/** A change request is named by its id, or by its number in the space. */
export const changeRequestParams = { changeRequestId: z.union([z.string(), z.number().int()]) };
