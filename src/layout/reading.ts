import type { Node } from "yaml";
import type { Address } from "../model/address.ts";
import type { CodeOf } from "../model/codes/code.ts";
import type { DesiredObject, Reference } from "../model/desired-world.ts";
import type { Diagnostic, SourcePosition } from "../model/diagnostic.ts";
import type { Attribute } from "../model/resource-type.ts";
import type { Secret } from "../model/secret.ts";
import type { LayoutTypes } from "./layout-syntax.ts";
import type { Report, YamlField } from "./yaml-source.ts";

/** What is needed, and gathered, while a layout is read. */
export interface LayoutReading {
  readonly types: LayoutTypes;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whoever reads the layout passes on where its secrets are, which need not be there yet. */
  readonly secretsLater?: boolean;
  readonly readFile: ReadFile;
  readonly variables: Variables;
  /** What stands in a secret attribute somewhere, and is secret wherever an alias brings it. */
  readonly secretNodes: ReadonlySet<Node>;
  /** How many characters texts with variables may have from here on, all together. */
  readonly expanded: { left: number };
  /** The secrets that were read. No diagnostic shows them. */
  readonly secrets: Secret[];
  /** Tokens of the service, which no value may contain. */
  readonly tokens: readonly string[];
  readonly report: Report;
  /** Keys of the maps of all files: by type, key → address. */
  readonly keys: ReadonlyMap<string, ReadonlyMap<string, Address>>;
  readonly objects: ReadObject[];
  /** Names of items that are yet to be looked up. */
  readonly namedItems: NamedItem[];
  readonly positions: Map<Address, SourcePosition>;
  /** Texts that were found valid, by attribute: most values of a large layout repeat. */
  readonly valid: Map<Attribute, Set<unknown>>;
  /** Whether more is wrong already than will be told: then what helps to put it right is not worth looking for. */
  readonly isCrowded: () => boolean;
}

/** What a variable stands for. */
export type VariableValue = string | Secret;

/** The variables of a layout, and the names that its texts use without them. */
export interface Variables {
  /** What the declared ones stand for; undefined where that is nothing, which was reported. */
  readonly values: ReadonlyMap<string, VariableValue | undefined>;
  /** Where each name that is not declared stands first. */
  readonly undeclared: Map<string, SourcePosition>;
}

/** Of a layout that declares none. */
export const noVariables: Variables = { values: new Map(), undeclared: new Map() };

/** An object of the layout with what only the checks across objects need. */
export interface ReadObject {
  readonly object: DesiredObject;
  readonly at: SourcePosition;
  readonly defaultAt?: SourcePosition;
  readonly containerAt?: SourcePosition;
}

/** A value as it is written: in which field, for which attribute, and inside of which objects. */
export interface WrittenValue {
  readonly field: YamlField;
  readonly attribute: Attribute;
  /** Outermost first. */
  readonly within: readonly DesiredObject[];
}

/** A name of an item, to be looked up when all items are read: it may stand before the item itself. */
export interface NamedItem extends WrittenValue {
  readonly type: string;
  readonly found: (reference: Reference) => void;
}

/** Reads a file that a layout names, by its path relative to the layout file that names it. Throws, also for more characters than `most`. */
export type ReadFile = (path: string, layoutFile: string, most: number) => string;

/** A part of a file that holds a secret in clear. */
export interface Literal {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** An error at a place. */
export function layoutErrorAt(
  at: SourcePosition,
  code: CodeOf<"layout">,
  message: string,
  remedy?: string,
): Diagnostic {
  const diagnostic = { severity: "error", code: `layout/${code}`, message, at } as const;
  return remedy === undefined ? diagnostic : { ...diagnostic, remedy };
}

/** Of a secret where it would be shown. */
export function secretShown(at: SourcePosition, what: string): Diagnostic {
  const message = `Plans and other outputs show ${what}, so it cannot be secret.`;
  return layoutErrorAt(
    at,
    "secret-shown",
    message,
    "Use a text that is not secret, or a variable without secret: true.",
  );
}

/** Whether a text holds a token of the service, which is reported. */
export function reportToken(
  { tokens, report }: Pick<LayoutReading, "tokens" | "report">,
  at: SourcePosition,
  text: string,
): boolean {
  const found = tokens.some((token) => text.includes(token));
  if (found) {
    const message = "This value contains the token with which docsform calls the service.";
    const remedy = "Remove it: everyone who sees this value on the service would have the token.";
    report(layoutErrorAt(at, "token-in-layout", message, remedy));
  }
  return found;
}
