import {
  bool,
  bytes,
  type Decoded,
  defineMessage,
  defineShape,
  type Encodable,
  enumeration,
  explicit,
  int64,
  type MessageType,
  message,
  repeated,
  text,
} from "./codec.ts";

/** Messages that several calls use. Field numbers are those of `tfplugin6`, version 6.8. */

/** A value in one of two encodings. */
export const dynamicValue = defineMessage({ msgpack: bytes(1), json: bytes(2) });
export type DynamicValue = Decoded<typeof dynamicValue>;

/**
 * A step has exactly one of its fields. Each may be empty or 0, so presence is explicit. docsform does not use the keys of maps
 * (field 2).
 */
export const attributePathStep = defineMessage({
  attributeName: explicit(text(1)),
  elementKeyInt: explicit(int64(3)),
});

export const attributePath = defineMessage({ steps: repeated(1, () => attributePathStep) });
export type AttributePath = Encodable<typeof attributePath>;

/** A message that Terraform shows to people, at an attribute's place in the configuration or without a place. */
export interface ProviderDiagnostic {
  readonly severity: "invalid" | "error" | "warning";
  readonly summary: string;
  readonly detail?: string | undefined;
  readonly attribute?: AttributePath | undefined;
}

export const diagnosticMessage: MessageType<ProviderDiagnostic, ProviderDiagnostic> = defineShape({
  severity: enumeration(1, ["invalid", "error", "warning"]),
  summary: text(2),
  detail: text(3),
  attribute: message(4, () => attributePath),
});

/** A stored state. Its form is that of the schema version that wrote it. */
export const rawState = defineMessage({ json: bytes(1) });

export const clientCapabilitiesMessage = defineMessage({
  deferralAllowed: bool(1),
  writeOnlyAttributesAllowed: bool(2),
});

export const serverCapabilitiesMessage = defineMessage({
  planDestroy: bool(1),
  getProviderSchemaOptional: bool(2),
  moveResourceState: bool(3),
});

export const deferred = defineMessage({
  reason: enumeration(1, ["unknown", "resource_config_unknown", "provider_config_unknown", "absent_prereq"]),
});
