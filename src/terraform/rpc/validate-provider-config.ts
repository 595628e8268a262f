import type { CallHandler } from "../../tfplugin/provider-server.ts";
import { configurationType, validateConfiguration } from "../configuration.ts";
import { decodeObject } from "./object-message.ts";

/** Checks a provider block, as far as it is known. */
export function validateProviderConfig(): CallHandler<"ValidateProviderConfig"> {
  return async ({ config }) => ({
    diagnostics: validateConfiguration(decodeObject(config, configurationType) ?? {}),
  });
}
