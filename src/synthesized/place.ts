import type { HiddenPart, ReadFile } from "../layout/reading.ts";
import type { Report } from "../layout/yaml-source.ts";
import type { CodeOf } from "../model/codes/code.ts";
import type { JsonNode } from "./json-source.ts";
import { valueFields } from "./schemas.ts";
import type { NameOf, Stack, StackResource } from "./stack.ts";
import { synthError } from "./synth-error.ts";

/** Everything that resolving an expression needs. */
export interface Resolving {
  readonly stack: Stack;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readFile: ReadFile;
  /** Tokens of the service, which no value of an object may contain. */
  readonly tokens: readonly string[];
  readonly report: Report;
  /** Parts of the files with secrets in clear. */
  readonly hiddenParts: HiddenPart[];
  readonly nameOf: NameOf;
  /** Resolving for the stack whose state has this name here. Undefined: the app has no such stack. */
  readonly stateNamed: (name: string) => Resolving | undefined;
  /**
   * Number of value parts that docsform still evaluates. A limit is necessary because expressions that refer to each other can expand to
   * any number.
   */
  readonly budget: { left: number };
}

export type Sensitivity = "sensitive" | "plain";

/** A value during its evaluation: the node that contains the expression, and the nodes that wait for it. */
export interface ValuePlace {
  readonly resolving: Resolving;
  readonly node: JsonNode;
  readonly sensitivity: Sensitivity;
  /** Nodes that wait for this value. If evaluation reaches one of them again, the expressions form a cycle. */
  readonly waiting: readonly JsonNode[];
}

const foreignRoots: Readonly<Record<string, string>> = {
  data: "is something that only Terraform reads",
  module: "belongs to a module, and only Terraform runs modules",
  each: "belongs to for_each, which only Terraform expands",
  count: "belongs to count, which only Terraform expands",
};

/** Reports an expression for which neither the stack nor docsform has a value. */
export function reportForeign(place: ValuePlace, root: string, text: string): undefined {
  const why =
    foreignRoots[root] ??
    (root.includes("_") ? "belongs to another provider" : "is not a resource that docsform knows");
  const remedy =
    root === "data" && text.startsWith("data.terraform_remote_state.")
      ? "It comes from a stack that is not among these: name the folder of the whole app, or give the id itself."
      : "Give the value itself, or apply with Terraform.";
  return unresolvable(place, `${text} cannot be resolved: it ${why}.`, remedy);
}

/** Why a resource has no value of this name. */
export function whyUndeclared({ name, schema }: StackResource, attribute: string): string {
  if (attribute === "") return "a whole object is not a value";
  const reported = schema.kind === "order" ? [] : schema.computed;
  if (reported.some((field) => field.name === attribute)) return `only the service knows ${attribute}`;
  if (schema.kind !== "object") return `${name} has no such value`;
  const { scopeField, containerField, defaultField } = schema;
  const names = [
    ...valueFields(schema).map((field) => field.name),
    ...[scopeField, containerField, defaultField].filter((field) => field !== undefined),
  ];
  return names.includes(attribute)
    ? `${name} does not declare ${attribute}`
    : `there is no attribute ${attribute}`;
}

export function unresolvable(place: ValuePlace, message: string, remedy?: string): undefined {
  return failedValue(place, message, remedy, "unresolvable");
}

export function failedValue(
  { resolving, node }: ValuePlace,
  message: string,
  remedy?: string,
  code: CodeOf<"synth"> = "unresolvable",
): undefined {
  resolving.report(synthError(resolving.stack.source.at(node), code, message, remedy));
  return undefined;
}
