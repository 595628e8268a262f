import { Token } from "cdktf";
import { issuesOf } from "../model/check-value.ts";
import { wordsOf } from "../model/codes/app-words.ts";
import type { DesiredValue } from "../model/desired-world.ts";
import { explainIssues } from "../model/explain-issue.ts";
import { type Attribute, brokenUnions } from "../model/resource-type/attribute.ts";
import { problemText } from "./problem-text.ts";
import { propertyNamesOf, typeOf } from "./types.ts";

/** Problems, one sentence each: values that break the rules of their type. Values that only Terraform knows pass. */
export function checkValues(kind: string, values: object): readonly string[] {
  const type = typeOf(kind);
  const given = values as Readonly<Record<string, unknown>>;
  const known: Record<string, DesiredValue> = {};
  const problems: string[] = [];
  const properties = propertyNamesOf(kind).byAttribute;
  for (const name in type.attributes) {
    const field = properties.get(name) ?? name;
    const rule = type.attributes[name] as Attribute;
    const value = given[name];
    if (value === undefined) {
      if (rule.atCreate === "required")
        problems.push(problemText(wordsOf("constructs/invalid-value", { case: "missing", field })));
    } else if (rule.reference === undefined) {
      problems.push(...checkValue(field, rule, value));
      if (type.check !== undefined && !containsTerraformToken(value)) known[name] = value as DesiredValue;
    }
  }
  const unions = brokenUnions(type, (name) => (given[name] ?? null) !== null).map(({ among }) => {
    const fields = among.map((name) => properties.get(name) ?? name);
    return problemText(wordsOf("constructs/invalid-value", { case: "oneOf", fields }));
  });
  return [...problems, ...unions, ...(type.check?.(known) ?? []).map(problemText)];
}

function checkValue(name: string, rule: Attribute, value: unknown): readonly string[] {
  if (value === rule.terraform?.nullAs) return [];
  if (textsIn(value).some(hasPartOfToken))
    return [problemText(wordsOf("constructs/invalid-value", { case: "partOfToken", field: name }))];
  const issues = issuesOf(rule, value).issues.filter(
    (issue) => !containsTerraformToken(valueAt(value, issue.path)),
  );
  const isSecret = rule.sensitive === true;
  return explainIssues(name, issues, value, isSecret).map(({ message, remedy = "" }) =>
    problemText({ message, remedy }),
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null && !Token.isUnresolved(value)
    ? Object.values(value).flatMap(textsIn)
    : [];
}

/** Whether a text contains a piece of a token. The methods of texts, such as `substring`, cut tokens or change their letters. */
function hasPartOfToken(text: string): boolean {
  const rest = text.replace(/\$\{TfToken\[[\w:.-]+\]\}/gu, "");
  return /TfToken\[|TOKEN[.]\d+\]|\$\{(?:T(?:f(?:T(?:o(?:k(?:en?)?)?)?)?)?)?$/iu.test(rest);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let part = value;
  for (const step of path) {
    if (typeof part !== "object" || part === null) return part;
    part = (part as Record<PropertyKey, unknown>)[step];
  }
  return part;
}

/** Whether a value, or a part of it, is known only to Terraform. */
export function containsTerraformToken(value: unknown): boolean {
  if (Token.isUnresolved(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(containsTerraformToken);
}

/** Whether an object contains itself. A construct or a token is no value of its own. */
export function isCircular(value: unknown, around: readonly object[] = []): boolean {
  if (typeof value !== "object" || value === null || "node" in value || Token.isUnresolved(value))
    return false;
  return around.includes(value) || Object.values(value).some((part) => isCircular(part, [...around, value]));
}
