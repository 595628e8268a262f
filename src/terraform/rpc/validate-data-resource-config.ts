import type { CallHandler } from "../plugin/provider-server.ts";
import { decodeObject } from "../plugin/values/dynamic-value.ts";
import { dataSourceNamed, type Provider } from "../provider.ts";
import { checkSchema } from "../resources/check-schema.ts";

/** Checks a data block. Unknown values pass. */
export function validateDataResourceConfig(provider: Provider): CallHandler<"ValidateDataResourceConfig"> {
  return async ({ typeName, config }) => {
    const source = dataSourceNamed(provider, typeName);
    const values = decodeObject(config, source.type) ?? {};
    return {
      diagnostics: [...checkSchema(source.schema.block.attributes ?? [], values), ...source.validate(values)],
    };
  };
}
