const inline = /\]\(\s*(?:<([^>]*)>|((?:[^\s()<>]|\([^\s()<>]*\))*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/;
const bare = /<((?:https?|mailto):[^\s<>]+)>/;
const definition = /^ {0,3}\[[^\]]+\]:\s*(\S+)/;
const link = new RegExp([inline, bare, definition].map(({ source }) => source).join("|"), "gm");

/** The targets of links and images in a text, as they are written. Code is excluded. */
export function targetsIn(markdown: string): readonly string[] {
  const text = markdown
    .replace(/^(`{3,}|~{3,})[\s\S]*?(?:^\1[`~]*[ \t]*$|$(?![\s\S]))/gm, "")
    .replace(/(`+)[\s\S]*?\1/g, "");
  const found = text.matchAll(link);
  return [...found].flatMap(([, ...forms]) => forms.filter((form) => form !== undefined));
}
