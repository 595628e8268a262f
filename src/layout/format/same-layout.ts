import { isDeepStrictEqual } from "node:util";
import { isAlias, isMap, isNode, isScalar, isSeq, Parser } from "yaml";
import type { LayoutRead } from "../read-layout.ts";
import { parseSource, type SourceText, textOfScalar, type YamlSource } from "../yaml-source.ts";

/** Whether two texts have the same values and comments. The fields of a map may have another order. */
export function isSameLayout(one: SourceText, other: SourceText): boolean {
  return isDeepStrictEqual(contentOf(one), contentOf(other));
}

/** Whether two layouts declare the same, wherever in their files. Of layouts with errors, whether they have the same errors. */
export function isSameReading(one: LayoutRead, other: LayoutRead): boolean {
  return isDeepStrictEqual(declaredIn(one), declaredIn(other));
}

export function declaredIn({ desired, diagnostics }: LayoutRead): unknown {
  // The order of the maps at the top has no meaning. Each object has its rank in its map.
  const objects = new Map(desired?.objects.map((object) => [object.address, withoutPlaces(object)]));
  return {
    layout: withoutPlaces({ ...desired, objects: [] }),
    objects,
    codes: diagnostics.map(({ code }) => code).sort(),
  };
}

function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const fields = Object.entries(value).filter(([name]) => name !== "at" && name !== "positions");
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutPlaces(field)]));
}

export function contentOf(source: SourceText): unknown {
  const tree = parseSource(source, () => undefined);
  return tree && { value: valueOf(tree.contents, tree), comments: [...commentsIn(source.text)].sort() };
}

/** A value with its tags and anchors. An alias counts as what it refers to. */
function valueOf(node: unknown, tree: YamlSource): unknown {
  if (!isNode(node)) return null;
  if (isAlias(node)) return { alias: node.source, value: valueOf(tree.follow(node), tree) };
  const { anchor } = node;
  if (isScalar(node)) return { anchor, tag: node.tag, value: node.value, text: textOfScalar(node) };
  const items = isSeq(node)
    ? node.items.map((item) => valueOf(item, tree))
    : isMap(node)
      ? node.items
          .map(({ key, value }) => [textOfScalar(key), anchorOf(key), valueOf(value, tree)] as const)
          .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      : [];
  return { anchor, tag: node.tag, items };
}

function anchorOf(node: unknown): unknown {
  return isAlias(node) ? node.source : isScalar(node) && node.anchor;
}

/** The comments of a text. */
export function commentsIn(text: string): readonly string[] {
  const found: string[] = [];
  const collect = (token: unknown): void => {
    if (typeof token !== "object" || token === null) return;
    if ("type" in token && token.type === "comment" && "source" in token)
      found.push(String(token.source).trimEnd());
    else for (const part of Object.values(token)) collect(part);
  };
  for (const token of new Parser().parse(text)) collect(token);
  return found;
}
