import * as z from "zod";

/** A tree of rich text. Its blocks have many forms, and what a program does not know of them it keeps as it is. */
export const richText = z.looseObject({
  object: z.literal("document"),
  data: z.looseObject({ schemaVersion: z.number().int().optional() }),
  nodes: z.array(z.looseObject({ object: z.literal("block"), type: z.string() })),
});

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
