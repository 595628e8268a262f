import type { SchemaBlock } from "../plugin/protobuf/schema-messages.ts";
import { typeOfBlock } from "../plugin/schema-type.ts";
import { timeoutsBlock } from "../resources/schema-message.ts";
import { validateTimeouts, withinTimeLimit } from "../resources/timeouts.ts";
import type { DataSource } from "./data-source.ts";

/** A data source without its `timeouts` block. */
export type UnlimitedSource = Pick<DataSource, "name" | "validate" | "read"> & {
  readonly block: SchemaBlock;
};

/** The data source with a `timeouts` block. */
export function limitedSource({ name, block, validate, read }: UnlimitedSource): DataSource {
  const schema = { block: { ...block, blockTypes: [timeoutsBlock(["read"])] } };
  return {
    name,
    schema,
    type: typeOfBlock(schema.block),
    validate: (config) => [...validate(config), ...validateTimeouts(config)],
    read: async (session, config, scope, warn) => {
      const shown = await withinTimeLimit(session.host.clock, config, "read", scope, (limit) =>
        read(session, config, limit, warn),
      );
      return { ...shown, timeouts: config["timeouts"] ?? null };
    },
  };
}
