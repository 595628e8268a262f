import type * as z from "zod";
import type { KeyField } from "../key-field.ts";

/** The values that the service computes. */
export interface Computed {
  /** Values that the service computes, by their names in a live object's `computed`. docsform shows no others. */
  readonly computed?: Readonly<Record<string, ComputedAttribute>>;
}

/** A value of an object that the service computes. */
export type ComputedAttribute = ReportedValue & {
  /** The parts of the object that change it when they are written. For a value with fields, this can differ for each field. */
  readonly follows: Follows | Readonly<Record<string, Follows>>;
} & (
    | ShownInPlans
    | { readonly sensitive: true; readonly publicAddress?: never; readonly boundUntil?: never }
  );

/** A value that the service reports and that cannot be set. */
export interface ReportedValue {
  readonly description: string;
  readonly schema: z.ZodType;
  /** docsform never shows it. Terraform stores it in its state and does not show it either. */
  readonly sensitive?: boolean;
}

/** How plans show a value, which is then not secret. */
interface ShownInPlans {
  readonly sensitive?: false;
  /** Its field with the URL for readers. */
  readonly publicAddress?: string;
  /**
   * If it has a value, docsform cannot replace the object, because no call gives the value to another object. This text says what a
   * person does to make the replacement possible.
   */
  readonly boundUntil?: string;
}

/**
 * The writes that may change a computed value: writes of these parts of the object, no write (an empty list), or any write. Changes
 * that the service makes by itself do not count.
 */
export type Follows = readonly (KeyField | typeof theDefaultRole)[] | "any write";

/** The object's role as the default among its siblings, as a part in {@link Follows}. */
export const theDefaultRole = { defaultRole: true } as const;
