import { bareObject } from "./bare-object.ts";
import type { CtyType } from "./cty-type.ts";

/**
 * A value of Terraform's language as a JavaScript value, read with its type at hand: a number that a JavaScript number
 * cannot hold is its decimal text; lists, sets and tuples are arrays; maps and objects are objects that inherit nothing.
 */
export type CtyValue =
  | null
  | boolean
  | number
  | string
  | Unknown
  | TypedValue
  | readonly CtyValue[]
  | CtyObject;

/** A map or an object. Decoded ones inherit nothing, so that `__proto__` is a key like any other. */
export interface CtyObject {
  readonly [key: string]: CtyValue;
}

/** What is known about a value that is not known yet. A provider must keep what it promises here. */
export interface Refinements {
  readonly notNull?: true;
  readonly prefix?: string;
  readonly lower?: NumberBound;
  readonly upper?: NumberBound;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface NumberBound {
  /** A number, or decimal text. */
  readonly value: number | string;
  readonly inclusive: boolean;
}

/** A value that only apply will know. Use {@link unknown} or {@link refinedUnknown}. */
export class Unknown {
  readonly refinements: Refinements | undefined;

  constructor(refinements?: Refinements) {
    this.refinements = refinements;
  }
}

/** The unknown value of which nothing is known. */
export const unknown = new Unknown();

/** An unknown value of which something is known. */
export function refinedUnknown(refinements: Refinements): Unknown {
  return Object.keys(refinements).length === 0 ? unknown : new Unknown(refinements);
}

export function isUnknown(value: CtyValue | undefined): value is Unknown {
  return value instanceof Unknown;
}

/** A value in a place of type `dynamic`, with the type that it has. */
export class TypedValue {
  readonly type: CtyType;
  readonly value: CtyValue;

  constructor(type: CtyType, value: CtyValue) {
    this.type = type;
    this.value = value;
  }
}

export function isCtyObject(value: CtyValue | undefined): value is CtyObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Unknown) &&
    !(value instanceof TypedValue)
  );
}

/** An object from entries: safe for any key. */
export function ctyObject(entries: Iterable<readonly [string, CtyValue]>): CtyObject {
  const object = bareObject<CtyValue>();
  for (const [key, value] of entries) object[key] = value;
  return object;
}

/** Whether nothing in the value is unknown. */
export function isWhollyKnown(value: CtyValue): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (value instanceof Unknown) return false;
  if (value instanceof TypedValue) return isWhollyKnown(value.value);
  if (Array.isArray(value)) return value.every(isWhollyKnown);
  const object = value as CtyObject;
  return Object.keys(object).every((key) => isWhollyKnown(object[key] as CtyValue));
}
