import { type Document, Scalar, type ToStringOptions, visit } from "yaml";

const turning =
  /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/** YAML in which nothing steers a terminal, or is taken for no text: such characters are escaped, which only double quotes allow. */
export function documentText(document: Document, options: ToStringOptions = {}): string {
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && node.value.search(turning) >= 0) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document
    .toString({ lineWidth: 0, ...options })
    .replace(turning, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
