/** `a site`, `an OpenAPI specification`. */
export function withArticle(label: string): string {
  return `${/^[aeiou]/i.test(label) ? "an" : "a"} ${label}`;
}

/** `guides` → `Guides`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
