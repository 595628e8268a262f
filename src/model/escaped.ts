/** Text that reads as itself in a layout: `${` would be taken for a variable. */
export function escaped(text: string): string {
  return text.replace(/\$?\$\{/g, (found) => `$${found}`);
}
