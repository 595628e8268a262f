/**
 * A number of Terraform. A number that a JavaScript number would change is its decimal text. People choose such numbers, for
 * example a part of a hash as the version of a secret, and Terraform refuses a provider that returns another one.
 */
export type CtyNumber = number | string;

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A JavaScript number preserves every decimal with this many digits. */
const safeDigits = 15;

/** Reads a number from decimal text. undefined: the text is not a number. */
export function numberFromText(text: string): CtyNumber | undefined {
  if (!decimal.test(text)) return undefined;
  const number = Number(text);
  const isSafe = text.replace(/\D/g, "").length <= safeDigits && Number.isFinite(number);
  // Adding 0 turns negative zero into zero: Terraform has no negative zero.
  return isSafe || String(number) === text ? number + 0 : text;
}

/** Converts a double. If it prints with fewer digits than it has, the result is decimal text with all of them. */
export function numberFromDouble(double: number): CtyNumber {
  if (Number.isSafeInteger(double)) return double;
  const digits = double.toPrecision(100).replace(/(\.\d*?)0+$/, "$1");
  return numberFromText(digits.replace(/\.$/, "")) ?? double;
}
