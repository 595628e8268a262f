import { diagnosticOf } from "../diagnostics.ts";
import { type Provider, resourceNamed } from "../provider.ts";
import type { CallHandler } from "../provider-server.ts";
import { encodeDynamicValue } from "../values/dynamic-value.ts";
import { isCurrent, readStoredState } from "./stored-state.ts";

/** Brings a stored state to this version's schema. Terraform asks for it also where the version is the same. */
export function upgradeResourceState(provider: Provider): CallHandler<"UpgradeResourceState"> {
  return async ({ typeName, version, rawState }) => {
    const resource = resourceNamed(provider, typeName);
    try {
      const stored = { version: Number(version), json: rawState?.json };
      // Nearly always nothing is to be done, and Terraform takes back the text that it has sent.
      if (isCurrent(resource, stored)) return { upgradedState: { json: stored.json } };
      const state = readStoredState(resource, stored);
      return { upgradedState: encodeDynamicValue(state, resource.type) };
    } catch (error) {
      const what = `Cannot take over the state of ${typeName}`;
      return { diagnostics: [diagnosticOf(error, what, provider.parts.onDefect)] };
    }
  };
}
