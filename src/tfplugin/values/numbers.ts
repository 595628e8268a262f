/**
 * A number of Terraform. One that a JavaScript number would change is its decimal text: people choose numbers, such as a part of
 * a hash for the version of a secret, and Terraform refuses a provider that gives back another one.
 */
export type CtyNumber = number | string;

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A JavaScript number gives back any decimal of so many digits. */
const safeDigits = 15;

/** The number that decimal text says; undefined where it is none. */
export function numberFromText(text: string): CtyNumber | undefined {
  if (!decimal.test(text)) return undefined;
  const number = Number(text);
  const isSafe = text.replace(/\D/g, "").length <= safeDigits && Number.isFinite(number);
  // There is no negative zero.
  return isSafe || String(number) === text ? number + 0 : text;
}

/** The number that a double is, with all its digits where it prints with fewer. */
export function numberFromDouble(double: number): CtyNumber {
  if (Number.isSafeInteger(double)) return double;
  const digits = double.toPrecision(100).replace(/(\.\d*?)0+$/, "$1");
  return numberFromText(digits.replace(/\.$/, "")) ?? double;
}
