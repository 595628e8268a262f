/** The path that the service derives from a title: lower case, letters and digits, one hyphen for the rest. */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

/** Whether the service could derive `value` from `title`: the slug itself, or the slug with a number that tells it apart. */
export function mayDerive(title: string, value: string): boolean {
  const slug = slugOf(title);
  return value === slug || (value.startsWith(`${slug}-`) && /^\d+$/.test(value.slice(slug.length + 1)));
}
