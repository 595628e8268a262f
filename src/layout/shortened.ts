import type { Diagnostic } from "../model/diagnostic.ts";

const longest = 500;

/** The diagnostic with a very long message or remedy cut off. Such a text usually quotes a long value. */
export function shortened(diagnostic: Diagnostic): Diagnostic {
  const { message, remedy } = diagnostic;
  if (message.length <= longest && (remedy?.length ?? 0) <= longest) return diagnostic;
  return { ...diagnostic, message: cut(message), ...(remedy === undefined ? {} : { remedy: cut(remedy) }) };
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
