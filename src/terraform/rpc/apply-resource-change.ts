import type { CallHandler } from "../../tfplugin/provider-server.ts";
import { decodeObject, encodeDynamicValue } from "../../tfplugin/values/dynamic-value.ts";
import { type Provider, providerFailure, resourceNamed, sessionOf } from "../provider.ts";
import { parsePrivate, withInstance } from "../resources/private-state.ts";

/** Applies a planned change, and returns the new state. */
export function applyResourceChange(provider: Provider): CallHandler<"ApplyResourceChange"> {
  return async (request, scope) => {
    const resource = resourceNamed(provider, request.typeName);
    const prior = decodeObject(request.priorState, resource.type);
    const planned = decodeObject(request.plannedState, resource.type);
    const config = decodeObject(request.config, resource.type);
    const { plannedPrivate } = request;
    try {
      const session = sessionOf(provider);
      if (planned === null && prior !== null && resource.deletes)
        session.guard.count(resource.name, prior["id"] as string);
      const applied = await resource.apply(
        session,
        { prior, planned, config, private: plannedPrivate },
        scope,
      );
      return {
        newState: encodeDynamicValue(applied.state, resource.type),
        private: applied.state === null ? applied.private : keepInstanceName(applied.private, plannedPrivate),
        diagnostics: applied.diagnostics,
      };
    } catch (error) {
      return {
        newState: encodeDynamicValue(prior, resource.type),
        private: plannedPrivate,
        diagnostics: [providerFailure(provider, error, `Cannot apply ${resource.name}`)],
      };
    }
  };
}

/** Keeps the instance name from the plan. */
function keepInstanceName(privateState: Uint8Array, plannedPrivate: Uint8Array): Uint8Array {
  const { instance } = parsePrivate(plannedPrivate);
  return instance === undefined ? privateState : withInstance(privateState, instance);
}
