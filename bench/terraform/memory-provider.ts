import { randomUUID } from "node:crypto";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import { configurationSchema } from "../../src/terraform/configuration.ts";
import type { ProviderServer } from "../../src/terraform/plugin/provider-server.ts";
import type { CtyType } from "../../src/terraform/plugin/values/cty-type.ts";
import {
  type CtyObject,
  type CtyValue,
  isUnknown,
  unknown,
} from "../../src/terraform/plugin/values/cty-value.ts";
import {
  decodeDynamicValue,
  decodeObject,
  encodeDynamicValue,
} from "../../src/terraform/plugin/values/dynamic-value.ts";
import { decodeJson } from "../../src/terraform/plugin/values/json-values.ts";
import type { Resource } from "../../src/terraform/resources/resource.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";

/** A value as large as the one of the service, because Terraform writes the whole object to its state. */
function madeUp(type: CtyType): CtyValue {
  switch (type.kind) {
    case "string":
      return randomUUID().slice(0, 18);
    case "number":
      return 0;
    case "bool":
      return false;
    case "object":
      return Object.fromEntries(Object.entries(type.attributes).map(([name, each]) => [name, madeUp(each)]));
    case "list":
    case "set":
    case "map":
      return null;
  }
}

/** The private data that the provider keeps with each object. */
const note = Buffer.from('{"created":1700000000000}');

/** Responds to each call with the data in it. It reads, compares and checks nothing. */
export function memoryProvider(): ProviderServer {
  const resources = new Map(resourcesOf(indexTypes(registry)).map((resource) => [resource.name, resource]));
  const named = (name: string): Resource => resources.get(name) as Resource;
  return {
    GetProviderSchema: async () => ({
      provider: configurationSchema,
      resourceSchemas: Object.fromEntries([...resources].map(([name, { schema }]) => [name, schema])),
      serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true },
    }),
    ValidateProviderConfig: async () => ({}),
    ConfigureProvider: async () => ({}),
    ValidateResourceConfig: async ({ typeName, config }) => {
      decodeDynamicValue(config, named(typeName).type);
      return {};
    },
    UpgradeResourceState: async ({ typeName, rawState }) => {
      const { type } = named(typeName);
      const state = decodeJson(Buffer.from(rawState?.json ?? []).toString("utf8"), type);
      return { upgradedState: encodeDynamicValue(state, type) };
    },
    ReadResource: async ({ typeName, currentState, private: kept }) => {
      const { type } = named(typeName);
      return { newState: encodeDynamicValue(decodeDynamicValue(currentState, type), type), private: kept };
    },
    PlanResourceChange: async ({ typeName, priorState, proposedNewState, config, priorPrivate }) => {
      const { type, schema } = named(typeName);
      const [prior, proposed] = [decodeObject(priorState, type), decodeObject(proposedNewState, type)];
      const configured = decodeObject(config, type);
      if (proposed === null || configured === null) return { plannedState: proposedNewState };
      // An attribute that is not set keeps its value. Terraform proposes another value for attributes with nested attributes.
      const unset = (schema.block.attributes ?? [])
        .filter(({ computed, name }) => computed === true && configured[name] === null)
        .map(({ name }) => [name, prior === null ? unknown : prior[name]]);
      const planned = { ...proposed, ...Object.fromEntries(unset) } as CtyObject;
      return { plannedState: encodeDynamicValue(planned, type), plannedPrivate: priorPrivate };
    },
    ApplyResourceChange: async ({ typeName, plannedState }) => {
      const { type } = named(typeName);
      const planned = decodeObject(plannedState, type);
      if (planned === null) return {};
      const made = Object.keys(planned).map((name) => [
        name,
        isUnknown(planned[name]) ? madeUp(type.attributes[name] as CtyType) : planned[name],
      ]);
      return { newState: encodeDynamicValue(Object.fromEntries(made), type), private: note };
    },
  };
}
