import type * as z from "zod";
import { count } from "../util/count.ts";
import { didYouMean } from "../util/nearest.ts";
import { present } from "../util/present.ts";

/** Explains in plain words which part of a value is invalid, and why. */
export interface Explanation {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly remedy?: string;
  /** The path ends at a field that is not allowed. */
  readonly unknownField?: true;
}

/** How a message writes the names of fields, so that they match the file that its reader edits. */
export interface Naming {
  /** The name of a part of a value: `source`, `["url"]` → `source.url`. */
  readonly part: (label: string, path: readonly PropertyKey[]) => string;
  readonly field: (name: string) => string;
}

/** The names that layouts and apps use. */
const layoutNaming: Naming = {
  part: (label, path) => [label, ...path.map(String)].join("."),
  field: (name) => name,
};

type Issue = z.core.$ZodIssue;

const kindWords: Readonly<Record<string, string>> = {
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
 * Explains the issues that a schema found. If the value is secret, the messages do not depend on it. A text that exceeds its limit only in
 * UTF-16 units is no issue, because limits count characters.
 */
export function explainIssues(
  label: string,
  issues: readonly Issue[],
  value: unknown,
  isSecret: boolean,
  naming: Naming = layoutNaming,
): readonly Explanation[] {
  return issues.flatMap((issue) => {
    const part = valueAt(value, issue.path);
    return explain(naming.part(label, issue.path), issue, part, { label, isSecret, naming });
  });
}

/**
 * The first issue that a schema found in data that docsform reads, for the end of a sentence: `items.0.title must be text, not null`. It
 * shows nothing of the value, which may be secret. Undefined: there is no issue.
 */
export function firstProblem(issues: readonly Issue[], value: unknown, separator = "."): string | undefined {
  const part: Naming["part"] = (label, path) =>
    [label, ...path.map(String)].filter((name) => name !== "").join(separator) || "it";
  const [first] = explainIssues("", issues, value, true, { ...layoutNaming, part });
  return first?.message.replace(/\.$/u, "");
}

/** The issues of a value. The issue of a union is replaced by the issues of the branch that was most likely meant. */
export function furthestIssues(issues: readonly Issue[], value: unknown): readonly Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    const part = valueAt(value, issue.path);
    const branchesOfKind = issue.errors.filter((branch) => !branch.some(isOfAnotherKind));
    const branch = bestBranch(branchesOfKind.length === 0 ? issue.errors : branchesOfKind, part);
    const inner = furthestIssues(branch, part);
    return inner.length === 0 ? [issue] : within(issue.path, inner);
  });
}

/** Adds the path of a part to paths inside the part. */
function within<T extends { readonly path: readonly PropertyKey[] }>(
  path: readonly PropertyKey[],
  inner: readonly T[],
): readonly T[] {
  return inner.map((each) => ({ ...each, path: [...path, ...each.path] }));
}

/**
 * Whether an issue shows that the branch was not meant: a direct field of the value has another fixed value than the branch requires, or
 * breaks a rule of its own.
 */
function isOfAnotherKind(issue: Issue): boolean {
  const namesKind = issue.code === "custom" || (issue.code === "invalid_value" && issue.values.length === 1);
  return namesKind && issue.path.length === 1;
}

interface ExplainOptions {
  /** Name of the whole value. */
  readonly label: string;
  readonly isSecret: boolean;
  readonly naming: Naming;
}

/** `name` and `value` are those of the part that the issue is about. */
function explain(
  name: string,
  issue: Issue,
  value: unknown,
  options: ExplainOptions,
): readonly Explanation[] {
  const { path } = issue;
  switch (issue.code) {
    case "too_big":
    case "too_small":
      return explainSize(name, issue, value);
    case "invalid_type":
      return [explainType(name, issue, value)];
    case "invalid_value":
      return [{ path, ...explainChoice(name, issue.values, value, options.isSecret) }];
    case "invalid_format":
      return [{ path, message: formatMessage(name, issue) }];
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: `${name} has no field ${options.naming.field(key)}.`,
        unknownField: true as const,
      }));
    case "invalid_union":
      return explainUnion(name, issue, value, options);
    case "not_multiple_of":
      return [{ path, message: `${name} must be a multiple of ${issue.divisor}.` }];
    case "invalid_key":
    case "invalid_element":
      return within(path, explainIssues(name, issue.issues, value, options.isSecret, options.naming));
    case "custom":
      return [{ path, message: customMessage(name, issue.message) }];
    default:
      return [{ path, message: `${name} is not valid.` }];
  }
}

function explainType(name: string, issue: z.core.$ZodIssueInvalidType, value: unknown): Explanation {
  const { path } = issue;
  if (value === undefined) return { path, message: `${name} is missing.` };
  const message = `${name} must be ${kindWords[issue.expected] ?? issue.expected}, not ${kindOf(value)}.`;
  const needsQuotes =
    issue.expected === "string" && (typeof value === "number" || typeof value === "boolean");
  return needsQuotes ? { path, message, remedy: "Put it in quotes." } : { path, message };
}

function explainSize(
  name: string,
  issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall,
  value: unknown,
): readonly Explanation[] {
  const { path } = issue;
  const isTooBig = issue.code === "too_big";
  const limit = Number(isTooBig ? issue.maximum : issue.minimum);
  const bound = `at ${isTooBig ? "most" : "least"} ${limit}`;
  if (isEmpty(value) && limit === 1) return [{ path, message: `${name} must not be empty.` }];
  if (typeof value === "string") {
    // People and the service count characters, but the schema counts UTF-16 units.
    const length = Array.from(value).length;
    if (isTooBig && length <= limit) return [];
    const message = `${name} is too ${isTooBig ? "long" : "short"}: ${count(length, "character")}, ${bound}.`;
    return [{ path, message }];
  }
  if (Array.isArray(value)) {
    const message = `${name} has too ${isTooBig ? "many" : "few"} items: ${value.length}, ${bound}.`;
    return [{ path, message }];
  }
  return [{ path, message: `${name} must be ${bound}.` }];
}

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

function explainChoice(
  name: string,
  values: readonly unknown[],
  value: unknown,
  isSecret: boolean,
): { readonly message: string; readonly remedy?: string } {
  const allowed = values.map(String);
  const choices = allowed.length === 1 ? allowed.join("") : `one of ${allowed.join(", ")}`;
  if (isSecret) return { message: `${name} must be ${choices}.` };
  const message = `${name} must be ${choices}, not ${describeValue(value)}.`;
  return {
    message,
    ...present({ remedy: typeof value === "string" ? didYouMean(value, allowed) : undefined }),
  };
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
  { label, isSecret, naming }: ExplainOptions,
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
  return within(path, explainIssues(name, inner, value, isSecret, naming));
}

/** Two given fields that exclude each other: each branch of the union knows one of them and refuses the other. */
function exclusiveFields(branches: readonly (readonly Issue[])[]): readonly string[] | undefined {
  const refused = branches.map((branch) =>
    branch.flatMap((issue) =>
      issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
    ),
  );
  // The first branch refuses the field that the second one knows.
  const fields = [...new Set(refused.flat())].reverse();
  const eachRefusesOne = refused.every((keys) => keys.length === 1);
  const hasChoice = branches.flat().some((issue) => issue.code === "invalid_value");
  return eachRefusesOne && fields.length === 2 && !hasChoice ? fields : undefined;
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

/** Missing and unknown fields have no depth: they say less about the meant branch than a wrong value inside a known field. */
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
  return kindWords[typeof value] ?? typeof value;
}

function describeValue(value: unknown): string {
  if (typeof value === "string") return value === "" ? "empty" : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : kindOf(value);
}
