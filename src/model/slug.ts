/** The path that the service derives from a title: lower case, letters and digits, one hyphen in place of everything else. */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

/**
 * A slug without the number that makes it unique. The slug that the service derives from a title has the same stem as the title's own slug.
 */
export function stemOf(slug: string): string {
  return slug.replace(/(-\d+)+$/, "");
}
