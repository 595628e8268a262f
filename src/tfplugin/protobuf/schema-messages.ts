import {
  bool,
  bytes,
  defineMessage,
  defineShape,
  type Encodable,
  enumeration,
  int64,
  type MessageType,
  message,
  repeated,
  text,
} from "./codec.ts";

/** The messages by which a provider tells what it has. Schemas nest in themselves, so their shapes are written out. */

export type DescriptionKind = "plain" | "markdown";

export interface ProviderSchema {
  /** Of the stored state: a state of an older one is upgraded. */
  readonly version?: number;
  readonly block: SchemaBlock;
}

export interface SchemaBlock {
  readonly version?: number;
  readonly attributes?: readonly SchemaAttribute[];
  readonly blockTypes?: readonly SchemaNestedBlock[];
  readonly description?: string;
  readonly descriptionKind?: DescriptionKind;
  readonly deprecated?: boolean;
}

/** Exactly one of `type` and `nestedType` is given: Terraform crashes otherwise. */
export interface SchemaAttribute {
  readonly name: string;
  /** The type in the JSON notation of the protocol. */
  readonly type?: Uint8Array;
  readonly nestedType?: SchemaObject;
  readonly description?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly descriptionKind?: DescriptionKind;
  readonly deprecated?: boolean;
  readonly writeOnly?: boolean;
}

export interface SchemaObject {
  readonly attributes: readonly SchemaAttribute[];
  readonly nesting: "invalid" | "single" | "list" | "set" | "map";
}

export interface SchemaNestedBlock {
  readonly typeName: string;
  readonly block: SchemaBlock;
  readonly nesting: "invalid" | "single" | "list" | "set" | "map" | "group";
  readonly minItems?: number;
  readonly maxItems?: number;
}

const descriptionKinds = ["plain", "markdown"] as const;

export const schemaObject: MessageType<SchemaObject, SchemaObject> = defineShape({
  attributes: repeated(1, () => schemaAttribute),
  nesting: enumeration(3, ["invalid", "single", "list", "set", "map"]),
});

export const schemaAttribute: MessageType<SchemaAttribute, SchemaAttribute> = defineShape({
  name: text(1),
  type: bytes(2),
  description: text(3),
  required: bool(4),
  optional: bool(5),
  computed: bool(6),
  sensitive: bool(7),
  descriptionKind: enumeration(8, descriptionKinds),
  deprecated: bool(9),
  nestedType: message(10, () => schemaObject),
  writeOnly: bool(11),
});

export const schemaBlock: MessageType<SchemaBlock, SchemaBlock> = defineShape({
  version: int64(1),
  attributes: repeated(2, () => schemaAttribute),
  blockTypes: repeated(3, () => schemaNestedBlock),
  description: text(4),
  descriptionKind: enumeration(5, descriptionKinds),
  deprecated: bool(6),
});

export const schemaNestedBlock: MessageType<SchemaNestedBlock, SchemaNestedBlock> = defineShape({
  typeName: text(1),
  block: message(2, () => schemaBlock),
  nesting: enumeration(3, ["invalid", "single", "list", "set", "map", "group"]),
  minItems: int64(4),
  maxItems: int64(5),
});

export const providerSchema: MessageType<ProviderSchema, ProviderSchema> = defineShape({
  version: int64(1),
  block: message(2, () => schemaBlock),
});

const functionParameter = defineMessage({
  name: text(1),
  type: bytes(2),
  allowNullValue: bool(3),
  allowUnknownValues: bool(4),
  description: text(5),
  descriptionKind: enumeration(6, descriptionKinds),
});

const functionReturn = defineMessage({ type: bytes(1) });

export const functionDefinition = defineMessage({
  parameters: repeated(1, () => functionParameter),
  variadicParameter: message(2, () => functionParameter),
  return: message(3, () => functionReturn),
  summary: text(4),
  description: text(5),
  descriptionKind: enumeration(6, descriptionKinds),
  deprecationMessage: text(7),
});
export type FunctionDefinition = Encodable<typeof functionDefinition>;
