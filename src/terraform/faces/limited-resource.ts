import { diagnosticOf } from "../diagnostics.ts";
import type { SchemaBlock } from "../protobuf/schema-messages.ts";
import { typeOfBlock } from "../schema-type.ts";
import type { CtyObject } from "../values/cty-value.ts";
import { timeoutsBlock } from "./object-schema.ts";
import type { ApplyRequest, Resource } from "./resource.ts";
import { beginTimeLimit, type TimeoutName, validateTimeouts } from "./timeouts.ts";

/** A resource before it is said how long its operations may take. */
export type UnlimitedResource = Omit<Resource, "schema" | "type" | "apply"> & {
  readonly block: SchemaBlock;
  /** The state that there is then; what it throws leaves the state as it was. */
  readonly apply: (
    session: Parameters<Resource["apply"]>[0],
    request: ApplyRequest,
  ) => Promise<CtyObject | null>;
  /** What to say where it could not be applied. */
  readonly failure: (values: CtyObject) => string;
};

/** The resource with a block that says how long each of these operations may take. It keeps nothing of its own. */
export function limitedResource(resource: UnlimitedResource, operations: readonly TimeoutName[]): Resource {
  const { block, failure, validate, read, apply, ...rest } = resource;
  const schema = { version: 0, block: { ...block, blockTypes: [timeoutsBlock(operations)] } };
  return {
    ...rest,
    schema,
    type: typeOfBlock(schema.block),
    validate: (config, client) => [...validate(config, client), ...validateTimeouts(config)],
    read: async (session, request, scope) => {
      const limit = beginTimeLimit(session.host.clock, request.state, "read", scope);
      try {
        const fresh = await read(session, request, limit);
        return { ...fresh, state: withTimeouts(fresh.state, request.state) };
      } catch (error) {
        throw limit.explain(error);
      } finally {
        limit.end();
      }
    },
    apply: async (session, request) => {
      const { prior, planned } = request;
      const values = planned ?? (prior as CtyObject);
      const operation = planned === null ? "delete" : prior === null ? "create" : "update";
      const limit = beginTimeLimit(session.host.clock, values, operation, request);
      try {
        const state = await apply(session, { ...request, signal: limit.signal });
        return { state: withTimeouts(state, values), private: new Uint8Array(), diagnostics: [] };
      } catch (error) {
        const failed = diagnosticOf(limit.explain(error), failure(values), session.host.onDefect);
        return { state: prior, private: request.private, diagnostics: [failed] };
      } finally {
        limit.end();
      }
    },
  };
}

function withTimeouts(state: CtyObject | null, values: CtyObject): CtyObject | null {
  return state === null ? null : { ...state, timeouts: values["timeouts"] ?? null };
}
