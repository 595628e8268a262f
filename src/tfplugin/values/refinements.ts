import { type NumberBound, type Refinements, refinedUnknown, type Unknown, unknown } from "./cty-value.ts";
import { ValueError } from "./errors.ts";
import type { MsgpackReader } from "./msgpack-reader.ts";
import { MsgpackWriter } from "./msgpack-writer.ts";
import { type CtyNumber, numberFromDecimal } from "./numbers.ts";

const plainExtension = 0;
const refinedExtension = 12;
const keys = { nullness: 1, prefix: 2, lower: 3, upper: 4, minLength: 5, maxLength: 6 } as const;

/** Terraform refuses refinements of more than 1,024 bytes; a shorter prefix is a weaker promise and as true. */
const longestPrefix = 200;

/** Writes an unknown value, with what is known about it. */
export function writeUnknown(writer: MsgpackWriter, value: Unknown): void {
  const refinements = value.refinements;
  if (refinements === undefined) {
    writer.extension(plainExtension, new Uint8Array(1));
    return;
  }
  const entries = Object.keys(refinements) as (keyof Refinements)[];
  const payload = new MsgpackWriter(64);
  payload.mapHeader(entries.length);
  for (const name of entries) writeRefinement(payload, name, refinements);
  writer.extension(refinedExtension, payload.finish());
}

function writeRefinement(writer: MsgpackWriter, name: keyof Refinements, refinements: Refinements): void {
  switch (name) {
    case "notNull":
      writer.integer(keys.nullness);
      writer.boolean(false);
      return;
    case "prefix":
      writer.integer(keys.prefix);
      writer.text(shortened(refinements.prefix ?? ""));
      return;
    case "lower":
    case "upper":
      writer.integer(keys[name]);
      writeBound(writer, refinements[name] as NumberBound);
      return;
    case "minLength":
    case "maxLength":
      writer.integer(keys[name]);
      writer.integer(refinements[name] as number);
  }
}

function shortened(prefix: string): string {
  return prefix.length <= longestPrefix ? prefix : Array.from(prefix).slice(0, longestPrefix).join("");
}

function writeBound(writer: MsgpackWriter, bound: NumberBound): void {
  writer.arrayHeader(2);
  writer.number(bound.value);
  writer.boolean(bound.inclusive);
}

/** Reads an extension value: every one is an unknown, whatever its type. null: it is known to be null after all. */
export function readUnknown(type: number, payload: MsgpackReader): Unknown | null {
  if (type !== refinedExtension || payload.atEnd) return unknown;
  const map = payload.token();
  if (map.kind !== "map") throw new ValueError("a refined unknown is not a map");
  let refinements: Refinements = {};
  for (let entry = 0; entry < map.size; entry += 1) {
    const read = readRefinement(payload);
    if (read === null) return null;
    refinements = { ...refinements, ...read };
  }
  return refinedUnknown(refinements);
}

function readRefinement(reader: MsgpackReader): Refinements | null {
  const key = reader.token();
  if (key.kind !== "number") throw new ValueError("a refinement has no number");
  switch (key.value) {
    case keys.nullness:
      return readBoolean(reader) ? null : { notNull: true };
    case keys.prefix:
      return { prefix: readText(reader) };
    case keys.lower:
      return { lower: readBound(reader) };
    case keys.upper:
      return { upper: readBound(reader) };
    case keys.minLength:
      return { minLength: Number(readNumber(reader)) };
    case keys.maxLength:
      return { maxLength: Number(readNumber(reader)) };
    default:
      // Later protocols may refine further; leaving it out is always right.
      reader.skip();
      return {};
  }
}

function readBound(reader: MsgpackReader): NumberBound {
  const pair = reader.token();
  if (pair.kind !== "array" || pair.size !== 2) throw new ValueError("a bound is not a pair");
  return { value: readNumber(reader), inclusive: readBoolean(reader) };
}

function readBoolean(reader: MsgpackReader): boolean {
  const token = reader.token();
  if (token.kind !== "boolean") throw new ValueError("a refinement is not a boolean");
  return token.value;
}

function readText(reader: MsgpackReader): string {
  const token = reader.token();
  if (token.kind !== "text") throw new ValueError("a refinement is not text");
  return reader.textOf(token);
}

function readNumber(reader: MsgpackReader): CtyNumber {
  const token = reader.token();
  const value =
    token.kind === "number"
      ? token.value
      : token.kind === "text"
        ? numberFromDecimal(reader.textOf(token))
        : undefined;
  if (value === undefined) throw new ValueError("a refinement is not a number");
  return value;
}
