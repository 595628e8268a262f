import type { Address } from "../../model/address.ts";
import type { FactsOf, Words } from "../../model/codes/fail.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import type { synthCodes } from "../../model/codes/synth-codes.ts";
import { errorAt } from "../../model/diagnostic.ts";
import type { HiddenPart, ReadFile } from "../reading.ts";
import type { Report } from "../yaml-source.ts";
import type { JsonNode } from "./json-source.ts";
import { valueNames } from "./schemas.ts";
import type { NameOf, Stack, StackResource } from "./stack.ts";

/** Everything that resolving an expression needs. */
export interface Resolving {
  readonly stack: Stack;
  /** Whether the stack is not part of the layout, because it belongs to another organization. */
  readonly isOfOtherOrganization: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readFile: ReadFile;
  /** Tokens of the service, which no value of an object may contain. */
  readonly tokens: readonly string[];
  readonly report: Report;
  /** The data sources whose ids expressions use, by the addresses that stand for the objects. */
  readonly outside: Map<Address, OutsideSource>;
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

/** A data source that finds an existing object, with its stack. */
export interface OutsideSource {
  readonly resolving: Resolving;
  readonly source: StackResource;
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

type Unresolvable = FactsOf<(typeof synthCodes)["synth/unresolvable"]>;

/** Reports an expression for which neither the stack nor docsform has a value. */
export function reportForeign(place: ValuePlace, root: string, text: string): undefined {
  return reportValue(place, wordsOf("synth/unresolvable", foreignFacts(root, text)));
}

function foreignFacts(root: string, text: string): Unresolvable {
  if (root === "data")
    return text.startsWith("data.terraform_remote_state.")
      ? { case: "otherStack", text }
      : { case: "data", text };
  if (root === "module") return { case: "module", text };
  if (root === "each") return { case: "each", text };
  if (root === "count") return { case: "count", text };
  return root.includes("_") ? { case: "otherProvider", text } : { case: "unknown", text };
}

/** Why a resource has no value of this name. */
export function undeclaredFacts(
  { name, schema }: StackResource,
  attribute: string,
  text: string,
): Unresolvable {
  if (attribute === "") return { case: "whole", text };
  const reported = schema.kind === "order" ? [] : schema.computed;
  if (reported.some((field) => field.name === attribute)) return { case: "ofService", text, attribute };
  if (schema.kind !== "object") return { case: "valueless", text, resource: name };
  const { scopeField, containerField, defaultField } = schema;
  const names = [
    ...valueNames(schema),
    ...[scopeField, containerField, defaultField].filter((field) => field !== undefined),
  ];
  return names.includes(attribute)
    ? { case: "unset", text, resource: name, attribute }
    : { case: "wrongAttribute", text, attribute };
}

/** Reports an error in a value. */
export function reportValue({ resolving, node }: ValuePlace, words: Words): undefined {
  resolving.report(errorAt(resolving.stack.source.at(node), words));
  return undefined;
}
