/**
 * A value of Terraform's language as a JavaScript value. Its type is needed to read it. Lists and sets are arrays. A number that a
 * JavaScript number would change is its decimal text.
 */
export type CtyValue = null | boolean | number | string | UnknownValue | readonly CtyValue[] | CtyObject;

/** An object with every attribute of its type, or a map. An attribute without a value is null. */
export interface CtyObject {
  readonly [key: string]: CtyValue;
}

/** A value that is unknown until apply. Use {@link unknown} or {@link unknownNotNull}. */
export class UnknownValue {
  /** The known facts about it, in the protocol's encoding. docsform passes them on unchanged. undefined: there are none. */
  readonly refinements: Uint8Array | undefined;

  constructor(refinements?: Uint8Array) {
    this.refinements = refinements;
  }
}

/** An unknown value without known facts. */
export const unknown = new UnknownValue();

/** An unknown value that will not be null. Encoded: a map with one entry, nullness (1): false. */
export const unknownNotNull = new UnknownValue(Buffer.from([0x81, 0x01, 0xc2]));

export function isUnknown(value: CtyValue | undefined): value is UnknownValue {
  return value instanceof UnknownValue;
}

export function isCtyObject(value: CtyValue | undefined): value is CtyObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isUnknown(value);
}

/** Creates an object from entries. */
export function ctyObject(entries: Iterable<readonly [string, CtyValue]>): CtyObject {
  return Object.fromEntries(entries);
}

/** Whether the value contains no unknown value. */
export function isWhollyKnown(value: CtyValue): boolean {
  if (typeof value !== "object" || value === null) return true;
  return !isUnknown(value) && Object.values(value).every(isWhollyKnown);
}
