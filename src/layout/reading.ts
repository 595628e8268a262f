import type { Address } from "../model/address.ts";
import type { DesiredObject, Reference } from "../model/desired-world.ts";
import type { Diagnostic, SourcePosition } from "../model/diagnostic.ts";
import type { Attribute } from "../model/resource-type.ts";
import type { LayoutTypes } from "./layout-syntax.ts";
import type { Field, Report } from "./yaml-source.ts";

/** What is needed, and gathered, while a layout is read. */
export interface Reading {
  readonly types: LayoutTypes;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readFile: ReadFile;
  readonly report: Report;
  /** Keys of the maps of all files: by type, key → address. */
  readonly keys: ReadonlyMap<string, ReadonlyMap<string, Address>>;
  readonly objects: ReadObject[];
  /** Names of items that are yet to be looked up. */
  readonly namedItems: NamedItem[];
  readonly taken: Map<Address, SourcePosition>;
  /** Texts that were found valid, by attribute: most values of a large layout repeat. */
  readonly valid: Map<Attribute, Set<unknown>>;
  /** Where secrets stand in clear, by file. */
  readonly literals: Literal[];
}

/** An object of the layout with what only the checks across objects need. */
export interface ReadObject {
  readonly object: DesiredObject;
  readonly at: SourcePosition;
  readonly defaultAt?: SourcePosition;
  readonly containerAt?: SourcePosition;
}

/** A value as it is written: in which field, for which attribute, and inside of which objects. */
export interface Written {
  readonly field: Field;
  readonly attribute: Attribute;
  /** Outermost first. */
  readonly within: readonly DesiredObject[];
}

/** A name of an item, to be looked up when all items are read: it may stand before the item itself. */
export interface NamedItem extends Written {
  readonly type: string;
  readonly found: (reference: Reference) => void;
}

/** Reads a file that a layout names, by its path relative to the layout file that names it. Throws. */
export type ReadFile = (path: string, layoutFile: string) => string;

/** A part of a file that holds a secret in clear. */
export interface Literal {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** An error at a place. */
export function errorAt(at: SourcePosition, code: string, message: string, remedy?: string): Diagnostic {
  const diagnostic = { severity: "error", code: `layout/${code}`, message, at } as const;
  return remedy === undefined ? diagnostic : { ...diagnostic, remedy };
}
