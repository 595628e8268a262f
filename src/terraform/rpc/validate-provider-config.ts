import { configurationType, validateConfiguration } from "../configuration.ts";
import type { CallHandler } from "../plugin/provider-server.ts";
import { decodeObject } from "../plugin/values/dynamic-value.ts";

/** Checks a provider block. Unknown values pass. */
export function validateProviderConfig(): CallHandler<"ValidateProviderConfig"> {
  return async ({ config }) => ({
    diagnostics: validateConfiguration(decodeObject(config, configurationType) ?? {}),
  });
}
