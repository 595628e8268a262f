import type { ResourceType } from "../../model/resource-type.ts";
import { once } from "../../util/once.ts";
import { configurationSchema } from "../configuration.ts";
import { encodeMessage } from "../plugin/protobuf/codec.ts";
import { calls } from "../plugin/protobuf/protocol-calls.ts";
import type { ProviderSchema } from "../plugin/protobuf/schema-messages.ts";
import { type CallHandler, EncodedResponse } from "../plugin/provider-server.ts";
import { offersOf, type Provider } from "../provider.ts";
import { serverCapabilities } from "./get-metadata.ts";

/** Returns all schemas. They never change, so the response is encoded once. */
export function getProviderSchema(provider: Provider): CallHandler<"GetProviderSchema"> {
  const encoded = once(() => new EncodedResponse(encodeOffers(provider)));
  return async () => encoded();
}

/** The encoded response of a provider of these types, which a build stores. */
export function providerSchemaBytes(types: readonly ResourceType[]): Uint8Array {
  return encodeOffers(offersOf(types));
}

function encodeOffers({ resources, dataSources }: Pick<Provider, "resources" | "dataSources">): Uint8Array {
  return encodeMessage(calls.GetProviderSchema.response, {
    provider: configurationSchema,
    resourceSchemas: schemas(resources),
    dataSourceSchemas: schemas(dataSources),
    serverCapabilities,
  });
}

function schemas(
  things: ReadonlyMap<string, () => { readonly schema: ProviderSchema }>,
): Record<string, ProviderSchema> {
  return Object.fromEntries([...things].map(([name, thing]) => [name, thing().schema]));
}
