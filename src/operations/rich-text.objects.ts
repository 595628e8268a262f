import * as z from "zod";

/** A part of a block: another block, something within a line, or a text. */
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

/** A tree of rich text. Its blocks have many forms, and what a program does not know of them it keeps as it is. */
export const richText = z.looseObject({
  object: z.literal("document"),
  data: z.looseObject({ schemaVersion: z.number().int().optional() }),
  nodes: z.array(block),
});

/** Rich text as it is sent: as Markdown, as a tree, or none. */
export const richTextInput = z.union([
  z.strictObject({ markdown: z.string() }),
  z.strictObject({ document: richText }),
  // Named, so that a tree or a text that is not of its form is not taken for none.
  z.strictObject({ markdown: z.never().optional(), document: z.never().optional() }),
]);

/** In what form rich text is answered. */
export const textFormat = z.enum(["document", "markdown"]);

/** A tree with one empty paragraph: what there is before anybody writes. */
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
