import * as z from "zod";

/** A part of a block: another block, an inline element, or text. */
const node = z.looseObject({
  object: z.string(),
  type: z.string().optional(),
  key: z.string().optional(),
  isVoid: z.boolean().optional(),
  data: z.looseObject({ align: z.string().optional() }).optional(),
  get nodes() {
    return z.array(node).optional();
  },
});

const block = node.extend({ object: z.literal("block"), type: z.string() });

/** A tree of rich text. Its blocks have many forms, so a program keeps unknown parts as they are. */
export const richText = z.looseObject({
  object: z.literal("document"),
  data: z.looseObject({ schemaVersion: z.number().int().optional() }),
  nodes: z.array(block),
});

/** Rich text in a request: Markdown, a tree, or none. */
export const richTextInput = z.union([
  z.strictObject({ markdown: z.string() }),
  z.strictObject({ document: richText }),
  // These fields are declared, so that malformed Markdown or a malformed tree does not match this variant.
  z.strictObject({ markdown: z.never().optional(), document: z.never().optional() }),
]);

/** Format of rich text in responses. */
export const textFormat = z.enum(["document", "markdown"]);

/** A tree with one empty paragraph: the value before any edit. */
export const emptyRichText = {
  object: "document",
  data: { schemaVersion: 2 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", marks: [], text: "" }] }],
    },
  ],
};
