import { Token } from "cdktf";
import type { IConstruct } from "constructs";

/** Where a construct was before, as ids on the way to it: from the stack, or from its parent and `up` levels above it. */
export interface FormerPath {
  readonly from: "stack" | "parent";
  readonly up: number;
  readonly down: readonly string[];
}

/** The ids on the path of a construct, below the app. */
export function idsOf(construct: IConstruct): readonly string[] {
  return construct.node.scopes.filter(({ node }) => node.scope !== undefined).map(({ node }) => node.id);
}

/** A former id: `Old`, `../old`, `.` or, from the app, `/stack/old`. Undefined: the text is none of these. */
export function parseFormerPath(text: string): FormerPath | undefined {
  if (text === "" || Token.isUnresolved(text)) return undefined;
  if (text === ".") return { from: "parent", up: 0, down: [] };
  const isAbsolute = text.startsWith("/");
  const parts = text.slice(isAbsolute ? 1 : 0).split("/");
  const down = parts.slice(parts.findLastIndex((part) => part === "..") + 1);
  const up = parts.length - down.length;
  const isWrong = (part: string) => part === "" || part === ".";
  const goesUpLater = parts.slice(0, up).some((part) => part !== "..");
  if (down.some(isWrong) || goesUpLater || (isAbsolute && up > 0)) return undefined;
  return { from: isAbsolute ? "stack" : "parent", up, down };
}

/**
 * The former ids on the path of a construct, below its stack. `parent`: those of its parent. Undefined: the former path is outside the
 * stack.
 */
export function resolveFormerPath(
  { from, up, down }: FormerPath,
  stack: IConstruct,
  parent: readonly string[],
): readonly string[] | undefined {
  if (from === "parent")
    return up > parent.length ? undefined : [...parent.slice(0, parent.length - up), ...down];
  const ids = idsOf(stack);
  return ids.every((id, at) => id === down[at]) ? down.slice(ids.length) : undefined;
}
