import type { Explanation } from "../../src/cli/commands/explain-command.ts";
import { type CodeEntry, prefixOfCode } from "../../src/model/codes/code-entry.ts";
import { codes as declared } from "../../src/model/codes/codes.ts";
import { groupBy } from "../../src/util/groups.ts";

type Explanations = Readonly<Record<string, Explanation>>;

/** The pages of `docs/reference/codes`: one for each prefix, and one that lists all codes. */
export function codesPages(codes: Explanations): readonly { readonly name: string; readonly text: string }[] {
  const byPrefix = groupBy(Object.entries(codes), ([code]) => prefixOfCode(code));
  const pages = [...byPrefix].map(([prefix, entries]) => ({
    name: `${prefix}.md`,
    text: `# Codes of \`${prefix}\`\n\n[All codes](README.md)\n\n${entries.map(([code, entry]) => section(code, entry)).join("\n")}`,
  }));
  const lists = [...byPrefix].map(([prefix, entries]) => {
    const links = entries.map(([code]) => `- [${code}](${prefix}.md#${code.replace("/", "")})\n`);
    return `## ${prefix}\n\n${links.join("")}`;
  });
  return [{ name: "README.md", text: indexPage(lists) }, ...pages];
}

function section(code: string, { messages, cause, example, remedy }: Explanation): string {
  const quoted = messages.map((message) => `> ${message.replaceAll("\n", " ")}\n\n`).join("");
  return `## ${code}\n\n${quoted}${cause}\n\n\`\`\`text\n${example}\n\`\`\`\n\n**What to do:** ${remedy}\n${exitCodeOf(code)}`;
}

function indexPage(lists: readonly string[]): string {
  return `# Codes

Each error, refusal and note has a code that never changes. The code is at the end of the message, and in the JSON output.
\`docsform explain CODE\` prints the entry of one code. An error that ends a command before it has sent a write exits with 1, unless its entry names
another [exit code](../../guides/ci.md#exit-codes). A word in braces in a message, such as \`{address}\`, stands for a fact. A
\`synth/…\` code that is not in this list means the same as the \`layout/…\` code of that name, in the output of a synthesized app.

${lists.join("\n")}`;
}

/** The exit code of an error, if it is not the usual one. */
function exitCodeOf(code: string): string {
  const { exitCode } = (declared as Readonly<Record<string, CodeEntry>>)[code] ?? {};
  return exitCode === undefined ? "" : `\n**Exit code:** ${exitCode}\n`;
}
