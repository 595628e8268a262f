import { types as nodeTypes } from "node:util";

/** A matcher of vitest or jest. */
interface Asymmetric {
  asymmetricMatch(value: unknown): boolean;
  toAsymmetricMatcher?(): string;
}

function isAsymmetric(value: unknown): value is Asymmetric {
  return typeof value === "object" && value !== null && "asymmetricMatch" in value;
}

/**
 * Whether a value is as expected. An expected map may omit fields. null and undefined expect that nothing is set.
 */
export function matches(actual: unknown, expected: unknown): boolean {
  if (expected === null || expected === undefined) return actual === null || actual === undefined;
  if (typeof expected !== "object") return actual === expected;
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual);
  // jest runs tests in another context, so instanceof would not find a pattern.
  if (nodeTypes.isRegExp(expected)) return typeof actual === "string" && actual.search(expected) >= 0;
  return Array.isArray(expected) ? matchesList(actual, expected) : matchesMap(actual, expected);
}

function matchesList(actual: unknown, expected: readonly unknown[]): boolean {
  return (
    Array.isArray(actual) &&
    actual.length === expected.length &&
    expected.every((item, at) => matches(actual[at], item))
  );
}

function matchesMap(actual: unknown, expected: object): boolean {
  if (typeof actual !== "object" || actual === null) return false;
  const fields = actual as Readonly<Record<string, unknown>>;
  return Object.entries(expected).every(([name, value]) => matches(fields[name], value));
}

/** A value in a message. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "not set";
  if (isAsymmetric(value)) return value.toAsymmetricMatcher?.() ?? "the matcher";
  return nodeTypes.isRegExp(value) ? String(value) : JSON.stringify(value);
}
