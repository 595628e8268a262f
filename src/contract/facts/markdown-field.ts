import * as z from "zod";
import { documentOnWire, markdownAttribute, markdownFromWire } from "../rich-text/markdown-attribute.ts";

/** A text that people write as Markdown and the service stores as a document. */
export const markdownField = {
  ...markdownAttribute,
  wire: {
    schema: z.looseObject({ nodes: z.array(z.unknown()) }),
    to: documentOnWire,
    from: markdownFromWire,
  },
};
