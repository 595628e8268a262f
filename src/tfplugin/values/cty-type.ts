import { bareObject } from "./bare-object.ts";
import { ValueError } from "./errors.ts";

/** A type of Terraform's language. */
export type CtyType =
  | { readonly kind: "string" | "number" | "bool" | "dynamic" }
  | { readonly kind: "list" | "set" | "map"; readonly element: CtyType }
  | ObjectType
  | { readonly kind: "tuple"; readonly elements: readonly CtyType[] };

/** An object type. `attributes` inherits nothing, so that any name is safe. */
export interface ObjectType {
  readonly kind: "object";
  readonly attributes: Readonly<Record<string, CtyType>>;
  /** Attributes that a configuration may leave out. */
  readonly optional?: readonly string[];
}

export const cty = {
  string: { kind: "string" },
  number: { kind: "number" },
  bool: { kind: "bool" },
  dynamic: { kind: "dynamic" },
  list: (element: CtyType): CtyType => ({ kind: "list", element }),
  set: (element: CtyType): CtyType => ({ kind: "set", element }),
  map: (element: CtyType): CtyType => ({ kind: "map", element }),
  tuple: (elements: readonly CtyType[]): CtyType => ({ kind: "tuple", elements }),
  object: (attributes: Readonly<Record<string, CtyType>>): ObjectType => ({
    kind: "object",
    attributes: sortedByName(attributes),
  }),
} as const satisfies Record<string, CtyType | ((argument: never) => CtyType)>;

/** In the order in which Terraform writes them: what it sends back has the bytes that it was sent. */
function sortedByName(attributes: Readonly<Record<string, CtyType>>): Record<string, CtyType> {
  const sorted = bareObject<CtyType>();
  for (const name of Object.keys(attributes).sort()) sorted[name] = attributes[name] as CtyType;
  return sorted;
}

/** The type in the JSON notation of the protocol: `["list","string"]`. */
export function formatType(type: CtyType): string {
  switch (type.kind) {
    case "string":
    case "number":
    case "bool":
    case "dynamic":
      return `"${type.kind}"`;
    case "list":
    case "set":
    case "map":
      return `["${type.kind}",${formatType(type.element)}]`;
    case "tuple":
      return `["tuple",[${type.elements.map(formatType).join(",")}]]`;
    case "object":
      return formatObjectType(type);
  }
}

function formatObjectType(type: ObjectType): string {
  const attributes = Object.keys(type.attributes)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${formatType(type.attributes[name] as CtyType)}`);
  const optional = type.optional === undefined ? "" : `,${JSON.stringify(type.optional)}`;
  return `["object",{${attributes.join(",")}}${optional}]`;
}

/** Reads a type in the JSON notation of the protocol. Throws {@link ValueError} where it is none. */
export function parseType(json: string): CtyType {
  try {
    return typeFromJson(JSON.parse(json));
  } catch (error) {
    if (error instanceof ValueError) throw error;
    throw new ValueError("a type is not written in JSON");
  }
}

function typeFromJson(json: unknown): CtyType {
  if (Array.isArray(json)) return compoundTypeFromJson(json as unknown[]);
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") return { kind: json };
  throw new ValueError("a type is neither a name nor a pair");
}

function compoundTypeFromJson([kind, argument, optional]: readonly unknown[]): CtyType {
  if (kind === "list" || kind === "set" || kind === "map") return { kind, element: typeFromJson(argument) };
  if (kind === "tuple" && Array.isArray(argument)) return { kind, elements: argument.map(typeFromJson) };
  if (kind === "object" && typeof argument === "object" && argument !== null) {
    return objectTypeFromJson(argument as Record<string, unknown>, optional);
  }
  throw new ValueError("a type is of no known kind");
}

function objectTypeFromJson(json: Record<string, unknown>, optional: unknown): ObjectType {
  const attributes = bareObject<CtyType>();
  for (const name of Object.keys(json)) attributes[name] = typeFromJson(json[name]);
  if (!Array.isArray(optional) || optional.length === 0) return { kind: "object", attributes };
  return { kind: "object", attributes, optional: optional.map(String) };
}
