/** The detail of a shown plan or drift: everything that fits on two screens, everything, or only totals and dangers. */
export type Detail = "usual" | "full" | "compact";

export interface TextShape {
  /** In columns. */
  readonly width: number;
  readonly detail: Detail;
}
