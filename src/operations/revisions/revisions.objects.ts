import * as z from "zod";

/** Rich text as a tree of blocks. */
export const documentTree = z.looseObject({
  object: z.literal("document"),
  data: z.looseObject({ schemaVersion: z.number().int().optional() }),
  nodes: z.array(z.json()),
});

/** Rich text as it is sent: as Markdown, as a tree, or none. */
export const richTextInput = z.union([
  z.strictObject({ markdown: z.string() }),
  z.strictObject({ document: documentTree }),
  // Named, so that a tree or a text that is not of its form is not taken for none.
  z.strictObject({ markdown: z.never().optional(), document: z.never().optional() }),
]);

/** In what form rich text is answered. */
export const textFormat = z.enum(["document", "markdown"]);

/** A person, as they stand in other objects. */
export const personObject = z.object({
  id: z.string(),
  displayName: z.string().optional(),
  email: z.string().nullish(),
});

/** Where a page or a file stands in a repository. */
export const gitBlob = z.object({ oid: z.string(), path: z.string() });

/** A change request is named by its id, or by its number in the space. */
export const changeRequestParams = { changeRequestId: z.union([z.string(), z.number().int()]) };
