import type { ProviderServer } from "./plugin/provider-server.ts";
import { createProvider, type ProviderParts } from "./provider.ts";
import { applyResourceChange } from "./rpc/apply-resource-change.ts";
import { configureProvider } from "./rpc/configure-provider.ts";
import { getFunctions } from "./rpc/get-functions.ts";
import { getMetadata } from "./rpc/get-metadata.ts";
import { getProviderSchema } from "./rpc/get-provider-schema.ts";
import { importResourceState } from "./rpc/import-resource-state.ts";
import { moveResourceState } from "./rpc/move-resource-state.ts";
import { planResourceChange } from "./rpc/plan-resource-change.ts";
import { readDataSource } from "./rpc/read-data-source.ts";
import { readResource } from "./rpc/read-resource.ts";
import { stopProvider } from "./rpc/stop-provider.ts";
import { upgradeResourceState } from "./rpc/upgrade-resource-state.ts";
import { validateDataResourceConfig } from "./rpc/validate-data-resource-config.ts";
import { validateProviderConfig } from "./rpc/validate-provider-config.ts";
import { validateResourceConfig } from "./rpc/validate-resource-config.ts";

/** The provider's handlers of all protocol calls, derived from the types. It has no ephemeral resources. */
export function docsProvider(parts: ProviderParts): ProviderServer {
  const provider = createProvider(parts);
  return {
    GetMetadata: getMetadata(provider),
    GetProviderSchema: getProviderSchema(provider),
    ValidateProviderConfig: validateProviderConfig(),
    ValidateResourceConfig: validateResourceConfig(provider),
    ValidateDataResourceConfig: validateDataResourceConfig(provider),
    UpgradeResourceState: upgradeResourceState(provider),
    ConfigureProvider: configureProvider(provider),
    ReadResource: readResource(provider),
    PlanResourceChange: planResourceChange(provider),
    ApplyResourceChange: applyResourceChange(provider),
    ImportResourceState: importResourceState(provider),
    MoveResourceState: moveResourceState(provider),
    ReadDataSource: readDataSource(provider),
    GetFunctions: getFunctions(),
    StopProvider: stopProvider(provider),
  };
}
