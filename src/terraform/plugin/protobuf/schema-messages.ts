import {
  bool,
  bytes,
  defineShape,
  enumeration,
  int64,
  type MessageType,
  message,
  repeated,
  text,
} from "./codec.ts";

/** The messages with which a provider describes its schemas. Schemas nest in themselves, so their shapes are explicit. */

export type DescriptionKind = "plain" | "markdown";

export interface ProviderSchema {
  /** Version of the stored state. Terraform upgrades a state with an older one. */
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

/** Set exactly one of `type` and `nestedType`: otherwise Terraform crashes. */
export interface SchemaAttribute {
  readonly name: string;
  /** The type in the protocol's JSON notation. */
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

/** How many objects a nested type or block has. The protocol also has maps and groups. */
export type Nesting = "invalid" | "single" | "list" | "set";

export interface SchemaObject {
  readonly attributes: readonly SchemaAttribute[];
  readonly nesting: Nesting;
}

export interface SchemaNestedBlock {
  readonly typeName: string;
  readonly block: SchemaBlock;
  readonly nesting: Nesting;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const descriptionKinds = ["plain", "markdown"] as const;
const nestings = ["invalid", "single", "list", "set"] as const;

export const schemaObject: MessageType<SchemaObject, SchemaObject> = defineShape({
  attributes: repeated(1, () => schemaAttribute),
  nesting: enumeration(3, nestings),
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
  nesting: enumeration(3, nestings),
  minItems: int64(4),
  maxItems: int64(5),
});

export const providerSchema: MessageType<ProviderSchema, ProviderSchema> = defineShape({
  version: int64(1),
  block: message(2, () => schemaBlock),
});
