import { type Document, Scalar, type ToStringOptions, visit } from "yaml";
import { controllingCharacters, showInvisible } from "../model/invisible.ts";

// YAML escapes the first control characters by itself.
const controls = controllingCharacters("\\u007f-\\u009f");

/**
 * The YAML text of a document. Characters that control a terminal, are invisible or are not text are escaped, which requires double quotes.
 */
export function documentText(document: Document, options: ToStringOptions = {}): string {
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && shown(node.value) !== node.value) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return shown(document.toString({ lineWidth: 0, ...options }));
}

function shown(text: string): string {
  return showInvisible(text.replace(controls, escapeOf), escapeOf);
}

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
