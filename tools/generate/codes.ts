import type { CodeEntry } from "../../src/model/codes/code-entry.ts";

/** The page of all codes: `docs/reference/codes.md`. */
export function codesPage(codes: Readonly<Record<string, CodeEntry>>): string {
  const sections = Object.entries(codes).map(
    ([code, { cause, example, remedy }]) =>
      `## ${code}\n\n${cause}\n\n\`\`\`text\n${example}\n\`\`\`\n\n**What to do:** ${remedy}\n`,
  );
  return `# Codes

Each error, refusal and note has a code, which never changes; it stands at the end of the message, and in the answer of \`--json\`.
\`docsform explain CODE\` tells the same as this page. A code \`synth/…\` that is not here means what \`layout/…\` does, in what an app
synthesised.

${sections.join("\n")}`;
}
