import type { CallHandler } from "../../tfplugin/provider-server.ts";
import { decodeObject } from "../../tfplugin/values/dynamic-value.ts";
import { configurationType, validateConfiguration } from "../configuration.ts";

/** Checks a provider block, as far as it is known. */
export function validateProviderConfig(): CallHandler<"ValidateProviderConfig"> {
  return async ({ config }) => ({
    diagnostics: validateConfiguration(decodeObject(config, configurationType) ?? {}),
  });
}
