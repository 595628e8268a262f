import { diagnosticOf } from "../plugin/diagnostics.ts";
import type { CallHandler } from "../plugin/provider-server.ts";
import { encodeDynamicValue } from "../plugin/values/dynamic-value.ts";
import { type Provider, resourceNamed } from "../provider.ts";
import { readStoredState } from "./stored-state.ts";

/** Upgrades a stored state to this version's schema. Terraform calls this even if the version is the same. */
export function upgradeResourceState(provider: Provider): CallHandler<"UpgradeResourceState"> {
  return async ({ typeName, version, rawState }) => {
    const resource = resourceNamed(provider, typeName);
    try {
      const state = readStoredState(resource, { version: Number(version), json: rawState?.json });
      return { upgradedState: encodeDynamicValue(state, resource.type) };
    } catch (error) {
      const what = `Cannot upgrade the state of ${typeName}`;
      return { diagnostics: [diagnosticOf(error, what, provider.parts.onDefect)] };
    }
  };
}
