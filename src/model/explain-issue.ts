import type { z } from "zod";
import { count } from "./count.ts";
import { nearest } from "./nearest.ts";

/** Explains in plain words which part of a value is invalid, and why. */
export interface Explanation {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly remedy?: string;
  /** The path ends at a field that is not allowed. */
  readonly unknownField?: true;
}

/** How a message writes names, so that they are those of its reader's file. */
export interface Naming {
  /** The name of a part of a value: `source`, `["url"]` → `source.url`. */
  readonly part: (label: string, path: readonly PropertyKey[]) => string;
  readonly field: (name: string) => string;
}

/** The names that layouts and apps use. */
const asDeclared: Naming = {
  part: (label, path) => [label, ...path.map(String)].join("."),
  field: (name) => name,
};

type Issue = z.core.$ZodIssue;

const words: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map of fields",
  record: "a map of fields",
  null: "null",
};

/**
 * Explains the issues that a schema found. With `hidden` the messages do not depend on the value, because it is secret. An issue disappears
 * if a text exceeds its limit only in UTF-16 units, because limits count characters.
 */
export function explainIssues(
  label: string,
  issues: readonly Issue[],
  value: unknown,
  hidden: boolean,
  naming: Naming = asDeclared,
): readonly Explanation[] {
  return issues.flatMap((issue) => {
    const part = valueAt(value, issue.path);
    return explain(naming.part(label, issue.path), issue, part, { hidden, naming, label });
  });
}

/**
 * The first issue that a schema found in data that docsform reads, for the end of a sentence: `items.0.title must be text, not null`. It
 * shows nothing of the value, which may be secret. Undefined: there is no issue.
 */
export function firstProblem(issues: readonly Issue[], value: unknown, between = "."): string | undefined {
  const part: Naming["part"] = (label, path) =>
    [label, ...path.map(String)].filter((name) => name !== "").join(between) || "it";
  const [first] = explainIssues("", issues, value, true, { ...asDeclared, part });
  return first?.message.replace(/\.$/u, "");
}

/** The issues of a value. The issue of a union is replaced by the issues of the branch that was most likely meant. */
export function furthestIssues(issues: readonly Issue[], value: unknown): readonly Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    const part = valueAt(value, issue.path);
    const meant = issue.errors.filter((branch) => !branch.some(isOfAnotherKind));
    const inner = furthestIssues(bestBranch(meant.length === 0 ? issue.errors : meant, part), part);
    return inner.length === 0
      ? [issue]
      : inner.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
  });
}

/**
 * Whether an issue shows that the value is of another kind than the branch. A fixed value distinguishes kinds, and so does a rule about
 * such a field.
 */
function isOfAnotherKind(issue: Issue): boolean {
  const namesKind = issue.code === "custom" || (issue.code === "invalid_value" && issue.values.length === 1);
  return namesKind && issue.path.length === 1;
}

interface Manner {
  /** Name of the whole value. */
  readonly label: string;
  readonly hidden: boolean;
  readonly naming: Naming;
}

function explain(name: string, issue: Issue, value: unknown, manner: Manner): readonly Explanation[] {
  const { path } = issue;
  switch (issue.code) {
    case "too_big":
    case "too_small":
      return explainSize(name, issue, value);
    case "invalid_type":
      return [explainType(name, issue, value)];
    case "invalid_value":
      return [{ path, ...choice(name, issue.values, value, manner.hidden) }];
    case "invalid_format":
      return [{ path, message: formatMessage(name, issue) }];
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: `${name} has no field ${manner.naming.field(key)}.`,
        unknownField: true as const,
      }));
    case "invalid_union":
      return explainUnion(name, issue, value, manner);
    case "not_multiple_of":
      return [{ path, message: `${name} must be a multiple of ${issue.divisor}.` }];
    case "invalid_key":
    case "invalid_element":
      return explainIssues(name, issue.issues, value, manner.hidden, manner.naming).map((inner) => ({
        ...inner,
        path: [...path, ...inner.path],
      }));
    case "custom":
      return [{ path, message: customMessage(name, issue.message) }];
    default:
      return [{ path, message: `${name} is not valid.` }];
  }
}

function explainType(name: string, issue: z.core.$ZodIssueInvalidType, value: unknown): Explanation {
  const { path } = issue;
  if (value === undefined) return { path, message: `${name} is missing.` };
  const message = `${name} must be ${words[issue.expected] ?? issue.expected}, not ${kindOf(value)}.`;
  const quoted = issue.expected === "string" && (typeof value === "number" || typeof value === "boolean");
  return quoted ? { path, message, remedy: "Put it in quotes." } : { path, message };
}

function explainSize(
  name: string,
  issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall,
  value: unknown,
): readonly Explanation[] {
  const { path } = issue;
  const big = issue.code === "too_big";
  const limit = Number(big ? issue.maximum : issue.minimum);
  const bound = `at ${big ? "most" : "least"} ${limit}`;
  if (isEmpty(value) && limit === 1) return [{ path, message: `${name} must not be empty.` }];
  if (typeof value === "string") {
    // People and the service count characters, but the schema counts UTF-16 units.
    const length = Array.from(value).length;
    if (big && length <= limit) return [];
    const message = `${name} is too ${big ? "long" : "short"}: ${count(length, "character")}, ${bound}.`;
    return [{ path, message }];
  }
  if (Array.isArray(value)) {
    const message = `${name} has too ${big ? "many" : "few"} items: ${value.length}, ${bound}.`;
    return [{ path, message }];
  }
  return [{ path, message: `${name} must be ${bound}.` }];
}

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

function choice(
  name: string,
  values: readonly unknown[],
  value: unknown,
  hidden: boolean,
): { readonly message: string; readonly remedy?: string } {
  const allowed = values.map(String);
  const one = allowed.length === 1 ? allowed.join("") : `one of ${allowed.join(", ")}`;
  const message = hidden ? `${name} must be ${one}.` : `${name} must be ${one}, not ${shown(value)}.`;
  const near = hidden || typeof value !== "string" ? undefined : nearest(value, allowed);
  return near === undefined ? { message } : { message, remedy: `Did you mean ${near}?` };
}

function formatMessage(name: string, issue: z.core.$ZodIssueInvalidStringFormat): string {
  if (!issue.message.startsWith("Invalid ")) return customMessage(name, issue.message);
  if (issue.format === "regex")
    return `${name} does not match the service's pattern: ${String(issue.pattern)}.`;
  if (issue.format === "url") return `${name} must be a URL.`;
  if (issue.format === "email") return `${name} must be an e-mail address.`;
  return `${name} must be of the format ${issue.format}.`;
}

function explainUnion(
  name: string,
  issue: z.core.$ZodIssueInvalidUnion,
  value: unknown,
  { hidden, naming, label }: Manner,
): readonly Explanation[] {
  const { path, errors } = issue;
  const exclusive = exclusiveFields(errors);
  if (exclusive !== undefined) {
    const names = exclusive.map((field) => naming.part(label, [...path, field]));
    const message = `Set ${names.join(" or ")}, not both.`;
    return [{ path: [...path, exclusive.at(-1) ?? ""], message, unknownField: true }];
  }
  const inner = sharedChoice(errors) ?? bestBranch(errors, value);
  const fields = missingFields(inner, errors, value);
  if (fields !== undefined) {
    const names = fields.map(naming.field).join(", ");
    return [{ path, message: `${name} needs one of the fields ${names}.` }];
  }
  if (inner.length === 0) return [{ path, message: `${name} is not valid.` }];
  return explainIssues(name, inner, value, hidden, naming).map((found) => ({
    ...found,
    path: [...path, ...found.path],
  }));
}

/** Two given fields that exclude each other: each branch of the union knows one of them and refuses the other. */
function exclusiveFields(branches: readonly (readonly Issue[])[]): readonly string[] | undefined {
  const refused = branches.map((branch) =>
    branch.flatMap((issue) =>
      issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
    ),
  );
  const fields = [...new Set(refused.flat())].reverse();
  const isEach = refused.every((keys) => keys.length === 1);
  const isChoice = branches.flat().some((issue) => issue.code === "invalid_value");
  return isEach && fields.length === 2 && !isChoice ? fields : undefined;
}

/** One issue with all allowed values, if every branch requires another fixed value at the same path. */
function sharedChoice(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const choices = branches.map((branch) => branch.find((issue) => issue.code === "invalid_value"));
  const [first] = choices;
  if (first === undefined) return undefined;
  const values = choices.flatMap((each) =>
    each !== undefined && each.path.join(".") === first.path.join(".") ? each.values : [undefined],
  );
  return values.includes(undefined) ? undefined : [{ ...first, values }];
}

/** The branch that was most likely meant: the one with the fewest wrong fixed values, then the one whose issues are deepest. */
function bestBranch(branches: readonly (readonly Issue[])[], value: unknown): readonly Issue[] {
  const depth = (branch: readonly Issue[]) => Math.max(0, ...branch.map((issue) => depthOf(issue, value)));
  const wrongChoices = (branch: readonly Issue[]) =>
    branch.filter((issue) => issue.code === "invalid_value").length;
  const sorted = [...branches].sort(
    (a, b) => wrongChoices(a) - wrongChoices(b) || depth(b) - depth(a) || a.length - b.length,
  );
  return sorted[0] ?? [];
}

// A missing or unknown field says less about the meant branch than a wrong value inside a known field.
function depthOf(issue: Issue, value: unknown): number {
  if (issue.code === "unrecognized_keys") return 0;
  return valueAt(value, issue.path) === undefined ? 0 : issue.path.length;
}

/** The first missing field of each branch, if missing fields are the only issues. */
function missingFields(
  inner: readonly Issue[],
  branches: readonly (readonly Issue[])[],
  value: unknown,
): readonly string[] | undefined {
  const isMissing = (issue: Issue) => issue.path.length > 0 && valueAt(value, issue.path) === undefined;
  if (inner.length === 0 || !inner.every(isMissing)) return undefined;
  // A branch that requires another fixed value was not meant.
  const meant = branches.filter((branch) => branch.every((issue) => issue.code !== "invalid_value"));
  const fields = meant.flatMap((branch) =>
    branch
      .filter(isMissing)
      .slice(0, 1)
      .map((issue) => issue.path.join(".")),
  );
  return fields.length > 1 ? fields : undefined;
}

function customMessage(name: string, message: string): string {
  if (message === "Invalid input") return `${name} is not valid.`;
  const text = message.startsWith("must ") ? `${name} ${message}` : `${name}: ${message}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The part of a value at a path. Undefined: there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let part = value;
  for (const step of path) {
    if (typeof part !== "object" || part === null) return undefined;
    part = (part as Record<PropertyKey, unknown>)[step];
  }
  return part;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return words[typeof value] ?? typeof value;
}

function shown(value: unknown): string {
  if (typeof value === "string") return value === "" ? "empty" : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : kindOf(value);
}
