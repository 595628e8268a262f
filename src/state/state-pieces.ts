import type * as z from "zod";
import type { Address } from "../model/address.ts";
import type { StateEntry } from "../model/state.ts";
import { isJsonObject, parseShallow } from "../util/json.ts";
import { addressSchema, entrySchema, stateSchema } from "./state-text.ts";

/** The readable parts of a broken state: of each side of a merge, or of what a power loss left. */
export interface StatePieces {
  /** One side, or the two sides of a merge conflict. */
  readonly sides: readonly StateSide[];
}

export interface StateSide {
  readonly head: StateHead;
  readonly entries: readonly (readonly [Address, StateEntry])[];
  /** Addresses whose entries cannot be read. */
  readonly unreadable: readonly Address[];
}

/** The readable fields of a state before its objects. */
export type StateHead = Partial<Omit<z.infer<typeof stateSchema>, "docsformState" | "objects">> & {
  readonly docsformState?: number;
};

/** Reads a broken state. Undefined: the text contains no part of a state. */
export function readPieces(text: string): StatePieces | undefined {
  const lines = text.replace(/^\ufeff/u, "").split(/\r?\n/u);
  const hasConflict = lines.some((line) => marker(line) === "ours");
  const sides = (hasConflict ? [sideOf(lines, "ours"), sideOf(lines, "theirs")] : [lines]).map(readSide);
  const isState = sides.some(({ head, entries }) => head.docsformState !== undefined || entries.length > 0);
  return isState || beginsLikeState(text) ? { sides } : undefined;
}

const beginning = '{\n  "docsformState":';

/** Whether the text starts like a state. A power loss may leave only a part of its first characters, or NULs. */
function beginsLikeState(text: string): boolean {
  return beginning.startsWith(text.slice(0, beginning.length).replaceAll("\0", ""));
}

type ConflictPart = "both" | "ours" | "base" | "theirs";

/** The part of a conflict that begins with the line; undefined: the line is no marker. */
function marker(line: string): ConflictPart | undefined {
  const [, sign = ""] = /^([<|=>])\1{6}(?: |$)/u.exec(line) ?? [];
  const parts: Readonly<Record<string, ConflictPart>> = {
    "<": "ours",
    "|": "base",
    "=": "theirs",
    ">": "both",
  };
  return parts[sign];
}

function sideOf(lines: readonly string[], side: "ours" | "theirs"): readonly string[] {
  let part: ConflictPart = "both";
  return lines.filter((line) => {
    const begun = marker(line);
    part = begun ?? part;
    return begun === undefined && (part === "both" || part === side);
  });
}

function readSide(lines: readonly string[]): StateSide {
  const value = parsed(lines.join("\n"));
  return value === undefined ? readLines(lines) : readValue(value);
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseShallow(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readValue({ objects, ...head }: Readonly<Record<string, unknown>>): StateSide {
  const found = Object.entries(isJsonObject(objects) ? objects : {}).map(
    ([address, value]) => [address, entryOf(address, value)] as const,
  );
  return sideFrom(headOf(head), found);
}

function sideFrom(
  head: StateHead,
  found: readonly (readonly [Address, StateEntry | undefined])[],
): StateSide {
  return {
    head,
    entries: found.flatMap(([address, entry]) => (entry === undefined ? [] : [[address, entry] as const])),
    unreadable: found.flatMap(([address, entry]) => (entry === undefined ? [address] : [])),
  };
}

/** Reads incomplete text line by line. Each entry starts and ends with a line of its own, as docsform writes it. */
function readLines(lines: readonly string[]): StateSide {
  const head: Record<string, unknown> = {};
  const found: (readonly [Address, StateEntry | undefined])[] = [];
  let open: { readonly address: Address; readonly lines: string[] } | undefined;
  const close = (end: string | undefined) => {
    if (open === undefined) return;
    const value = end === undefined ? undefined : parsed(["{", ...open.lines, "}"].join("\n"));
    found.push([open.address, entryOf(open.address, value)]);
    open = undefined;
  };
  for (const line of lines) {
    const address = addressIn(line);
    if (address !== undefined) {
      close(undefined);
      open = { address, lines: [] };
    } else if (/^ {4}\},?$/u.test(line)) close(line);
    else if (open !== undefined) open.lines.push(line);
    else Object.assign(head, parsed(`{${line.replace(/,$/u, "")}}`));
  }
  close(undefined);
  return sideFrom(headOf(head), found);
}

/** The address whose entry starts with the line. Undefined: none does. */
function addressIn(line: string): Address | undefined {
  const [, name] = /^ {4}("(?:[^"\\]|\\.)*"): \{$/u.exec(line) ?? [];
  return Object.keys(parsed(`{${name ?? '"": 0'}: 0}`) ?? {})[0];
}

function entryOf(address: Address, value: unknown): StateEntry | undefined {
  const entry = entrySchema.safeParse(value);
  // The schema and the type agree, except that the type excludes undefined in optional fields. JSON has no undefined.
  return entry.success && addressSchema.safeParse(address).success ? (entry.data as StateEntry) : undefined;
}

const headSchemas = stateSchema.omit({ docsformState: true, objects: true }).shape;

function headOf(value: Readonly<Record<string, unknown>>): StateHead {
  const { docsformState } = value;
  const known = Object.entries(headSchemas).flatMap(([name, schema]) => {
    const field = schema.safeParse(value[name]);
    return field.success && field.data !== undefined ? [[name, field.data] as const] : [];
  });
  return {
    ...(typeof docsformState === "number" && { docsformState }),
    ...(Object.fromEntries(known) as StateHead),
  };
}
