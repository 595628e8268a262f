import { configurationSchema } from "../configuration.ts";
import { calls } from "../protobuf/calls.ts";
import { encodeMessage } from "../protobuf/codec.ts";
import type { ProviderSchema } from "../protobuf/schema-messages.ts";
import type { Provider } from "../provider.ts";
import { type CallHandler, EncodedResponse } from "../provider-server.ts";
import { serverCapabilities } from "./get-metadata.ts";

/** Tells what there is. The answer is the same each time, so it is encoded once. */
export function getProviderSchema(provider: Provider): CallHandler<"GetProviderSchema"> {
  let encoded: EncodedResponse | undefined;
  return async () =>
    (encoded ??= new EncodedResponse(
      encodeMessage(calls.GetProviderSchema.response, {
        provider: configurationSchema,
        resourceSchemas: schemas(provider.resources),
        dataSourceSchemas: schemas(provider.dataSources),
        serverCapabilities,
      }),
    ));
}

function schemas(
  things: ReadonlyMap<string, { readonly schema: ProviderSchema }>,
): Record<string, ProviderSchema> {
  return Object.fromEntries([...things].map(([name, { schema }]) => [name, schema]));
}
