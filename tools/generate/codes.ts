import type { Explanation } from "../../src/cli/commands/explain.ts";

/** The page of all codes: `docs/reference/codes.md`. */
export function codesPage(codes: Readonly<Record<string, Explanation>>): string {
  const sections = Object.entries(codes).map(([code, { messages, cause, example, remedy }]) => {
    const quoted = messages.map((message) => `> ${message.replaceAll("\n", " ")}\n\n`).join("");
    return `## ${code}\n\n${quoted}${cause}\n\n\`\`\`text\n${example}\n\`\`\`\n\n**What to do:** ${remedy}\n`;
  });
  return `# Codes

Each error, refusal and note has a code that never changes. The code is at the end of the message, and in the JSON output.
\`docsform explain CODE\` prints the entry of one code. A word in braces in a message, such as \`{address}\`, stands for a fact. A
\`synth/…\` code without an entry on this page means the same as the \`layout/…\` code of that name, in the output of a synthesized app.

${sections.join("\n")}`;
}
