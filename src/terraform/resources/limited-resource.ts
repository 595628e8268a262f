import { diagnosticOf } from "../plugin/diagnostics.ts";
import type { SchemaBlock } from "../plugin/protobuf/schema-messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { typeOfBlock } from "../plugin/schema-type.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import type { Session } from "../session/session.ts";
import type { ApplyRequest, Resource } from "./resource.ts";
import { timeoutsBlock } from "./schema-message.ts";
import { type TimeoutName, validateTimeouts, withinTimeLimit } from "./timeouts.ts";

/** A resource without its `timeouts` block. */
export type UnlimitedResource = Omit<Resource, "schema" | "type" | "apply"> & {
  readonly block: SchemaBlock;
  /** Returns the new state. If it throws, the state stays as it was. */
  readonly apply: (session: Session, request: ApplyRequest, scope: CallScope) => Promise<CtyObject | null>;
  /** The headline of a failure. */
  readonly failure: (values: CtyObject) => string;
};

/** Adds a `timeouts` block for these operations to a resource. The resource has no private state. */
export function limitedResource(resource: UnlimitedResource, operations: readonly TimeoutName[]): Resource {
  const { block, failure, validate, read, apply, ...rest } = resource;
  const schema = { version: 0, block: { ...block, blockTypes: [timeoutsBlock(operations)] } };
  return {
    ...rest,
    schema,
    type: typeOfBlock(schema.block),
    validate: (config, client) => [...validate(config, client), ...validateTimeouts(config)],
    read: async (session, request, scope) => {
      const { clock } = session.host;
      const fresh = await withinTimeLimit(clock, request.state, "read", scope, (limit) =>
        read(session, request, limit),
      );
      return { ...fresh, state: withTimeouts(fresh.state, request.state) };
    },
    apply: async (session, request, scope) => {
      const { prior, planned } = request;
      const values = planned ?? (prior as CtyObject);
      const operation = planned === null ? "delete" : prior === null ? "create" : "update";
      const { clock, onDefect } = session.host;
      try {
        const state = await withinTimeLimit(clock, values, operation, scope, (limit) =>
          apply(session, request, limit),
        );
        return { state: withTimeouts(state, values), private: new Uint8Array(), diagnostics: [] };
      } catch (error) {
        const failed = diagnosticOf(session.secrets.hideIn(error), failure(values), onDefect);
        return { state: prior, private: request.private, diagnostics: [failed] };
      }
    },
  };
}

function withTimeouts(state: CtyObject | null, values: CtyObject): CtyObject | null {
  return state === null ? null : { ...state, timeouts: values["timeouts"] ?? null };
}
