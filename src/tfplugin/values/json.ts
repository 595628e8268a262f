import { bareObject } from "./bare-object.ts";
import { type CtyType, formatType, type ObjectType, parseType } from "./cty-type.ts";
import { type CtyObject, type CtyValue, isCtyObject, TypedValue, Unknown } from "./cty-value.ts";
import { placingErrors, ValueError } from "./errors.ts";
import { type JsonNode, JsonNumber, type JsonObjectNode, parseJson } from "./json-text.ts";
import { type CtyNumber, numberFromDecimal, plainDecimal } from "./numbers.ts";
import type { PathStep } from "./path.ts";

/** How to read JSON that was written for another version of the type. */
export interface JsonReadOptions {
  /** `drop`: attributes that the type does not have are left out (a state of an older schema). Default: refused. */
  readonly unknownAttributes?: "drop" | "refuse";
}

/** Reads a value of the type from JSON, as states and some messages hold it. Throws {@link ValueError} with the path. */
export function decodeJson(text: string, type: CtyType, options: JsonReadOptions = {}): CtyValue {
  const reading: Reading = { path: [], dropsUnknown: options.unknownAttributes === "drop" };
  return placingErrors(reading.path, () => fromNode(reading, parseJson(text), type));
}

/** Writes a value of the type as JSON. Throws {@link ValueError} for unknown values: JSON has no word for them. */
export function encodeJson(value: CtyValue, type: CtyType): string {
  const path: PathStep[] = [];
  return placingErrors(path, () => toJson(path, value, type));
}

interface Reading {
  readonly path: PathStep[];
  readonly dropsUnknown: boolean;
}

function refuse(path: readonly PathStep[], wanted: string): never {
  throw new ValueError(`what is there is no ${wanted}`, [...path]);
}

function fromNode(reading: Reading, node: JsonNode, type: CtyType): CtyValue {
  if (node === null) return null;
  switch (type.kind) {
    case "string":
      return textFromNode(reading, node);
    case "number":
      return numberFromNode(reading, node);
    case "bool":
      return boolFromNode(reading, node);
    case "list":
    case "set":
      return elementsFromNode(reading, node, () => type.element);
    case "tuple":
      return tupleFromNode(reading, node, type.elements);
    case "map":
      return mapFromNode(reading, objectNode(reading, node), type.element);
    case "object":
      return objectFromNode(reading, objectNode(reading, node), type);
    case "dynamic":
      return typedFromNode(reading, objectNode(reading, node));
  }
}

// States of older schemas hold `"1"` where the type is now a number, or the other way round: Terraform converts, so do we.
function textFromNode(reading: Reading, node: JsonNode): string {
  if (typeof node === "string") return node;
  if (typeof node === "boolean") return String(node);
  const number = typeof node === "number" ? node : node instanceof JsonNumber ? node.value : undefined;
  if (number === undefined) return refuse(reading.path, "string");
  return plainDecimal(String(number)) ?? String(number);
}

function numberFromNode(reading: Reading, node: JsonNode): CtyNumber {
  if (node instanceof JsonNumber) return node.value;
  // There is no negative zero.
  if (typeof node === "number") return node + 0;
  const number = typeof node === "string" ? numberFromDecimal(node) : undefined;
  return number ?? refuse(reading.path, "number");
}

function boolFromNode(reading: Reading, node: JsonNode): boolean {
  if (node === true || node === "true") return true;
  if (node === false || node === "false") return false;
  return refuse(reading.path, "bool");
}

function elementsFromNode(reading: Reading, node: JsonNode, typeAt: (index: number) => CtyType): CtyValue[] {
  if (!Array.isArray(node)) return refuse(reading.path, "sequence");
  return (node as readonly JsonNode[]).map((element, index) =>
    within(reading, { index }, element, typeAt(index)),
  );
}

function tupleFromNode(reading: Reading, node: JsonNode, types: readonly CtyType[]): CtyValue[] {
  if (!Array.isArray(node) || node.length !== types.length)
    return refuse(reading.path, `tuple of ${types.length}`);
  return elementsFromNode(reading, node, (index) => types[index] as CtyType);
}

function objectNode(reading: Reading, node: JsonNode): JsonObjectNode {
  const isObject =
    typeof node === "object" && node !== null && !Array.isArray(node) && !(node instanceof JsonNumber);
  return isObject ? (node as JsonObjectNode) : refuse(reading.path, "map");
}

function mapFromNode(reading: Reading, node: JsonObjectNode, element: CtyType): CtyObject {
  const map: Record<string, CtyValue> = Object.create(null);
  for (const key of Object.keys(node)) map[key] = within(reading, { key }, node[key] as JsonNode, element);
  return map;
}

function objectFromNode(reading: Reading, node: JsonObjectNode, type: ObjectType): CtyObject {
  const object = bareObject<CtyValue>();
  for (const name in type.attributes) {
    const attribute = Object.hasOwn(node, name) ? (node[name] as JsonNode) : null;
    object[name] = within(reading, { attribute: name }, attribute, type.attributes[name] as CtyType);
  }
  const surplus = Object.keys(node).find((name) => type.attributes[name] === undefined);
  if (surplus !== undefined && !reading.dropsUnknown) {
    refuse([...reading.path, { attribute: surplus }], "attribute of the type");
  }
  return object;
}

function typedFromNode(reading: Reading, node: JsonObjectNode): TypedValue {
  const { type: typeNode, value } = node;
  if (typeNode === undefined || value === undefined) return refuse(reading.path, "pair of type and value");
  const type = parseType(JSON.stringify(typeNode));
  return new TypedValue(type, fromNode(reading, value, type));
}

function within(reading: Reading, step: PathStep, node: JsonNode, type: CtyType): CtyValue {
  reading.path.push(step);
  const value = fromNode(reading, node, type);
  reading.path.pop();
  return value;
}

function toJson(path: PathStep[], value: CtyValue, type: CtyType): string {
  if (value === null) return "null";
  if (value instanceof Unknown) throw new ValueError("an unknown value cannot be written as JSON", [...path]);
  switch (type.kind) {
    case "string":
      return textToJson(path, value);
    case "number":
      return numberToJson(path, value);
    case "bool":
      return boolToJson(path, value);
    case "list":
    case "set":
      return elementsToJson(path, value, () => type.element);
    case "tuple":
      return tupleToJson(path, value, type.elements);
    case "map":
      return mapToJson(path, value, type.element);
    case "object":
      return objectToJson(path, value, type);
    case "dynamic":
      return typedToJson(path, value);
  }
}

function textToJson(path: readonly PathStep[], value: CtyValue): string {
  return typeof value === "string" ? JSON.stringify(value) : refuse(path, "string");
}

function boolToJson(path: readonly PathStep[], value: CtyValue): string {
  return typeof value === "boolean" ? String(value) : refuse(path, "bool");
}

function typedToJson(path: PathStep[], value: CtyValue): string {
  if (!(value instanceof TypedValue)) return refuse(path, "value with a type");
  return `{"value":${toJson(path, value.value, value.type)},"type":${formatType(value.type)}}`;
}

function numberToJson(path: readonly PathStep[], value: CtyValue): string {
  const text =
    typeof value === "number" || typeof value === "string" ? plainDecimal(String(value)) : undefined;
  return text ?? refuse(path, "number");
}

function elementsToJson(path: PathStep[], value: CtyValue, typeAt: (index: number) => CtyType): string {
  if (!Array.isArray(value)) return refuse(path, "sequence");
  const elements = (value as readonly CtyValue[]).map((element, index) =>
    jsonWithin(path, { index }, element, typeAt(index)),
  );
  return `[${elements.join(",")}]`;
}

function tupleToJson(path: PathStep[], value: CtyValue, types: readonly CtyType[]): string {
  if (!Array.isArray(value) || value.length !== types.length) return refuse(path, `tuple of ${types.length}`);
  return elementsToJson(path, value as readonly CtyValue[], (index) => types[index] as CtyType);
}

function mapToJson(path: PathStep[], value: CtyValue, element: CtyType): string {
  if (!isCtyObject(value)) return refuse(path, "map");
  const entries = Object.keys(value).map(
    (key) => `${JSON.stringify(key)}:${jsonWithin(path, { key }, value[key] as CtyValue, element)}`,
  );
  return `{${entries.join(",")}}`;
}

function objectToJson(path: PathStep[], value: CtyValue, type: ObjectType): string {
  if (!isCtyObject(value)) return refuse(path, "object");
  const surplus = Object.keys(value).find((name) => type.attributes[name] === undefined);
  if (surplus !== undefined) refuse([...path, { attribute: surplus }], "attribute of the type");
  const entries = Object.keys(type.attributes).map((name) => {
    const attribute = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    return `${JSON.stringify(name)}:${jsonWithin(path, { attribute: name }, attribute, type.attributes[name] as CtyType)}`;
  });
  return `{${entries.join(",")}}`;
}

function jsonWithin(path: PathStep[], step: PathStep, value: CtyValue, type: CtyType): string {
  path.push(step);
  const json = toJson(path, value, type);
  path.pop();
  return json;
}
