import { isCollection, isNode, isPair, isScalar, isSeq } from "yaml";
import { columnIn, type OpenDocument, startOf, type YamlCollection } from "./open-document.ts";
import type { MemberStyle } from "./render-value.ts";

/** A document, and the style that new members of one of its collections get. */
export type StyledDocument = OpenDocument & MemberStyle;

/** New members are written in brackets where they fit, if some of their neighbors are. */
export function inStyleOf(document: OpenDocument, collection: YamlCollection): StyledDocument {
  const neighbors = collection.items.map((item) => (isPair(item) ? item.value : item)).filter(isNode);
  const usesLines = neighbors.some((node) => isCollection(node) && node.flow !== true);
  const usesBrackets = neighbors.some(
    (node) => (isCollection(node) && node.flow === true) || (isSeq(collection) && isScalar(node)),
  );
  return usesLines && !usesBrackets
    ? { ...document, fitsEntries: collection === document.root }
    : { ...document, fitsFrom: columnIn(document.text, startOf(collection)) };
}
