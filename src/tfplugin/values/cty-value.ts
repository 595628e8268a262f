/**
 * A value of Terraform's language as a JavaScript value, read with its type at hand. Lists and sets are arrays; a number that
 * a JavaScript number would change is its decimal text.
 */
export type CtyValue = null | boolean | number | string | UnknownValue | readonly CtyValue[] | CtyObject;

/** An object: every attribute of its type, null where nothing is said. */
export interface CtyObject {
  readonly [key: string]: CtyValue;
}

/** A value that only apply will know. Use {@link unknown} or {@link unknownNotNull}. */
export class UnknownValue {
  /** What is known about it already, in the bytes of the protocol: it is passed on as it came. */
  readonly refinements: Uint8Array | undefined;

  constructor(refinements?: Uint8Array) {
    this.refinements = refinements;
  }
}

/** The unknown value of which nothing is known. */
export const unknown = new UnknownValue();

/** An unknown value that will not be null: a map of one entry, nullness (1): false. */
export const unknownNotNull = new UnknownValue(Buffer.from([0x81, 0x01, 0xc2]));

export function isUnknown(value: CtyValue | undefined): value is UnknownValue {
  return value instanceof UnknownValue;
}

export function isCtyObject(value: CtyValue | undefined): value is CtyObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isUnknown(value);
}

/** An object from entries. */
export function ctyObject(entries: Iterable<readonly [string, CtyValue]>): CtyObject {
  return Object.fromEntries(entries);
}

/** Whether nothing in the value is unknown. */
export function isWhollyKnown(value: CtyValue): boolean {
  if (typeof value !== "object" || value === null) return true;
  return !isUnknown(value) && Object.values(value).every(isWhollyKnown);
}
