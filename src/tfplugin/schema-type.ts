import type {
  SchemaAttribute,
  SchemaBlock,
  SchemaNestedBlock,
  SchemaObject,
} from "./protobuf/schema-messages.ts";
import { type CtyType, cty, formatType, type ObjectType, parseType } from "./values/cty-type.ts";

/** A type as an attribute of a schema carries it. */
export function typeBytes(type: CtyType): Uint8Array {
  return Buffer.from(formatType(type));
}

/** The type of the values of a block: what configurations, plans and states of it are written in. */
export function typeOfBlock(block: SchemaBlock): ObjectType {
  const attributes = (block.attributes ?? []).map(
    (attribute) => [attribute.name, typeOfAttribute(attribute)] as const,
  );
  const blocks = (block.blockTypes ?? []).map(
    (nested) => [nested.typeName, typeOfNestedBlock(nested)] as const,
  );
  return cty.object(Object.fromEntries([...attributes, ...blocks]));
}

function typeOfAttribute(attribute: SchemaAttribute): CtyType {
  if (attribute.nestedType !== undefined) return typeOfNestedAttributes(attribute.nestedType);
  return parseType(Buffer.from(attribute.type ?? []).toString("utf8"));
}

function typeOfNestedAttributes(object: SchemaObject): CtyType {
  return collectionOf(object.nesting, typeOfBlock({ attributes: object.attributes }));
}

function typeOfNestedBlock(nested: SchemaNestedBlock): CtyType {
  return collectionOf(nested.nesting, typeOfBlock(nested.block));
}

function collectionOf(nesting: SchemaNestedBlock["nesting"], element: ObjectType): CtyType {
  switch (nesting) {
    case "list":
    case "map":
      // Elements may differ in type where a part is dynamic, and then no list or map can hold them.
      return holdsDynamic(element) ? cty.dynamic : { kind: nesting, element };
    case "set":
      return cty.set(element);
    case "single":
    case "group":
    case "invalid":
      return element;
  }
}

function holdsDynamic(type: CtyType): boolean {
  switch (type.kind) {
    case "dynamic":
      return true;
    case "list":
    case "set":
    case "map":
      return holdsDynamic(type.element);
    case "tuple":
      return type.elements.some(holdsDynamic);
    case "object":
      return Object.values(type.attributes).some(holdsDynamic);
    case "string":
    case "number":
    case "bool":
      return false;
  }
}
