import type { CreateNode } from "../../model/plan/plan.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import {
  type CallKeys,
  type CreateInput,
  callKeys,
  type Likeness,
  likenessOf,
} from "../live/create/create-key.ts";
import type { Identities } from "./identities.ts";
import { resolveForRequest } from "./resolve-values.ts";
import type { RunSecrets } from "./run-secrets.ts";

/** A creating call, and how to find its object if the response is lost. */
export interface Creation extends CallKeys {
  readonly type: ResourceType;
  readonly scopeId: string | undefined;
  readonly input: CreateInput;
  /** Equal for creates whose objects could be mistaken for each other. Such creates run one after the other. */
  readonly turn: Likeness;
}

/** The creating call of a node. Its references already have ids. */
export async function creationOf(
  node: CreateNode,
  index: TypeIndex,
  identities: Identities,
  { reveal }: RunSecrets,
): Promise<Creation> {
  const { idOf } = identities;
  const { container, firstChild } = node;
  const type = identities.typeOf(node.address);
  const scopeId = node.scope === undefined ? undefined : idOf(node.scope);
  const input: CreateInput = {
    attributes: await resolveForRequest(node.attributes, idOf, reveal),
    ...(container !== undefined && { containerId: container === null ? null : idOf(container) }),
    ...(firstChild !== undefined && {
      firstChild: await resolveForRequest(firstChild.attributes, idOf, reveal),
    }),
  };
  const keys = callKeys(index, type, input);
  return { type, scopeId, input, ...keys, turn: likenessOf(type, scopeId, keys.key) };
}
