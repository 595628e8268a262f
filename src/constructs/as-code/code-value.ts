import type { ObjectKey } from "../../model/object-key.ts";
import type { Shape, ShapeField } from "../../model/terraform-shape.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../util/json.ts";

/** A value in code, before it is printed. */
export type CodeValue =
  | string
  | number
  | boolean
  | null
  | Reference
  | Variable
  | JsonText
  | Fields
  | readonly CodeValue[];

/** The id of another object in the code. */
export class Reference {
  readonly key: ObjectKey;

  constructor(key: ObjectKey) {
    this.key = key;
  }
}

/** A variable of the configuration: a secret, or the version with which Terraform writes a secret again. */
export class Variable {
  readonly name: string;
  readonly type: "string" | "number";
  readonly description: string;
  /** Whether the configuration works without a value. */
  readonly isOptional: boolean;

  constructor({ name, type, description, isOptional }: Readonly<Variable>) {
    this.name = name;
    this.type = type;
    this.description = description;
    this.isOptional = isOptional;
  }
}

/** Any JSON, which is a text in Terraform. */
export class JsonText {
  readonly value: CodeValue;

  constructor(value: CodeValue) {
    this.value = value;
  }
}

/** An object. */
export class Fields {
  readonly entries: readonly CodeField[];

  constructor(entries: readonly CodeField[]) {
    this.entries = entries;
  }
}

export interface CodeField {
  /** Name in Terraform. */
  readonly name: string;
  /** Name in JSON. */
  readonly json: string;
  readonly value: CodeValue;
}

/** A text of a value that the code must not contain, or undefined for a text that it may contain. */
export type TextInCode = (text: string, path: readonly string[]) => Variable | undefined;

/** A declared value with the names of its shape. Fields without a value are omitted. */
export function codeValue(
  shape: Shape,
  value: Json,
  hidden: TextInCode,
  path: readonly string[] = [],
): CodeValue {
  if (value === null) return wordForNull(shape);
  if (shape.kind === "json" || shape.kind === "map")
    return freeValue(shape.kind, jsonInCode(value, hidden, path));
  if ("element" in shape && Array.isArray(value))
    return value.map((item: Json, at) => codeValue(shape.element, item, hidden, [...path, `${at + 1}`]));
  if (shape.kind === "object" && isJsonObject(value)) return fieldsOf(shape.fields, value, hidden, path);
  return typeof value === "number" || typeof value === "boolean" ? value : textValue(value, hidden, path);
}

function wordForNull(shape: Shape): string | null {
  return "nullAs" in shape ? (shape.nullAs ?? null) : null;
}

/** A value whose fields have names of their own. */
function freeValue(kind: "json" | "map", value: CodeValue): CodeValue {
  return kind === "json" ? new JsonText(value) : value;
}

function jsonInCode(value: Json, hidden: TextInCode, path: readonly string[]): CodeValue {
  if (typeof value === "string") return hidden(value, path) ?? value;
  if (typeof value !== "object" || value === null) return value;
  if (!isJsonObject(value)) return value.map((item, at) => jsonInCode(item, hidden, [...path, `${at + 1}`]));
  return new Fields(
    Object.entries(value).map(([name, part], at) => {
      // The path becomes a part of an identifier.
      const inPath = /^[A-Za-z]\w*$/u.test(name) ? name : `${at + 1}`;
      return { name, json: name, value: jsonInCode(part, hidden, [...path, inPath]) };
    }),
  );
}

function textValue(value: NonNullable<Json>, hidden: TextInCode, path: readonly string[]): CodeValue {
  const text = typeof value === "string" ? value : canonicalJson(value);
  return hidden(text, path) ?? text;
}

function fieldsOf(
  shape: readonly ShapeField[],
  value: JsonObject,
  hidden: TextInCode,
  path: readonly string[],
): Fields {
  const given = shape.filter(({ json }) => (value[json] ?? null) !== null);
  return new Fields(
    given.map(({ name, json, shape: part }) => ({
      name,
      json,
      value: codeValue(part, value[json] ?? null, hidden, [...path, name]),
    })),
  );
}
