import type { CallHandler } from "../../tfplugin/provider-server.ts";
import { decodeObject } from "../../tfplugin/values/dynamic-value.ts";
import { type Provider, resourceNamed } from "../provider.ts";

/** Checks a resource block, as far as it is known. */
export function validateResourceConfig(provider: Provider): CallHandler<"ValidateResourceConfig"> {
  return async ({ typeName, config, clientCapabilities }) => {
    const resource = resourceNamed(provider, typeName);
    const writeOnlyAllowed = clientCapabilities?.writeOnlyAttributesAllowed === true;
    return {
      diagnostics: resource.validate(decodeObject(config, resource.type) ?? {}, { writeOnlyAllowed }),
    };
  };
}
