import { configurationType, validateConfiguration } from "../configuration.ts";
import type { CallHandler } from "../provider-server.ts";
import { decodeObject } from "./object-message.ts";

/** Checks a provider block, as far as it is known. */
export function validateProviderConfig(): CallHandler<"ValidateProviderConfig"> {
  return async ({ config }) => ({
    diagnostics: validateConfiguration(decodeObject(config, configurationType) ?? {}),
  });
}
