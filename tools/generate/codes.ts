import type { Explanation } from "../../src/cli/commands/explain-command.ts";
import type { CodeEntry } from "../../src/model/codes/code-entry.ts";
import { codes as declared } from "../../src/model/codes/codes.ts";

/** The page of all codes: `docs/reference/codes.md`. */
export function codesPage(codes: Readonly<Record<string, Explanation>>): string {
  const sections = Object.entries(codes).map(([code, { messages, cause, example, remedy }]) => {
    const quoted = messages.map((message) => `> ${message.replaceAll("\n", " ")}\n\n`).join("");
    return `## ${code}\n\n${quoted}${cause}\n\n\`\`\`text\n${example}\n\`\`\`\n\n**What to do:** ${remedy}\n${exitCodeOf(code)}`;
  });
  return `# Codes

Each error, refusal and note has a code that never changes. The code is at the end of the message, and in the JSON output.
\`docsform explain CODE\` prints the entry of one code. An error that ends a command before it has sent a write exits with 1, unless its entry names
another [exit code](../guides/ci.md#exit-codes). A word in braces in a message, such as \`{address}\`, stands for a fact. A
\`synth/…\` code without an entry on this page means the same as the \`layout/…\` code of that name, in the output of a synthesized app.

${sections.join("\n")}`;
}

/** The exit code of an error, if it is not the usual one. */
function exitCodeOf(code: string): string {
  const { exitCode } = (declared as Readonly<Record<string, CodeEntry>>)[code] ?? {};
  return exitCode === undefined ? "" : `\n**Exit code:** ${exitCode}\n`;
}
