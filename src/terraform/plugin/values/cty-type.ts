import { ValueError } from "./value-errors.ts";

/** A type of Terraform's language. This room does not support tuples and dynamic values. */
export type CtyType =
  | { readonly kind: "string" | "number" | "bool" }
  | { readonly kind: "list" | "set" | "map"; readonly element: CtyType }
  | ObjectType;

/** An object type. `attributes` has no prototype: a name that the type does not have is undefined, whatever the name is. */
export interface ObjectType {
  readonly kind: "object";
  readonly attributes: Readonly<Record<string, CtyType>>;
}

export const cty = {
  string: { kind: "string" },
  number: { kind: "number" },
  bool: { kind: "bool" },
  list: (element: CtyType): CtyType => ({ kind: "list", element }),
  set: (element: CtyType): CtyType => ({ kind: "set", element }),
  map: (element: CtyType): CtyType => ({ kind: "map", element }),
  object: (attributes: Readonly<Record<string, CtyType>>): ObjectType => ({
    kind: "object",
    attributes: Object.assign(Object.create(null), attributes) as Record<string, CtyType>,
  }),
} as const satisfies Record<string, CtyType | ((argument: never) => CtyType)>;

/** Formats a type in the protocol's JSON notation: `["list","string"]`. */
export function formatType(type: CtyType): string {
  return JSON.stringify(typeToJson(type));
}

function typeToJson(type: CtyType): unknown {
  switch (type.kind) {
    case "string":
    case "number":
    case "bool":
      return type.kind;
    case "list":
    case "set":
    case "map":
      return [type.kind, typeToJson(type.element)];
    case "object": {
      const names = Object.keys(type.attributes).sort();
      return ["object", Object.fromEntries(names.map((name) => [name, jsonOfAttribute(type, name)]))];
    }
  }
}

function jsonOfAttribute(type: ObjectType, name: string): unknown {
  return typeToJson(type.attributes[name] as CtyType);
}

/** Reads a type in the protocol's JSON notation. Throws {@link ValueError} if it is malformed. */
export function parseType(json: string): CtyType {
  return typeFromJson(JSON.parse(json));
}

function typeFromJson(json: unknown): CtyType {
  if (json === "string" || json === "number" || json === "bool") return { kind: json };
  const [kind, argument] = Array.isArray(json) ? (json as unknown[]) : [];
  if (kind === "list" || kind === "set" || kind === "map") return { kind, element: typeFromJson(argument) };
  if (kind === "object" && typeof argument === "object" && argument !== null) {
    const attributes = Object.entries(argument).map(([name, each]) => [name, typeFromJson(each)]);
    return cty.object(Object.fromEntries(attributes) as Record<string, CtyType>);
  }
  throw new ValueError("a type is of no known kind");
}
