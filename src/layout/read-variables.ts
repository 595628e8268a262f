import { isMap, isScalar } from "yaml";
import type { SourcePosition } from "../model/diagnostic.ts";
import { didYouMean } from "../model/nearest.ts";
import { Secret } from "../model/secret.ts";
import { layoutErrorAt, type Variables, type VariableValue } from "./reading.ts";
import { mapFields, type Report, valuePosition, type YamlField } from "./yaml-source.ts";

/** The sources of variables' values. */
export interface VariableSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values from the caller, by name. They take precedence over the environment and over defaults. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Reads the variables that the layout declares under `variables`, by name. */
export function readVariables(
  declared: ReadonlyMap<string, YamlField>,
  given: VariableSources,
  report: Report,
): Variables {
  const values = new Map<string, VariableValue | undefined>();
  for (const [name, field] of declared) values.set(name, variableValue(field, given, report));
  for (const name of Object.keys(given.variables ?? {})) {
    if (declared.has(name)) continue;
    const message = `--var or the environment sets the variable ${name}, which the layout does not declare.`;
    const remedy = didYouMean(name, declared.keys()) ?? "Declare it under variables, or remove it.";
    report({ severity: "error", code: "layout/unknown-variable", message, remedy });
  }
  return { values, undeclared: new Map() };
}

/** Reports each undeclared name that texts use once, with the block that would declare them. */
export function reportUndeclared({ values, undeclared }: Variables, report: Report): void {
  const names = [...undeclared.keys()].filter((name) => namePattern.test(name));
  const block = names
    .slice(0, mostInBlock)
    .map((name) => `${name}: { env: ${name} }`)
    .join(", ");
  for (const [name, at] of undeclared) {
    const escape = "Write $${ for a literal ${.";
    const message =
      name === "" ? "The name of a variable is missing." : `The layout declares no variable ${name}.`;
    const declare = namePattern.test(name) ? `Declare it: variables: { ${block} }. ${escape}` : escape;
    report(layoutErrorAt(at, "unknown-variable", message, didYouMean(name, values.keys()) ?? declare));
  }
}

/** Maximum number of names in that block. */
const mostInBlock = 20;

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
const textFields = ["env", "default", "description"] as const;
const fieldNames = [...textFields, "secret"] as const;

type VariableDeclaration = Partial<Record<(typeof textFields)[number], string>> & {
  readonly secret?: boolean;
};

function variableValue(
  field: YamlField,
  { environment, variables = {} }: VariableSources,
  report: Report,
): VariableValue | undefined {
  const { name } = field;
  const declaration = readDeclaration(field, report);
  if (declaration === undefined) return undefined;
  const { env, default: fallback, secret = false } = declaration;
  const value = ownValue(variables, name);
  if (value !== undefined) return secret ? new Secret(value, { kind: "literal" }) : value;
  const fromEnvironment = ownValue(environment, env);
  if (fromEnvironment !== undefined)
    return secret ? new Secret(fromEnvironment, { kind: "environment", name: env ?? "" }) : fromEnvironment;
  if (fallback === undefined) reportUnset(field, env, environment, report);
  return secret && fallback !== undefined ? new Secret(fallback, { kind: "literal" }) : fallback;
}

function ownValue(values: Readonly<Record<string, string | undefined>>, name: string | undefined) {
  return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

function reportUnset(
  field: YamlField,
  env: string | undefined,
  environment: VariableSources["environment"],
  report: Report,
): void {
  const { name } = field;
  const why = env === undefined ? "" : `: the environment variable ${env} is not set`;
  const others = Object.keys(environment).filter((key) => environment[key] !== undefined);
  const near = env === undefined ? undefined : didYouMean(env, others);
  const remedy =
    env === undefined
      ? `Give its source: { env: ${name.toUpperCase()} } or { default: … }. Or give --var ${name}=….`
      : (near ?? `Set ${env}, give --var ${name}=…, or declare a default.`);
  const at = field.source.at(field.key);
  report(layoutErrorAt(at, "unset-variable", `The variable ${name} has no value${why}.`, remedy));
}

/** Undefined: an error was reported. */
function readDeclaration(field: YamlField, report: Report): VariableDeclaration | undefined {
  const { name, value, source } = field;
  if (!namePattern.test(name)) {
    const message = "The name of a variable can have letters, digits and _, and cannot begin with a digit.";
    return reported(report, source.at(field.key), message);
  }
  const alone = isScalar(value) && value.tag === undefined ? value.value : undefined;
  if (typeof alone === "string") return { default: alone };
  if (!isMap(value)) {
    const message = `${name} must be a text, or a map of the fields ${fieldNames.join(", ")}.`;
    return reported(report, valuePosition(field), message, `Write ${name}: { env: ${name.toUpperCase()} }.`);
  }
  const fields = mapFields(source, value, report).map(
    (inner) => [inner.name, readField(inner, report)] as const,
  );
  return fields.some(([, declared]) => declared === undefined) ? undefined : Object.fromEntries(fields);
}

function readField(field: YamlField, report: Report): string | boolean | undefined {
  const { name, value, source } = field;
  if (!fieldNames.some((each) => each === name)) {
    const remedy = didYouMean(name, fieldNames) ?? `Its fields are ${fieldNames.join(", ")}.`;
    report(layoutErrorAt(source.at(field.key), "unknown-field", `A variable has no field ${name}.`, remedy));
    return undefined;
  }
  const text = isScalar(value) && value.tag === undefined ? value.value : undefined;
  if (name === "secret" && typeof text === "boolean") return text;
  if (name === "secret") return reported(report, valuePosition(field), "secret must be true or false.");
  return readTextField(field, text, report);
}

function readTextField(field: YamlField, text: unknown, report: Report): string | undefined {
  const { name } = field;
  const isText = typeof text === "string" && (name !== "env" || namePattern.test(text));
  if (isText) return text;
  const what = name === "env" ? "the name of an environment variable" : "text";
  const quotes = typeof text === "number" || typeof text === "boolean" ? "Put it in quotes." : undefined;
  return reported(report, valuePosition(field), `${name} must be ${what}.`, quotes);
}

function reported(report: Report, at: SourcePosition, message: string, remedy?: string): undefined {
  report(layoutErrorAt(at, "invalid-value", message, remedy));
}
