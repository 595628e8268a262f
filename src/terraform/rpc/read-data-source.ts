import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CallHandler } from "../plugin/provider-server.ts";
import { decodeObject, encodeDynamicValue } from "../plugin/values/dynamic-value.ts";
import { dataSourceNamed, type Provider, providerFailure, sessionOf } from "../provider.ts";
import { checkSchema } from "../resources/check-schema.ts";

export function readDataSource(provider: Provider): CallHandler<"ReadDataSource"> {
  return async ({ typeName, config, clientCapabilities }, scope) => {
    const source = dataSourceNamed(provider, typeName);
    const isConfigurationUnknown =
      provider.configured.session === undefined && provider.configured.unknown !== undefined;
    if (isConfigurationUnknown && clientCapabilities?.deferralAllowed === true)
      return { state: config, deferred: { reason: "provider_config_unknown" } };
    const values = decodeObject(config, source.type) ?? {};
    const wrong = checkSchema(source.schema.block.attributes ?? [], values);
    if (wrong.length > 0) return { diagnostics: wrong };
    const diagnostics: ProviderDiagnostic[] = [];
    try {
      const state = await source.read(sessionOf(provider), values, scope, (warning) =>
        diagnostics.push(warning),
      );
      return { state: encodeDynamicValue(state, source.type), diagnostics };
    } catch (error) {
      return { diagnostics: [providerFailure(provider, error, `Cannot read data.${typeName}`)] };
    }
  };
}
