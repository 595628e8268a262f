import { diagnosticOf, providerErrorAt } from "../plugin/diagnostics.ts";
import type { CallHandler } from "../plugin/provider-server.ts";
import { encodeDynamicValue } from "../plugin/values/dynamic-value.ts";
import { type Provider, resourceNamed } from "../provider.ts";
import { readStoredState } from "./stored-state.ts";

/** Accepts a state from another provider with the same resource: a fork, or the same provider at another address. */
export function moveResourceState(provider: Provider): CallHandler<"MoveResourceState"> {
  return async (request) => {
    const { sourceTypeName, sourceProviderAddress, targetTypeName } = request;
    if (sourceTypeName !== targetTypeName) {
      const summary = `${sourceTypeName} cannot become ${targetTypeName}`;
      const detail = `A \`moved\` block can move a ${targetTypeName} from another provider, but not a ${sourceTypeName} of ${sourceProviderAddress}. Import the object instead.`;
      return { diagnostics: [providerErrorAt(undefined, summary, detail)] };
    }
    const resource = resourceNamed(provider, targetTypeName);
    try {
      const version = Number(request.sourceSchemaVersion);
      const state = readStoredState(resource, { version, json: request.sourceState?.json });
      return {
        targetState: encodeDynamicValue(state, resource.type),
        targetPrivate: request.sourcePrivate,
      };
    } catch (error) {
      const what = `Cannot move the state of ${targetTypeName} from ${sourceProviderAddress}`;
      return { diagnostics: [diagnosticOf(error, what, provider.parts.onDefect)] };
    }
  };
}
