import type { Node } from "yaml";
import type { Address } from "../model/address.ts";
import type { BeforeCheck } from "../model/check-value.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import type { DesiredObject, Reference } from "../model/desired-world.ts";
import { type Diagnostic, errorAt, type SourcePosition } from "../model/diagnostic.ts";
import type { Attribute } from "../model/resource-type/attribute.ts";
import type { Secret } from "../model/secret.ts";
import { suggestion } from "../util/nearest.ts";
import type { LayoutTypes } from "./layout-types.ts";
import type { Report, YamlField } from "./yaml-source.ts";

/** The input and the results of reading a layout, while docsform reads it. */
export interface LayoutReading extends BeforeCheck {
  readonly types: LayoutTypes;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The caller only passes on the sources of secrets, which need not have a value yet. */
  readonly secretsLater?: boolean;
  readonly readFile: ReadFile;
  readonly variables: Variables;
  /** Nodes in secret attributes. They are secret wherever an alias refers to them. */
  readonly secretNodes: ReadonlySet<Node>;
  /** Number of characters that are left for all further texts with variables together. */
  readonly characterBudget: { left: number };
  /** The secrets that the layout contains. No diagnostic shows them. */
  readonly secrets: Secret[];
  /** Tokens of the service, which no value may contain. */
  readonly tokens: readonly string[];
  readonly report: Report;
  /** Keys of the maps of all files: by type, key → address. */
  readonly keys: ReadonlyMap<string, ReadonlyMap<string, Address>>;
  readonly objects: ReadObject[];
  /** References to items, which docsform looks up at the end. */
  readonly itemReferences: ItemReference[];
  readonly positions: Map<Address, SourcePosition>;
  /** Values that are valid, by attribute. Most values of a large layout repeat. */
  readonly valid: Map<Attribute, Set<unknown>>;
  /** Whether there are more diagnostics than a report shows. docsform then skips expensive hints. */
  readonly isCrowded: () => boolean;
}

/** The value of a variable. */
export type VariableValue = string | Secret;

/** The variables of a layout, and the undeclared names that its texts use. */
export interface Variables {
  /** Values of the declared variables. Undefined: the variable has no value, and that was reported. */
  readonly values: ReadonlyMap<string, VariableValue | undefined>;
  /** The first position of each undeclared name. */
  readonly undeclared: Map<string, SourcePosition>;
}

/** The variables of a layout that declares none. */
export const noVariables: Variables = { values: new Map(), undeclared: new Map() };

/** An object of the layout, with positions for the checks across objects. */
export interface ReadObject {
  readonly object: DesiredObject;
  readonly at: SourcePosition;
  readonly defaultAt?: SourcePosition;
  readonly containerAt?: SourcePosition;
}

/** A value in the layout: its field, its attribute, and the objects whose entries contain it. */
export interface WrittenValue {
  readonly field: YamlField;
  readonly attribute: Attribute;
  /** Outermost first. */
  readonly within: readonly DesiredObject[];
}

/** A reference to an item by its name. docsform looks it up after it has read all items, because it may come before the item. */
export interface ItemReference extends WrittenValue {
  readonly type: string;
  readonly onFound: (reference: Reference) => void;
}

/** Reads a file that a layout names, by its path relative to the layout file. Throws, also if the file has more characters than `most`. */
export type ReadFile = (path: string, layoutFile: string, most: number) => string;

/** Stands for a secret that has no value yet. */
export const readLater = "read later";

/** A part of a file that contains a secret in clear. */
export interface HiddenPart {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** The error for a secret at a place that outputs show. */
export function secretShown(at: SourcePosition, value: string): Diagnostic {
  return errorAt(at, wordsOf("layout/secret-shown", { value }));
}

/** The error for a field that an object does not have. */
export function unknownField(
  at: SourcePosition,
  object: string,
  field: string,
  known: Iterable<string>,
  words?: ReadonlyMap<string, string>,
): Diagnostic {
  const facts = { case: "other", object, field, suggestion: suggestion(field, known, words) } as const;
  return errorAt(at, wordsOf("layout/unknown-field", facts));
}

/** Whether a text contains a token of the service. Reports it. */
export function reportToken(
  { tokens, report }: Pick<LayoutReading, "tokens" | "report">,
  at: SourcePosition,
  text: string,
): boolean {
  const found = tokens.some((token) => text.includes(token));
  if (found) report(errorAt(at, wordsOf("layout/token-in-layout")));
  return found;
}
