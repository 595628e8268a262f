import {
  bytes,
  type Decoded,
  defineMessage,
  type Encodable,
  int64,
  mapOf,
  message,
  repeated,
  text,
} from "./codec.ts";
import {
  attributePath,
  clientCapabilitiesMessage,
  deferred,
  diagnosticMessage,
  dynamicValue,
  rawState,
  serverCapabilitiesMessage,
} from "./messages.ts";
import { providerSchema } from "./schema-messages.ts";

const value = (number: number) => message(number, () => dynamicValue);
const diagnostics = (number: number) => repeated(number, () => diagnosticMessage);
const schemas = (number: number) => mapOf(number, () => providerSchema);
const clientCapabilities = (number: number) => message(number, () => clientCapabilitiesMessage);
const serverCapabilities = (number: number) => message(number, () => serverCapabilitiesMessage);

const empty = defineMessage({});
const onlyDiagnostics = defineMessage({ diagnostics: diagnostics(1) });
const typeNameMessage = defineMessage({ typeName: text(1) });

/**
 * The calls of protocol 6.8 that a provider with resources and data sources serves, with the fields that docsform uses. The key is
 * the call's name on the wire.
 */
export const calls = {
  GetMetadata: {
    request: empty,
    response: defineMessage({
      serverCapabilities: serverCapabilities(1),
      diagnostics: diagnostics(2),
      dataSources: repeated(3, () => typeNameMessage),
      resources: repeated(4, () => typeNameMessage),
    }),
  },
  GetProviderSchema: {
    request: empty,
    response: defineMessage({
      provider: message(1, () => providerSchema),
      resourceSchemas: schemas(2),
      dataSourceSchemas: schemas(3),
      diagnostics: diagnostics(4),
      serverCapabilities: serverCapabilities(6),
    }),
  },
  ValidateProviderConfig: {
    request: defineMessage({ config: value(1) }),
    response: defineMessage({ diagnostics: diagnostics(2) }),
  },
  ValidateResourceConfig: {
    request: defineMessage({
      typeName: text(1),
      config: value(2),
      clientCapabilities: clientCapabilities(3),
    }),
    response: onlyDiagnostics,
  },
  ValidateDataResourceConfig: {
    request: defineMessage({ typeName: text(1), config: value(2) }),
    response: onlyDiagnostics,
  },
  UpgradeResourceState: {
    request: defineMessage({ typeName: text(1), version: int64(2), rawState: message(3, () => rawState) }),
    response: defineMessage({ upgradedState: value(1), diagnostics: diagnostics(2) }),
  },
  ConfigureProvider: {
    request: defineMessage({ terraformVersion: text(1), config: value(2) }),
    response: onlyDiagnostics,
  },
  ReadResource: {
    request: defineMessage({ typeName: text(1), currentState: value(2), private: bytes(3) }),
    response: defineMessage({ newState: value(1), diagnostics: diagnostics(2), private: bytes(3) }),
  },
  PlanResourceChange: {
    request: defineMessage({
      typeName: text(1),
      priorState: value(2),
      proposedNewState: value(3),
      config: value(4),
      priorPrivate: bytes(5),
    }),
    response: defineMessage({
      plannedState: value(1),
      requiresReplace: repeated(2, () => attributePath),
      plannedPrivate: bytes(3),
      diagnostics: diagnostics(4),
    }),
  },
  ApplyResourceChange: {
    request: defineMessage({
      typeName: text(1),
      priorState: value(2),
      plannedState: value(3),
      config: value(4),
      plannedPrivate: bytes(5),
    }),
    response: defineMessage({ newState: value(1), private: bytes(2), diagnostics: diagnostics(3) }),
  },
  ImportResourceState: {
    request: defineMessage({ typeName: text(1), id: text(2) }),
    response: defineMessage({
      importedResources: repeated(1, () => importedResource),
      diagnostics: diagnostics(2),
    }),
  },
  MoveResourceState: {
    request: defineMessage({
      sourceProviderAddress: text(1),
      sourceTypeName: text(2),
      sourceSchemaVersion: int64(3),
      sourceState: message(4, () => rawState),
      targetTypeName: text(5),
      sourcePrivate: bytes(6),
    }),
    response: defineMessage({ targetState: value(1), diagnostics: diagnostics(2), targetPrivate: bytes(3) }),
  },
  ReadDataSource: {
    request: defineMessage({
      typeName: text(1),
      config: value(2),
      clientCapabilities: clientCapabilities(4),
    }),
    response: defineMessage({
      state: value(1),
      diagnostics: diagnostics(2),
      deferred: message(3, () => deferred),
    }),
  },
  GetFunctions: { request: empty, response: empty },
  StopProvider: { request: empty, response: defineMessage({ error: text(1) }) },
} as const;

const importedResource = defineMessage({ typeName: text(1), state: value(2), private: bytes(3) });

export type CallName = keyof typeof calls;

/** The request of a call. */
export type CallRequest<Name extends CallName> = Decoded<(typeof calls)[Name]["request"]>;

/** The response of a call. */
export type CallResponse<Name extends CallName> = Encodable<(typeof calls)[Name]["response"]>;
