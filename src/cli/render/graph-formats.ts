import { typeOfAddress } from "../../model/address.ts";
import { plainText } from "../../report/text/plain-text.ts";
import { groupBy } from "../../util/groups.ts";
import { isInside } from "./part-of-graph.ts";
import type { LayoutGraph } from "./render-graph.ts";

/** The graph in Mermaid's language, for Markdown. An arrow points from an object to one that it needs. */
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

/** Mermaid interprets quotes, angle brackets, `&` and `#`. */
function escaped(text: string): string {
  return plainText(text).replace(/["<>&#]/gu, (character) => `#${character.codePointAt(0)};`);
}

/** The containment as a tree of text. Each line ends with the object's other needs. */
export function renderTree({ addresses, edges }: LayoutGraph): string {
  const containers = new Map(edges.filter(isInside).map(({ from, to }) => [from, to]));
  const inside = groupBy(addresses, (address) => containers.get(address));
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
