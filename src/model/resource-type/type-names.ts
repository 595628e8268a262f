/** What a type is called, and what it is. */
export interface Named {
  /** Name in addresses, plans and Terraform, such as `site_section`. */
  readonly name: string;
  /** Name for people, singular and plural: `site section`, `site sections`. */
  readonly label: { readonly one: string; readonly many: string };
  /** Name for people beside others of its scope: `section`, `sections`. Absent: its label. */
  readonly shortLabel?: { readonly one: string; readonly many: string };
  /** Description for documentation, in a sentence or two. */
  readonly description: string;
}

/** The name for people where the scope is known. */
export function shortLabelOf({
  label,
  shortLabel = label,
}: Pick<Named, "label" | "shortLabel">): Named["label"] {
  return shortLabel;
}
