/** Escapes a text for a layout, which would read `${` as a variable. */
export function escaped(text: string): string {
  return text.replace(/\$?\$\{/g, (found) => `$${found}`);
}
