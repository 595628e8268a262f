import type { CallHandler } from "../plugin/provider-server.ts";
import type { Provider } from "../provider.ts";

/** The capabilities of this provider beyond the first version of the protocol. */
export const serverCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
} as const;

/** Returns the names of all resources and data sources. */
export function getMetadata(provider: Provider): CallHandler<"GetMetadata"> {
  return async () => ({
    serverCapabilities,
    resources: [...provider.resources.keys()].map((typeName) => ({ typeName })),
    dataSources: [...provider.dataSources.keys()].map((typeName) => ({ typeName })),
  });
}
