import type { CallHandler } from "../plugin/provider-server.ts";
import { decodeObject } from "../plugin/values/dynamic-value.ts";
import { type Provider, resourceNamed } from "../provider.ts";
import { checkSchema } from "../resources/check-schema.ts";

/** Checks a resource block. Unknown values pass. */
export function validateResourceConfig(provider: Provider): CallHandler<"ValidateResourceConfig"> {
  return async ({ typeName, config, clientCapabilities }) => {
    const resource = resourceNamed(provider, typeName);
    const writeOnlyAllowed = clientCapabilities?.writeOnlyAttributesAllowed === true;
    const values = decodeObject(config, resource.type) ?? {};
    return {
      diagnostics: [
        ...checkSchema(resource.schema.block.attributes ?? [], values),
        ...resource.validate(values, { writeOnlyAllowed }),
      ],
    };
  };
}
