import type { CallHandler } from "../../tfplugin/provider-server.ts";
import type { Provider } from "../provider.ts";

/** What this provider can do beyond the first version of the protocol. */
export const serverCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
} as const;

/** Tells the names of what there is. */
export function getMetadata(provider: Provider): CallHandler<"GetMetadata"> {
  return async () => ({
    serverCapabilities,
    resources: [...provider.resources.keys()].map((typeName) => ({ typeName })),
    dataSources: [...provider.dataSources.keys()].map((typeName) => ({ typeName })),
  });
}
