/**
 * The detail of a shown plan or drift: a small plan whole and of others everything that fits on two screens, everything, or only totals and
 * dangers.
 */
export type Detail = "usual" | "full" | "compact";

export interface TextShape {
  /** In columns. */
  readonly width: number;
  readonly detail: Detail;
}

/** A plan with fewer steps is whole. */
const stepsOfLargePlan = 60;

/** Whether a text shows every entry with whole values. */
export function isWhole({ detail }: TextShape, steps: readonly unknown[]): boolean {
  return detail === "full" || (detail === "usual" && steps.length < stepsOfLargePlan);
}
