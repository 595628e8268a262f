import type { Edit } from "./edit.ts";

/** The edits as the guide lists them: those that need a flag, those that need none, and those that no flag permits. */
export function listOfEdits(edits: readonly Edit[]): string {
  const asked = edits.filter(({ needs = [] }) => needs.length > 0);
  const free = edits.filter(({ needs, notPermitted }) => needs === undefined && notPermitted === undefined);
  const impossible = edits.filter(({ notPermitted }) => notPermitted !== undefined);
  return [
    "## Edits that need a flag\n",
    "| Edit | Flag | What the refusal says |\n|---|---|---|",
    ...asked.map(({ what, needs = [] }) => {
      const flags = needs.map(({ flag }) => `\`${flag}\``).join(" and ");
      const dangers = needs.map(({ danger, code }) => `${danger} ${linkTo(code)}`).join("<br>");
      return `| ${sentence(what)} | ${flags} | ${dangers} |`;
    }),
    "\n## Edits that no flag permits\n",
    ...impossible.flatMap(({ what, notPermitted = [] }) =>
      notPermitted.map(({ danger, code }) => `- ${sentence(what)}: ${danger} ${linkTo(code)}`),
    ),
    "\n## Edits that need no flag\n",
    ...free.map(({ what }) => `- ${sentence(what)}`),
    "",
  ].join("\n");
}

/** A row of the page of sentences. */
export function rowOfEdit({ what, needs = [] }: Edit, sentences: readonly string[]): string {
  const flags = needs.map(({ flag }) => `\`${flag}\``).join(" and ");
  return `| ${sentence(what)} | ${sentences.map((each) => each.replaceAll("|", "\\|")).join("<br>")} | ${flags} |`;
}

function sentence(what: string): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
}

function linkTo(code: string): string {
  return `([${code}](../reference/codes/${code.split("/")[0]}.md#${code.replace("/", "")}))`;
}
