import type { CtyType } from "./cty-type.ts";

/**
 * Whether parsed JSON is a value of the type as Terraform writes it: every attribute there and no other, each of its kind. Then
 * Terraform reads the same text as the same value.
 */
export function fitsType(value: unknown, type: CtyType): boolean {
  return value === null || isOf(value, type);
}

function isOf(value: unknown, type: CtyType): boolean {
  if (type.kind === "object") return isPlainObject(value) && fitsAttributes(value, type.attributes);
  if (type.kind === "map") return isPlainObject(value) && allFit(Object.values(value), type.element);
  if ("element" in type) return Array.isArray(value) && allFit(value, type.element);
  // What names its own type, and what has one for each place, is looked at more closely elsewhere.
  if (type.kind === "tuple" || type.kind === "dynamic") return false;
  return typeof value === plainKinds[type.kind];
}

const plainKinds = { string: "string", number: "number", bool: "boolean" } as const;

function allFit(items: readonly unknown[], type: CtyType): boolean {
  return items.every((item) => fitsType(item, type));
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fitsAttributes(
  value: Readonly<Record<string, unknown>>,
  attributes: Readonly<Record<string, CtyType>>,
): boolean {
  const names = Object.keys(attributes);
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name) && fitsType(value[name], attributes[name] as CtyType))
  );
}
