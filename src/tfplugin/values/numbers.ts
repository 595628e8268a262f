/**
 * Numbers of Terraform are decimals of 512 bits. Here a JavaScript number stands for the decimal that it prints as, and
 * decimal text stands for itself; text is used exactly where a JavaScript number would print as another decimal. So 0.1
 * is the decimal 0.1, and the double nearest to it, when it arrives as a double, is its 55 digits of text.
 */
export type CtyNumber = number | string;

/** Exponents beyond this are kept as they are written: expanding them would let a few bytes fill the memory. */
const largestExpandedExponent = 4096;

const decimalPattern = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,9}))?$/;

/** The number of decimal text, or undefined where the text is no number. */
export function numberFromDecimal(text: string): CtyNumber | undefined {
  const decimal = plainDecimal(text);
  if (decimal === undefined) return undefined;
  const candidate = Number(decimal);
  return Number.isFinite(candidate) && plainDecimal(String(candidate)) === decimal ? candidate : decimal;
}

/** The number that a double is, exactly. */
export function numberFromDouble(double: number): CtyNumber {
  if (!Number.isFinite(double) || Number.isSafeInteger(double) || isExact(double)) return double;
  return exactDecimal(double);
}

/** The number that an integer is. */
export function numberFromBigint(integer: bigint): CtyNumber {
  const candidate = Number(integer);
  return Number.isSafeInteger(candidate) ? candidate : (numberFromDecimal(integer.toString()) as CtyNumber);
}

/** Whether the double is exactly the decimal that it prints as, as 0.5 is and 0.1 is not. */
export function isExact(double: number): boolean {
  return plainDecimal(String(double)) === exactDecimal(double);
}

/**
 * The decimal without exponent, leading or trailing zeros, so that equal numbers are equal text. Undefined where the text
 * is no number.
 */
export function plainDecimal(text: string): string | undefined {
  const match = decimalPattern.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponentText = "0"] = match;
  if (whole === "" && fraction === "") return undefined;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > largestExpandedExponent) return text;
  const { digits, point } = shiftPoint(whole, fraction, exponent);
  const magnitude = withPoint(digits, point);
  return sign === "-" && magnitude !== "0" ? `-${magnitude}` : magnitude;
}

function shiftPoint(whole: string, fraction: string, exponent: number): { digits: string; point: number } {
  const point = whole.length + exponent;
  const digits = whole + fraction;
  if (point < 0) return { digits: "0".repeat(-point) + digits, point: 0 };
  return { digits: digits.padEnd(point, "0"), point };
}

function withPoint(digits: string, point: number): string {
  const whole = digits.slice(0, point).replace(/^0+/, "");
  const fraction = trimZeros(digits.slice(point));
  const shownWhole = whole === "" ? "0" : whole;
  return fraction === "" ? shownWhole : `${shownWhole}.${fraction}`;
}

// A regular expression with `0+$` would take quadratic time on text such as "0000…01".
function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

const doubleView = new DataView(new ArrayBuffer(8));

/** All digits of a double: every double is a decimal of finitely many digits. */
export function exactDecimal(double: number): string {
  doubleView.setFloat64(0, double);
  const bits = doubleView.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const significand = biased === 0 ? fraction : fraction | 0x10000000000000n;
  const exponent = (biased === 0 ? 1 : biased) - 1075;
  const sign = double < 0 ? "-" : "";
  if (exponent >= 0) return `${sign}${significand << BigInt(exponent)}`;
  // s · 2^-e = s · 5^e · 10^-e
  const digits = (significand * 5n ** BigInt(-exponent)).toString().padStart(-exponent + 1, "0");
  return `${sign}${withPoint(digits, digits.length + exponent)}`;
}
