import type { CallHandler } from "../../tfplugin/provider-server.ts";
import { decodeObject } from "../../tfplugin/values/dynamic-value.ts";
import { configurationType, validateConfiguration } from "../configuration.ts";

/** Checks a provider block. Unknown values pass. */
export function validateProviderConfig(): CallHandler<"ValidateProviderConfig"> {
  return async ({ config }) => ({
    diagnostics: validateConfiguration(decodeObject(config, configurationType) ?? {}),
  });
}
