import type * as z from "zod";
import { firstProblem, furthestIssues, valueAt } from "../../model/explain-issue.ts";
import type { UnreadableField } from "../../model/snapshot.ts";
import { isJsonObject, type Json } from "../../util/json.ts";

/** The body without its unreadable fields, or the problem with it. */
export type Tolerated =
  | { readonly body: Json; readonly unreadable: readonly Omit<UnreadableField, "operation">[] }
  | { readonly problem: string; readonly isOfObject: boolean };

type Path = readonly PropertyKey[];

/**
 * Reads a response by a schema, leniently. Null in an optional field counts as an absent field. An unknown value of an enumeration
 * stays. An optional field with any other mismatch is omitted. Only a mismatch in a required field is a problem. `where` is the
 * path of the value within the response.
 */
export function tolerate(schema: z.ZodType, received: Json, where = ""): Tolerated {
  const unreadable: Omit<UnreadableField, "operation">[] = [];
  let body = received;
  for (;;) {
    const issues = issuesOf(schema, body);
    const [first] = issues;
    if (first === undefined) return { body, unreadable };
    const without = withoutOptional(schema, body, issues);
    if (without === undefined) return locatedProblem(body, first, issues, where);
    if (valueAt(body, without.path) !== null) unreadable.push(fieldAt(body, without.path, where));
    body = without.body;
  }
}

type Issue = z.core.$ZodIssue;

function issuesOf(schema: z.ZodType, body: Json): readonly Issue[] {
  const issues = schema.safeParse(body).error?.issues ?? [];
  return issues.length === 0 ? [] : furthestIssues(issues, body).filter((issue) => !isNewValue(issue, body));
}

/** The service adds values to enumerations. A single allowed value identifies a kind of object, so another one is a mismatch. */
function isNewValue(issue: Issue, body: Json): boolean {
  const isEnumeration = issue.code === "invalid_value" && issue.values.length > 1;
  return isEnumeration && typeof valueAt(body, issue.path) === "string";
}

/** The body without the innermost optional field that one of the issues is about. */
function withoutOptional(
  schema: z.ZodType,
  body: Json,
  issues: readonly Issue[],
): { readonly body: Json; readonly path: Path } | undefined {
  for (const { path } of issues) {
    for (let length = path.length; length > 0; length--) {
      const at = path.slice(0, length);
      if (valueAt(body, at) === undefined || typeof at.at(-1) !== "string") continue;
      const less = leaveOut(body, at);
      const left = issuesOf(schema, less);
      if (left.length < issues.length && !left.some((issue) => concerns(issue, at)))
        return { body: less, path: at };
    }
  }
  return undefined;
}

/** Whether an issue is about this path, or about a place inside or around it. */
function concerns({ path }: Issue, at: Path): boolean {
  return at.every((step, index) => index >= path.length || path[index] === step);
}

function leaveOut(value: Json, [step, ...inner]: Path): Json {
  if (Array.isArray(value))
    return value.map((item: Json, index) => (index === step ? leaveOut(item, inner) : item));
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(
    inner.length === 0
      ? fields.filter(([name]) => name !== step)
      : fields.map(([name, field]) => [name, name === step ? leaveOut(field, inner) : field]),
  );
}

/** Describes a problem with the name of the innermost object that has one. */
function locatedProblem(
  body: Json,
  first: Issue,
  issues: readonly Issue[],
  where: string,
): Extract<Tolerated, { problem: string }> {
  const { length, name } = ownerOf(body, first.path, where);
  const own = issues
    .filter(({ path }) => first.path.slice(0, length).every((step, index) => path[index] === step))
    .map((issue) => ({ ...issue, path: issue.path.slice(length) }));
  const problem = firstProblem(own, valueAt(body, first.path.slice(0, length))) ?? "it is not valid";
  const isOfObject = first.path.length > 0;
  if (length === 0 && name === where) return { problem: problemAt(where, problem), isOfObject };
  return { problem: `in ${name}, ${problem}`, isOfObject };
}

function problemAt(where: string, problem: string): string {
  if (where === "") return problem;
  return problem.startsWith("it ") ? problem.replace("it", where) : `${where}.${problem}`;
}

function fieldAt(body: Json, path: Path, where: string): Omit<UnreadableField, "operation"> {
  const { length, name } = ownerOf(body, path, where);
  return { object: name, field: path.slice(length).map(String) };
}

/** The name of the innermost named object around a path, and its depth. */
function ownerOf(body: Json, path: Path, where: string): { readonly length: number; readonly name: string } {
  for (let length = path.length - 1; length >= 0; length--) {
    const name = labelOf(valueAt(body, path.slice(0, length)));
    if (name !== undefined) return { length, name };
  }
  return { length: 0, name: where };
}

function labelOf(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const { object: kind, id, slug, title } = value as Readonly<Record<string, unknown>>;
  const name = [id, slug, title].find((each): each is string => typeof each === "string" && each !== "");
  if (name === undefined) return undefined;
  return typeof kind === "string" ? `${kind} ${name}` : name;
}
