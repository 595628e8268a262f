import { isMap, isScalar, isSeq, type Pair, parseDocument, Scalar, visit } from "yaml";

/** The same layout as another person would have formatted it: quotes, brackets, comments, blank lines, indentation, line ends. */
export function formattedAnew(text: string, random: () => number): string {
  const isChosen = (share: number) => random() < share;
  const document = parseDocument(text, { customTags: [{ tag: "!env", resolve: (name: string) => name }] });
  visit(document, (_key, node, path) => {
    if (isMap(node) || isSeq(node)) {
      // Nothing that has comments goes into brackets.
      if (path.length > 4 && isChosen(0.3)) node.flow = true;
      return node.flow === true ? visit.SKIP : undefined;
    }
    return undefined;
  });
  let number = 0;
  const decorate = ({ key, value }: Pair): void => {
    if (isScalar(key) && isChosen(0.15)) key.commentBefore = ` before ${(number += 1)}`;
    if (isScalar(key) && isChosen(0.1)) key.spaceBefore = true;
    if (!isScalar(value)) return;
    if (typeof value.value === "string" && isChosen(0.3))
      value.type = isChosen(0.5) ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE;
    if (isChosen(0.1)) value.comment = ` beside ${(number += 1)}`;
  };
  visit(document, (_key, node) => {
    if ((isMap(node) || isSeq(node)) && node.flow === true) return visit.SKIP;
    if (isMap(node)) for (const pair of node.items) decorate(pair);
    return undefined;
  });
  const options = { lineWidth: 0, indent: isChosen(0.5) ? 2 : 4, indentSeq: isChosen(0.7) };
  const formatted = document.toString(options);
  const ended = isChosen(0.3) ? formatted.trimEnd() : formatted;
  return isChosen(0.3) ? ended.replaceAll("\n", "\r\n") : ended;
}
