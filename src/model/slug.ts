/** The path that the service derives from a title: lower case, letters and digits, one hyphen for the rest. */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

/** A slug without the number that tells it from its like: what the service makes of a title has the stem of the title's slug. */
export function stemOf(slug: string): string {
  return slug.replace(/(-\d+)+$/, "");
}
