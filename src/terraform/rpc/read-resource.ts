import type { CallHandler } from "../../tfplugin/provider-server.ts";
import { decodeObject, encodeDynamicValue } from "../../tfplugin/values/dynamic-value.ts";
import { type Provider, providerFailure, resourceNamed } from "../provider.ts";
import { withInstance } from "../resources/private-state.ts";

/** Refreshes a state. States stay unchanged until the provider is configured. */
export function readResource(provider: Provider): CallHandler<"ReadResource"> {
  return async (request, scope) => {
    const resource = resourceNamed(provider, request.typeName);
    const state = decodeObject(request.currentState, resource.type);
    const { session } = provider.configured;
    const unchanged = { newState: request.currentState, private: request.private };
    if (state === null || session === undefined) return unchanged;
    try {
      const fresh = await resource.read(session, { state, private: request.private }, scope);
      const newState = encodeDynamicValue(fresh.state, resource.type);
      if (fresh.state === null) return { newState, private: fresh.private };
      return { newState, private: withInstance(fresh.private, session.host.newId()) };
    } catch (error) {
      const id = state["id"] as string;
      return {
        ...unchanged,
        diagnostics: [providerFailure(provider, error, `Cannot read ${resource.name} ${id}`)],
      };
    }
  };
}
