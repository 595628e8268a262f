import { groupBy } from "../../util/groups.ts";
import type { Import } from "./find-imports.ts";
import type { Move } from "./find-moves.ts";

/** The `moved` blocks of a configuration. */
export function movedBlocks(moves: readonly Move[]): string {
  return moves.map(({ from, to }) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`).join("\n");
}

/** The `import` blocks of a configuration. Those of several stacks have a heading for each. */
export function importBlocks(imports: readonly Import[]): string {
  const stacks = groupBy(imports, ({ stack }) => stack);
  return [...stacks]
    .flatMap(([stack, blocks]) => [
      ...(stack === undefined ? [] : [`# Stack ${stack}\n`]),
      ...blocks.map(importBlock),
    ])
    .join("\n");
}

function importBlock({ to, id, constructPath }: Import): string {
  const comment = constructPath === undefined ? "" : `# ${constructPath}\n`;
  return `${comment}import {\n  to = ${to}\n  id = ${quoted(id)}\n}\n`;
}

/** Lines as comments. */
export function comments(lines: readonly string[]): string {
  return lines.map((line) => `# ${line}\n`).join("");
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("${", "$${").replaceAll("%{", "%%{");
}
