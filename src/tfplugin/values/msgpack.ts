import { bareObject } from "./bare-object.ts";
import { type CtyType, formatType, type ObjectType, parseType } from "./cty-type.ts";
import { type CtyObject, type CtyValue, isCtyObject, TypedValue, Unknown } from "./cty-value.ts";
import { placingErrors, ValueError } from "./errors.ts";
import { MsgpackReader, type Token } from "./msgpack-reader.ts";
import { MsgpackWriter } from "./msgpack-writer.ts";
import { type CtyNumber, numberFromDecimal, plainDecimal } from "./numbers.ts";
import type { PathStep } from "./path.ts";
import { readUnknown, writeUnknown } from "./refinements.ts";

/** Reads a value of the type from MessagePack. Throws {@link ValueError}, with the path, where it is none. */
export function decodeMsgpack(bytes: Uint8Array, type: CtyType): CtyValue {
  const reading: Reading = { reader: new MsgpackReader(bytes), path: [] };
  const value = placingErrors(reading.path, () => readValue(reading, type));
  if (!reading.reader.atEnd) throw new ValueError("bytes follow the value");
  return value;
}

/** Writes a value of the type as MessagePack. Throws {@link ValueError}, with the path, where it is of another type. */
export function encodeMsgpack(value: CtyValue, type: CtyType): Buffer {
  const writing: Writing = { writer: new MsgpackWriter(), path: [] };
  placingErrors(writing.path, () => writeValue(writing, value, type));
  return writing.writer.finish();
}

interface Reading {
  readonly reader: MsgpackReader;
  /** Where the reading is, for errors; it grows and shrinks with the nesting. */
  readonly path: PathStep[];
}

interface Writing {
  readonly writer: MsgpackWriter;
  readonly path: PathStep[];
}

function readValue(reading: Reading, type: CtyType): CtyValue {
  if (reading.reader.skipNil()) return null;
  const token = reading.reader.token();
  if (token.kind === "extension") return readUnknown(token.type, reading.reader.within(token));
  switch (type.kind) {
    case "string":
      return readText(reading, token);
    case "number":
      return readNumber(reading, token);
    case "bool":
      return readBool(reading, token);
    case "list":
    case "set":
      return readElements(reading, sizeOf(reading, token, "array"), () => type.element);
    case "tuple":
      return readTuple(reading, token, type.elements);
    case "map":
      return readMap(reading, sizeOf(reading, token, "map"), type.element);
    case "object":
      return readObject(reading, sizeOf(reading, token, "map"), type);
    case "dynamic":
      return readTyped(reading, token);
  }
}

function refuse(at: { readonly path: readonly PathStep[] }, wanted: string): never {
  throw new ValueError(`what is there is no ${wanted}`, [...at.path]);
}

function readText(reading: Reading, token: Token): string {
  if (token.kind !== "text" && token.kind !== "binary") return refuse(reading, "string");
  return reading.reader.textOf(token);
}

function readBool(reading: Reading, token: Token): boolean {
  return token.kind === "boolean" ? token.value : refuse(reading, "bool");
}

function readNumber(reading: Reading, token: Token): CtyNumber {
  if (token.kind === "number") return token.value;
  const number = token.kind === "text" ? numberFromDecimal(reading.reader.textOf(token)) : undefined;
  return number ?? refuse(reading, "number");
}

function sizeOf(reading: Reading, token: Token, kind: "array" | "map"): number {
  return token.kind === kind ? token.size : refuse(reading, kind);
}

function readElements(reading: Reading, size: number, typeAt: (index: number) => CtyType): CtyValue[] {
  const elements: CtyValue[] = [];
  for (let index = 0; index < size; index += 1) {
    reading.path.push({ index });
    elements.push(readValue(reading, typeAt(index)));
    reading.path.pop();
  }
  return elements;
}

function readTuple(reading: Reading, token: Token, types: readonly CtyType[]): CtyValue[] {
  const size = sizeOf(reading, token, "array");
  if (size !== types.length) return refuse(reading, `tuple of ${types.length}`);
  return readElements(reading, size, (index) => types[index] as CtyType);
}

function readMap(reading: Reading, size: number, element: CtyType): CtyObject {
  const map: Record<string, CtyValue> = Object.create(null);
  for (let entry = 0; entry < size; entry += 1) {
    const key = readText(reading, reading.reader.token());
    reading.path.push({ key });
    map[key] = readValue(reading, element);
    reading.path.pop();
  }
  return map;
}

/** An object has every attribute of its type: one that is left out is null. */
function readObject(reading: Reading, size: number, type: ObjectType): CtyObject {
  const object = bareObject<CtyValue>();
  for (const name in type.attributes) object[name] = null;
  for (let entry = 0; entry < size; entry += 1) {
    const name = readText(reading, reading.reader.token());
    reading.path.push({ attribute: name });
    object[name] = readValue(reading, type.attributes[name] ?? refuse(reading, "attribute of the type"));
    reading.path.pop();
  }
  return object;
}

function readTyped(reading: Reading, token: Token): CtyValue {
  if (token.kind !== "array" || token.size !== 2) return refuse(reading, "pair of type and value");
  const type = parseType(readText(reading, reading.reader.token()));
  return new TypedValue(type, readValue(reading, type));
}

function writeValue(writing: Writing, value: CtyValue, type: CtyType): void {
  if (value === null) return writing.writer.nil();
  if (value instanceof Unknown) return writeUnknown(writing.writer, value);
  switch (type.kind) {
    case "string":
      return writeText(writing, value);
    case "number":
      return writeNumber(writing, value);
    case "bool":
      return writeBool(writing, value);
    case "list":
    case "set":
      return writeElements(writing, elementsOf(writing, value), () => type.element);
    case "tuple":
      return writeTuple(writing, value, type.elements);
    case "map":
      return writeMap(writing, objectOf(writing, value), type.element);
    case "object":
      return writeObject(writing, objectOf(writing, value), type);
    case "dynamic":
      return writeTyped(writing, value);
  }
}

function writeText(writing: Writing, value: CtyValue): void {
  writing.writer.text(typeof value === "string" ? value : refuse(writing, "string"));
}

function writeBool(writing: Writing, value: CtyValue): void {
  writing.writer.boolean(typeof value === "boolean" ? value : refuse(writing, "bool"));
}

function writeNumber(writing: Writing, value: CtyValue): void {
  const isNumber =
    (typeof value === "number" && !Number.isNaN(value)) ||
    (typeof value === "string" && plainDecimal(value) !== undefined);
  writing.writer.number(isNumber ? (value as CtyNumber) : refuse(writing, "number"));
}

function elementsOf(writing: Writing, value: CtyValue): readonly CtyValue[] {
  return Array.isArray(value) ? (value as readonly CtyValue[]) : refuse(writing, "sequence");
}

function objectOf(writing: Writing, value: CtyValue): CtyObject {
  return isCtyObject(value) ? value : refuse(writing, "map");
}

function writeElements(
  writing: Writing,
  elements: readonly CtyValue[],
  typeAt: (index: number) => CtyType,
): void {
  writing.writer.arrayHeader(elements.length);
  elements.forEach((element, index) => {
    writing.path.push({ index });
    writeValue(writing, element, typeAt(index));
    writing.path.pop();
  });
}

function writeTuple(writing: Writing, value: CtyValue, types: readonly CtyType[]): void {
  const elements = elementsOf(writing, value);
  if (elements.length !== types.length) refuse(writing, `tuple of ${types.length}`);
  writeElements(writing, elements, (index) => types[index] as CtyType);
}

function writeMap(writing: Writing, map: CtyObject, element: CtyType): void {
  const keys = Object.keys(map);
  writing.writer.mapHeader(keys.length);
  for (const key of keys) {
    writing.path.push({ key });
    writing.writer.text(key);
    writeValue(writing, map[key] as CtyValue, element);
    writing.path.pop();
  }
}

function writeObject(writing: Writing, object: CtyObject, type: ObjectType): void {
  for (const name of Object.keys(object)) {
    if (type.attributes[name] === undefined)
      refuse({ path: [...writing.path, { attribute: name }] }, "attribute of the type");
  }
  const names = Object.keys(type.attributes);
  writing.writer.mapHeader(names.length);
  for (const name of names) {
    writing.path.push({ attribute: name });
    writing.writer.text(name);
    writeValue(
      writing,
      Object.hasOwn(object, name) ? (object[name] ?? null) : null,
      type.attributes[name] as CtyType,
    );
    writing.path.pop();
  }
}

function writeTyped(writing: Writing, value: CtyValue): void {
  if (!(value instanceof TypedValue)) return refuse(writing, "value with a type");
  writing.writer.arrayHeader(2);
  writing.writer.binary(Buffer.from(formatType(value.type)));
  writeValue(writing, value.value, value.type);
}
