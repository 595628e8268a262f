import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CallHandler } from "../plugin/provider-server.ts";
import { encodeDynamicValue } from "../plugin/values/dynamic-value.ts";
import { type Provider, providerFailure, resourceNamed, sessionOf } from "../provider.ts";
import { withOwner } from "../resources/private-state.ts";

export function importResourceState(provider: Provider): CallHandler<"ImportResourceState"> {
  return async ({ typeName, id }, scope) => {
    const resource = resourceNamed(provider, typeName);
    const diagnostics: ProviderDiagnostic[] = [];
    try {
      const session = sessionOf(provider);
      const imported = await resource.import(session, id, scope, (warning) => diagnostics.push(warning));
      const organization = await session.organizationId();
      const privateState = withOwner(imported.private, { instance: session.host.newId(), organization });
      const state = encodeDynamicValue(imported.state, resource.type);
      return { importedResources: [{ typeName, state, private: privateState }], diagnostics };
    } catch (error) {
      const what = `Cannot import ${JSON.stringify(id)} as ${typeName}`;
      return { diagnostics: [providerFailure(provider, error, what)] };
    }
  };
}
