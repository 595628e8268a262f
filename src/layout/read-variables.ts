import { isMap, isScalar } from "yaml";
import type { FactsOf } from "../model/codes/fail.ts";
import type { layoutCodes } from "../model/codes/layout-codes.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import { errorAt, type SourcePosition } from "../model/diagnostic.ts";
import { Secret } from "../model/secret.ts";
import { didYouMean } from "../util/nearest.ts";
import { isUnquoted } from "./read-value.ts";
import { unknownField, type Variables, type VariableValue } from "./reading.ts";
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
    const facts = { case: "given", name, meant: didYouMean(name, declared.keys()) ?? "" } as const;
    report(errorAt(undefined, wordsOf("layout/unknown-variable", facts)));
  }
  return { values, undeclared: new Map() };
}

/** Reports each undeclared name that texts use once, with the declarations that are missing. */
export function reportUndeclared({ values, undeclared }: Variables, report: Report): void {
  const names = [...undeclared.keys()].filter((name) => namePattern.test(name));
  const declarations = names.slice(0, mostDeclarations).map((name) => `${name}: { env: ${name} }`);
  for (const [name, at] of undeclared) {
    const meant = didYouMean(name, values.keys());
    report(errorAt(at, wordsOf("layout/unknown-variable", undeclaredFacts(name, meant, declarations))));
  }
}

function undeclaredFacts(
  name: string,
  meant: string | undefined,
  declarations: readonly string[],
): FactsOf<(typeof layoutCodes)["layout/unknown-variable"]> {
  if (name === "") return { case: "unnamed" };
  if (meant !== undefined) return { case: "misspelled", name, meant };
  return namePattern.test(name)
    ? { case: "declarable", name, declarations }
    : { case: "notDeclarable", name };
}

/** Maximum number of declarations in that remedy. */
const mostDeclarations = 20;

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
const textFields = ["env", "default", "description"] as const;
/** The fields of a declared variable. */
export const variableFields = [...textFields, "secret"] as const;

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
  const others = Object.keys(environment).filter((key) => environment[key] !== undefined);
  const words =
    env === undefined
      ? wordsOf("layout/unset-variable", { case: "noSource", name, env: name.toUpperCase() })
      : wordsOf("layout/unset-variable", { case: "notSet", name, env, meant: didYouMean(env, others) ?? "" });
  report(errorAt(field.source.at(field.key), words));
}

/** Undefined: an error was reported. */
function readDeclaration(field: YamlField, report: Report): VariableDeclaration | undefined {
  const { name, value, source } = field;
  if (!namePattern.test(name))
    return reportInvalid(report, source.at(field.key), { case: "variableName", name });
  const alone = isScalar(value) && value.tag === undefined ? value.value : undefined;
  if (typeof alone === "string") return { default: alone };
  if (!isMap(value)) {
    const facts = { case: "variable", field: name, fields: variableFields, env: name.toUpperCase() } as const;
    return reportInvalid(report, valuePosition(field), facts);
  }
  const fields = mapFields(source, value, report).map(
    (inner) => [inner.name, readField(inner, report)] as const,
  );
  return fields.some(([, declared]) => declared === undefined) ? undefined : Object.fromEntries(fields);
}

function readField(field: YamlField, report: Report): string | boolean | undefined {
  const { name, value, source } = field;
  if (!variableFields.some((each) => each === name)) {
    report(unknownField(source.at(field.key), "A variable", name, variableFields));
    return undefined;
  }
  const text = isScalar(value) && value.tag === undefined ? value.value : undefined;
  if (name === "secret" && typeof text === "boolean") return text;
  if (name === "secret") return reportInvalid(report, valuePosition(field), { case: "boolean", field: name });
  return readTextField(field, text, report);
}

function readTextField(field: YamlField, text: unknown, report: Report): string | undefined {
  const { name, value } = field;
  const isText = typeof text === "string" && (name !== "env" || namePattern.test(text));
  if (isText) return text;
  const otherwise = isUnquoted(value) ? "unquoted" : "text";
  const facts = { case: name === "env" ? "environmentVariable" : otherwise, field: name } as const;
  return reportInvalid(report, valuePosition(field), facts);
}

function reportInvalid(
  report: Report,
  at: SourcePosition,
  facts: FactsOf<(typeof layoutCodes)["layout/invalid-value"]>,
): undefined {
  report(errorAt(at, wordsOf("layout/invalid-value", facts)));
}
