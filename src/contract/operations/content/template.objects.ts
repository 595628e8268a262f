import * as z from "zod";

/** The target of a reference in content. */
export const contentRef = z.union([
  z.object({ kind: z.literal("file"), file: z.string() }),
  z.object({ kind: z.literal("url"), url: z.string() }),
  z.object({ kind: z.literal("page"), page: z.string(), space: z.string().optional() }),
  z.object({
    kind: z.literal("anchor"),
    anchor: z.string(),
    page: z.string().optional(),
    space: z.string().optional(),
  }),
  z.object({ kind: z.literal("user"), user: z.string() }),
  z.object({ kind: z.literal("collection"), collection: z.string() }),
  z.object({ kind: z.literal("space"), space: z.string() }),
  z.object({
    kind: z.literal("reusable-content"),
    reusableContent: z.string(),
    space: z.string().optional(),
  }),
  z.object({ kind: z.literal("openapi"), spec: z.string() }),
]);

/** A template, and the values for it. */
export const templateInput = z.object({
  id: z.string().describe("Id of the template."),
  params: z
    .object({ contentRefs: z.record(z.string(), contentRef).optional() })
    .optional()
    .describe("Values for the template: `contentRefs` has references to content, by name."),
});
