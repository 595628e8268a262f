import { typeOfAddress } from "../../model/address.ts";
import { groupBy } from "../../model/groups.ts";
import type { LayoutGraph } from "./graph.ts";
import { isInside } from "./part-of-graph.ts";
import { plainText } from "./plain-text.ts";

/** The graph as Mermaid draws it, for Markdown: an arrow leads from an object to what it needs. */
export function renderMermaid({ addresses, edges }: LayoutGraph): string {
  const ids = new Map(addresses.map((address, at) => [address, `n${at}`]));
  const groups = [...groupBy(addresses, typeOfAddress)].flatMap(([type, members]) => [
    `  subgraph ${type}`,
    ...members.map((address) => `    ${ids.get(address)}["${escaped(address)}"]`),
    "  end",
  ]);
  const arrows = edges.map(
    ({ from, to, label }) => `  ${ids.get(from)} -->|${escaped(label)}| ${ids.get(to)}`,
  );
  return ["flowchart LR", ...groups, ...arrows, ""].join("\n");
}

/** Mermaid reads quotes, marks of markup and `#` as its own. */
function escaped(text: string): string {
  return plainText(text).replace(/["<>&#]/gu, (character) => `#${character.codePointAt(0)};`);
}

/** What is inside of what, as a tree of text; behind each what else it needs. */
export function renderTree({ addresses, edges }: LayoutGraph): string {
  const around = new Map(edges.filter(isInside).map(({ from, to }) => [from, to]));
  const inside = groupBy(addresses, (address) => around.get(address));
  const needs = groupBy(
    edges.filter((edge) => !isInside(edge)),
    ({ from }) => from,
  );
  const line = (address: string) => {
    const needed = (needs.get(address) ?? []).map(({ to, label }) => `${label}: ${to}`);
    return plainText(needed.length === 0 ? address : `${address} → ${needed.join(", ")}`);
  };
  const below = (address: string, indent: string): readonly string[] => {
    const children = inside.get(address) ?? [];
    return children.flatMap((child, at) => {
      const isLast = at === children.length - 1;
      return [
        `${indent}${isLast ? "└─ " : "├─ "}${line(child)}`,
        ...below(child, `${indent}${isLast ? "   " : "│  "}`),
      ];
    });
  };
  const roots = inside.get(undefined) ?? [];
  return `${roots.flatMap((root) => [line(root), ...below(root, "")]).join("\n")}\n`;
}
