import type { SchemaAttribute, SchemaBlock, SchemaNestedBlock } from "./protobuf/schema-messages.ts";
import { type CtyType, cty, formatType, type ObjectType, parseType } from "./values/cty-type.ts";

/** Encodes a type for an attribute of a schema. */
export function typeBytes(type: CtyType): Uint8Array {
  return Buffer.from(formatType(type));
}

/** The type of a block's values in configurations, plans and states. */
export function typeOfBlock(block: SchemaBlock): ObjectType {
  const attributes = (block.attributes ?? []).map(
    (attribute) => [attribute.name, typeOfAttribute(attribute)] as const,
  );
  const blocks = (block.blockTypes ?? []).map(
    ({ typeName, nesting, block: nested }) => [typeName, nestedIn(nesting, typeOfBlock(nested))] as const,
  );
  return cty.object(Object.fromEntries([...attributes, ...blocks]));
}

function typeOfAttribute({ type, nestedType }: SchemaAttribute): CtyType {
  if (nestedType !== undefined)
    return nestedIn(nestedType.nesting, typeOfBlock({ attributes: nestedType.attributes }));
  return parseType(Buffer.from(type ?? []).toString("utf8"));
}

function nestedIn(nesting: SchemaNestedBlock["nesting"], element: ObjectType): CtyType {
  return nesting === "list" || nesting === "set" ? { kind: nesting, element } : element;
}
