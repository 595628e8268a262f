import { isMap, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import { inlineText } from "./document-text.ts";
import { SecretGap } from "./secret-gap.ts";

/** The longest line with brackets. */
const longestLine = 100;

/** Columns, from 0. */
interface PlaceInLines {
  /** Where the members of the collection begin, if they get lines of their own. */
  readonly members: number;
  /** Where its opening bracket would be. */
  readonly bracket: number;
}

/** Writes a map or a list in brackets where it fits into its line; otherwise its members, each by itself. */
export function fitIntoLines(node: unknown, place: PlaceInLines): void {
  if (!isMap(node) && !isSeq(node)) return;
  if (isSimple(node) && place.bracket + inlineText(node.clone()).length <= longestLine) node.flow = true;
  else fitMembersIntoLines(node, place.members);
}

/** Writes each member of a map or a list in brackets where that fits into its line. */
export function fitMembersIntoLines(node: YAMLMap | YAMLSeq, column: number): void {
  const members = column + 2;
  if (isSeq(node)) for (const item of node.items) fitIntoLines(item, { members, bracket: members });
  else
    for (const { key, value } of node.items)
      fitIntoLines(value, { members, bracket: members + String((key as Scalar).value).length });
}

/** Whether a person would write it on one line: it has no comments and no text over several lines, and lists contain only texts. */
function isSimple(node: YAMLMap | YAMLSeq): boolean {
  if (node.comment?.includes("\n") === true) return false;
  if (isSeq(node)) return node.items.every(isSimpleText);
  return node.items.every(({ key, value }) => !hasComment(key) && isSimpleValue(value));
}

function isSimpleValue(value: unknown): boolean {
  if (isMap(value) || isSeq(value)) return !hasComment(value) && isSimple(value);
  return isSimpleText(value);
}

function isSimpleText(value: unknown): boolean {
  if (!isScalar(value) || value instanceof SecretGap || hasComment(value)) return false;
  return typeof value.value !== "string" || !/[\n\r]/u.test(value.value);
}

function hasComment(node: unknown): boolean {
  const { comment, commentBefore } = node as Pick<Scalar, "comment" | "commentBefore">;
  return (comment ?? "") !== "" || (commentBefore ?? "") !== "";
}
